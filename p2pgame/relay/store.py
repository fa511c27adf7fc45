"""Defines what a relay's store promises: sealed frames by topic, in order.

Every store keeps the same promises, and one suite of tests holds for all:

- a confirmed frame survives a crash;
- each topic's frames come back in one order, under rising sequences that are never
  used again;
- the listener given to ``run`` gets each new frame of a followed topic once, in that
  order, from this process or any other that shares the store.

A disk can take a hundred times as long as everything else.  So a frame may be delivered
before it is stored, and a crash may take it back.
Its writer has no confirmation then, and sends it again; its sequence is not used for
another.

A store that is full, or fails, stops no table: frames are handed on and not kept.
Idle topics make room for those that somebody follows.

A full topic drops its oldest frames, as few as make room for the newest.  Peers keep
everything themselves, so a match may be of any length, and peers who lack dropped
frames get them from others.

One writer's frames in one topic keep their order, whatever is refused.  So a writer may
have many under way, and send refused ones again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import trio

from p2pgame.relay.health import Health


class StoreError(Exception):
    """The frame is not stored; the next one may be.  The text begins like a refusal."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A frame with its sequence; ``origin`` is its publisher's server's note.

    Origins are for live frames; a frame read back later may have none.
    """

    topic: bytes
    sequence: int
    frame: bytes
    origin: bytes = b""


#: The refusal of a frame that exceeds any topic's room.
TOO_LARGE = "too-large: no topic has room for a frame of this length."

#: Bytes at the start of an origin that name the connection; the writer chose the rest.
ORIGIN = 8

#: Bytes of a relay's name among those that share a store.
RELAY = 8

#: Gets new frames; must not block or raise.
Listener = Callable[[Kept], None]

#: Gets a frame's sequence once it is stored, 0 if it was only handed on, or its
#: refusal; must not block or raise.
Settle = Callable[[int | str], None]


#: Hears that a store has lost a topic's frames, or those of all topics if None.
Forgotten = Callable[[bytes | None], None]


class Switchboard(Protocol):
    """What relays that share a store share of doors."""

    #: This relay's name, and who gets what others write to it.
    relay: bytes
    heard: Callable[[bytes], None]

    async def reserve(
        self, seconds: int, most: int, numbers: tuple[int, int]
    ) -> int | None: ...

    async def find(self, number: int) -> bytes | None: ...

    def release(self, number: int) -> None: ...

    def send(self, relay: bytes, message: bytes) -> None: ...


class Store(Protocol):
    """Sealed frames by topic."""

    #: What is wrong with the store, and what it has done.
    health: Health
    #: Called when frames are lost; the topic's peers should then post again.
    on_lost: Forgotten

    @property
    def board(self) -> Switchboard | None:
        """What relays share of doors, if several may share the store."""

    def append(
        self,
        topic: bytes,
        frame: bytes,
        origin: bytes,
        settle: Settle,
        *,
        keeps: bool = True,
    ) -> None:
        """Accept a frame; call ``settle`` once it is stored, handed on, or refused.

        What can't be stored, because the disk is full, say, is only *handed on*: the
        listener gets it, and ``settle`` a 0.  So is what is not to be kept
        (``keeps``).
        It may be refused later.  Then all frames that the same writer has under way in
        the topic behind it are refused for the same reason.
        If the topic is followed, the listener gets each stored frame, before or after
        it is stored; it may also get refused ones.

        Raises:
          StoreError: The frame is refused at once.
        """

    async def read(self, topic: bytes, after: int, limit: int) -> list[Kept]:
        """Return frames behind a sequence, the oldest first, about ``limit`` bytes.

        All frames that were accepted before and not refused are included.  An empty
        list means that none are left.
        """

    async def bounds(self, topic: bytes) -> tuple[int, int]:
        """Return a topic's first and newest sequence; zeros if it is empty.

        The newest may exceed the last stored one, if a crash took frames back.
        """

    def follow(self, topic: bytes) -> None:
        """Report this topic's new frames to the listener from now on.

        Together with a later ``read`` nothing is missing; the last frames of that
        ``read`` may be reported, too.
        """

    def unfollow(self, topic: bytes) -> None:
        """Stop reporting this topic."""

    async def expire(self) -> int:
        """Forget topics that are idle for too long; return how many."""

    async def run(
        self,
        listener: Listener,
        *,
        task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
    ) -> None:
        """Work until cancelled; finish what is under way first."""
