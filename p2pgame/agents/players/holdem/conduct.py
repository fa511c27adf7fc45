"""This module says how people bet: how often a raise, a call or a check is to be
expected, and of which hands.

It is the prior by which ranges are narrowed.  A player who raises or folds more than
expected in earlier hands of the game is expected to do so from then on.

Source: the share that goes on against a bet is the minimum defence frequency, pot /
(pot + bet); Chen and Ankenman, "The Mathematics of Poker" (2006), chapter 11.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt

from p2pgame.games.poker.holdem_state import Holdem

from .ranges import Top, slope

#: Decisions' worth of expectation that stand against what a player is seen to do.
_PATIENCE = 3.0
#: How much more people go on against a bet than they should.
STICKY = 1.05


@dataclass(frozen=True, slots=True)
class Tendency:
    """How often a player raises, and folds, for each time that it was expected."""

    raises: float = 1.0
    folds: float = 1.0


TYPICAL = Tendency()


@dataclass(frozen=True, slots=True)
class Spot:
    """What a player faces who is to act: chips owed, in the pot, and who is behind.

    ``raises`` are those on this street so far.
    """

    before_flop: bool
    raises: int
    owed: int
    pot: int
    behind: int
    others: int

    @classmethod
    def of(cls, state: Holdem, seat: int, raises: int) -> Spot:
        owed = min(state.owes(seat), state.stacks[seat])
        pot = sum(state.paid) + state.dead
        behind = len(state.to_act) - 1
        others = len(state.live) - 1
        return cls(not state.board, raises, owed, pot, behind, others)

    def raising(self) -> float:
        """Return the share of hands with which people bet or raise here."""
        if self.before_flop:
            if not self.raises:
                return 0.12 + 0.40 / max(1, self.behind)
            return (0.15, 0.25, 0.4)[min(self.raises - 1, 2)]
        if not self.owed:
            return 0.40 / (1 + 0.3 * (self.others - 1))
        return 0.14 if self.raises < 2 else 0.25

    def going_on(self) -> float:
        """Return the share of hands with which people do not fold."""
        return going_on(self.owed, self.pot, self.others)


def going_on(owed: int, pot: int, others: int) -> float:
    """Return the share of hands that stay, for ``owed`` chips into a pot."""
    if not owed:
        return 1.0
    share = STICKY * max(0, pot - owed) / max(1, pot)
    return min(1.0, max(0.06, share / (1 + 0.25 * (others - 1))))


def size_factor(chips: int, pot: int) -> float:
    """Return how a raise of so many chips, above the call, narrows what is raised."""
    ratio = chips / max(1, pot)
    return max(0.35, min(1.25, sqrt(0.7 / max(0.01, ratio))))


def likelihood(
    spot: Spot, action: str, chips: int, tendency: Tendency
) -> Callable[[Top], float]:
    """Return how likely a player acts like this with each of its hands.

    ``chips`` are those of a raise above the call.
    """
    share = min(1.0, spot.raising() * tendency.raises)
    stays = min(1.0, 1 - (1 - spot.going_on()) * tendency.folds)
    if action == "raise":
        share *= size_factor(chips, spot.pot + spot.owed)
        bluffs = 0.06 + 0.25 * max(0.0, tendency.raises - 1)
        return lambda top: min(1.0, bluffs + slope(share, top))
    if action == "check":
        return lambda top: 1 - 0.6 * slope(share, top)
    return lambda top: 0.04 + slope(stays, top) * (1 - 0.6 * slope(share, top))


#: How many players raise whatever they hold, and how often they act like this.
WILD = 0.02
_WILD_ACTS = {"raise": 0.7, "call": 0.2, "check": 0.2}


def wildness(spot: Spot, action: str, chips: int) -> float:
    """Return how likely a wild player acts like this.

    It is for comparison with :func:`likelihood`, which leaves sizes out: few others
    raise by a multiple of the pot, or by very little.
    """
    often = _WILD_ACTS.get(action, 0.0)
    if action == "raise":
        ratio = chips / max(1, spot.pot + spot.owed)
        often *= 10 if ratio > 3 else 2 if ratio < 0.4 else 1
    return often


def tendency(
    raises: int, expected_raises: float, folds: int, expected_folds: float
) -> Tendency:
    """Return a player's tendency from what it did and what was expected."""
    return Tendency(
        (raises + _PATIENCE) / (expected_raises + _PATIENCE),
        (folds + _PATIENCE) / (expected_folds + _PATIENCE),
    )
