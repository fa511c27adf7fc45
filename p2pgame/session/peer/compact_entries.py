"""Shortens entries by what their readers can look up, and restores them.

A compact entry (the frame ``Brief``) leaves out the table, its author's key, and the
ids of the entries before it and of those it names.  Seats and sequence numbers stand
for them; a reader looks them up among its delivered entries.  It builds the entry again
byte for byte and verifies the signature as ever, so a compact entry can say nothing
that its author did not sign.

A peer that lacks something that a compact entry builds on holds it until that has come.
A compact entry that does not fit its signature proves nothing: its sender may hold the
other branch of a fork.  Both are told by their author and number only, like what others
say that they have, so the whole entries are asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from p2pgame.log import Entry, Feed, Gap, History, InvalidEntry
from p2pgame.transport.frames import Brief

#: Compact entries that wait at one link or topic for what they build on.
HELD = 256

#: Signatures that are checked before a word of ours or of another link gets its turn.
SIGNATURES = 16

#: Where else an entry may be, by its author and number, if it is not delivered.
Aside: TypeAlias = Callable[[bytes, int], Entry | None]


def shorten(entry: Entry, history: History, seats: Sequence[bytes]) -> Brief | None:
    """Return a compact entry for a delivered entry, or None if only the whole will do.

    ``seats`` are the players' authors, in the order of their seats.
    """
    known = {author: seat for seat, author in enumerate(seats)}
    named = history.named_by(entry) if entry.raw in history else []
    authors = {entry.author, *(one.author for one in named)}
    is_plain = authors <= known.keys() - history.forks.keys()
    if not (entry.sequence and is_plain and len(authors) == 1 + len(entry.seen)):
        return None
    before = history.clock(entry.previous)
    steps = [0] * len(seats)
    for one in named:
        steps[known[one.author]] = one.sequence - before.get(one.author, -1)
    if not all(0 < steps[known[one.author]] < 256 for one in named):
        return None
    told = bytes(steps).rstrip(b"\0")
    seat, signature = known[entry.author], entry.signature
    try:
        return Brief(seat, entry.sequence, told, signature, entry.payload)
    except ValueError:  # it is too long, or its number too high
        return None


def nowhere(author: bytes, sequence: int) -> None:
    """Say of every entry that it is not aside."""


def rebuild(
    brief: Brief, history: History, seats: Sequence[bytes], aside: Aside = nowhere
) -> Entry:
    """Rebuild the entry from its compact form; what it names may be ``aside``.

    Raises:
      Gap: Something that it builds on is not here.
      InvalidEntry: Its author has signed no such entry, as far as we can tell.

    Cost: one signature check, unless there is a gap or it is here already.
    """
    if not seats:
        raise Gap("who has which seat is not known here")
    if brief.seat >= len(seats) or len(brief.steps) > len(seats):
        raise InvalidEntry("a brief of a seat that nobody has")
    author, sequence = seats[brief.seat], brief.sequence
    known = _at(history, author, sequence)
    if known and (known.signature, known.payload) == (brief.signature, brief.payload):
        return known
    previous = _found(_at(history, author, sequence - 1)).id
    before = history.clock(previous)
    places = [
        (seats[seat], before.get(seats[seat], -1) + step)
        for seat, step in enumerate(brief.steps)
        if step
    ]
    named = [_found(_at(history, *place) or aside(*place)).id for place in places]
    return Entry.rebuild(
        author,
        brief.signature,
        history.table,
        sequence=sequence,
        previous=previous,
        seen=tuple(sorted(named)),
        payload=brief.payload,
    )


def _at(history: History, author: bytes, sequence: int) -> Entry | None:
    entries = history.feeds.get(author, Feed(author)).entries
    return entries[sequence] if 0 <= sequence < len(entries) else None


def _found(entry: Entry | None) -> Entry:
    if entry is None:
        raise Gap("something that a brief builds on is not here")
    return entry


class Held:
    """Compact entries of one link or topic that wait, and what any of them told of."""

    def __init__(self) -> None:
        self._waiting: dict[Brief, None] = {}
        #: The highest number of each author of which a compact entry has told.
        self._told: dict[bytes, int] = {}

    def __len__(self) -> int:
        return len(self._waiting)

    def hear(
        self,
        brief: Brief,
        history: History,
        seats: Sequence[bytes],
        aside: Aside = nowhere,
    ) -> Entry | None:
        """Rebuild the entry from its compact form, or hold that and return None.

        If too many are held the oldest falls out.

        Raises:
          InvalidEntry: As far as we can tell it is short for none.
        """
        if brief.seat < len(seats):
            author = seats[brief.seat]
            self._told[author] = max(self._told.get(author, 0), brief.sequence)
        try:
            return rebuild(brief, history, seats, aside)
        except Gap:
            self._waiting[brief] = None
        if len(self._waiting) > HELD:
            del self._waiting[next(iter(self._waiting))]
        return None

    def take(
        self, history: History, seats: Sequence[bytes], aside: Aside = nowhere
    ) -> tuple[list[Entry], int]:
        """Return entries that are clear by now, and how many compact entries fit none.

        No more than :data:`SIGNATURES` signatures are checked; more may be clear.
        """
        entries, wrong = list[Entry](), 0
        for brief in [*self._waiting] if seats else ():
            if len(entries) + wrong == SIGNATURES:
                break
            try:
                entries.append(rebuild(brief, history, seats, aside))
            except Gap:
                if seats[brief.seat] not in history.forks:
                    continue
            except InvalidEntry:
                wrong += 1
            del self._waiting[brief]
        return entries, wrong

    def lacks(self, history: History) -> bool:
        """Return whether a compact entry has told of something that is not here yet."""
        self._told = {
            author: sequence
            for author, sequence in self._told.items()
            if author not in history.forks and _at(history, author, sequence) is None
        }
        return bool(self._told)
