"""Fill has drags, undos, and blocks that are pushed away."""

from __future__ import annotations

import random

import msgspec
import pytest

from p2pgame.engine import (
    Choose,
    Chosen,
    IllegalMove,
    Over,
    advance,
    digest,
    start,
)
from p2pgame.engine.state import encode
from p2pgame.games.puzzles.fill.fill import FillPuzzle
from p2pgame.games.puzzles.fill.fill_puzzle import puzzle
from p2pgame.games.puzzles.fill.fill_state import Fill
from p2pgame.games.puzzles.puzzle_game import LevelOptions
from p2pgame.games.puzzles.puzzle_levels import FILL
from p2pgame.tabletop.puzzles.levels import LevelError, read
from p2pgame.tabletop.puzzles.pending import Batch
from tests.english import english, english_or_none, refusing

GAME = FillPuzzle()
#: Four single cells in a row, and a block for each.
ROW = "level row\ngrid\n  ....\npad\n  A.B.C.D\n"
#: Six cells; the blocks are two wide.
PAIRS = "level pairs\ngrid\n  ......\npad\n  AA.BB.CC\n"


def begun(level: str) -> Fill:
    return start(GAME, 1, LevelOptions(level=level)).state


def after(level: str, *moves: str) -> Fill:
    state = begun(level)
    for move in moves:
        state = advance(GAME, state, Chosen(0, move)).state
    return state


def row(state: Fill) -> str:
    """Return the top row of the grid as it is shown."""
    return GAME.show(state, {}).split("\n")[1].removeprefix("1 ").replace(" ", "")


def refusal(state: Fill, move: str) -> str:
    """Return the code of a refusal that leaves the state alone."""
    was = digest(state)
    with pytest.raises(IllegalMove) as caught:
        advance(GAME, state, Chosen(0, move))
    assert digest(state) == was
    return caught.value.code


@pytest.mark.row("R03")
def test_blocks_dragged_onto_the_whole_grid_solve_a_known_level() -> None:
    state = after("first", "A a2", "B a1", "C c1")
    assert GAME.turn(state) == Over((0,))
    assert GAME.show(state, {}) == (
        "  a b c d\n1 B B C C\n2 A B C C\n3 A A A C\nsolved"
    )
    assert refusal(state, "A pad") == "over"


@pytest.mark.row("R03")
def test_a_block_goes_from_the_pad_to_the_grid_about_it_and_back() -> None:
    state = after(PAIRS, "A b1")
    assert GAME.show(state, {}) == (
        "  a b c d e f\n1 . A A . . .\npad\n. . . B B . C C"
    )
    state = after(PAIRS, "A b1", "A e1", "A pad")
    assert GAME.show(state, {}) == "  a b c d e f\n1 . . . . . .\npad\nA A . B B . C C"


def test_a_block_that_is_not_straight_is_placed_by_its_first_cell() -> None:
    state = after("second", "A b1")
    assert GAME.show(state, {}).startswith("  a b c d\n1 . A . .\n2 A A . .")
    assert refusal(state, "A a1") == "no-room"


@pytest.mark.row("R29")
def test_dragging_out_and_dropping_in_are_steps_that_can_be_undone() -> None:
    state = after(PAIRS, "A b1", "A d1", "A pad")
    assert [move.move for move in state.items.paths[0].done] == ["b1", "d1", "pad"]
    shown = [row(state)]
    for _ in range(3):
        state = advance(GAME, state, Chosen(0, "undo A")).state
        shown.append(row(state))
    for _ in range(3):
        state = advance(GAME, state, Chosen(0, "redo A")).state
        shown.append(row(state))
    assert shown == [
        *("......", "...AA.", ".AA...", "......"),
        *(".AA...", "...AA.", "......"),
    ]


@pytest.mark.row("R10")
def test_going_back_to_where_a_block_was_is_an_undo() -> None:
    by_undo = after(PAIRS, "A b1", "A d1", "undo A")
    by_move = after(PAIRS, "A b1", "A d1", "A b1")
    assert by_move == by_undo
    path = by_move.items.paths[0]
    assert path.moves == ("b1",)
    assert [undo.move for undo in path.redo] == ["d1"]
    assert [just.kind for just in path.just] == ["undo"]
    assert after(PAIRS, "A b1", "A pad") == after(PAIRS, "A b1", "undo A")


def test_going_elsewhere_is_no_undo_and_drops_the_redo_list() -> None:
    state = after(PAIRS, "A b1", "A d1", "undo A", "A e1")
    assert state.items.paths[0].moves == ("b1", "e1")
    assert refusal(state, "redo A") == "nothing-to-redo"


def test_the_same_move_among_the_same_blocks_keeps_the_redo_list() -> None:
    moves = ("A a1", "A b1", "A c1", "undo A", "undo A")
    kept = after(PAIRS, *moves, "A b1")
    assert [undo.move for undo in kept.items.paths[0].redo] == ["c1"]
    dropped = after(PAIRS, *moves, "B d1", "A b1")
    assert dropped.items.paths[0].redo == ()


def test_blocks_in_the_way_are_undone_and_come_back_with_the_undo() -> None:
    state = after(PAIRS, "A a1", "A c1", "B c1")
    assert row(state) == "AABB.."
    assert state.items.pending == (Batch(1, ((0, 1),)),)
    assert state.items.paths[0].just == ()
    state = advance(GAME, state, Chosen(0, "undo B")).state
    assert row(state) == "..AA.."
    assert state.items.pending == ()


def test_a_batch_without_room_stays_undone() -> None:
    state = after(PAIRS, "A c1", "B b1", "C d1")
    assert row(state) == ".BBCC."
    assert state.items.pending == (Batch(1, ((0, 1),)),)
    state = advance(GAME, state, Chosen(0, "undo B")).state
    assert row(state) == "...CC."
    assert state.items.pending == ()


