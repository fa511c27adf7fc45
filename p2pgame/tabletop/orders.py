"""Who comes next: one question, of which every turn order is a case.

``seats`` are those who take part, in the order in which they play; who is left
out of it is skipped.
"""

from __future__ import annotations

from collections.abc import Sequence


def after(player: int, seats: Sequence[int], by: int = 1) -> int:
    """Return who is ``by`` places after ``player``: −1 is backwards, 2 skips one.

    A player who takes part no longer still has a place, between the seats with
    a lower and a higher number; then ``seats`` must rise.

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
    """Return all of ``seats`` in their order, from ``player`` or the next on."""
    first = player if player in seats else after(player, seats)
    place = list(seats).index(first)
    return (*seats[place:], *seats[:place])
