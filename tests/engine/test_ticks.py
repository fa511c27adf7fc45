"""Ticks go forward and backward, and take late orders."""

from __future__ import annotations

import random
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace as changed

from p2pgame.engine import Over, Ticked, digest
from p2pgame.engine.ticks import Ticks, Undo, backward, forward, screen
from tests.engine.vampires import (
    GAME,
    SEATS,
    Night,
    NightOptions,
    Orders,
    ledger,
    night,
    some_orders,
    straight,
)
from tests.english import refusing


@pytest.mark.row("M14")
@given(st.randoms(use_true_random=False))
def test_backward_takes_forward_back(rng: random.Random) -> None:
    state = night(blood=9)
    steps: list[tuple[Night, Undo[Night]]] = []
    for orders in some_orders(rng, 20).values():
        if isinstance(GAME.turn(state), Over):
            break
        before = state
        ticked, _ = screen(GAME, state, orders)
        state, undo = forward(GAME, state, ticked)
        assert undo.before is before
        steps.append((before, undo))
    for before, undo in reversed(steps):
        assert backward(changed(undo.after), undo) == before


def test_undo_data_of_another_tick_are_refused() -> None:
    _, undo = forward(GAME, night(), Ticked(((0, "left"),)))
    other, _ = forward(GAME, night(), Ticked(((0, "right"),)))
    with refusing(ValueError, match="another state"):
        backward(other, undo)


def arrive(
    ticks: Ticks[Night, NightOptions], orders: Orders, rng: random.Random, length: int
) -> None:
    """Close ``length`` ticks; orders arrive early, in time, or up to 12 ticks late."""
    feeds = {
        player: [(t, given[player]) for t, given in orders.items() if player in given]
        for player in range(SEATS)
    }
    for now in range(length + 1):
        for player, feed in feeds.items():
            while feed and (
                (now == length or feed[0][0] <= now - 12)
                or (feed[0][0] <= now + 3 and rng.random() < 0.6)
            ):
                assert ticks.give(feed[0][0], player, feed.pop(0)[1]) is None
        if now < length:
            ticks.close()


@pytest.mark.row("M15")
@pytest.mark.parametrize("seed", range(40))
def test_whenever_orders_come_within_the_horizon_the_state_is_the_same(
    seed: int,
) -> None:
    rng = random.Random(seed)
    length, blood = 40, rng.choice((4, 15, 40))
    orders = some_orders(rng, length)
    expected = straight(orders, length, blood=blood)
    for _ in range(2):
        ticks = ledger(12, blood=blood)
        arrive(ticks, orders, rng, length)
        assert ticks.tick == length
        assert digest(ticks.state) == digest(expected)


def test_the_dead_give_no_orders_and_a_late_order_can_save_them() -> None:
    """Player 1 stands beside the necklace of player 0, with one drop left."""
    ticks = ledger(blood=1)
    ticks.close()
    assert ticks.give(1, 1, "right") is None
    ticks.close()
    assert ticks.state.blood[1] == 0
    assert ticks.state.places[1] == 1
    assert ticks.give(0, 0, "west") is None
    assert ticks.before(1).blood[1] == 1
    assert ticks.state.places[1] == 2


def test_ticks_after_the_end_pass_without_effect() -> None:
    ticks = ledger(blood=1)
    for _ in range(GAME.ticks):
        ticks.close()
    assert isinstance(GAME.turn(ticks.state), Over)
    end = ticks.state
    ticks.give(ticks.tick, 0, "left")
    assert ticks.close() == end


@pytest.mark.row("M18")
@pytest.mark.parametrize("seating", list(permutations(range(4)))[1:])
def test_a_tick_does_not_depend_on_the_order_of_players(
    seating: tuple[int, ...],
) -> None:
    """With other seats everybody meets the same fate, if nobody gives an order."""
    state = changed(
        night(),
        places=(0, 1, 1, 2),
        blood=(2, 5, 1, 9),
        necklaces=(True, False, False, True),
    )

    def reseated(old: Night) -> Night:
        return changed(
            old,
            places=tuple(old.places[who] for who in seating),
            blood=tuple(old.blood[who] for who in seating),
            necklaces=tuple(old.necklaces[who] for who in seating),
        )

    after, _ = forward(GAME, state, Ticked(()))
    assert after.blood != state.blood
    assert forward(GAME, reseated(state), Ticked(()))[0] == reseated(after)
