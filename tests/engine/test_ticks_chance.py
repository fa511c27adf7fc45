"""A tick that needs chance is preceded by a roll, which stays with its tick."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest
from msgspec.structs import replace as changed

from p2pgame.engine import Roll, Rolled, Tick, Turn, digest
from p2pgame.engine.ticks import Ticks
from tests.engine.vampires import (
    GAME,
    SEATS,
    Night,
    NightOptions,
    Vampires,
    ledger,
    night,
    pass_ticks,
    some_orders,
    straight,
    wind,
)


class Gusts(Vampires):
    """Asks for a wind only while a vampire is far west, so it depends on orders."""

    def turn(self, state: Night) -> Turn:
        turn = super().turn(state)
        if isinstance(turn, Roll) and min(state.places) > -5:
            return Tick(tuple(range(len(state.blood))), ("left", "right", "west"))
        return turn

    def step(self, state: Night, orders: Mapping[int, str]) -> Night:
        return super().step(changed(state, wind=state.wind or 0), orders)


@pytest.mark.row("M16")
def test_chance_is_a_roll_before_the_tick_and_never_in_the_rules() -> None:
    """Equal rolls give equal states on every peer, and another roll another one."""
    one, other = ledger(), ledger()
    for tick in range(30):
        for ticks in (one, other):
            assert ticks.turn == Roll(3)
            ticks.happen(wind(tick))
            ticks.close()
    assert digest(one.state) == digest(other.state)
    assert one.rewind(29) == other.rewind(29)
    one.happen(Rolled((0,)))
    other.happen(Rolled((2,)))
    assert one.close() != other.close()


def test_a_late_order_leaves_each_roll_with_its_tick() -> None:
    orders = some_orders(random.Random(5), 20)
    late = orders[10].pop(2, "left")
    ticks = ledger()
    pass_ticks(ticks, orders, 20)
    ticks.happen(wind(20))
    assert ticks.give(10, 2, late) is None
    orders[10][2] = late
    assert ticks.state == GAME.apply(straight(orders, 20), wind(20))
    assert isinstance(ticks.turn, Tick)


def gusts(last: int) -> Ticks[Night, NightOptions]:
    """Return a ledger in which player 4 stands at ``last``, the others in the east."""
    state = changed(night(), places=(0, 10, 20, 30, last))
    return Ticks(Gusts(), state, seats=SEATS)


def test_a_roll_that_is_not_asked_for_any_more_is_void() -> None:
    ticks = gusts(last=-5)
    for _ in range(2):
        ticks.happen(Rolled((1,)))
        ticks.close()
    ticks.rewind(1)
    ticks.happen(Rolled((2,)))
    assert ticks.close().places == (1, 11, 21, 31, -4)
    ticks.give(0, 4, "right")
    assert ticks.state.places == (0, 10, 20, 30, -4)


def test_a_tick_that_a_roll_is_missing_for_passes_without_effect() -> None:
    ticks = gusts(last=-4)
    ticks.close()
    ticks.give(1, 0, "left")
    ticks.close()
    assert ticks.refused(1) == {}
    ticks.give(0, 4, "left")
    assert ticks.refused(1)[0].code == "no-tick"
    assert ticks.turn == Roll(3)
    ticks.happen(Rolled((2,)))
    assert ticks.close().places == (1, 11, 21, 31, -4)
