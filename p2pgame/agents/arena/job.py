"""A job says which games to play, completely: its JSON can be run anywhere.

Its games come in *deals*.  The games of one deal have the same cards and dice, and the
contestants change seats, so that each plays each other's hand (duplicate play).  What
luck the cards bring then falls on all alike.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from p2pgame.engine import AnyGame, Options

Payoffs: TypeAlias = tuple[float, ...]


class Job(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``contestants`` are names such as ``search:200``; ``deals`` counts deals.

    Seat s of a deal's game number r belongs to contestant (s + r) modulo their number.
    """

    game: str
    version: int
    contestants: tuple[str, ...]
    seats: int
    deals: int
    seed: str = "arena"
    options: dict[str, int | str | bool] = {}

    @property
    def games(self) -> int:
        return self.deals * len(self.contestants)

    def deal(self, number: int) -> int:
        """Return the deal of game ``number``."""
        return number // len(self.contestants)

    def seating(self, number: int) -> tuple[int, ...]:
        """Return the contestant in each seat of game ``number``."""
        count = len(self.contestants)
        return tuple((seat + number) % count for seat in range(self.seats))

    def chosen(self, game: AnyGame) -> Options:
        """Return the game's options.

        Raises:
          msgspec.ValidationError: The game has no such options.
        """
        options: Options = msgspec.convert(self.options, game.options)
        return options

    def encode(self) -> bytes:
        return msgspec.json.encode(self)

    @classmethod
    def decode(cls, data: bytes) -> Job:
        """Return the job in this JSON.

        Raises:
          msgspec.MsgspecError: The data are none.
        """
        return msgspec.json.decode(data, type=cls)


class Result(msgspec.Struct, frozen=True):
    """What the seats of one game won; ``game`` is its number in the job."""

    game: int
    payoffs: tuple[int, ...]

    def won(self, job: Job) -> Payoffs:
        """Return what each contestant won, on average over its seats."""
        seating = job.seating(self.game)
        return tuple(
            sum(mine) / len(mine)
            for contestant in range(len(job.contestants))
            for mine in (
                [
                    payoff
                    for seat, payoff in enumerate(self.payoffs)
                    if seating[seat] == contestant
                ],
            )
        )
