"""What a player keeps for itself beside the log: the moves it has decided on.

A note is a private record, never sent.  It starts unlike any entry, so notes
and entries can lie in one file in the order in which they came.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from p2pgame import log

_KIND = "p2pgame note"
#: How every note starts, and no entry.
_START = b"\x83" + log.encode(_KIND)


@dataclass(frozen=True, slots=True)
class Note:
    """In the turn with this id our player decided on ``move``."""

    turn: bytes
    move: str = field(repr=False)

    def encode(self) -> bytes:
        return log.encode([_KIND, self.turn, self.move])

    @classmethod
    def read(cls, record: bytes) -> Note | None:
        """Return the note in a record of our own store, or None if it is none."""
        if not record.startswith(_START):
            return None  # the most common case by far
        match log.decode(record):
            case [kind, bytes(turn), str(move)] if kind == _KIND:
                return cls(turn, move)
        return None
