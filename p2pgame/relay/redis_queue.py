"""Queues frames for Redis, so that many share one call."""

from __future__ import annotations

from dataclasses import dataclass

import trio

from p2pgame.relay.store import ORIGIN, Settle, StoreError

#: Bytes that may wait; bytes and frames in one batch, about.
WAITING_LIMIT = 64 * 1024 * 1024
BATCH = 1024 * 1024
BATCH_FRAMES = 256


@dataclass(slots=True, eq=False)
class Append:
    """A frame under way, and its outcome."""

    topic: bytes
    frame: bytes
    origin: bytes
    settle: Settle
    is_settled: bool = False

    @property
    def line(self) -> bytes:
        """Return a key that is equal for all frames that must keep their order."""
        return self.topic + self.origin[:ORIGIN]


class Queue:
    """Holds frames in the order of arrival; one task takes them out."""

    def __init__(self) -> None:
        self._pending: list[Append] = []
        self._under_way: list[Append] = []
        self._size = self._count = 0
        self._wake = trio.Event()
        self._empty = trio.Event()

    def put(self, append: Append) -> None:
        """Add a frame, until it is settled.

        Raises:
          StoreError: The queue is full.
        """
        if self._size + len(append.frame) > WAITING_LIMIT:
            raise StoreError("busy: the relay's database is too slow.")
        self._pending.append(append)
        self._size += len(append.frame)
        self._count += 1
        self._wake.set()

    async def take(self) -> list[Append]:
        """Return the next batch, of at least one frame."""
        await self._wake.wait()
        size = count = 0
        while count < min(len(self._pending), BATCH_FRAMES) and size < BATCH:
            size += len(self._pending[count].frame)
            count += 1
        self._under_way, self._pending = self._pending[:count], self._pending[count:]
        if not self._pending:
            self._wake = trio.Event()
        return self._under_way

    def settle(self, append: Append, answer: int | str) -> None:
        """Report a frame's outcome to its writer."""
        if not append.is_settled:
            append.is_settled = True
            self._size -= len(append.frame)
            self._count -= 1
            append.settle(answer)
        if not self._count:
            self._empty.set()

    def refuse_behind(self, refused: dict[bytes, str]) -> None:
        """Refuse all frames that are behind a refused one."""
        pending, self._pending = self._pending, []
        for append in pending:
            reason = refused.get(append.line)
            if reason is None:
                self._pending.append(append)
            else:
                self.settle(append, reason)
        if not self._pending:
            self._wake = trio.Event()

    def fail(self, error: str) -> None:
        """Refuse all frames."""
        for append in [*self._under_way, *self._pending]:
            self.settle(append, error)
        self._pending.clear()
        self._wake = trio.Event()

    async def finish(self) -> None:
        """Wait until every frame is settled."""
        while self._count:
            self._empty = trio.Event()
            await self._empty.wait()
