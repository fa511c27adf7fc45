"""Ticks go forward and backward, take late orders, and change branches."""

from __future__ import annotations

import random
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace as changed

from p2pgame.engine import IllegalMove, Over, Ticked, digest
from p2pgame.engine.ticks import Ticks, Undo, backward, forward, pack, screen, unpack
from tests.engine.vampires import (
    GAME,
    SEATS,
    STILL,
    Night,
    NightOptions,
    Orders,
    ledger,
    night,
    pass_ticks,
    some_orders,
    straight,
    wind,
    windless,
)
from tests.english import refusing


def test_a_tick_is_closed_and_never_happens() -> None:
    ticks = ledger()
    ticks.happen(STILL)
    with refusing(IllegalMove, match="closed"):
        ticks.happen(Ticked(()))
    assert ticks.tick == 0


@pytest.mark.row("M14")
@given(st.randoms(use_true_random=False))
def test_backward_takes_forward_back(rng: random.Random) -> None:
    state = night(blood=9)
    steps: list[tuple[Night, Undo[Night]]] = []
    for tick, orders in some_orders(rng, 20).items():
        if isinstance(GAME.turn(state), Over):
            break
        state = GAME.apply(state, wind(tick))
        before = state
        ticked, _ = screen(GAME, state, orders)
        state, undo = forward(GAME, state, ticked)
        assert undo.before is before
        steps.append((before, undo))
        packed = unpack(changed(state), pack(undo))
        assert packed == undo
    for before, undo in reversed(steps):
        assert backward(changed(undo.after), undo) == before


def test_undo_data_of_another_tick_are_refused() -> None:
    _, undo = forward(GAME, windless(), Ticked(((0, "left"),)))
    other, _ = forward(GAME, windless(), Ticked(((0, "right"),)))
    with refusing(ValueError, match="another state"):
        backward(other, undo)
    with refusing(ValueError, match="take back"):
        unpack(other, pack(undo))


def test_packed_undo_data_are_as_long_as_the_change_and_refused_if_damaged() -> None:
    crowd = changed(
        windless(),
        places=tuple(range(1000, 2000)),
        blood=tuple(range(5000, 6000)),
        necklaces=(False,) * 1000,
    )
    moved = changed(crowd, blood=(*crowd.blood[:-1], 7))
    packed = pack(Undo(crowd, moved))
    assert len(packed) < 100
    assert unpack(moved, packed).before == crowd
    for damaged in (b"", packed[:-1], packed + b"x", b"x" * 50):
        with pytest.raises(ValueError):
            unpack(moved, damaged)


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
            ticks.happen(wind(now))
            ticks.close()


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
    ticks.happen(STILL)
    ticks.close()
    ticks.happen(STILL)
    assert ticks.give(1, 1, "right") is None
    ticks.close()
    assert ticks.refused(1)[1].code == "not-your-turn"
    assert ticks.state.blood[1] == 0
    assert ticks.give(0, 0, "west") is None
    assert ticks.refused(1) == {}
    assert ticks.before(1).blood[1] == 1
    assert ticks.state.places[1] == 2


def test_ticks_after_the_end_pass_without_effect() -> None:
    ticks = ledger(blood=1)
    for _ in range(GAME.ticks):
        ticks.happen(STILL)
        ticks.close()
    assert isinstance(ticks.turn, Over)
    end = ticks.state
    ticks.give(ticks.tick, 0, "left")
    assert ticks.close() == end
    assert ticks.refused(GAME.ticks)[0].code == "no-tick"


@pytest.mark.row("M20")
def test_a_preview_is_provisional_and_replaced_when_the_tick_is_closed() -> None:
    ticks = ledger()
    ticks.happen(STILL)
    ticks.give(0, 1, "right")
    before = ticks.save()
    assert ticks.preview({0: "left"}).places == (-1, 2, 2, 3, 4)
    assert ticks.preview({0: "right", 2: "up"}).places == (1, 2, 2, 3, 4)
    # Orders already given take precedence over a preview.
    assert ticks.preview({1: "left"}).places == (0, 2, 2, 3, 4)
    assert ticks.save() == before
    ticks.give(0, 0, "right")
    assert ticks.close().places == (1, 2, 2, 3, 4)


@pytest.mark.row("M15")
@pytest.mark.parametrize("seed", range(20))
def test_another_branch_up_to_50_ticks_deep_equals_a_straight_replay(
    seed: int,
) -> None:
    rng = random.Random(seed)
    orders = some_orders(rng, 120)
    ticks = ledger(horizon=50)
    now = 0
    for _ in range(6):
        now = min(120, now + rng.randint(1, 60))
        pass_ticks(ticks, orders, now)
        now = max(ticks.earliest, now - rng.randint(0, 50))
        assert ticks.rewind(now) == straight(orders, now)
        branch = some_orders(rng, 120)
        orders |= {tick: branch[tick] for tick in range(now, 120)}
    pass_ticks(ticks, orders, 120)
    assert digest(ticks.state) == digest(straight(orders, 120))


@pytest.mark.row("M18")
@pytest.mark.parametrize("seating", list(permutations(range(4)))[1:])
def test_a_tick_does_not_depend_on_the_order_of_players(
    seating: tuple[int, ...],
) -> None:
    """With other seats everybody meets the same fate, if nobody gives an order."""
    state = changed(
        windless(),
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
