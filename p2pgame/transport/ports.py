"""Shares one local port between many connections, so that routers map it once.

Many home routers map one local port always to the same public port.  A relay then sees
the very port at which a friend can get in.
So the connection to the relay, the connections to friends and the listener share a
port.
"""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress

import trio

#: Says whether a resolved host may be dialled at this port.
Allows = Callable[[str, int], bool]

#: Seconds for one address of a name before the next one is tried.
EACH_WITHIN = 1.5

# Windows lacks this option; there ``SO_REUSEADDR`` does what both do elsewhere.
_REUSE_PORT = getattr(socket, "SO_REUSEPORT", None)


def shared_socket(family: int, port: int) -> trio.socket.SocketType:
    """Return a TCP socket bound to a port that other sockets of ours may share.

    ``port=0`` means any free one.

    Raises:
      OSError: Another program has the port, or the address family is missing.
    """
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if _REUSE_PORT is not None:
            made.setsockopt(socket.SOL_SOCKET, _REUSE_PORT, 1)
        if family == socket.AF_INET6:
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        made.bind(("::" if family == socket.AF_INET6 else "", port))
        return trio.socket.from_stdlib_socket(made)
    except BaseException:
        made.close()
        raise


async def resolve(host: str, port: int) -> tuple[str, ...]:
    """Return the addresses of a name, in the order of dialling; a number's is itself.

    Raises:
      OSError: The name is unknown, or nobody can be asked.
    """
    infos = await trio.socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return tuple(dict.fromkeys(str(address[0]) for *_, address in infos))


async def dial(
    host: str, port: int, source: int | None, allows: Allows | None = None
) -> trio.SocketStream:
    """Connect, from the shared port ``source`` if possible.

    With ``allows`` only those addresses of a name are dialled that it allows: what was
    judged is dialled, and the name is not resolved again.

    Raises:
      OSError: No address answers, or none is allowed.
    """
    if allows is not None:
        return await _dial_allowed(host, port, source, allows)
    if source is not None:
        # The last connection from there to the same address may not be quite closed.
        with suppress(OSError):
            return await dial_from(source, host, port)
    return await trio.open_tcp_stream(host, port)


async def _dial_allowed(
    host: str, port: int, source: int | None, allows: Allows
) -> trio.SocketStream:
    allowed = [one for one in await resolve(host, port) if allows(one, port)]
    if not allowed:
        raise OSError(f"{host} leads to no address that may be dialled")
    *others, last = allowed
    for one in others:
        with suppress(OSError), trio.move_on_after(EACH_WITHIN):
            return await dial(one, port, source)
    return await dial(last, port, source)


async def dial_from(source: int, host: str, port: int) -> trio.SocketStream:
    """Connect from our shared port to the first address that answers.

    Raises:
      OSError: No address answers.
    """
    infos = await trio.socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    for family, _, _, _, address in infos:
        with suppress(OSError), trio.move_on_after(EACH_WITHIN):
            return await _dial_one(family, source, address)
    raise OSError(f"{host} does not answer")


async def _dial_one(
    family: int, source: int, address: tuple[object, ...]
) -> trio.SocketStream:
    made = shared_socket(family, source)
    try:
        await made.connect(address)
        return trio.SocketStream(made)
    except BaseException:
        made.close()
        raise
