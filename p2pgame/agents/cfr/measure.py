"""This module says what strategies are worth, and how far from an equilibrium.

*Exploitability* is what a perfect opponent, who knows the strategy, wins from it on
average of both seats, beyond the value of the game; in an equilibrium it is 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from .sequence_form import Numbers, SequenceForm

#: The chance of each sequence, by seat.
Strategies: TypeAlias = tuple[Numbers, Numbers]


def value(form: SequenceForm, strategies: Strategies) -> float:
    """Return the payoff of seat 0 if both seats play these strategies."""
    first, second = form.sides
    values = form.values(0, second.reach(strategies[1]))
    reach = first.reach(strategies[0])
    return sum(one * worth for one, worth in zip(reach, values, strict=True))


def best_response(form: SequenceForm, seat: int, other: Sequence[float]) -> float:
    """Return the most that ``seat`` can win if it knows the other's strategy."""
    values = form.values(seat, form.sides[1 - seat].reach(other))
    for parent, first, end in reversed([*form.sides[seat].sets]):
        values[parent] += max(values[first:end])
    return values[0]


def exploitability(form: SequenceForm, strategies: Strategies) -> float:
    """Return what a perfect opponent wins from these strategies, in a payoff's unit."""
    first, second = strategies
    return (best_response(form, 0, second) + best_response(form, 1, first)) / 2
