"""A job says which games to play, completely: its JSON can be run anywhere.

Its games come in *deals*.  The games of one deal have the same cards and dice, and the
contestants change seats, so that each plays each other's hand (duplicate play).  What
luck the cards bring then falls on all alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import TypeAlias

import msgspec

from p2pgame.engine import AnyGame, Options
from p2pgame.engine.prepared import prepared

#: What each contestant of a game won, on average over its seats.
Payoffs: TypeAlias = Mapping[int, float]


class Job(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``contestants`` are names such as ``search:200``; ``deals`` counts deals.

    With ``pairs`` every two contestants meet at a table of their own in each deal;
    without it all sit at one table.  Seat s of the table's game r belongs to the
    contestant (s + r) modulo their number there.
    """

    game: str
    version: int
    contestants: tuple[str, ...]
    seats: int
    deals: int
    seed: str = "arena"
    options: dict[str, int | str | bool] = {}
    pairs: bool = False

    @property
    def tables(self) -> tuple[tuple[int, ...], ...]:
        """The contestants at each table of a deal."""
        everybody = range(len(self.contestants))
        return (*combinations(everybody, 2),) if self.pairs else ((*everybody,),)

    @property
    def size(self) -> int:
        """The number of games in a deal."""
        return sum(map(len, self.tables))

    @property
    def games(self) -> int:
        return self.deals * self.size

    def deal(self, number: int) -> int:
        """Return the deal of game ``number``."""
        return number // self.size

    def seating(self, number: int) -> tuple[int, ...]:
        """Return the contestant in each seat of game ``number``."""
        turns = number % self.size
        for table in self.tables:
            if turns < len(table):
                break
            turns -= len(table)
        return tuple(table[(seat + turns) % len(table)] for seat in range(self.seats))

    def chosen(self, game: AnyGame) -> Options:
        """Return the game's options.

        Raises:
          msgspec.ValidationError: The game has no such options.
        """
        options: Options = msgspec.convert(self.options, prepared(game.options))
        return options

    def encode(self) -> bytes:
        return msgspec.json.encode(self)

    @classmethod
    def decode(cls, data: bytes) -> Job:
        """Return the job in this JSON.

        Raises:
          msgspec.MsgspecError: The data are none.
        """
        return msgspec.json.decode(data, type=prepared(cls))


class Result(msgspec.Struct, frozen=True):
    """What the seats of one game won; ``game`` is its number in the job."""

    game: int
    payoffs: tuple[int, ...]

    def won(self, job: Job) -> Payoffs:
        """Return what each contestant of this game won, on average over its seats."""
        theirs: dict[int, list[int]] = {}
        for contestant, payoff in zip(
            job.seating(self.game), self.payoffs, strict=True
        ):
            theirs.setdefault(contestant, []).append(payoff)
        return {one: sum(theirs[one]) / len(theirs[one]) for one in sorted(theirs)}
