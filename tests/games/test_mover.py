"""Mover agrees with libxayagame's published vectors, and everybody walks right.

Source: mover/logic_tests.cpp, moves_tests.cpp and pending_tests.cpp of
libxayagame.  Its players a, b, c and its names for directions are ours 0, 1, 2
and the same names; its JSON orders {"d": "k", "n": 2} are our text "k 2".
"""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace as changed

from p2pgame.engine import IllegalMove, Over, Tick, Ticked, advance, start
from p2pgame.engine.ticks import Ticks, backward, forward
from p2pgame.games.mover.mover import ENOUGH, ORDERS, MoverOptions
from p2pgame.games.mover.plane import DIRECTIONS, Plane, Walk
from tests.english import refusing
from tests.games.walks import GAME, OPTIONS, At, plane, seen, step, walk_about

ROOT = Path(__file__).parents[2]

#: Name of the vector → the orders of each tick, and all places after it.
VECTORS: dict[str, list[tuple[dict[int, str], dict[int, At]]]] = {
    "EmptyMoves": [({}, {})] * 10,
    "InvalidMoveIgnored": [({0: "this is not a valid move"}, {})],
    "MovingAround": [
        ({0: "k 2", 1: "l 1"}, {0: (0, 1, "up", 1), 1: (1, 0)}),
        (
            {0: "j 1", 2: "y 2"},
            {0: (0, 0), 1: (1, 0), 2: (-1, 1, "left-up", 1)},
        ),
        ({}, {0: (0, 0), 1: (1, 0), 2: (-2, 2)}),
    ],
}


@pytest.mark.row("M11", "M12", "M14")
@pytest.mark.parametrize("vector", VECTORS)
def test_libxayagames_vectors_hold_forward_and_backward(vector: str) -> None:
    state = plane()
    undos = []
    for orders, expected in VECTORS[vector]:
        state, undo = step(state, orders)
        assert seen(state) == expected
        undos.append((undo, state))
    for undo, after in reversed(undos):
        assert state == after
        state = backward(state, undo)
    assert state == plane()


@pytest.mark.row("M02", "M05")
def test_a_tick_without_orders_moves_only_players_with_steps_left() -> None:
    state, _ = step(plane(), {0: "u 3", 1: "l 1"})
    for distance in (2, 3, 3, 3):
        state, _ = step(state, {})
        place = seen(state)
        assert place[0][:2] == (distance, distance)
        assert place[1] == (1, 0)
        assert 2 not in place


@pytest.mark.row("M04")
def test_the_first_tick_starts_from_an_empty_plane() -> None:
    assert plane() == Plane(0, 1000, 1, (None, None, None), horizon=5)
    assert seen(plane()) == {}
    assert isinstance(GAME.turn(plane()), Tick)


@pytest.mark.row("M08")
def test_a_first_order_puts_a_player_in_the_middle_and_its_undo_removes_them() -> None:
    before, _ = step(plane(), {0: "l 5"})
    after, undo = step(before, {2: "h 1"})
    assert seen(after) == {0: (2, 0, "right", 3), 2: (-1, 0)}
    assert seen(backward(after, undo)) == {0: (1, 0, "right", 4)}


@pytest.mark.row("M09", "M10")
def test_a_new_order_replaces_the_old_one_in_the_same_tick_and_undoing_restores() -> (
    None
):
    before, _ = step(plane(), {0: "u 10"})
    after, undo = step(before, {0: "j 3"})
    assert seen(after) == {0: (1, 0, "down", 2)}
    assert backward(after, undo) == before
    assert seen(before) == {0: (1, 1, "right-up", 9)}
    assert seen(step(before, {})[0]) == {0: (2, 2, "right-up", 8)}


@pytest.mark.row("M12", "M13")
def test_an_order_of_one_step_starts_and_ends_in_one_tick_and_is_undone_exactly() -> (
    None
):
    before, _ = step(plane(), {0: "u 10"})
    after, undo = step(before, {0: "h 1", 1: "k 1"})
    assert seen(after) == {0: (0, 1), 1: (0, 1)}
    assert backward(after, undo) == before


@pytest.mark.row("M11")
@pytest.mark.parametrize(
    ("key", "name", "offset"),
    [
        *(("l", "right", (1, 0)), ("h", "left", (-1, 0))),
        *(("k", "up", (0, 1)), ("j", "down", (0, -1))),
        *(("u", "right-up", (1, 1)), ("n", "right-down", (1, -1))),
        *(("y", "left-up", (-1, 1)), ("b", "left-down", (-1, -1))),
    ],
)
def test_each_of_eight_directions_is_one_step_a_tick(
    key: str, name: str, offset: tuple[int, int]
) -> None:
    x, y = offset
    state, _ = step(plane(), {0: f"{key} 3"})
    assert seen(state) == {0: (x, y, name, 2)}
    state, _ = step(state, {})
    assert seen(state) == {0: (2 * x, 2 * y, name, 1)}
    state, _ = step(state, {})
    assert seen(state) == {0: (3 * x, 3 * y)}


