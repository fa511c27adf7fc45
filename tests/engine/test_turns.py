"""Amounts have one canonical form; a turn says who is to move."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pgame.engine import Amount, Choose, Deal, Tick, Together
from p2pgame.engine.turns import movers

RAISE = Amount("raise", 2, 100)


@pytest.mark.row("G30")
@given(st.integers(0, 10**18 - 1))
def test_the_canonical_text_of_a_number_is_read(number: int) -> None:
    assert RAISE.number(f"raise {number}") == number


@pytest.mark.parametrize(
    "move",
    [
        "raise",
        "raise ",
        "raise 07",
        "raise 00",
        "raise +7",
        "raise -7",
        "raise  7",
        "raise 7 ",
        " raise 7",
        "raise\t7",
        "raise 7\n",
        "raise 7.0",
        "raise 1e3",
        "raise 1_000",
        "raise 0x10",
        "raise ٣",
        "raise ７",
        "raise ²",
        "Raise 7",
        "bet 7",
        "raise7",
        "7",
        "",
        f"raise {10**18}",
        f"raise {'9' * 100_000}",
    ],
)
def test_any_other_text_is_not_a_number(move: str) -> None:
    assert RAISE.number(move) is None


@given(st.text())
def test_an_amount_that_was_read_is_written_back_alike(text: str) -> None:
    for move in (text, f"raise {text}"):
        number = RAISE.number(move)
        assert number is None or move == f"raise {number}"


def test_an_amount_is_shown_with_its_range() -> None:
    assert str(RAISE) == "raise 2…100"


def test_movers_are_those_whom_a_turn_asks() -> None:
    assert movers(Choose(2, ("a",))) == (2,)
    assert movers(Together((Choose(0, ("a",)), Choose(3, ("a",))))) == (0, 3)
    assert movers(Tick((1, 4), ("a",), 5)) == (1, 4)
    assert movers(Deal(((0, (1,)),))) == ()
