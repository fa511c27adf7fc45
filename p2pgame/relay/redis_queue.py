"""Frames that wait for Redis, and become one call together."""

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
    """A frame on its way, and what became of it."""

    topic: bytes
    frame: bytes
    origin: bytes
    settle: Settle
    is_settled: bool = False

    @property
    def line(self) -> bytes:
        """Return the same for all that must keep their order."""
        return self.topic + self.origin[:ORIGIN]


class Queue:
    """Appends in the order in which they came; one task takes them out."""

    def __init__(self) -> None:
        self._pending: list[Append] = []
        self._under_way: list[Append] = []
        self._size = self._count = 0
        self._wake = trio.Event()
        self._empty = trio.Event()

    def put(self, append: Append) -> None:
        """Take it in, until it is settled.

        Raises:
          StoreError: There is no room.
        """
        if self._size + len(append.frame) > WAITING_LIMIT:
            raise StoreError("busy: the relay's database is too slow.")
        self._pending.append(append)
        self._size += len(append.frame)
        self._count += 1
        self._wake.set()

    async def take(self) -> list[Append]:
        """Return the next ones, at least one."""
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
        """Let whoever waits for it know."""
        if not append.is_settled:
            append.is_settled = True
            self._size -= len(append.frame)
            self._count -= 1
            append.settle(answer)
        if not self._count:
            self._empty.set()

    def refuse_behind(self, refused: dict[bytes, str]) -> None:
        """Let all whose line has something refused know that theirs is, too."""
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
        """Let all know that nothing comes of theirs."""
        for append in [*self._under_way, *self._pending]:
            self.settle(append, error)
        self._pending.clear()
        self._wake = trio.Event()

    async def finish(self) -> None:
        """Wait until it is known what became of all."""
        while self._count:
            self._empty = trio.Event()
            await self._empty.wait()
