"""Queues frames for Redis, so that many share one call."""

from __future__ import annotations

from collections.abc import Set
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
    #: Whether it is to be kept; else it is only handed on.
    keeps: bool = True
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

    def take_behind(self, lines: Set[bytes]) -> list[Append]:
        """Take out all waiting frames of these writers and topics."""
        taken = [append for append in self._pending if append.line in lines]
        self._pending = [append for append in self._pending if append.line not in lines]
        if not self._pending:
            self._wake = trio.Event()
        return taken

    def take_all(self) -> list[Append]:
        """Take out all frames that are not settled."""
        taken = [*self._under_way, *self._pending]
        self._under_way, self._pending = [], []
        self._wake = trio.Event()
        return [append for append in taken if not append.is_settled]

    async def finish(self) -> None:
        """Wait until every frame is settled."""
        while self._count:
            self._empty = trio.Event()
            await self._empty.wait()
