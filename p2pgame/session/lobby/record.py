"""This module records a game's leaves and ends, and writes its file.

It records from the first entry on, because entries may arrive before the game has
started here. All players present sign the same last state. A player's end is
compared with ours when we reach it ourselves. When all ends are here, the entries
that they have seen are the whole game, the same for all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from p2pgame.log import Entry, Feed, encode_archive

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
)
from .lobby import Player

#: The payloads that count after an author has signed the end; others are void.
AFTER_END = Absent | EvictionVote | Receipt | Leave | EpochRefusal | Chat | Successor


class Record:
    """The players' leaves and ends in a game, in order of arrival."""

    def __init__(self) -> None:
        self.said: list[tuple[Entry, Said]] = []
        #: The authors that have left.
        self.left: set[bytes] = set()
        self._ends: dict[bytes, tuple[Entry, End]] = {}

    def has_signed(self, author: bytes) -> bool:
        """Return whether an author has signed the end of the game."""
        return author in self._ends

    def unsigned(self, players: Iterable[Player]) -> tuple[Player, ...]:
        """Return those of these players who have not signed the end."""
        return tuple(p for p in players if not self.has_signed(p.author))

    def take(self, entry: Entry, said: Said) -> None:
        """Take in one more entry."""
        match said:
            case Leave():
                self.left.add(entry.author)
            case End() if entry.author not in self.left:
                self._ends[entry.author] = entry, said
        self.said.append((entry, said))

    def why_wrong(self, mine: End, authors: Iterable[bytes]) -> Misbehaviour | None:
        """Return the misbehaviour of an author whose end differs from ours."""
        for author in authors:
            entry, end = self._ends.get(author, (None, None))
            if entry is not None and end != mine:
                text = "signed another end of the game"
                return Misbehaviour(Fault.END, text, author, (entry.raw,))
        return None

    def game(
        self,
        staying: Collection[bytes],
        entries: Iterable[Entry],
        closing: EvictionVote | None,
    ) -> tuple[Entry, ...]:
        """Return those of ``entries`` that form the game, once all have signed its end.

        ``closing`` is the vote of ``staying`` if a player was evicted when only the
        end was to sign.
        """
        words = reversed(self.said)
        agreed = {entry.author: entry for entry, word in words if word == closing}
        last = [self._ends[author][0] for author in staying]
        last += [agreed[author] for author in staying if author in agreed]
        return tuple(past_of(last, entries))


def past_of(last: Iterable[Entry], entries: Iterable[Entry]) -> list[Entry]:
    """Return those of ``entries`` in the past of ``last``, and ``last`` themselves."""
    by_id: Mapping[bytes, Entry] = {entry.id: entry for entry in entries}
    past: dict[bytes, Entry] = {}
    todo = list(last)
    while todo:
        entry = todo.pop()
        if entry.id in past:
            continue
        past[entry.id] = entry
        ancestors = (entry.previous, *entry.seen) if entry.sequence else entry.seen
        todo += [by_id[id] for id in ancestors]
    return list(past.values())


def archive(table: bytes, entries: Iterable[Entry]) -> bytes:
    """Return these entries as one file, the same for every peer.

    Raises:
      ValueError: It is too long to be read back.
    """
    feeds: dict[bytes, Feed] = {}
    for entry in sorted(entries, key=lambda entry: entry.sequence):
        feeds.setdefault(entry.author, Feed(entry.author)).append(entry)
    return encode_archive(table, feeds.values())
