"""This module records a game's leaves and ends.

It records from the first entry on, because entries may arrive before the game has
started here. All players present sign the same last state. A player's end is
compared with ours when we reach it ourselves. When all ends are here, the entries
that they have seen are the whole game, the same for all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from p2pgame.log import Entry
from p2pgame.log.graph import COUNT_BYTES
from p2pgame.log.rows import Numbers
from p2pgame.log.scratch import Scratch

from ..entries.errors import Fault, Misbehaviour
from ..entries.payloads import (
    Absent,
    Chat,
    End,
    EpochRefusal,
    EvictionVote,
    Leave,
    Receipt,
    Said,
    Successor,
    Times,
)
from .lobby import Player

#: The payloads that count after an author has signed the end; others are void.
AFTER_END = Absent | EvictionVote | Receipt | Leave | EpochRefusal | Chat | Successor


class Record:
    """The players' leaves and ends in a game, in order of arrival."""

    def __init__(self, scratch: Scratch) -> None:
        #: Places in the order of delivery of all that was said in the game.
        self.said = Numbers(COUNT_BYTES, scratch)
        #: The authors that have left.
        self.left: set[bytes] = set()
        #: What each author has said last of time, before its end or leave.
        self.times: dict[bytes, Times] = {}
        self._ends: dict[bytes, tuple[Entry, End]] = {}
        #: The votes to go on without somebody, in order of delivery.
        self.votes: list[tuple[Entry, EvictionVote]] = []

    def has_signed(self, author: bytes) -> bool:
        """Return whether an author has signed the end of the game."""
        return author in self._ends

    def unsigned(self, players: Iterable[Player]) -> tuple[Player, ...]:
        """Return those of these players who have not signed the end."""
        return tuple(p for p in players if not self.has_signed(p.author))

    def take(self, entry: Entry, said: Said, place: int) -> None:
        """Take in one more entry, delivered after ``place`` others."""
        match said:
            case Leave():
                self.left.add(entry.author)
            case End() if entry.author not in self.left:
                self._ends[entry.author] = entry, said
            case Times():
                self.times[entry.author] = said
            case EvictionVote():
                self.votes.append((entry, said))
        self.said.append(place)

    def why_wrong(
        self, mine: End | None, authors: Iterable[bytes]
    ) -> Misbehaviour | None:
        """Return the misbehaviour of an author whose end differs from ours.

        ``mine`` None: the game is not over.
        """
        for author in authors:
            entry, end = self._ends.get(author, (None, None))
            if entry is not None and end != mine:
                text = "signed another end of the game"
                if mine is None:
                    text = "signed the end of a game that is not over"
                return Misbehaviour(Fault.END, text, author, (entry.raw,))
        return None

    def last(
        self, staying: Collection[bytes], closing: EvictionVote | None
    ) -> list[Entry]:
        """Return the entries whose past is the game, once all have signed its end.

        ``closing`` is the vote of ``staying`` if a player was evicted when only the
        end was to sign.
        """
        votes = reversed(self.votes)
        agreed = {entry.author: entry for entry, vote in votes if vote == closing}
        last = [self._ends[author][0] for author in staying]
        return last + [agreed[author] for author in staying if author in agreed]
