"""A ledger keeps the last ticks, and no more."""

from __future__ import annotations

import random

import pytest

from p2pgame.engine.ticks import BeyondHorizon
from tests.engine.vampires import ledger, pass_ticks, some_orders, straight
from tests.english import refusing


@pytest.mark.row("M22")
def test_old_ticks_are_dropped_and_going_back_to_them_is_a_defined_error() -> None:
    ticks = ledger(horizon=10)
    orders = some_orders(random.Random(2), 200)
    pass_ticks(ticks, orders, 200)
    for refused in (189, 201):
        with refusing(BeyondHorizon, match="190 to 200"):
            ticks.before(refused)
    for kept in (190, 195, 200):
        assert ticks.before(kept) == straight(orders, kept)
    assert ticks.state == straight(orders, 200)
