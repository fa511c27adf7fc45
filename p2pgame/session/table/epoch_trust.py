"""Tracks which seats can read an epoch, by what they have signed since.

A seat takes an epoch by signing anything after it has seen it.  If it can't read the
epoch, it must sign a ``EpochRefusal`` first.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from p2pgame.log import Entry

from ..entries.payloads import MAX_SEATS
from ..game.seats import Seats
from ..lobby.lobby import Clock


@dataclass(frozen=True, slots=True)
class SaidEpoch:
    """An epoch that a seat has said; ``id`` is its name on the wire."""

    id: int
    number: int
    seat: int
    author: bytes
    sequence: int
    members: Seats

    def is_in(self, clock: Clock) -> bool:
        """Return whether the author of this clock had seen the epoch."""
        return clock.get(self.author, -1) >= self.sequence


def id_of(number: int, seat: int) -> int:
    """Return an epoch's name on the wire; two seats may say the same number."""
    return number * MAX_SEATS + seat


class EpochTrust:
    """What each seat had seen in its newest entry, and whose epochs it refuses."""

    def __init__(self) -> None:
        self._clocks: dict[int, Clock] = {}
        #: Up to where in its feed a seat believes another one's epochs.
        self._trusted: dict[tuple[int, int], int] = {}

    def saw(self, seat: int, clock: Clock) -> None:
        """Note what a seat had seen when it signed its newest entry."""
        self._clocks[seat] = clock

    def refuse(self, by: int, of: int, author: bytes) -> None:
        """Note that ``by`` refuses the epochs of the seat ``of``, an ``author``.

        Those stay good that it had taken before.  Refusing one's own epoch applies to
        all its past uses.
        """
        before = self._clocks.get(by, {}) if of != by else {}
        self._trusted.setdefault((by, of), before.get(author, -1))

    def has_refused(self, by: int, of: int) -> bool:
        """Return whether a seat refuses another one's epochs."""
        return (by, of) in self._trusted

    def trusts(self, seat: int, said: SaidEpoch) -> bool:
        """Return whether a seat does not refuse this epoch."""
        return said.sequence <= self._trusted.get((seat, said.seat), math.inf)

    def has_taken(self, seat: int, said: SaidEpoch) -> bool:
        """Return whether a seat has signed something since it saw this epoch."""
        return seat == said.seat or said.is_in(self._clocks.get(seat, {}))


class EpochPasts:
    """The epochs in each entry's own past.

    An author's pasts only grow.  So they are stored where they change; equal ones once.
    """

    def __init__(self) -> None:
        self._starts: dict[bytes, list[int]] = {}
        self._pasts: dict[bytes, list[tuple[int, ...]]] = {}
        self._equal: dict[tuple[int, ...], tuple[int, ...]] = {}

    def note(self, entry: Entry, clock: Clock, epochs: Sequence[SaidEpoch]) -> None:
        """Note which of these epochs are in an entry's past; all that were said."""
        pasts = self._pasts.setdefault(entry.author, [])
        known = pasts[-1] if pasts else ()
        if len(known) == len(epochs):
            return
        past = tuple(said.id for said in epochs if said.is_in(clock))
        if past != known:
            pasts.append(self._equal.setdefault(past, past))
            self._starts.setdefault(entry.author, []).append(entry.sequence)

    def of(self, author: bytes, sequence: int) -> tuple[int, ...]:
        """Return the epochs in an entry's past, by their names on the wire."""
        at = bisect_right(self._starts.get(author, []), sequence)
        return self._pasts[author][at - 1] if at else ()