def naive(states: dict[int, list[int]], orders: Mapping[int, str]) -> None:
    """Move one by one, as the game's rules are written: x, y, right, up, steps."""
    for player, order in orders.items():
        key, steps = order.split()
        x, y = states.get(player, [0, 0])[:2]
        states[player] = [x, y, *DIRECTIONS[key][1:], int(steps)]
    for walk in states.values():
        if walk[4]:
            walk[0] += walk[2]
            walk[1] += walk[3]
            walk[4] -= 1


@pytest.mark.row("M14")
@given(st.randoms(use_true_random=False), st.integers(1, 12))
def test_walking_by_the_last_order_is_walking_step_by_step(
    rng: random.Random, seats: int
) -> None:
    state, walks = plane(seats), dict[int, list[int]]()
    kept = []
    for _ in range(12):
        orders = {
            player: f"{rng.choice([*ORDERS])} {rng.choice((1, 2, 3, 9))}"
            for player in range(seats)
            if rng.random() < 0.3
        }
        before = state
        state, undo = step(before, orders)
        naive(walks, orders)
        assert {player: at[:2] for player, at in seen(state).items()} == {
            player: (walk[0], walk[1]) for player, walk in sorted(walks.items())
        }
        left = [at[3] if len(at) == 4 else 0 for at in seen(state).values()]
        assert left == [walks[player][4] for player in sorted(walks)]
        kept.append((before, undo, state))
    for before, undo, after in reversed(kept):
        assert backward(after, undo) == before


def test_a_late_order_turns_a_walk_that_is_over_by_now() -> None:
    ticks = Ticks(GAME, plane(), seats=3)
    ticks.give(0, 0, "u 2")
    for _ in range(5):
        ticks.close()
    assert seen(ticks.state) == {0: (2, 2)}
    ticks.give(1, 0, "h 9")
    assert seen(ticks.state) == {0: (-3, 1, "left", 5)}


#: x, y and steps left of a walk upward; the orders not confirmed → the target.
PENDING: list[tuple[At | None, list[str], tuple[int, int]]] = [
    (None, ["k 2"], (0, 2)),
    ((42, -10, "up", 5), ["h 5"], (37, -10)),
    (None, ["h 5", "j 2"], (0, -2)),
]


@pytest.mark.row("M20")
@pytest.mark.parametrize(("confirmed", "orders", "target"), PENDING)
def test_the_target_of_an_order_shows_before_it_is_confirmed(
    confirmed: At | None, orders: list[str], target: tuple[int, int]
) -> None:
    """The values of pending_tests.cpp: the last of the orders typed is shown."""
    walk = Walk(42, -10, "k", 5, 0) if confirmed else None
    state = changed(plane(1), walks=(walk,))
    shown = forward(GAME, state, Ticked(((0, orders[-1]),)))[0].walks[0]
    assert shown is not None
    assert shown.target() == target
    # Another order is confirmed, and it counts.
    state, _ = forward(GAME, state, Ticked(((0, "l 1"),)))
    assert seen(state) == {0: (43, -10) if confirmed else (1, 0)}


def test_the_endless_plane_is_over_after_the_ticks_agreed_on_and_nobody_wins() -> None:
    state = start(GAME, 3, MoverOptions(ticks=2, field=0)).state
    for _ in range(2):
        assert isinstance(GAME.turn(state), Tick)
        state, _ = step(state, {1: "l 9"})
    assert GAME.turn(state) == Over((0, 0, 0))
    with refusing(IllegalMove, match="over"):
        advance(GAME, state, Ticked(()))


@pytest.mark.parametrize(
    "options",
    [
        *(MoverOptions(ticks=0), MoverOptions(ticks=1_000_001)),
        *(MoverOptions(seconds=0), MoverOptions(seconds=3601)),
        *(MoverOptions(field=4), MoverOptions(field=52), MoverOptions(field=-1)),
    ],
)
def test_options_have_bounds(options: MoverOptions) -> None:
    with pytest.raises(ValueError):
        start(GAME, 3, options)


def test_a_tick_is_as_long_as_agreed_and_a_thousand_may_play() -> None:
    turn = GAME.turn(start(GAME, 1000, MoverOptions(seconds=30)).state)
    assert turn == Tick(tuple(range(1000)), (*ORDERS.values(), ENOUGH), 30, 5)
    for seats in (0, 1001):
        with refusing(ValueError, match="1 to 1000"):
            start(GAME, seats, OPTIONS)


@pytest.mark.row("M03")
@pytest.mark.parametrize("seed", ["0", "1"])
def test_equal_orders_give_equal_bytes_in_any_process(seed: str) -> None:
    code = "from tests.games.walks import walk_about; print(walk_about())"
    other = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={"PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert other.stdout.strip() == walk_about()
