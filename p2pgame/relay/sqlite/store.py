"""Stores frames in one SQLite file, for a relay on one machine.

A frame gets its sequence here on arrival, and is delivered at once, in order.  A disk
may stall for a second, and no table notices.
The writer gets its confirmation only after the commit.  Frames that arrive during one
commit or soon after it share one transaction (*group commit*), so they share the cost
of reaching the disk.

A topic's state is read from the file when its first follower comes, and kept in memory
while it has any.
A returning peer waits at most for its own topic's commits: each read of a topic follows
all that the topic accepted before.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

import trio

from p2pgame.relay.health import Health
from p2pgame.relay.sqlite.file import FORGET, GAP, Ends, File
from p2pgame.relay.sqlite.file_work import FileWork
from p2pgame.relay.sqlite.rows import LAST
from p2pgame.relay.sqlite.tail import Append, Tail
from p2pgame.relay.store import (
    TOO_LARGE,
    Forgotten,
    Kept,
    Listener,
    Settle,
    StoreError,
)

#: Bytes of a topic, and seconds after its newest frame until it is forgotten.
ROOM = 8 * 1024 * 1024
AGE = 24 * 3600.0

#: Bytes that may wait for the disk; and bytes in one transaction, about.
WAITING_LIMIT = 64 * 1024 * 1024
BATCH = 8 * 1024 * 1024

#: Seconds between the starts of two commits, at least.
PACE = 0.005

#: Topics without a follower that stay in memory, because their last frames were
#: delivered and then refused.
LEFT_LIMIT = 4096

#: Seconds until a write is slow.
SLOW = 2.0

_SLOW = "busy: the relay's disk is too slow."


class SqliteStore:
    """A relay's ``Store``: sealed frames by topic in a SQLite file."""

    #: One relay alone has the file.
    board = None

    def __init__(
        self,
        path: str | Path,
        *,
        room: int = ROOM,
        age: float = AGE,
        size: int | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Open the file, or create it private to the user.

        ``room`` and ``size`` are bytes, for one topic and for the whole file; ``age``
        and ``clock`` count seconds.

        Raises:
          StoreError: It can't be opened, or is another kind of file.
        """
        self.health = Health()
        self.on_lost: Forgotten = lambda topic: None
        self._file = File(path, room=room, size=size, clock=clock)
        self._room, self._age, self._clock = room, age, clock
        self._file_work = FileWork(
            *(self._file, self.health),
            floor=self._highest,
            waiting=lambda: self._waiting,
            on_lost=lambda: self.on_lost(None),
        )
        #: Frames in a row that were handed on and not kept, of all topics.
        self._handed_on = 0
        #: When the write began that is not done.
        self._begun: float | None = None
        self._listener: Listener | None = None
        self._tails: dict[bytes, Tail] = {}
        #: Topics of unfollowed tails whose assigned sequence is ahead of the stored
        #: one.
        self._left: dict[bytes, None] = {}
        #: Topics with frames that wait for the sequences.
        self._unknown: list[bytes] = []
        self._pending: list[Append] = []
        self._waiting = 0
        self._wake = trio.Event()
        self._settled = trio.lowlevel.ParkingLot()
        self._is_open = True

    def append(
        self,
        topic: bytes,
        frame: bytes,
        origin: bytes,
        settle: Settle,
        *,
        keeps: bool = True,
    ) -> None:
        if not self._is_open:
            raise StoreError("busy: the relay is about to stop.")
        if len(frame) > self._room:
            raise StoreError(TOO_LARGE)
        if self._waiting + len(frame) > WAITING_LIMIT:
            raise StoreError(_SLOW)
        tail = self._tails.get(topic)
        if tail is None:
            tail = self._tails[topic] = Tail()
        kept = Kept(topic, tail.last + 1, frame, origin)
        if tail.is_known:
            self._give_out(tail, Append(kept, settle, keeps))
        else:
            if not tail.early:
                self._unknown.append(topic)
            tail.early.append(Append(kept, settle, keeps))
        if not tail.is_followed:
            self._left.pop(topic, None)
        tail.taken += 1
        self._waiting += len(frame)
        self._wake.set()

    async def read(self, topic: bytes, after: int, limit: int) -> list[Kept]:
        await self._wait_settled(topic)
        work = partial(self._file.read, topic, after, limit)
        return await self._file_work.read(work)

    async def bounds(self, topic: bytes) -> tuple[int, int]:
        await self._wait_settled(topic)
        # If the tail is unchanged, no sequences were assigned in between.
        tail = self._tails.get(topic)
        ends = await self._ends(topic)
        if tail is not None and not tail.is_known and self._tails.get(topic) is tail:
            self._learn(tail, ends)
        last = tail.last if tail is not None and tail.is_known else ends.last
        return (ends.first, last) if ends.first else (0, 0)

    def follow(self, topic: bytes) -> None:
        tail = self._tails.get(topic)
        if tail is None:
            tail = self._tails[topic] = Tail()
        tail.is_followed = True
        self._left.pop(topic, None)

    def unfollow(self, topic: bytes) -> None:
        tail = self._tails.get(topic)
        if tail is not None:
            tail.is_followed = False
            self._let_go(topic, tail)

    async def expire(self) -> int:
        oldest, forgotten = self._clock() - self._age, 0
        while True:
            forget = partial(self._file.forget, oldest)
            write = partial(self._file_work.write, forget)
            count = await self._file_work.sound(write)
            forgotten += count
            if count < FORGET:
                return forgotten

    async def run(
        self,
        listener: Listener,
        *,
        task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
    ) -> None:
        self._listener = listener
        task_status.started()
        try:
            async with trio.open_nursery() as nursery:
                self._file_work.begin(nursery)
                nursery.start_soon(self._watch)
                while True:
                    await self._wake.wait()
                    begun = trio.current_time()
                    with trio.CancelScope(shield=True):
                        await self._work()
                    await trio.sleep_until(begun + PACE)
        finally:
            self._is_open = False
            with trio.CancelScope(shield=True):
                while self._wake.is_set():
                    await self._work()
                await self._file_work.close()

    def _give_out(self, tail: Tail, append: Append) -> None:
        """Assign the next sequence to a frame, and deliver it.

        Raises:
          StoreError: Too many frames are not on the disk yet.
        """
        if tail.last >= min(tail.limit, LAST):
            raise StoreError(_SLOW)
        tail.last += 1
        self._pending.append(append)
        if tail.is_followed and self._listener is not None:
            self._listener(append.kept)

    def _learn(self, tail: Tail, ends: Ends) -> None:
        """Note a topic's sequences, and assign them to frames that waited."""
        tail.last = tail.kept = ends.last
        tail.limit, tail.is_known = ends.limit, True
        early, tail.early = tail.early, []
        for append in early:
            try:
                append.kept = replace(append.kept, sequence=tail.last + 1)
                self._give_out(tail, append)
            except StoreError as error:
                self._settle(append, str(error))

    def _let_go(self, topic: bytes, tail: Tail) -> None:
        """Forget a topic's sequences if the file has the same."""
        if tail.is_followed or tail.settled < tail.taken:
            return
        if tail.last == tail.kept:
            del self._tails[topic]
            return
        self._left[topic] = None
        if len(self._left) > LEFT_LIMIT:
            oldest = next(iter(self._left))
            del self._left[oldest], self._tails[oldest]

    async def _work(self) -> None:
        """Do the disk's pending work."""
        if self._unknown:
            await self._ask_numbers()
        if self._pending:
            await self._keep()
        if not self._pending and not self._unknown:
            self._wake = trio.Event()
        self._settled.unpark_all()

    async def _ask_numbers(self) -> None:
        topics, self._unknown = self._unknown, []
        for topic in topics:
            tail = self._tails.get(topic)
            if tail is None or tail.is_known:
                continue
            try:
                ends = await self._ends(topic)
            except StoreError as error:
                early, tail.early = tail.early, []
                for append in early:
                    self._settle(append, str(error))
            else:
                if not tail.is_known:
                    self._learn(tail, ends)

    async def _keep(self) -> None:
        """Write waiting frames to the disk, and report the outcome of each."""
        batch = self._next_batch()
        frames = [append.kept for append in batch if append.keeps]
        if await self._is_written(frames):
            for append in batch:
                self._settle(append, append.kept.sequence if append.keeps else 0)
            self._file_work.look_at_log()
            return
        # The transaction was rolled back: none of its frames is stored.  They were
        # shown to all who listen, which is all that a relay can do for them.
        refused = {append.line for append in batch}
        behind = [append for append in self._pending if append.line in refused]
        self._pending = [a for a in self._pending if a.line not in refused]
        for append in batch + behind:
            self._settle(append, 0)
        await self._reserve(len(batch) + len(behind))

    async def _is_written(self, frames: list[Kept]) -> bool:
        """Write frames, all or none, with room made for them if need be."""
        begun = self._begun = trio.current_time()
        try:
            await self._file_work.sound(partial(self._write_with_room, frames))
        except StoreError as error:
            self.health.begins("full" if str(error).startswith("full:") else "failing")
            return False
        finally:
            self._begun = None
        if frames:
            self.health.latency.note(trio.current_time() - begun)
            self.health.ends("full", "failing")
            self._handed_on = 0
        return True

    async def _write_with_room(self, frames: list[Kept]) -> None:
        """Write frames; while there is no room, let idle topics make it."""
        wanted = sum(len(kept.frame) for kept in frames)
        is_log_empty = False
        while frames:
            try:
                return await self._file_work.write(partial(self._file.keep, frames))
            except StoreError as error:
                if not str(error).startswith("full:"):
                    raise
                if is_log_empty and not await self._evict(wanted):
                    raise
            # The log gives back its room first: it may be all that is lacking.
            with suppress(StoreError):
                await self._file_work.write(self._file.checkpoint)
            is_log_empty = True

    async def _evict(self, wanted: int) -> int:
        """Let idle topics make room; return how many did."""
        live = {
            topic
            for topic, tail in self._tails.items()
            if tail.is_followed or tail.settled < tail.taken
        }
        evict = partial(self._file.evict, live, wanted)
        evicted, freed = await self._file_work.write(evict)
        self.health.evicted(evicted, freed)
        return evicted

    async def _reserve(self, count: int) -> None:
        """Reserve sequences in the file for those that are given out and not kept."""
        self._handed_on += count
        if self._handed_on >= GAP // 2:
            with suppress(StoreError):
                await self._file_work.write(self._file.reserve)
                self._handed_on = 0

    def _settle(self, append: Append, answer: int | str) -> None:
        """Report a frame's outcome to its writer."""
        topic = append.kept.topic
        tail = self._tails[topic]
        if isinstance(answer, int) and answer:
            tail.kept = answer
            tail.limit = answer + GAP
        elif answer == 0:
            # Nobody waits for a disk: the limit is for frames on their way to it.
            tail.limit = max(tail.limit, append.kept.sequence + GAP)
        tail.settled += 1
        self._waiting -= len(append.kept.frame)
        append.settle(answer)
        self._let_go(topic, tail)

    def _next_batch(self) -> list[Append]:
        size = count = 0
        while count < len(self._pending) and size < BATCH:
            size += len(self._pending[count].kept.frame)
            count += 1
        batch, self._pending = self._pending[:count], self._pending[count:]
        return batch

    async def _watch(self) -> None:
        """Note whether a write takes long."""
        while True:
            await trio.sleep(SLOW / 4)
            if self._begun is None or trio.current_time() - self._begun < SLOW:
                self.health.ends("slow")
            else:
                self.health.begins("slow")

    async def _wait_settled(self, topic: bytes) -> None:
        """Wait until the outcome of all the topic's accepted frames is known."""
        tail = self._tails.get(topic)
        taken = 0 if tail is None else tail.taken
        while tail is not None and tail.settled < taken:
            await self._settled.park()

    async def _ends(self, topic: bytes) -> Ends:
        return await self._file_work.read(partial(self._file.ends, topic))

    def _highest(self) -> int:
        """Return the highest sequence that was given out to a topic in memory."""
        return max((tail.last for tail in self._tails.values()), default=0)
