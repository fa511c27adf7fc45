"""Some orders count in a tick; others are refused and change nothing."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pgame.engine import Chosen, Event, IllegalMove, Rolled, Ticked, digest
from p2pgame.engine.play import advance
from p2pgame.engine.ticks import BeyondHorizon, forward
from p2pgame.engine.turns import MOVE_LIMIT
from tests.engine.vampires import (
    GAME,
    SEATS,
    ledger,
    night,
    pass_ticks,
    some_orders,
)
from tests.english import refusing


@pytest.mark.row("M01")
@pytest.mark.parametrize(
    "event",
    [
        Ticked(((1, "left"), (0, "left"))),
        Ticked(((1, "left"), (1, "right"))),
        Ticked(((0, "up"),)),
        Ticked(((SEATS, "left"),)),
        Ticked(((-1, "left"),)),
        Rolled((0,)),
        Chosen(0, "left"),
    ],
)
def test_the_whole_input_of_a_tick_is_one_legal_order_a_player(event: Event) -> None:
    with pytest.raises(IllegalMove):
        advance(GAME, night(), event)
    if isinstance(event, Ticked):
        with pytest.raises(IllegalMove):
            forward(GAME, night(), event)


@pytest.mark.row("M01")
@pytest.mark.parametrize("tick", [-1, 0, 10, 28, 1000])
def test_orders_beyond_the_horizon_are_refused_and_change_nothing(tick: int) -> None:
    ticks = ledger(horizon=8)
    pass_ticks(ticks, some_orders(random.Random(1), 19), 19)
    before = ticks.state
    with refusing(BeyondHorizon, match="11 to 27") as caught:
        ticks.give(tick, 0, "left")
    assert caught.value.code == "beyond-horizon"
    assert ticks.state == before
    for open_tick in (11, 19, 27):
        ticks.give(open_tick, 0, "left")


@pytest.mark.parametrize("first", ["left", "nonsense"])
def test_of_a_players_orders_for_a_tick_the_first_counts(first: str) -> None:
    ticks = ledger()
    assert ticks.give(0, 2, first) is None
    reason = ticks.give(0, 2, "right")
    assert reason is not None
    assert reason.code == "second-order"
    ticks.close()
    assert ticks.state.places[2] == (1 if first == "left" else 2)
    reason = ticks.give(0, 2, "right")
    assert reason is not None
    assert ticks.state.places[2] == (1 if first == "left" else 2)


GARBAGE = st.one_of(
    st.text(max_size=40),
    st.text(min_size=MOVE_LIMIT + 1, max_size=MOVE_LIMIT + 20),
    st.sampled_from(
        ["left ", "LEFT", "left right", "\ud800", "l\x00ft", "", "🧛" * 999]
    ),
)


@pytest.mark.row("M17")
@given(
    st.lists(st.tuples(st.integers(-3, 12), st.integers(-9, 9), GARBAGE), max_size=30)
)
def test_garbage_does_not_change_the_state_of_the_honest(
    garbage: list[tuple[int, int, str]],
) -> None:
    """Player 4 is hostile, and so is an author who claims a missing seat."""
    orders = some_orders(random.Random(7), 6)
    for given_orders in orders.values():
        given_orders.pop(4, None)
    clean, dirty = ledger(horizon=4), ledger(horizon=4)
    pass_ticks(clean, orders, 6)
    pass_ticks(dirty, orders, 5)
    for tick, player, order in garbage:
        hostile = player if not 0 <= player < 4 else 4
        try:
            dirty.give(tick, hostile, order)
        except BeyondHorizon:
            continue
    pass_ticks(dirty, orders, 6)
    assert digest(dirty.state) == digest(clean.state)


def test_garbage_is_answered_with_a_reason() -> None:
    ticks = ledger()
    for player, order, code in (
        (SEATS, "left", "no-such-player"),
        (-1, "left", "no-such-player"),
        (0, "x" * (MOVE_LIMIT + 1), "no-order"),
        (0, "left\n", "no-order"),
    ):
        reason = ticks.give(0, player, order)
        assert reason is not None
        assert reason.code == code
    before = ticks.state.places
    assert ticks.give(0, 0, "up") is None
    assert ticks.close().places == before
