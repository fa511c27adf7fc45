"""Main and side pots: who can win how much, and how a pot is split.

Every seat's chips are cut into layers at each amount that somebody has paid;
a seat can win the layers that it paid for in full.  Layers that the same
seats can win are one pot, and a layer that nobody can win goes with the one
below: all who paid for it have folded.
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

    ``paid`` is per seat, and counts those who have folded; ``dead`` is money
    that everybody can win whatever they paid.
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
    return tuple(pots)


def split(amount: int, winners: Sequence[int]) -> tuple[int, ...]:
    """Return each winner's part; all chips that are left over go to the first."""
    part, odd = divmod(amount, len(winners))
    return (part + odd, *[part] * (len(winners) - 1))
