"""Decides at a seat like a simple program: legally, and without hurry to bet.

It looks at nothing but the moves that are offered and their hints.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass

from p2pgame.engine.game import AT_RANDOM
from p2pgame.engine.turns import NO_ORDER

from .events import Choice, Range
from .words import say


@dataclass(frozen=True, slots=True)
class Bot:
    """A player by chance: check or call, now and then more."""

    chance: random.Random

    def decide(self, choice: Choice) -> str | None:
        """Return a move that is legal, or None: let the time run out.

        Where the time only lets people look, or nothing is to be ordered, it does.
        """
        if choice.moves == (choice.move_by_itself,):
            return None
        if choice.placement:
            return at_random(self.chance)
        if choice.move_by_itself == NO_ORDER and self.chance.randrange(_TICKS):
            return NO_ORDER
        return self._move(choice)

    def _move(self, choice: Choice) -> str:
        offers, hints = choice.moves, map(say, choice.hints)
        weights = list(map(_weight, offers, hints))
        offer = self.chance.choices(offers, weights)[0] if any(weights) else offers[0]
        if isinstance(offer, Range):
            high = min(offer.high, offer.low * 3 if offer.low > 9 else offer.low + 2)
            return f"{offer.verb} {self.chance.randint(offer.low, high)}"
        return offer


def at_random(chance: random.Random) -> str:
    """Return a placement at random."""
    return f"{AT_RANDOM.verb} {chance.randint(0, AT_RANDOM.high)}"


#: Ticks in which a bot gives one order, on average.
_TICKS = 6
#: What a hint says to be had by this move: ``hold (+12)``, ``stand (at 12)``.
_HAD = re.compile(r"\((?:\+|at )(\d+)\)")
#: With how much a bot is content, like the dealer of blackjack.
_ENOUGH = 17
#: How much a bot likes a move, by how it begins or whole; 40 for any other.
_WEIGHTS = {
    **{"check": 120, "call": 80, "fold": 10, "raise": 20, "bet": 20},
    **{"resign": 0, "offer draw": 0, "accept draw": 10, "undo": 1, "redo": 1},
    **{"restart": 0, "give up": 0, "roll": 5, "hit": 5},
    **{"draw": 3, "pass": 3, "nil": 3, "liar": 60},
}


def _weight(offer: str | Range, hint: str) -> int:
    had = _HAD.search(hint)
    if had is not None:
        return 1000 if int(had[1]) >= _ENOUGH else 0
    text = offer.verb if isinstance(offer, Range) else offer
    return _WEIGHTS.get(text, _WEIGHTS.get(text.partition(" ")[0], 40))
