"""Writes prebuilt messages to the connections of a server.

A server sends the same WebSocket bytes to everybody, so a message is built once and
posted to each recipient.  Each connection's writer joins what waits into one write.
Posting never waits.  The poster checks how much waits, and ends the connection of a
slow reader.
When nothing waits, the writer asks for more.  So old frames are read from the disk no
faster than the other side takes them, while new ones go on.

Each connection has a task, which is woken only for work that takes time.  Usually
little waits and the kernel takes it at once.
Then one task serves all connections in rounds, at a third of the cost.

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

#: More bytes are left to the connection's task, so that the round stays short.
_LIGHT = 8 * 1024

#: Writers of one source that write in one round: enough for a table of six players
#: behind one router.
_SHARE = 8

#: Bytes in one step of a round, and the bytes that each writer adds to its size.
_STEP, _EACH = 256 * 1024, 4096

_BINARY, _PING = b"\x82", b"\x89\x00"

#: Posts the next messages and returns whether there may be more; may wait for a disk.
Refill = Callable[[], Awaitable[bool]]


def build(message: bytes) -> bytes:
    """Return the WebSocket frame in which a server sends a message."""
    size = len(message)
    if size < 126:
        return _BINARY + bytes([size]) + message
    if size < 1 << 16:
        return _BINARY + b"\x7e" + size.to_bytes(2) + message
    return _BINARY + b"\x7f" + size.to_bytes(8) + message


class WriteScheduler:
    """Serves writers that have little to write, in rounds.

    In each round a source gets at most ``_SHARE`` writes.  So a source with sixty
    connections and much to read delays only itself.  What is posted meanwhile shares
    the same write.
    """

    def __init__(self) -> None:
        self._mail: dict[FairQueue | Writer, deque[Writer]] = {}
        self._wake = trio.Event()

    def call(self, writer: Writer) -> None:
        """Let a writer write in the next round, or when its source's turn comes."""
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
    """Queues messages for one connection, and writes them in a task."""

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
        *("_wake", "_wire", "since", "size"),
    )

    def __init__(self, wire: Wire, scheduler: WriteScheduler) -> None:
        self._wire = wire
        self._scheduler = scheduler
        self._is_called = False
        #: Bytes that the wire had taken and not sent, when last looked at.
        self._cut = 0
        self._queue: list[bytes] = []
        self._refill: Refill | None = None
        self._wake: trio.Event | None = None
        self._flushed: trio.Event | None = None
        self._is_closed = False
        #: Bytes that wait or are being written.
        self.size = 0
        #: The time of the last complete write, or of the first post to an empty queue.
        self.since = trio.current_time()

    def __len__(self) -> int:
        return len(self._queue)

    @property
    def fair_queue(self) -> FairQueue | None:
        """The fair queue of the connection's source, if any."""
        return self._wire.fair_queue

    def post(self, built: bytes) -> None:
        """Queue what :func:`build` returned, to be written soon."""
        if self._is_closed:
            return
        if not self.size:
            self.since = trio.current_time()
        self._queue.append(built)
        self._resize(len(built))
        if self._wake is None or self._is_called:
            return
        if self.size > _LIGHT:
            self._wake.set()
        else:
            self._is_called = True
            self._scheduler.call(self)

    def ping(self) -> None:
        """Ping the other side, unless something waits for it anyway."""
        if not self.size:
            self.post(_PING)

    def ask(self, refill: Refill) -> None:
        """Call ``refill`` whenever nothing waits, until it returns False."""
        if self._is_closed:
            return  # It would refer to its holder, which refers to us, for nothing.
        self._refill = refill
        if self._wake is not None:
            self._wake.set()

    async def flush(self) -> None:
        """Wait until nothing waits or the writer is closed; the caller limits the
        time."""
        while self.size and not self._is_closed:
            if self._flushed is None:
                self._flushed = trio.Event()
            await self._flushed.wait()

    def close(self) -> None:
        """Drop what waits and what is posted from now on: the connection is ending."""
        self._is_closed = True
        self._refill = None
        self._resize(-sum(map(len, self._queue)))
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
        """Ask for more, and meanwhile write new messages: a disk may be slow."""
        is_asking = True

        async def ask() -> None:
            nonlocal is_asking
            if await refill() and not self._is_closed:
                self._refill = self._refill or refill
            is_asking = False
            if self._wake is not None:
                self._wake.set()

        is_broken = False
        async with trio.open_nursery() as nursery:
            nursery.start_soon(ask)
            try:
                while is_asking:
                    await self._go_on()
            except (trio.BrokenResourceError, trio.ClosedResourceError):
                # Raised in the nursery it would leave a cycle of trio's frames, with
                # all of the connection, to the garbage collector.
                is_broken = True
                nursery.cancel_scope.cancel()
        if is_broken:
            raise trio.BrokenResourceError("the connection is gone")

    async def _go_on(self) -> None:
        """Write what waits, or wait for something to do."""
        if self._queue or self._cut:
            await self._write()
        else:
            self._wake = trio.Event()
            await self._wake.wait()
            self._wake = None

    def write_now(self) -> None:
        """Write what the kernel takes at once; the task writes the rest."""
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
            # Otherwise a stranger's hundred slow readers would all write in one round.
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
        self._resize(-size)
        self.since = trio.current_time()
        if not self.size:
            self._tell_flushed()

    def _resize(self, by: int) -> None:
        self.size += by
        if self._wire.held is not None:
            self._wire.held.add(by)

    def _tell_flushed(self) -> None:
        if self._flushed is not None:
            self._flushed.set()
            self._flushed = None
