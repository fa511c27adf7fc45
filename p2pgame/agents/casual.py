"""Plays any game by chance: legally, and without hurry to bet or to give up.

It looks at nothing but the moves that are offered and at the game's hints to them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from p2pgame.engine import Amount, Choose, Offer
from p2pgame.engine.offers import AT_RANDOM
from p2pgame.engine.turns import NO_ORDER
from p2pgame.playtest.chance import Chance

from .agent import Agent, Budget, Seating
from .observation import Observation

#: Ticks in which it gives one order, on average.
_TICKS = 6
#: What a hint says to be had by this move: ``hold (+12)``, ``stand (12)``.
_HAD = re.compile(r"(?:hold|stand) \(\+?(\d+)\)")
#: What a hint says of a move that others have made, and that counts when all have.
_AGREED = re.compile(r"[a-z ]+ \([1-9]\d* of \d+\)")
#: With how much it is content, like the dealer of blackjack.
_ENOUGH = 17
#: How much it likes a move, by its first word or whole; 40 for any other.
_WEIGHTS: Mapping[str, int] = {
    **{"check": 120, "call": 80, "fold": 10, "raise": 20, "bet": 20},
    **{"resign": 0, "lose on time": 0, "offer draw": 0, "accept draw": 10},
    **{"undo": 1, "redo": 1, "restart": 0, "give up": 0, "roll": 5, "hit": 5},
    **{"draw": 3, "pass": 3, "nil": 3, "liar": 60, "enough": 0},
}


@dataclass(frozen=True, slots=True)
class Casual(Agent):
    """A player by chance: check or call, now and then more."""

    chance: Chance

    @classmethod
    def seated(cls, seating: Seating) -> Casual:
        return cls(seating.chance())

    def decide(self, observation: Observation, choice: Choose, budget: Budget) -> str:
        return move(observation, choice, self.chance)


def move(observation: Observation, choice: Choose, chance: Chance) -> str:
    """Return a move of ``choice``, drawn by what most people would rather do."""
    by_itself = None if choice.timer is None else choice.timer.move
    if by_itself == NO_ORDER and chance.below(_TICKS):
        return NO_ORDER
    weights = [_weight(observation, offer) for offer in choice.moves]
    offer = choice.moves[0] if not any(weights) else _drawn(choice, weights, chance)
    if isinstance(offer, Amount):
        high = min(offer.high, offer.low * 3 if offer.low > 9 else offer.low + 2)
        return f"{offer.verb} {chance.between(offer.low, high)}"
    return offer


def placement(chance: Chance) -> str:
    """Return a placement at random, in words that every game knows."""
    return f"{AT_RANDOM.verb} {chance.between(0, AT_RANDOM.high)}"


def _drawn(choice: Choose, weights: Sequence[int], chance: Chance) -> Offer:
    left = chance.below(sum(weights))
    for offer, weight in zip(choice.moves, weights, strict=True):
        left -= weight
        if left < 0:
            return offer
    raise AssertionError("a draw is below the sum of the weights")


def _weight(observation: Observation, offer: Offer) -> int:
    text = offer.verb if isinstance(offer, Amount) else offer
    seen = observation
    hint = seen.game.hint(seen.state, seen.seat, offer, seen.faces)
    had = _HAD.fullmatch(hint)
    if had is not None:
        return 1000 if int(had[1]) >= _ENOUGH else 0
    if _AGREED.fullmatch(hint):
        return 1000
    return _WEIGHTS.get(text, _WEIGHTS.get(text.partition(" ")[0], 40))
