"""This module finds the next player; every turn order is a case of that.

``seats`` are the players who take part, in playing order; all others are skipped.
"""

from __future__ import annotations

from collections.abc import Sequence


def after(player: int, seats: Sequence[int], by: int = 1) -> int:
    """Return the player ``by`` places on: −1 goes backwards, 2 skips one.

    A ``player`` who no longer takes part counts from between the seats with lower
    and higher numbers; then ``seats`` MUST be in ascending order.

    Raises:
      ValueError: Nobody takes part.
    """
    if not seats:
        raise ValueError("there is nobody whose turn it could be")
    if player in seats:
        return seats[(list(seats).index(player) + by) % len(seats)]
    lower = sum(seat < player for seat in seats)
    return seats[(lower + by - (by > 0)) % len(seats)]


def starting_with(player: int, seats: Sequence[int]) -> tuple[int, ...]:
    """Return all ``seats`` in order, starting with ``player`` or the next after."""
    first = player if player in seats else after(player, seats)
    place = list(seats).index(first)
    return (*seats[place:], *seats[:place])
