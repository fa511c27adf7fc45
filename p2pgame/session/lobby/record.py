"""What has been said in a game: who has left, who has signed its end, what is the file.

All of it is kept from the first word on, because some may come before the game has
started here.  All who are there sign the same last state.  A player's end is compared
with ours once we are there ourselves; when nobody's is missing, what they have seen
is the whole game, the same for all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from p2pgame.log import Entry, Feed, encode_archive

from ..entries.errors import Fault, Misbehaviour
from ..entries.identity import Me
from ..entries.payloads import (
    Absent,
    Chat,
    End,
    Heard,
    Leave,
    Next,
    Refuse,
    Said,
    Without,
)

#: What counts of an author that has signed the end; whatever else it says is void.
AFTER_END = Absent | Without | Heard | Leave | Refuse | Chat | Next


class Record:
    """What players have said in a game, in the order in which we heard of it."""

    def __init__(self) -> None:
        self.said: list[tuple[Entry, Said]] = []
        #: The authors who have left.
        self.left: set[bytes] = set()
        self._ends: dict[bytes, tuple[Entry, End]] = {}

    def has_signed(self, author: bytes) -> bool:
        """Return whether an author has signed the end of the game."""
        return author in self._ends

    def has_left(self, me: Me | None) -> bool:
        """Return whether we have left: then nothing counts that we say."""
        return me is not None and me.key.public in self.left

    def take(self, entry: Entry, said: Said) -> None:
        """Take in one more word."""
        match said:
            case Leave():
                self.left.add(entry.author)
            case End() if entry.author not in self.left:
                self._ends[entry.author] = entry, said
        self.said.append((entry, said))

    def why_wrong(self, mine: End, authors: Iterable[bytes]) -> Misbehaviour | None:
        """Return who of ``authors`` signed another end than ours, or None."""
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
        closing: Without | None,
    ) -> tuple[Entry, ...]:
        """Return those of ``entries`` that are the game, once all have signed its end.

        ``closing`` is what those who stay have signed if somebody went when only the
        end was to sign.
        """
        words = reversed(self.said)
        agreed = {entry.author: entry for entry, word in words if word == closing}
        last = [self._ends[author][0] for author in staying]
        last += [agreed[author] for author in staying if author in agreed]
        return tuple(past_of(last, entries))


def past_of(last: Iterable[Entry], entries: Iterable[Entry]) -> list[Entry]:
    """Return those of ``entries`` that ``last`` have seen, and themselves."""
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


def archive(
    table: bytes, entries: Iterable[Entry], authors: Collection[bytes]
) -> bytes:
    """Return the entries of these authors as one file, the same for every peer.

    Raises:
      ValueError: It is too long to be read back.
    """
    feeds: dict[bytes, Feed] = {}
    for entry in sorted(entries, key=lambda entry: entry.sequence):
        if entry.author in authors:
            feeds.setdefault(entry.author, Feed(entry.author)).append(entry)
    return encode_archive(table, feeds.values())
