"""Each line of flow is undone by itself, with the lines that snapped for it."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pgame.engine import digest
from p2pgame.engine.state import encode
from p2pgame.games.puzzles.flow.flow import FlowState
from p2pgame.tabletop.puzzles.pending import Batch
from tests.games.flow_play import CROWDED, new, offers, play, refusal, where
from tests.tabletop.past_play import boards


@pytest.mark.row("R06")
def test_a_restart_gives_every_line_a_fresh_path() -> None:
    state = play(new("five"), "A1r", "A2d", "undo A1")
    fresh = play(state, "restart")
    assert fresh.items == new("five").items
    assert fresh.left == state.left - 1
    assert "restart" not in offers(fresh)


@pytest.mark.row("R08")
@given(st.randoms(use_true_random=False), st.integers(1, 30))
def test_undos_and_as_many_redos_lead_back_to_the_same_lines(
    rng: random.Random, count: int
) -> None:
    state = new("....A/...../....A/#####/B...B")
    for _ in range(count):
        ways = [move for move in offers(state) if move.startswith("A1")]
        if ways:
            state = play(state, rng.choice(ways))
    times = len(where(state).get("A1", "").split())
    back = play(state, *["undo A1"] * times)
    assert where(back) == {}
    again = play(back, *["redo A1"] * times)
    assert again.board == state.board
    assert again.lines.lines == state.lines.lines
    assert refusal(again, "redo A1") == "no-redo"


@pytest.mark.row("R11")
def test_a_redo_list_survives_the_same_move_alone() -> None:
    state = play(new("A..../...../....A"), "A1rrd", *["undo A1"] * 3)
    assert "redo A1" in offers(play(state, "A1r"))
    assert where(play(state, "A1r", "redo A1", "redo A1")) == {"A1": "b1 c1 c2"}
    assert "redo A1" not in offers(play(state, "A1d"))


@pytest.mark.row("R12")
def test_a_redo_list_is_dropped_when_another_line_has_come_near() -> None:
    state = play(new("A..../B..../....A/....B"), "A1rr", "undo A1", "undo A1")
    assert "redo A1" in offers(play(state, "A1r"))
    near = play(state, "B1r")
    assert "redo A1" in offers(near)
    assert "redo A1" not in offers(play(near, "A1r"))
    assert where(play(near, "redo A1", "redo A1"))["A1"] == "b1 c1"


@pytest.mark.row("R24")
def test_lines_that_snap_for_a_move_do_not_count_as_near() -> None:
    state = play(new("A.../B.../...A/...B"), "B1r", "A1rr", "undo A1", "undo A1")
    moved = play(state, "B1u", "A1r")
    assert where(moved) == {"A1": "b1", "B1": "b2"}
    assert moved.items.pending == (Batch(0, ((2, 1),)),)
    assert not moved.items.paths[2].just
    assert "redo A1" in offers(moved)
    assert "redo A1" not in offers(play(state, "undo B1", "A1r"))


@pytest.mark.row("R18")
def test_a_game_written_and_read_goes_on_with_its_whole_past() -> None:
    rng = random.Random(3)
    state = new(CROWDED)
    for _ in range(80):
        state = play(state, rng.choice(offers(state)[:-2]))
    read_again = msgspec.msgpack.decode(encode(state), type=FlowState)
    assert read_again == state
    for _ in range(80):
        move = rng.choice(offers(state)[:-2])
        state, read_again = play(state, move), play(read_again, move)
    assert digest(read_again) == digest(state)


@pytest.mark.row("R24", "R32", "R34")
def test_the_undo_of_a_move_restores_the_lines_it_snapped() -> None:
    state = play(new("A...A/B...B/C...C"), "B1rrr", "C1r")
    one = play(state, "A1rd")
    two = play(one, "C1u")
    assert two.items.pending == (Batch(0, ((2, 3),)), Batch(4, ((0, 1),)))
    assert where(two) == {"A1": "b1", "C1": "b3 b2"}
    back = play(two, "undo C1")
    assert where(back) == where(one)
    assert where(play(back, "undo A1")) == {"A1": "b1"} | where(state)
    assert play(back, "undo A1").items.pending == ()


@pytest.mark.row("R33")
@pytest.mark.parametrize(
    ("move", "left"),
    [
        ("A1 down", ()),
        ("B1 down", ()),
        ("redo B1", (Batch(2, ((0, 1),)),)),
        ("undo C1", ()),
        ("redo C1", (Batch(0, ((2, 2),)),)),
        ("C2 left", (Batch(0, ((2, 2),)),)),
    ],
)
def test_only_interfering_moves_clear_a_pending_batch(
    move: str, left: tuple[Batch, ...]
) -> None:
    state = new("A...A/B...B/...../C...C")
    state = play(state, "C1rr", "undo C1", "B1rr", "A1rd")
    assert where(state) == {"A1": "b1 b2", "C1": "b4"}
    assert state.items.pending == (Batch(0, ((2, 2),)),)
    assert play(state, move).items.pending == left


@pytest.mark.row("R34")
def test_a_batch_stays_undone_when_somebody_is_in_its_place() -> None:
    state = play(new("A...A/B...B/C...C"), "B1rrr", "A1rd", "C2lu")
    assert where(state) == {"A1": "b1 b2", "C2": "d3 d2"}
    back = play(state, "undo A1")
    assert where(back) == {"A1": "b1", "C2": "d3 d2"}
    assert back.items.pending == ()
    assert where(play(back, "redo B1"))["B1"] == "b2"


@pytest.mark.row("R26", "R34")
def test_a_batch_stays_undone_where_halves_would_meet_on_a_bridge() -> None:
    state = play(new(".A./A+B/..B"), "A2r", "B1l", "A1d")
    assert where(state) == {"A1": "b2", "B1": "b2"}
    assert where(play(state, "undo B1")) == {"A1": "b2"}
    assert where(play(state, "undo A1", "undo B1")) == {}
    back = play(new(".A./A+B/..B"), "A2r", "B1l", "undo B1")
    assert where(back) == {"A2": "b2"}


@pytest.mark.row("R35")
def test_boards_that_have_been_take_any_later_move() -> None:
    state = play(new("A..A/B..B/...."), "B1r", "A1rr", "undo A1")
    (been,) = boards(state.items)
    assert been.board == "AaaABb.B...."
    later = play(state, "A1d", "B1d", "A1r")
    piled = ((0, "b2"), (2, "a3"), (0, "c2"))
    assert boards(later.items)[0].piled == piled
    # On that board b2 was B's and still is: nothing snaps there.
    assert (been.board[5], where(later)) == ("b", {"A1": "b1 b2 c2", "B1": "a3"})
    again = play(later, "undo A1", "redo A1", "undo B1", "redo B1")
    assert boards(again.items)[0] == boards(later.items)[0]
