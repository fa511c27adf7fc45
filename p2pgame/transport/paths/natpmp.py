"""Maps a router's port by NAT-PMP: two small datagrams, if the router speaks it.

Source: RFC 6886.
"""

from __future__ import annotations

import socket
from ipaddress import IPv4Address

import trio

from p2pgame.transport.link import TransportError
from p2pgame.transport.paths.candidates import Address
from p2pgame.transport.paths.mapping import Grant

#: The port at which routers listen.
PORT = 5351

#: Seconds to wait for an answer, for one attempt after the other.
PATIENCE = (0.25, 0.5, 1.0)

_ADDRESS, _MAP_TCP, _ANSWER = 0, 2, 128
_ADDRESS_SIZE, _MAP_SIZE = 12, 16
#: Bytes of an answer that are read, at most.
_READ = 64


class NatPmp:
    """A router at ``gateway`` that speaks NAT-PMP."""

    def __init__(self, gateway: str, port: int = PORT) -> None:
        self._router = gateway, port

    async def add(self, port: int, wanted: int, seconds: int) -> Grant:
        """Map the router's ``wanted`` TCP port, or another, to ``port``.

        Raises:
          TransportError: The router does not answer, or refuses.
        """
        answer = await self._ask(_map(port, wanted, seconds), _MAP_SIZE)
        if int.from_bytes(answer[8:10]) != port:
            raise TransportError("The router answered for another port.")
        external, lease = int.from_bytes(answer[10:12]), int.from_bytes(answer[12:16])
        if not external or not lease:
            raise TransportError("The router gave no port.")
        host = await self._ask(bytes([0, _ADDRESS]), _ADDRESS_SIZE)
        return Grant((str(IPv4Address(host[8:12])), external), lease)

    async def remove(self, port: int, external: Address) -> None:
        """Remove the mapping.

        Raises:
          TransportError: The router does not answer.
        """
        await self._ask(_map(port, 0, 0), _MAP_SIZE)

    async def _ask(self, request: bytes, size: int) -> bytes:
        """Return the answer of this size to a request.

        Raises:
          TransportError: No answer came, or a refusal.
        """
        with trio.socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
            try:
                # The system then drops datagrams from other hosts.
                await asking.connect(self._router)
                for patience in PATIENCE:
                    await asking.send(request)
                    with trio.move_on_after(patience):
                        return await _answer(asking, request[1], size)
            except OSError as error:
                raise TransportError("The router knows no NAT-PMP.") from error
        raise TransportError("The router did not answer by NAT-PMP.")


def _map(port: int, wanted: int, seconds: int) -> bytes:
    ports = port.to_bytes(2) + wanted.to_bytes(2)
    return bytes([0, _MAP_TCP, 0, 0]) + ports + seconds.to_bytes(4)


async def _answer(asking: trio.socket.SocketType, kind: int, size: int) -> bytes:
    while True:
        answer = await asking.recv(_READ)
        if len(answer) < 4 or answer[:2] != bytes([0, kind + _ANSWER]):
            continue
        if any(answer[2:4]):
            raise TransportError("The router gives no ports away.")
        if len(answer) == size:
            return answer
