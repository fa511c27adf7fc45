"""A range says how likely each pair of hole cards is in another player's hand.

It begins with every pair that is possible, each as likely, and an action narrows it:
a pair becomes the less likely, the less a player with it would act like that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp

from .hole_cards import MASKS

#: A pair of a range by how strong it is: the share of the range that is stronger.
Top = float
#: How likely a player acts like that with a pair at this place.
Likelihood = Callable[[Top], float]
#: A likelihood is worked out for so many places.
_STEPS = 200


def uniform(seen: int) -> list[float]:
    """Return the range of a player of whom nothing is known."""
    return [0.0 if mask & seen else 1.0 for mask in MASKS]


def tops(weights: Sequence[float], order: Sequence[int]) -> list[Top]:
    """Return for each pair the share of the range that is stronger.

    ``order`` are the pairs, the strongest first.
    """
    total, above = sum(weights) or 1.0, 0.0
    found = [1.0] * len(weights)
    for pair in order:
        weight = weights[pair]
        if weight:
            found[pair] = (above + weight / 2) / total
            above += weight
    return found


def narrowed(
    weights: Sequence[float],
    places: Sequence[Top],
    likelihood: Likelihood,
    trust: float = 1.0,
) -> list[float]:
    """Return the range after an action; ``places`` are its tops.

    With ``trust`` 1 this is Bayes' rule; with less the action says less.
    """
    table = [likelihood(step / _STEPS) ** trust for step in range(_STEPS + 1)]
    return [
        weight and weight * table[int(place * _STEPS)]
        for weight, place in zip(weights, places, strict=True)
    ]


def slope(share: float, place: Top) -> float:
    """Return how likely a pair at ``place`` is among the best ``share`` of a range.

    Players draw that line by different measures, so it is a slope, not a step.
    """
    width = 0.04 + 0.12 * share
    return 1 / (1 + exp(max(-30.0, min(30.0, (place - share) / width))))
