"""A TCP or TLS stream that a WebSocket library may safely be let loose on.

It stands between the socket and the library and stops what the library would
let through: frames by the million, an HTTP answer without end, bytes before
the handshake is over, and the cut stream that a cancelled send leaves behind.
What it refuses it refuses with a sentence, and the connection is over.
"""

from __future__ import annotations

import re

import trio

from p2pgame.transport.link import TransportError
from p2pgame.transport.meter import FRAME_BURST, FRAME_RATE, Budget, FrameMeter

#: No handshake of ours has more bytes in one direction.
HANDSHAKE_LIMIT = 8 * 1024

# As liberal as the HTTP parser behind us: a head that it takes for complete and
# we do not would let what follows go uncounted.
_BLANK_LINE = re.compile(rb"\n\r?\n")
_SWITCHING = re.compile(rb"HTTP/1\.1 101[ \r\n]")
_STATUS = re.compile(rb"HTTP/[0-9.]+ ([0-9]{3})")
_REFUSALS = {
    b"403": "The other side does not talk to browser pages.",
    b"503": "The other side has no room for another link.",
}


class Wire(trio.abc.Stream):
    """One end of a connection, from its first byte on."""

    def __init__(
        self,
        stream: trio.abc.Stream,
        socket: trio.socket.SocketType,
        *,
        is_client: bool,
    ) -> None:
        self._stream = stream
        self._socket = socket
        self._is_client = is_client
        self._head = b""
        self._is_open = False
        self._meter = FrameMeter()
        self._budget = Budget(FRAME_RATE, FRAME_BURST, now=trio.current_time())
        #: What the peer did that no peer of ours does, if it did.
        self.refusal: str | None = None

    def open(self) -> None:
        """Let frames through: the server is about to accept the handshake."""
        self._is_open = True

    def close(self) -> None:
        """Close at once, without waiting for anybody."""
        self._socket.close()

    async def aclose(self) -> None:
        await self._stream.aclose()

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        try:
            await self._stream.send_all(data)
        except BaseException:
            # Part of it may be out; what came after would be read as its rest.
            self.close()
            raise

    async def wait_send_all_might_not_block(self) -> None:
        await self._stream.wait_send_all_might_not_block()

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        """Return the next bytes, or ``b""`` at the end.

        Raises:
          TransportError: The peer does what no peer of ours does.
        """
        data = bytes(await self._stream.receive_some(max_bytes))
        try:
            frames = data if self._is_open else self._read_head(data)
            self._budget.spend(self._meter.count(frames), now=trio.current_time())
        except TransportError as error:
            self.refusal = str(error)
            raise
        return data

    def _read_head(self, data: bytes) -> bytes:
        """Return what comes behind the HTTP head; refuse what is not a handshake."""
        if not data:
            raise TransportError("The other side hung up during the handshake.")
        self._head += data
        blank = _BLANK_LINE.search(self._head)
        if (blank.end() if blank else len(self._head)) > HANDSHAKE_LIMIT:
            raise TransportError("The other side's handshake does not end.")
        if blank is None:
            return b""
        return self._read_frames(self._head[: blank.end()], self._head[blank.end() :])

    def _read_frames(self, head: bytes, frames: bytes) -> bytes:
        if self._is_client:
            _refuse_unless_switching(head)
            self._is_open = True
        elif frames:
            raise TransportError("The other side spoke before it was its turn.")
        return frames


def _refuse_unless_switching(head: bytes) -> None:
    if _SWITCHING.match(head):
        return
    status = _STATUS.match(head)
    if status is None:
        raise TransportError("What answers there is not a peer.")
    code = status[1]
    other = f"What answers there is not a peer: HTTP status {code.decode()}."
    raise TransportError(_REFUSALS.get(code, other))
