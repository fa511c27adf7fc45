"""What a relay keeps: sealed frames by topic, in order, on a disk or in a database.

Whatever keeps them promises the same, and one suite of tests holds for all: a frame
is there after a crash once ``append`` has returned; each topic's frames come back in
one order, under sequences that rise and are never used again; and whoever ``run`` is
given hears of each new frame of a followed topic once, in that order, be it from
this process or another that shares the store.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import trio


class StoreError(Exception):
    """A frame is not kept; the next one may be.  The text begins like a refusal."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A frame at its place; ``origin`` is whatever its publisher's server said.

    Origins are for the live only: what is read again later may have none.
    """

    topic: bytes
    sequence: int
    frame: bytes
    origin: bytes = b""


#: Hears of new frames; must not block, and never raises.
Listener = Callable[[Kept], None]


class Store(Protocol):
    """Sealed frames by topic."""

    async def append(self, topic: bytes, frame: bytes, origin: bytes) -> None:
        """Keep a frame for good; the listener hears of it if the topic is followed.

        Raises:
          StoreError: It is not kept: the topic or the disk is full, for example.
        """

    async def read(self, topic: bytes, after: int, limit: int) -> list[Kept]:
        """Return frames behind a sequence, the oldest first, about ``limit`` bytes."""

    async def bounds(self, topic: bytes) -> tuple[int, int]:
        """Return the first and the last sequence that a topic has, or zeros."""

    def follow(self, topic: bytes) -> None:
        """Let the listener hear of this topic from now on."""

    def unfollow(self, topic: bytes) -> None:
        """Let it hear no more of this topic."""

    async def expire(self) -> int:
        """Forget topics that nobody has written to for too long; say how many."""

    async def run(
        self,
        listener: Listener,
        *,
        task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
    ) -> None:
        """Work until cancelled; what is under way is finished first."""
