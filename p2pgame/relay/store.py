"""What a relay keeps: sealed frames by topic, in order, on a disk or in a database.

Whatever keeps them promises the same, and one suite of tests holds for all: a frame
is there after a crash once it is told to be kept; each topic's frames come back in
one order, under sequences that rise and are never used again; and whoever ``run`` is
given hears of each new frame of a followed topic once, in that order, be it from
this process or another that shares the store.

A frame may be heard of before it is kept, since a disk can take a hundred times as
long as everything else, so a crash may take back what was shown.  Its writer was not
told that it is kept, and says it again; its sequence is not used for another.

A topic has room for so many bytes.  When there is no more, it forgets its oldest
frames, as few as make room for the newest: peers keep everything themselves, so a
match may last as long as it likes, and whoever lacks what is gone gets it from them.

What one writer says to one topic keeps its order, whatever is refused: so a writer
may have much under way, and say again what was refused.
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


#: The refusal of a frame that no topic has room for.
TOO_LARGE = "too-large: no topic has room for a frame of this length."

#: How an origin begins with whose it is; the rest is the writer's own.
ORIGIN = 8

#: Hears of new frames; must not block, and never raises.
Listener = Callable[[Kept], None]

#: Hears what became of a frame: its sequence if it is kept, or the refusal; as a
#: listener.
Settle = Callable[[int | str], None]


class Store(Protocol):
    """Sealed frames by topic."""

    def append(self, topic: bytes, frame: bytes, origin: bytes, settle: Settle) -> None:
        """Take a frame in; ``settle`` hears when it is kept for good, or why not.

        It is refused if the disk is full, for example, and then whatever the same
        writer has had taken in for the topic behind it is refused for the same
        reason.  The listener hears of what is kept if the topic is followed, before
        it is kept or after; it may hear of what is refused, too.

        Raises:
          StoreError: It is not taken in.
        """

    async def read(self, topic: bytes, after: int, limit: int) -> list[Kept]:
        """Return frames behind a sequence, the oldest first, about ``limit`` bytes.

        None of those is left out that were taken in before and are not refused; there
        are none left if it returns none.
        """

    async def bounds(self, topic: bytes) -> tuple[int, int]:
        """Return the first sequence that a topic has, and the newest; zeros if none.

        The newest may be above the last that the topic has, if what stood there was
        taken back.
        """

    def follow(self, topic: bytes) -> None:
        """Let the listener hear of this topic from now on.

        Whatever a ``read`` that begins after this does not return, it hears of; it
        may hear of the last that a ``read`` returned as well.
        """

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
