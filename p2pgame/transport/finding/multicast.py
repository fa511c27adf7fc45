"""Sends datagrams to every machine on the local network, and no further.

There is one group for IPv4 and one for IPv6.  A system sends to a group by one
interface, which depends on routes that a network without internet may lack; so each
interface is named in turn.
Interfaces come and go, so the groups are joined again before each send, and every few
seconds while listening.

Datagrams are never routed: their hop limit is 1.  Several programs on one machine may
share the port.

Source: RFC 2365 (239.255.0.0/16, local), RFC 4291 §2.7 (ff12::/16, transient and for
the link), RFC 3493.
"""

from __future__ import annotations

import socket
import struct
import sys
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeAlias

import trio

from p2pgame.transport.link import TransportError

#: The port at which hosts listen.
GROUP4 = "239.255.112.71"
GROUP6 = "ff12::7032:7067"
PORT = 24707
#: Seconds after which interfaces are looked for again.
REJOIN_EVERY = 5.0

_LOOPBACK = {"lo", "lo0"}
_HOPS = 1

Source: TypeAlias = tuple[str, int] | tuple[str, int, int, int]
Socket: TypeAlias = trio.socket.SocketType


@dataclass(frozen=True, slots=True)
class Place:
    """A port and the names of interfaces; None: all interfaces."""

    port: int = PORT
    names: frozenset[str] | None = None

    def interfaces(self) -> list[tuple[int, str]]:
        """Return the current interfaces, by index and name."""
        with suppress(OSError):
            every = socket.if_nameindex()
            return [one for one in every if self.names is None or one[1] in self.names]
        return []


class Crowd:
    """Holds the sockets that send to everybody, or receive from everybody.

    Raises:
      TransportError: There is no network of either family.
    """

    def __init__(self, place: Place, *, listens: bool) -> None:
        self._place = place
        self._listens = listens
        made = (self._make(socket.AF_INET), self._make(socket.AF_INET6))
        #: One socket for each address family of the machine.
        self.sockets = [each for each in made if each is not None]
        if not self.sockets:
            raise TransportError("This machine has no network to be found on.")
        self.join()

    def close(self) -> None:
        for each in self.sockets:
            each.close()

    def _make(self, family: socket.AddressFamily) -> Socket | None:
        try:
            made = socket.socket(family, socket.SOCK_DGRAM)
        except OSError:
            return None
        try:
            _limit(made)
            if self._listens:
                _bind(made, self._place.port)
        except OSError:
            made.close()
            return None
        return trio.socket.from_stdlib_socket(made)

    def join(self) -> None:
        """Join the groups on every new interface, if we listen."""
        if not self._listens:
            return
        for each in self.sockets:
            for index, name in self._place.interfaces():
                # We have joined already, or the interface has no multicast.
                with suppress(OSError):
                    if each.family == socket.AF_INET:
                        option = socket.IP_ADD_MEMBERSHIP
                        each.setsockopt(
                            socket.IPPROTO_IP, option, _member4(index, name)
                        )
                    else:
                        member = _group6() + struct.pack("@I", index)
                        option = socket.IPV6_JOIN_GROUP
                        each.setsockopt(socket.IPPROTO_IPV6, option, member)

    async def call(self, packet: bytes) -> None:
        """Send a packet to the groups by every interface; skip those that fail."""
        for each in self.sockets:
            for index, name in self._place.interfaces():
                with suppress(OSError):
                    _choose(each, index, name)
                    await each.sendto(packet, self._group(each))
        await trio.lowlevel.checkpoint()

    def _group(self, each: Socket) -> tuple[str, int]:
        group = GROUP4 if each.family == socket.AF_INET else GROUP6
        return group, self._place.port


def _limit(made: socket.socket) -> None:
    """Set the hop limit to 1, and let other programs share the port."""
    if made.family == socket.AF_INET:
        for option in (socket.IP_MULTICAST_TTL, socket.IP_TTL):
            made.setsockopt(socket.IPPROTO_IP, option, _HOPS)
        made.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_LOOP, 1)
        return
    made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
    for option in (socket.IPV6_MULTICAST_HOPS, socket.IPV6_UNICAST_HOPS):
        made.setsockopt(socket.IPPROTO_IPV6, option, _HOPS)
    made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_LOOP, 1)


def _bind(made: socket.socket, port: int) -> None:
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if sys.platform not in ("linux", "win32"):
        # There this shares a port; on Linux it would deal packets out instead.
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    # A socket bound to the group gets no packets addressed to us alone.  Where that
    # can't be, our answers still die at the first router.
    is_bound = made.family == socket.AF_INET and sys.platform != "win32"
    host = GROUP4 if is_bound else ""
    made.bind((host, port))


def _choose(each: Socket, index: int, name: str) -> None:
    """Send by this interface from now on."""
    if each.family == socket.AF_INET:
        member = _member4(index, name)
        where = member[4:] if sys.platform == "win32" else member
        each.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, where)
    else:
        each.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_IF, index)


def _member4(index: int, name: str) -> bytes:
    group = socket.inet_aton(GROUP4)
    if sys.platform == "win32":
        return group + index.to_bytes(4)
    # The system never chooses the loopback's own address as a source by itself.
    own = "127.0.0.1" if name in _LOOPBACK else "0.0.0.0"
    return group + socket.inet_aton(own) + struct.pack("@i", index)


def _group6() -> bytes:
    return socket.inet_pton(socket.AF_INET6, GROUP6)


def host_of(source: Source) -> str:
    """Return the address to dial, with the interface's name if it needs one."""
    host = source[0]
    if len(source) == 4 and source[3] and "%" not in host:
        return f"{host}%{source[3]}"
    return host
