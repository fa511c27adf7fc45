"""What writes built messages to connections, for whoever serves many.

A WebSocket message from a server is the same bytes for everybody, so it is built
once and posted to all who get it; each connection's writer joins what waits into one
write.  Nobody who posts ever waits: whoever posts looks at how much waits already
and ends the connection of a reader who is too slow.  When nothing waits, the writer
asks for more, so that what is old is read from the disk no faster than the other
side takes it; what is new goes on meanwhile.

A task for each connection is woken only for what takes time.  As a rule what waits
is little and the kernel takes all at once, and then one task does the round of all
connections that have mail, which costs a third.

Source: RFC 6455 §5.2.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable

import trio

from p2pgame.transport.fair_queue import FairQueue
from p2pgame.transport.wire import Wire

#: Bytes in one write, about.
_CHUNK = 64 * 1024

#: More bytes are not for the round, which others wait for, but for a task.
_LIGHT = 8 * 1024

#: Writers of one lane that write in one round: a table of six behind one router does
#: not notice.
_SHARE = 8

#: Bytes in one step of a round, where each writer counts for so many more.
_STEP, _EACH = 256 * 1024, 4096

_BINARY, _PING = b"\x82", b"\x89\x00"

#: Posts what comes next and says whether there may be more; may wait for a disk.
Refill = Callable[[], Awaitable[bool]]


def build(message: bytes) -> bytes:
    """Return the WebSocket frame by which a server sends a message."""
    size = len(message)
    if size < 126:
        return _BINARY + bytes([size]) + message
    if size < 1 << 16:
        return _BINARY + b"\x7e" + size.to_bytes(2) + message
    return _BINARY + b"\x7f" + size.to_bytes(8) + message


class WriteScheduler:
    """Does the round of writers that have mail and nothing else to do.

    In each round those who share a lane get a few letters at most: who has sixty
    connections, and much to read by all of them, waits for nobody but itself, and
    what comes meanwhile goes by the same write.
    """

    def __init__(self) -> None:
        self._mail: dict[FairQueue | Writer, deque[Writer]] = {}
        self._wake = trio.Event()

    def call(self, writer: Writer) -> None:
        """Let a writer write in the next round, or when it is its lane's turn."""
        self._mail.setdefault(writer.fair_queue or writer, deque()).append(writer)
        self._wake.set()

    async def run(self) -> None:
        """Do rounds until cancelled."""
        while True:
            await self._wake.wait()
            self._wake = trio.Event()
            while self._mail:
                await self._go_round()

    async def _go_round(self) -> None:
        done = 0
        for source, queue in list(self._mail.items()):
            for _ in range(min(len(queue), _SHARE)):
                writer = queue.popleft()
                done += _EACH + writer.size
                writer.write_now()
                if done >= _STEP:
                    done = 0
                    await trio.lowlevel.checkpoint()
            if not queue:
                del self._mail[source]
        if self._mail:
            await trio.lowlevel.checkpoint()


class Writer:
    """What waits to be written to one connection, and the task that writes it."""

    __slots__ = (
        *(
            "_cut",
            "_flushed",
            "_is_called",
            "_is_closed",
            "_scheduler",
            "_queue",
            "_refill",
        ),
        *("_wake", "_wire", "on_close", "since", "size"),
    )

    def __init__(self, wire: Wire, scheduler: WriteScheduler) -> None:
        self._wire = wire
        self._scheduler = scheduler
        self._is_called = False
        #: Bytes that the wire took in and had not sent when it was last looked.
        self._cut = 0
        self._queue: list[bytes] = []
        self._refill: Refill | None = None
        self._wake: trio.Event | None = None
        self._flushed: trio.Event | None = None
        self._is_closed = False
        #: Called when nothing will be written any more.
        self.on_close: Callable[[], None] | None = None
        #: Bytes that wait or are being written.
        self.size = 0
        #: When something was last written whole or came to an empty queue.
        self.since = trio.current_time()

    def __len__(self) -> int:
        return len(self._queue)

    @property
    def fair_queue(self) -> FairQueue | None:
        """What it shares with others of the same network, if anything."""
        return self._wire.fair_queue

    def post(self, built: bytes) -> None:
        """Let what :func:`build` returned be written as soon as may be."""
        if self._is_closed:
            return
        if not self.size:
            self.since = trio.current_time()
        self._queue.append(built)
        self.size += len(built)
        if self._wake is None or self._is_called:
            return
        if self.size > _LIGHT:
            self._wake.set()
        else:
            self._is_called = True
            self._scheduler.call(self)

    def ping(self) -> None:
        """Make the other side say something, if nothing waits for it anyway."""
        if not self.size:
            self.post(_PING)

    def ask(self, refill: Refill) -> None:
        """Call ``refill`` whenever nothing waits, until it says that is all."""
        self._refill = refill
        if self._wake is not None:
            self._wake.set()

    async def flush(self) -> None:
        """Wait until nothing waits or it is over; the caller limits the time."""
        while self.size and not self._is_closed:
            if self._flushed is None:
                self._flushed = trio.Event()
            await self._flushed.wait()

    def close(self) -> None:
        """Drop what waits, and all that is still posted: the end is being said."""
        if self.on_close is not None:
            on_close, self.on_close = self.on_close, None
            on_close()
        self._is_closed = True
        self._refill = None
        self.size -= sum(map(len, self._queue))
        self._queue.clear()
        self._tell_flushed()

    async def run(self) -> None:
        """Write what is posted, until cancelled or the connection is gone."""
        while True:
            refill = self._refill
            if refill is None or self._queue or self._cut:
                await self._go_on()
            else:
                self._refill = None
                await self._go_on_beside(refill)

    async def _go_on_beside(self, refill: Refill) -> None:
        """Ask for more, and write what is new meanwhile: a disk may be slow."""
        is_asking = True

        async def ask() -> None:
            nonlocal is_asking
            if await refill():
                self._refill = self._refill or refill
            is_asking = False
            if self._wake is not None:
                self._wake.set()

        async with trio.open_nursery() as nursery:
            nursery.start_soon(ask)
            while is_asking:
                await self._go_on()

    async def _go_on(self) -> None:
        """Write what waits, or wait for something to do."""
        if self._queue or self._cut:
            await self._write()
        else:
            self._wake = trio.Event()
            await self._wake.wait()
            self._wake = None

    def write_now(self) -> None:
        """Write what the kernel takes at once; the task does the rest."""
        self._is_called = False
        if self._wake is None or self._is_closed or not self._queue:
            return
        data = self._next()
        if self._wire.send_now(data):
            self._cut += self._wire.unsent
            self._wrote(len(data) - self._wire.unsent)
        else:
            self._queue.insert(0, data)
        if self.size:
            self._wake.set()

    async def _write(self) -> None:
        if self.fair_queue is not None:
            # A hundred slow readers of one stranger would write in one round.
            await self.fair_queue.wait_turn()
        data = self._next()
        await self._wire.send_all(data)
        cut, self._cut = self._cut, 0
        self._wrote(len(data) + cut)

    def _next(self) -> bytes:
        """Take out what is written next, about a chunk."""
        count = size = 0
        while count < len(self._queue) and size < _CHUNK:
            size += len(self._queue[count])
            count += 1
        parts, self._queue = self._queue[:count], self._queue[count:]
        return parts[0] if count == 1 else b"".join(parts)

    def _wrote(self, size: int) -> None:
        self.size -= size
        self.since = trio.current_time()
        if not self.size:
            self._tell_flushed()

    def _tell_flushed(self) -> None:
        if self._flushed is not None:
            self._flushed.set()
            self._flushed = None