def test_an_undo_that_lands_on_another_block_pushes_it_away() -> None:
    state = after(PAIRS, "A a1", "A e1", "B a1", "undo A")
    assert row(state) == "AA...."
    assert state.items.pending == ()
    assert refusal(state, "undo B") == "nothing-to-undo"


@pytest.mark.row("R29")
def test_a_cascade_that_goes_in_a_circle_is_refused() -> None:
    moves = ("B a1", "B b1", "B c1", "C d1", "C b1", "C a1", "A c1")
    state = after(ROW, *moves)
    assert row(state) == "CBA."
    # B and C have exchanged places: neither can go back first.
    assert refusal(state, "D b1") == "in-the-way"
    assert refusal(state, "undo B") == "in-the-way"
    assert refusal(state, "undo C") == "in-the-way"
    # A stuck block can be dragged out by hand first.
    freed = advance(GAME, state, Chosen(0, "C pad")).state
    assert row(advance(GAME, freed, Chosen(0, "D b1")).state) == "BDA."


@pytest.mark.row("R31")
def test_a_drop_from_the_pad_never_collides_with_where_it_comes_from() -> None:
    moves = ("B a1", "B c1")
    # B goes back to a1, which is free unless A, dragged from there, claims it too.
    assert refusal(after(ROW, *moves, "A a1"), "A c1") == "in-the-way"
    assert row(after(ROW, *moves, "A c1")) == "B.A."


@pytest.mark.row("R31")
def test_a_drop_from_the_pad_does_not_claim_its_last_place_on_the_grid() -> None:
    was_on_the_grid = ("A d1", "A b1", "A pad")
    state = after(ROW, *was_on_the_grid, "B b1", "B c1")
    assert [one.move for one in state.items.paths[0].done] == ["d1", "b1", "pad"]
    # B goes back to b1, where A was last: A comes from the pad, and claims c1 alone.
    assert row(after(ROW, *was_on_the_grid, "B b1", "B c1", "A c1")) == ".BA."


def test_impossible_moves_are_refused_with_their_reason() -> None:
    state = after(PAIRS, "A b1")
    assert refusal(state, "A b1") == "already-there"
    assert refusal(state, "A f1") == "no-room"
    assert refusal(state, "undo B") == "nothing-to-undo"
    assert refusal(state, "redo B") == "nothing-to-redo"
    for move in ("", "A", "D a1", "a b1", "A  c1", "undo", "undo D", "A a1 b1"):
        assert refusal(state, move) in {"unknown-move", "no-room"}


def test_only_the_one_player_may_move() -> None:
    with pytest.raises(IllegalMove):
        advance(GAME, begun("first"), Chosen(1, "A a1"))


def test_a_player_who_gives_up_has_not_solved_it() -> None:
    state = after(PAIRS, "A b1", "give up")
    assert GAME.turn(state) == Over((0,))
    assert GAME.show(state, {}).endswith("given up")
    assert refusal(state, "give up") == "over"


def test_every_event_is_told() -> None:
    state = after(PAIRS, "A b1")
    told = [
        english_or_none(GAME.tell(state, Chosen(0, move)))
        for move in ("A c1", "A pad", "undo A", "give up", "A z9")
    ]
    assert told == [
        "player 0 drags A to c1",
        *["player 0 drags A back to the pad"] * 2,
        "player 0 gives up",
        None,
    ]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("level", [level.name for level in read(FILL)][:3])
def test_blocks_never_overlap_and_exactly_the_offers_are_legal(
    level: str, seed: int
) -> None:
    rng, state = random.Random(seed), begun(level)
    for _ in range(60):
        turn = GAME.turn(state)
        if not isinstance(turn, Choose):
            break
        others = [move for move in turn.moves if "do" in str(move)]
        pool = others if others and rng.random() < 0.4 else turn.moves[:-1]
        state = advance(GAME, state, Chosen(0, str(rng.choice(pool)))).state
        taken = 0
        for track in state.tracks:
            assert not taken & track[-1], (level, seed)
            taken |= track[-1]
        assert msgspec.msgpack.decode(encode(state), type=Fill) == state


@pytest.mark.row("R04")
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("level a\npad\n  A\n", "line 1: level 'a' has no 'grid'"),
        ("level a\ngrid\n  .\n", "line 1: level 'a' has no 'pad'"),
        ("level a\ngrid\n  .A\npad\n  A\n", "line 3: 'A' is none of . #"),
        ("level a\ngrid\n  .\npad\n  #\n", "line 5: '#' is none of . A-Z"),
        (
            "level a\ngrid\n  ..\npad\n  A.A\n",
            "line 4: block A is not in one piece",
        ),
        (
            "level a\ngrid\n  ..\npad\n  A\n",
            "line 4: the blocks have 1 cells, the grid 2",
        ),
        (
            "level a\ngrid\n  #\npad\n  .\n",
            "line 4: the blocks have 0 cells, the grid 0",
        ),
        (
            "level a\ngrid\n  .\npad\n  A\nmore\n",
            "line 6: 'more' is not known here, only 'grid' or 'pad'",
        ),
    ],
)
def test_a_level_that_is_wrong_is_refused_with_its_line(
    text: str, sentence: str
) -> None:
    with pytest.raises(LevelError) as caught:
        puzzle(read(text)[0])
    assert str(caught.value) == sentence
    assert english(GAME.why_not(1, LevelOptions(level=text))) == sentence


def test_a_level_that_is_not_shipped_is_refused() -> None:
    with refusing(ValueError, match="no level 'tenth', only first, second"):
        start(GAME, 1, LevelOptions(level="tenth"))
