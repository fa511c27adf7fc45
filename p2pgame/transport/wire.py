"""Guards a TCP or TLS stream on behalf of a WebSocket library.

It stands between socket and library, and stops what the library would let through:
floods of frames, an HTTP answer without end, bytes before the handshake is over, and a
stream cut by a cancelled send.
Each refusal has a sentence, and ends the connection.
"""

from __future__ import annotations

import os
import re
import sys

import trio

from p2pgame.transport import page
from p2pgame.transport.fair_queue import FairQueue
from p2pgame.transport.held import Held
from p2pgame.transport.inbound import Inbound
from p2pgame.transport.link import TransportError
from p2pgame.transport.meter import (
    FRAME_BURST,
    FRAME_RATE,
    charge_frames,
)
from p2pgame.transport.rate import TokenBucket
from p2pgame.transport.wire_version import disagreement

#: Bytes read at once, and frames let through, in one turn of a fair queue.
_TURN_BYTES, _TURN_FRAMES = 16 * 1024, 4

#: Bytes of a handshake in one direction, at most.
HANDSHAKE_LIMIT = 8 * 1024

# As liberal as the HTTP parser behind us.  If it took a head for complete that we
# do not, the frames behind it would go uncounted.
_BLANK_LINE = re.compile(rb"\n\r?\n")
_SWITCHING = re.compile(rb"HTTP/1\.1 101[ \r\n]")
_STATUS = re.compile(rb"HTTP/[0-9.]+ ([0-9]{3})")
#: What a connection learns that a relay does not let in.
CROWDED = "The other side lets in no more from our address."
_REFUSALS = {
    b"429": CROWDED,
    b"403": "The other side does not know us.",
    b"503": "The other side has no room for another link.",
}


