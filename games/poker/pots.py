"""This module forms main and side pots, and splits them.

Each amount paid by a seat cuts the chips of all seats into layers.  A seat can win
the layers that it paid in full.  Layers that the same seats can win are one pot.  A
layer that nobody can win, because all its payers have folded, joins the one below.
"""

from __future__ import annotations

from collections.abc import Sequence

from p2pgame.engine import State


class Pot(State, frozen=True):
    """Chips, and the seats that can win them, in the order of ``contenders``."""

    amount: int
    seats: tuple[int, ...]


def make_pots(
    paid: Sequence[int], contenders: Sequence[int], *, dead: int = 0
) -> tuple[Pot, ...]:
    """Return the pots, the main pot first.

    ``paid`` is per seat, and includes players who have folded; ``dead`` is money that
    every contender can win.
    """
    pots: list[Pot] = []
    amount, below = dead, 0
    for level in sorted(set(paid)):
        amount += sum(level - below for chips in paid if chips >= level)
        seats = tuple(seat for seat in contenders if paid[seat] >= level)
        if pots and (pots[-1].seats == seats or not seats):
            amount, seats = amount + pots[-1].amount, pots.pop().seats
        if amount:
            pots.append(Pot(amount, seats))
        amount, below = 0, level
    if pots and not pots[0].seats:  # all who have paid have folded or gone
        return (Pot(pots[0].amount, tuple(contenders)),)
    return tuple(pots)


def split(amount: int, winners: Sequence[int]) -> tuple[int, ...]:
    """Return each winner's part; odd chips go one by one to the first of them."""
    part, odd = divmod(amount, len(winners))
    return tuple(part + (place < odd) for place in range(len(winners)))
