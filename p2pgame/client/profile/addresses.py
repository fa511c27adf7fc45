"""Finds where a host listens, and by which addresses guests may reach it."""

from __future__ import annotations

import errno
import socket
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from p2pgame.transport.address import InvalidAddress, split_address
from p2pgame.transport.link import CantListen

from ..errors import InvalidRequest, Refused
from ..words import message_of_error

LOOPBACK = "127.0.0.1"
#: Where a host listens that has not said where.
USUAL = "0.0.0.0:0"
#: Hosts that mean each address of this machine; nobody can dial them.
EVERYWHERE = ("0.0.0.0", "::")

#: An address of no machine: asking the system for a route there sends nothing.
_NOWHERE = ("192.0.2.1", 9)


def listening(text: str) -> tuple[str, int]:
    """Return host and port to listen on; port 0 lets the system choose.

    Raises:
      InvalidRequest: It is not HOST:PORT.
    """
    host, _, port = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not host or not port.isdecimal() or int(port) > 65535:
        raise InvalidRequest("listen-takes", text=text)
    return host, int(port)


@contextmanager
def binding(host: str) -> Iterator[None]:
    """Say why nobody can listen there, and what to do about it.

    Raises:
      Refused: The address can't be bound.
    """
    try:
        yield
    except (CantListen, ExceptionGroup) as raised:
        error: Exception = raised
        while isinstance(error, ExceptionGroup):  # out of a nursery
            error = error.exceptions[0]
        if not isinstance(error, CantListen):
            raise
        code = error.error.errno if isinstance(error.error, OSError) else None
        known = {errno.EADDRINUSE: "in-use", errno.EACCES: "forbidden"}
        why = known.get(code or 0, "nowhere")
        raise Refused("cant-listen", port=f"{error.port}", host=host, why=why) from None


def reachable(host: str, port: int) -> tuple[str, ...]:
    """Return the addresses for an invite: the network's first, then this machine's."""
    hosts = [*_outward(), "127.0.0.1"] if host in EVERYWHERE else [host]
    return tuple(_address(host, port) for host in dict.fromkeys(hosts))


def _outward() -> list[str]:
    """Return this machine's address on its network, if it has one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_NOWHERE)
        except OSError:
            return []
        return [str(probe.getsockname()[0])]


def check(given: Iterable[str]) -> None:
    """Check that others can dial these.

    Raises:
      InvalidRequest: One is no address.
    """
    for text in given:
        try:
            split_address(text)
        except InvalidAddress as error:
            raise InvalidRequest.saying(message_of_error(error)) from None


def _address(host: str, port: int) -> str:
    address = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    check((address,))
    return address
