"""Holds the end of a topic in memory: its sequences, and frames without one yet."""

from __future__ import annotations

from dataclasses import dataclass, field

from p2pgame.relay.store import ORIGIN, Kept, Settle


@dataclass(slots=True, eq=False)
class Append:
    """A frame on its way to the disk."""

    kept: Kept
    settle: Settle
    #: Whether it is to be kept; else it is only handed on.
    keeps: bool

    @property
    def line(self) -> bytes:
        """Return a key that is equal for all frames that must keep their order."""
        return self.kept.topic + self.kept.origin[:ORIGIN]


@dataclass(slots=True, eq=False)
class Tail:
    """A topic's sequences."""

    #: The last assigned sequence, the last stored one, and the highest that may be
    #: assigned.
    last: int = 0
    kept: int = 0
    limit: int = 0
    is_followed: bool = False
    #: Whether the file has been asked for them.
    is_known: bool = False
    #: The number of accepted frames, and of those whose outcome is known.
    taken: int = 0
    settled: int = 0
    #: Frames that came before the sequences were known.
    early: list[Append] = field(default_factory=list)
