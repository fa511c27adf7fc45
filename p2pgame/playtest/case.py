"""This module defines a test case of a game: seats, options and seed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias

from p2pgame.engine import AnyGame, IllegalMove, Options, RulesError

from .dealer import Placer
from .playout import LONGEST, Playout, play
from .playthrough import Say

#: An independent check of a game, which raises if it disagrees.
Oracle: TypeAlias = Callable[[Playout], None]

#: The most seats whose views are checked, from the first and the last.
VIEWERS = 6


@dataclass(frozen=True)
class Case:
    """One way to play a game, and what is expected of it.

    ``balanced``: payoffs add up to 0.  ``fix_ups``: how many may follow one
    event.  ``golden`` is the text of the playthrough, if there is one,
    in the words that ``say`` has for messages.
    """

    game: AnyGame
    seats: int
    options: Options = field(default_factory=Options)
    seed: int = 0
    balanced: bool = True
    fix_ups: int = 100
    longest: int = LONGEST
    place: Placer | None = None
    oracle: Oracle | None = None
    golden: str | None = field(default=None, repr=False)
    say: Say = field(default=str, repr=False)

    def __str__(self) -> str:
        standard = self.game.options()
        changed = [
            f"{name}{getattr(self.options, name)}"
            for name in self.options.__struct_fields__
            if getattr(self.options, name) != getattr(standard, name)
        ]
        return "-".join([self.game.name, str(self.seats), *changed, f"#{self.seed}"])

    @property
    def viewers(self) -> tuple[int | None, ...]:
        """Return the seats whose views are checked, a spectator's last; all, if few."""
        seats = range(self.seats)
        return (*sorted({*seats[:VIEWERS], *seats[-VIEWERS:]}), None)

    @property
    def playout(self) -> Playout:
        """Return the case played at random; caches the last playout.

        Raises:
          AssertionError: It cannot be played to an end.
        """
        try:
            return _played(self)
        except (RulesError, IllegalMove) as error:
            raise AssertionError(f"no random game is played: {error}") from error


@lru_cache(maxsize=2)
def _played(case: Case) -> Playout:
    return play(
        case.game,
        case.seats,
        case.options,
        case.seed,
        longest=case.longest,
        place=case.place,
    )
