"""One connection of somebody who attacks a relay, and what it has done by it."""

from __future__ import annotations

import socket
from dataclasses import dataclass

import trio

from bench.network.relay_members import REQUEST, masked, split
from p2pgame.transport.relay.codec import encode, read_relay
from p2pgame.transport.relay.protocol import FromPeer, Welcome
from p2pgame.transport.websocket import Address

#: Linux: bind to an address now and choose a port when the connection is made, so that
#: ports are used again for other ends.  Python 3.11 has no name for it.
_NO_PORT_YET = 24

_CHUNK = 1 << 18
_AT_ONCE = b"\1\0\0\0\0\0\0\0"


@dataclass
class Did:
    """What an attacker has done, and how much of it was ended."""

    connections: int = 0
    #: Connections that the relay has ended, or not let in.
    ended: int = 0
    #: Messages, fragments, or pieces of a handshake.
    said: int = 0
    #: Bytes.
    sent: int = 0
    heard: int = 0


class Line:
    """A WebSocket by hand, that may be misused."""

    def __init__(self, stream: trio.SocketStream, did: Did) -> None:
        self._stream = stream
        self._did = did
        self._rest = b""
        self._messages: list[bytes] = []

    @classmethod
    async def dial(cls, to: Address, source: str, did: Did, buffer: int = 0) -> Line:
        """Connect; with a ``buffer`` of so many bytes for what is received.

        Raises:
          OSError: That can't be done.
        """
        end = trio.socket.socket()
        try:
            if buffer:
                end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
            end.setsockopt(socket.SOL_IP, _NO_PORT_YET, 1)
            await end.bind((source, 0))
            did.connections += 1
            await end.connect(to)
        except BaseException:
            end.close()
            raise
        # What is given up leaves nothing behind here.
        end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
        return cls(trio.SocketStream(end), did)

    def close(self) -> None:
        self._stream.socket.close()

    async def send(self, data: bytes, count: int = 1) -> None:
        """Send bytes, which count as so many."""
        await self._stream.send_all(data)
        self._did.sent += len(data)
        self._did.said += count

    async def say(self, *messages: FromPeer) -> None:
        data = b"".join(_framed(encode(message)) for message in messages)
        await self.send(data, len(messages))

    async def hear(self) -> bytes:
        """Return the next bytes.

        Raises:
          BrokenResourceError: There are no more.
        """
        data = bytes(await self._stream.receive_some(_CHUNK))
        if not data:
            raise trio.BrokenResourceError
        self._did.heard += len(data)
        return data

    async def drain(self) -> None:
        """Hear and forget, until it ends."""
        while True:
            await self.hear()

    async def skim(self, last: int) -> None:
        """Hear messages of any size up to one of this kind, whatever is in them."""
        kind = None
        while kind != last:
            head = await self._take(2)
            size = head[1]
            if size > 125:
                size = int.from_bytes(await self._take(2 if size == 126 else 8))
            kind = None
            if size:
                (kind,) = await self._take(1)
                await self._skip(size - 1)

    async def _take(self, size: int) -> bytes:
        while len(self._rest) < size:
            self._rest += await self.hear()
        taken, self._rest = self._rest[:size], self._rest[size:]
        return taken

    async def _skip(self, size: int) -> None:
        while size > len(self._rest):
            size -= len(self._rest)
            self._rest = await self.hear()
        self._rest = self._rest[size:]

    async def next(self) -> bytes:
        """Return the next message of the relay, of less than 64 KiB."""
        while not self._messages:
            self._messages, self._rest = split(self._rest)
            if not self._messages:
                self._rest += await self.hear()
        return self._messages.pop(0)

    async def shake(self) -> None:
        """Shake hands."""
        await self.send(REQUEST)
        head = b""
        while b"\r\n\r\n" not in head:
            head += await self.hear()
        self._rest = head.partition(b"\r\n\r\n")[2]

    async def greet(self) -> bytes:
        """Shake hands; return the welcome's nonce."""
        await self.shake()
        welcome = read_relay(await self.next())
        if not isinstance(welcome, Welcome) or welcome.bits:
            raise trio.BrokenResourceError
        return welcome.nonce


def _framed(data: bytes) -> bytes:
    if len(data) < 1 << 16:
        return masked(data)
    return b"\x82\xff" + len(data).to_bytes(8) + bytes(4) + data
