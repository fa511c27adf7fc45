"""Step 8, the rounds of one turn: who is heard in each, and which answers are used."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from .absence import Absence, Gone, Question, evicted
from .errors import Unfinished
from .feeds import Answer, Speech


class Dropped(Exception):
    """A round can't do without a set that has gone from it."""

    def __init__(
        self, round_: int, seats: Sequence[int], gone: Gone, forfeits: bool
    ) -> None:
        super().__init__(round_, seats)
        self.round, self.seats = round_, seats
        self.gone, self.forfeits = gone, forfeits


class Table(Protocol):
    """What a turn must know of the game around it."""

    speeches: Sequence[Speech]
    absence: Absence
    there: frozenset[int]

    @property
    def players(self) -> tuple[bytes, ...]:
        """The authors, by seat."""

    def forfeits(self, left: int, gone: Gone) -> bool:
        """Say whether the game is over without a set, when so many are left."""


@dataclass(slots=True)
class Hearing:
    """One turn's rounds, heard one after the other."""

    turn: bytes
    table: Table
    used: list[bytes] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    lost: list[int] = field(default_factory=list)
    round: int = 0
    #: The contexts of what was sealed ahead of this turn, by seat.
    contexts: Mapping[int, bytes] = field(default_factory=dict)

    @property
    def there(self) -> list[int]:
        return sorted(self.table.there.difference(self.lost))

    def author(self, seat: int) -> bytes:
        return self.table.players[seat]

    def hear(self, seats: Iterable[int], loses: bool = False) -> Mapping[int, Answer]:
        """Return the answers of the next round, by rising seat.

        Raises:
          Dropped: Somebody has gone from it, and it can't do without.
          Unfinished: An answer is missing.
        """
        heard = frozenset(seats).difference(self.lost)
        if not heard:
            return {}
        spot, lost = (self.turn, self.round), frozenset[int]()
        there = self.table.there.difference(self.lost)
        while gone := self.table.absence.gone(Question(spot, heard, there, lost)):
            newly = sorted(gone.seats - lost)
            forfeits = self.table.forfeits(len(there - gone.seats), gone)
            if forfeits or not loses:
                raise Dropped(self.round, newly, gone, forfeits)
            self.used.append(evicted(self.round, newly))
            lost |= gone.seats
            self.lost += newly
            there, heard = there - gone.seats, heard - gone.seats
        asked = Question(spot, heard, there, lost)
        is_open = self.table.absence.is_open(asked)
        said = {}
        for seat in sorted(heard):
            answer = self.table.speeches[seat].answers.get(spot)
            if answer is None:
                why = f"seat {seat} has not answered"
                raise Unfinished(why, is_open=is_open)
            said[seat] = answer
        if is_open:
            raise Unfinished("a seat may yet be evicted", is_open=True)
        self.used += [answer.entry.id for answer in said.values()]
        self.answers += said.values()
        self.round += 1
        return said
