"""Mover reads orders and positions as text, and tells people what happens.

Source of what is an order: mover/moves_tests.cpp of libxayagame.
"""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace as changed

from p2pgame.engine import Game, IllegalMove, Ticked
from p2pgame.engine.ticks import forward
from p2pgame.games.mover.mover import ORDERS
from p2pgame.games.mover.mover_text import notation
from p2pgame.games.mover.plane import DIRECTIONS
from tests.english import english
from tests.games.walks import GAME, OPTIONS, plane, seen, step


@pytest.mark.row("M07")
@pytest.mark.parametrize(
    ("order", "valid"),
    [
        *(("k 1", True), ("b 1000000", True)),
        *(("", False), ("k", False), ("42", False), ("k ", False), ("k 42 42", False)),
        *(("42 42", False), ("kk 42", False), ("x 42", False), ("K 42", False)),
        *(("k k", False), ("k 0", False), ("k 2.5", False), ("k -1", False)),
        *(("k 1000001", False), ("k +1", False), ("k 01", False), ("k  1", False)),
        *(("k 1e3", False), ("k True", False), ("k ٢", False), ("k ²", False)),
        *((" k 1", False), ("k 1\n", False), ("k\t1", False), ("k1", False)),
        *(("k " + "9" * 5000, False), ("Dr. Evil 1 million dollars!", False)),
        *(('{"d": "k", "n": 1}', False), (" 1", False), ("none 1", False)),
    ],
)
def test_only_a_direction_and_1_to_1000000_steps_are_an_order(
    order: str, valid: bool
) -> None:
    state, _ = step(plane(), {0: order})
    assert bool(seen(state)) == valid
    if not valid:
        with pytest.raises(IllegalMove):
            forward(GAME, plane(), Ticked(((0, order),)))


@given(
    st.one_of(
        st.text(max_size=12),
        st.from_regex(r"[a-zA-Z ]? ?[-+]?0?[0-9]{0,8}", fullmatch=True),
        st.builds(
            "{} {}".format, st.sampled_from([*DIRECTIONS]), st.integers(-2, 1_000_002)
        ),
    ),
    st.integers(-1, 3),
    st.sampled_from([0, 999, 1000]),
)
def test_orders_are_judged_as_the_turn_offers_them(
    order: str, player: int, tick: int
) -> None:
    """The short cut for good orders answers like the rule that every game has."""
    state = changed(plane(), tick=tick)
    assert GAME.why_illegal(state, player, order) == Game.why_illegal(
        GAME, state, player, order
    )


@pytest.mark.row("M19")
def test_direction_and_steps_are_there_only_while_somebody_walks() -> None:
    state, _ = step(plane(), {0: "k 2", 2: "l 1"})
    assert notation(state) == (
        '{"tick":1,"players":'
        '{"0":{"x":0,"y":1,"dir":"up","steps":1},"2":{"x":1,"y":0}}}'
    )
    assert GAME.show(state, {}) == (
        "tick 1 of 1000\nplayer 0 at (0, 1), 1 up\nplayer 2 at (1, 0)"
    )
    assert GAME.show(plane(), {}) == "tick 0 of 1000"


@given(st.randoms(use_true_random=False))
def test_a_position_is_read_as_it_is_written_and_goes_on_alike(
    rng: random.Random,
) -> None:
    state = plane(4)
    for _ in range(rng.randint(0, 9)):
        state, _ = step(state, {rng.randrange(4): f"{rng.choice([*ORDERS])} 3"})
    read = GAME.position(4, OPTIONS, notation(state))
    for _ in range(4):
        assert notation(read) == notation(state)
        orders = {rng.randrange(4): f"{rng.choice([*ORDERS])} 2"}
        read, state = step(read, orders)[0], step(state, orders)[0]


@pytest.mark.parametrize(
    "text",
    [
        *("", "[]", "{}", '{"tick":1}', '{"tick":1,"players":{}} '[:-2], "\ud800"),
        '{"tick":-1,"players":{}}',
        '{"tick":1001,"players":{}}',
        '{"tick":1,"players":{},"more":1}',
        '{"tick":1,"players":{"3":{"x":0,"y":0}}}',
        '{"tick":1,"players":{"-1":{"x":0,"y":0}}}',
        '{"tick":1,"players":{"01":{"x":0,"y":0}}}',
        '{"tick":1,"players":{"a":{"x":0,"y":0}}}',
        '{"tick":1,"players":{"1":{"x":0,"y":0},"0":{"x":0,"y":0}}}',
        '{"tick":1,"players":{"0":{"x":0}}}',
        '{"tick":1,"players":{"0":{"x":0.5,"y":0}}}',
        '{"tick":1,"players":{"0":{"x":0,"y":9999999999999}}}',
        '{"tick":1,"players":{"0":{"x":0,"y":0,"dir":"up"}}}',
        '{"tick":1,"players":{"0":{"x":0,"y":0,"steps":1}}}',
        '{"tick":1,"players":{"0":{"x":0,"y":0,"dir":"none","steps":1}}}',
        '{"tick":1,"players":{"0":{"x":0,"y":0,"dir":"up","steps":0}}}',
        '{"tick":1,"players":{"0":{"x":0,"y":0,"dir":"up","steps":1000001}}}',
    ],
)
def test_a_text_that_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        GAME.position(3, OPTIONS, text)


@pytest.mark.row("M21")
def test_each_tick_is_one_line_for_people() -> None:
    orders = Ticked(((0, "u 10"), (2, "h 1")))
    assert english(GAME.tell(plane(), orders)) == (
        "tick 1: player 0 orders 10 right-up, player 2 orders 1 left"
    )
    assert english(GAME.tell(plane(), Ticked(()))) == "tick 1: no orders"


def test_a_hint_says_where_a_key_leads() -> None:
    hints = [GAME.hint(plane(), 0, offer, {}) for offer in ORDERS.values()]
    assert hints[0] == "l (→) 1…1000000"
