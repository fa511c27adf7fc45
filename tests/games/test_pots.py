"""Pots are main and side pots, and odd chips go one by one to winners."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from p2pgame.games.poker.pots import Pot, make_pots, split


def test_equal_chips_make_one_pot() -> None:
    assert make_pots([10, 10, 10], (1, 2, 0)) == (Pot(30, (1, 2, 0)),)


def test_each_all_in_caps_a_pot() -> None:
    assert make_pots([10, 30, 50, 50], (3, 0, 1, 2)) == (
        Pot(40, (3, 0, 1, 2)),
        Pot(60, (3, 1, 2)),
        Pot(40, (3, 2)),
    )


def test_the_chips_of_players_who_folded_stay_in_without_a_claim() -> None:
    assert make_pots([10, 30, 50, 50, 20], (2, 3)) == (Pot(160, (2, 3)),)
    assert make_pots([10, 30, 50, 50, 20], (0, 2, 3)) == (
        Pot(50, (0, 2, 3)),
        Pot(110, (2, 3)),
    )


def test_dead_money_is_for_everybody() -> None:
    assert make_pots([0, 20, 20], (0, 1, 2), dead=5) == (
        Pot(5, (0, 1, 2)),
        Pot(40, (1, 2)),
    )


def test_odd_chips_go_one_by_one_to_the_first_winners() -> None:
    assert split(11, (4, 1, 2)) == (4, 4, 3)
    assert split(12, (4, 1, 2)) == (4, 4, 4)
    assert split(2, (0, 1, 2)) == (1, 1, 0)


@given(st.lists(st.integers(0, 10**12), min_size=2, max_size=10), st.data())
def test_no_chip_is_lost_and_nobody_wins_more_than_a_match(
    paid: list[int], data: st.DataObject
) -> None:
    top = paid.index(max(paid))
    others = [seat for seat in range(len(paid)) if seat != top]
    contenders = (top, *data.draw(st.lists(st.sampled_from(others), unique=True)))
    pots = make_pots(paid, contenders)
    assert sum(pot.amount for pot in pots) == sum(paid)
    for seat in contenders:
        won = sum(pot.amount for pot in pots if seat in pot.seats)
        assert won == sum(min(chips, paid[seat]) for chips in paid)
