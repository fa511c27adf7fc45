"""Turn orders give the next player."""

from __future__ import annotations

import pytest

from p2pgame.tabletop.orders import after, starting_with
from tests.english import refusing

TABLE = range(4)


def sequence(seats: list[int] | range, by: int, first: int = 0) -> list[int]:
    """Return the players of the next six turns."""
    order = [first]
    while len(order) < 6:
        order.append(after(order[-1], seats, by))
    return order


@pytest.mark.row("G19", "B18")
@pytest.mark.parametrize(
    ("seats", "by", "order"),
    [
        (TABLE, 1, [0, 1, 2, 3, 0, 1]),
        (TABLE, -1, [0, 3, 2, 1, 0, 3]),
        (TABLE, 2, [0, 2, 0, 2, 0, 2]),
        ([0, 1, 3], 1, [0, 1, 3, 0, 1, 3]),
        ([2, 0, 3, 1], 1, [0, 3, 1, 2, 0, 3]),
        ([2, 0, 3, 1], -1, [0, 2, 1, 3, 0, 2]),
        ([0], 1, [0] * 6),
    ],
    ids=["next", "reverse", "skip", "inactive", "custom", "custom reverse", "alone"],
)
def test_turn_orders(seats: list[int] | range, by: int, order: list[int]) -> None:
    assert sequence(seats, by) == order


@pytest.mark.row("G19", "B73")
@pytest.mark.parametrize(("gone", "by", "then"), [(2, 1, 3), (2, -1, 1), (3, 1, 0)])
def test_after_a_player_who_has_left_comes_the_neighbour(
    gone: int, by: int, then: int
) -> None:
    assert after(gone, [seat for seat in TABLE if seat != gone], by) == then


def test_the_lowest_and_highest_seats_are_neighbours_too() -> None:
    assert after(0, [1, 2, 3], -1) == 3
    assert after(0, [1, 2, 3], 1) == 1


def test_without_players_nobody_comes_next() -> None:
    with refusing(ValueError, match="nobody"):
        after(0, [])


def test_an_order_begins_with_a_player_or_the_next_one() -> None:
    assert starting_with(2, TABLE) == (2, 3, 0, 1)
    assert starting_with(2, [0, 1, 3]) == (3, 0, 1)
    assert starting_with(3, [2, 0, 3, 1]) == (3, 1, 2, 0)