class Wire(trio.abc.Stream):
    """One end of a connection, from its first byte on."""

    __slots__ = (
        *(
            "_ahead",
            "_frames",
            "_free",
            "_head",
            "_is_client",
            "_is_open",
            "_lock",
            "_socket",
        ),
        *("_stream", "_unsent", "fair_queue", "heard", "held", "inbound", "refusal"),
    )

    def __init__(
        self,
        stream: trio.abc.Stream,
        socket: trio.socket.SocketType,
        *,
        is_client: bool,
        free: int = 0,
        held: Held | None = None,
    ) -> None:
        """Guard a stream; of its frames one in ``free`` bytes is not counted (0:
        none).  What it holds is counted in ``held``."""
        self._stream = stream
        self._socket = socket
        self._is_client = is_client
        self._head = b""
        self._is_open = False
        self._lock = trio.Lock()
        self._unsent = b""
        #: Bytes that were read and not let through yet.
        self._ahead = b""
        #: The queue that this connection's source shares for reading, if any.
        self.fair_queue: FairQueue | None = None
        self._free = free
        self._frames = TokenBucket(FRAME_RATE, FRAME_BURST)
        #: The time of the last bytes that came, by trio's clock.
        self.heard = trio.current_time()
        #: What is held for this connection; of that, what came.
        self.held = held
        self.inbound = Inbound(held)
        #: Why the peer was refused, if it broke a rule.
        self.refusal: str | None = None

    @property
    def source(self) -> int | None:
        """The local port, while there is a connection."""
        try:
            port: int = self._socket.getsockname()[1]
        except OSError:
            return None
        return port

    def open(self) -> None:
        """Let frames through: the server is about to accept the handshake."""
        self._is_open = True

    def close(self) -> None:
        """Close at once, without waiting for anybody."""
        self._socket.close()

    async def aclose(self) -> None:
        await self._stream.aclose()

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        """Send all of it, with no other task's bytes in between."""
        try:
            self._lock.acquire_nowait()
        except trio.WouldBlock:
            await self._lock.acquire()
        try:
            if self._unsent:
                data, self._unsent = self._unsent + bytes(data), b""
            await self._stream.send_all(data)
        except BaseException:
            # Part of it may be out; the next bytes would be read as its rest.
            self.close()
            raise
        finally:
            self._lock.release()

    def send_now(self, data: bytes) -> bool:
        """Send what the kernel takes at once; keep the rest for the next send.

        Returns False if nothing was taken, as with TLS or while another task sends.
        """
        if not self._is_plain or self._unsent or self._lock.locked():
            return False
        try:
            sent = os.write(self._socket.fileno(), data)
        except OSError:
            # The buffer is full or the connection gone; the waiting task will notice.
            return False
        self._unsent = data[sent:]
        return True

    @property
    def unsent(self) -> int:
        """The number of bytes that wait for the next ``send_all``."""
        return len(self._unsent)

    @property
    def _is_plain(self) -> bool:
        # On Windows a socket is no file.
        return sys.platform != "win32" and isinstance(self._stream, trio.SocketStream)

    async def wait_send_all_might_not_block(self) -> None:
        await self._stream.wait_send_all_might_not_block()

    async def read_head(self) -> bytes:
        """Read the HTTP head that a client begins with; ``receive_some`` returns it,
        too.

        Raises:
          TransportError: It is too long, or more than a head.
        """
        try:
            while (blank := _BLANK_LINE.search(self._head)) is None:
                self._head += await self._hear()
                if len(self._head) > HANDSHAKE_LIMIT:
                    raise TransportError("The other side's handshake does not end.")
            if blank.end() < len(self._head):
                raise TransportError("The other side spoke before it was its turn.")
        except TransportError as error:
            self.refusal = str(error)
            raise
        if self.fair_queue is not None:
            await self.fair_queue.wait_turn()
        return self._head

    async def _hear(self) -> bytes:
        data = bytes(await self._stream.receive_some())
        if not data:
            raise TransportError("The other side hung up during the handshake.")
        return data

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        """Return the next bytes, or ``b""`` at the end.

        Raises:
          TransportError: The peer broke a rule.
        """
        if self._head and not self._is_client:
            head, self._head = self._head, b""
            return head
        most = None
        if self.fair_queue is not None:
            most, max_bytes = _TURN_FRAMES, _TURN_BYTES
        data, self._ahead = self._ahead, b""
        if not data:
            data = bytes(await self._stream.receive_some(max_bytes))
            self.heard = trio.current_time()
        if self.fair_queue is not None:
            await self.fair_queue.wait_turn()
        try:
            frames = data if self._is_open else self._read_answer(data)
            size, count = self.inbound.read(frames, most)
            paid = size // self._free if self._free else 0
            charged = max(0, count - paid)
            charge_frames(self._frames, charged, now=trio.current_time())
        except TransportError as error:
            self.refusal = str(error)
            raise
        if most is not None:
            data, self._ahead = data[:size], data[size:]
        self.inbound.note(len(self._ahead))
        return data

    def note_taken(self) -> None:
        """Note that a whole message was taken."""
        self.inbound.taken(len(self._ahead))

    def _read_answer(self, data: bytes) -> bytes:
        """Return what follows the server's HTTP head; refuse other answers."""
        if not data:
            raise TransportError("The other side hung up during the handshake.")
        if not self._is_client:
            raise TransportError("The other side spoke before it was its turn.")
        self._head += data
        blank = _BLANK_LINE.search(self._head)
        if (blank.end() if blank else len(self._head)) > HANDSHAKE_LIMIT:
            raise TransportError("The other side's handshake does not end.")
        if blank is None:
            return b""
        _refuse_unless_switching(self._head[: blank.end()])
        self._is_open = True
        frames, self._head = self._head[blank.end() :], b""
        return frames


def _refuse_unless_switching(head: bytes) -> None:
    if _SWITCHING.match(head):
        return
    status = _STATUS.match(head)
    if status is None:
        raise TransportError("What answers there is not a peer.")
    code, versions = status[1], page.versions_in(head)
    if code == b"426" and versions is not None:
        raise TransportError(disagreement(versions))
    other = f"What answers there is not a peer: HTTP status {code.decode()}."
    raise TransportError(_REFUSALS.get(code, other))
