"""Tracks which seats can read an epoch, by what they have signed since.

A seat takes an epoch by signing anything after it has seen it.  If it can't read the
epoch, it must sign a ``EpochRefusal`` first.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

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
    """The epochs in each entry's own past; equal ones are stored once."""

    def __init__(self) -> None:
        self._past: dict[bytes, tuple[int, ...]] = {}
        self._pasts: dict[tuple[int, ...], tuple[int, ...]] = {}

    def note(self, raw: bytes, past: tuple[int, ...]) -> None:
        """Note the epochs in an entry's past, by their names on the wire."""
        if past:
            self._past[raw] = self._pasts.setdefault(past, past)

    def of(self, raw: bytes) -> tuple[int, ...]:
        return self._past.get(raw, ())
