"""Fold unfolds, folds back, and refuses impossible moves."""

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
from p2pgame.games.puzzles.fold.fold import FoldPuzzle
from p2pgame.games.puzzles.fold.fold_puzzle import SIDES, puzzle, unfolded
from p2pgame.games.puzzles.fold.fold_state import Fold
from p2pgame.games.puzzles.puzzle_cover import cells_of
from p2pgame.games.puzzles.puzzle_game import LevelOptions
from p2pgame.games.puzzles.puzzle_levels import FOLD
from p2pgame.tabletop.puzzles.levels import LevelError, read
from p2pgame.tabletop.puzzles.pending import Batch
from tests.english import english, english_or_none, refusing

GAME = FoldPuzzle()
ROW = "level row\ngrid\n  A....B..\n"
#: An L of three cells, with room all around.
ELL = """\
level ell
grid
  ......
  ......
  ..A...
  ..AA..
  ......
  ......
"""


def begun(level: str) -> Fold:
    return start(GAME, 1, LevelOptions(level=level)).state


def after(level: str, *moves: str) -> Fold:
    state = begun(level)
    for move in moves:
        state = advance(GAME, state, Chosen(0, move)).state
    return state


def rows(state: Fold) -> list[str]:
    """Return the grid as it is shown, without the names of its cells."""
    shown = GAME.show(state, {}).split("\n")[1 : state.puzzle.grid.height + 1]
    return [line[2:].replace(" ", "") for line in shown]


def refusal(state: Fold, move: str) -> str:
    """Return the code of a refusal that leaves the state alone."""
    was = digest(state)
    with pytest.raises(IllegalMove) as caught:
        advance(GAME, state, Chosen(0, move))
    assert digest(state) == was
    return caught.value.code


@pytest.mark.row("R02")
def test_blocks_unfolded_over_the_whole_grid_solve_a_known_level() -> None:
    state = after("first", "A down", "B left", "A right", "B down")
    assert GAME.turn(state) == Over((0,))
    assert GAME.show(state, {}) == "  a b c d\n1 A a b B\n2 a a b b\nsolved"
    assert refusal(state, "undo A") == "over"


@pytest.mark.row("R02")
@pytest.mark.parametrize(
    ("side", "drawn"),
    [
        ("left", ["......", "......", ".aA...", "aaAA..", "......", "......"]),
        ("right", ["......", "......", "..A..a", "..AAaa", "......", "......"]),
        ("up", ["..aa..", "..a...", "..A...", "..AA..", "......", "......"]),
        ("down", ["......", "......", "..A...", "..AA..", "..aa..", "..a..."]),
    ],
)
def test_a_block_unfolds_by_reflection_across_its_edge(
    side: str, drawn: list[str]
) -> None:
    assert rows(after(ELL, f"A {side}")) == drawn
    assert rows(after(ELL, f"A {side}", "undo A")) == rows(begun(ELL))


@pytest.mark.row("R02")
def test_a_reflection_is_where_the_mirror_puts_each_cell() -> None:
    made = puzzle(read(ELL)[0])
    (block,) = made.blocks
    grid = made.grid
    for side in SIDES:
        shape = unfolded(made, block, side)
        assert shape is not None
        image = [divmod(cell, grid.width) for cell in cells_of(shape & ~block)]
        for cell in cells_of(block):
            y, x = divmod(cell, grid.width)
            mirror = {
                "left": (y, 3 - x),
                "right": (y, 7 - x),
                "up": (3 - y, x),
                "down": (7 - y, x),
            }
            assert mirror[side] in image
        assert len(image) == len(list(cells_of(block)))


@pytest.mark.row("R28")
def test_a_block_folds_at_most_to_its_initial_shape() -> None:
    assert refusal(begun(ROW), "undo A") == "initial-shape"
    state = after(ROW, "A right", "A right", "undo A", "undo A")
    assert rows(state) == ["A....B.."]
    assert refusal(state, "undo A") == "initial-shape"


@pytest.mark.row("R28")
def test_a_move_over_an_initial_shape_is_impossible() -> None:
    state = after(ROW, "A right", "A right")
    assert rows(state) == ["Aaaa.B.."]
    assert refusal(state, "A right") == "in-the-way"
    moves = [str(move) for move in choice(state).moves]
    assert moves == ["undo A", "B left", "B right", "give up"]


@pytest.mark.row("R28")
def test_a_move_out_of_the_grid_or_over_a_wall_is_impossible() -> None:
    walled = "level walled\ngrid\n  A#.\n  ...\n"
    assert refusal(begun(walled), "A right") == "no-room"
    assert refusal(begun(walled), "A up") == "no-room"
    assert refusal(begun(walled), "A left") == "no-room"
    assert rows(after(walled, "A down")) == ["A#.", "a.."]
    assert refusal(after(walled, "A down"), "A right") == "no-room"


def test_unfolded_parts_of_others_fold_back_as_far_as_they_must() -> None:
    state = after(ROW, "B right", "B left")
    assert rows(state) == ["A..bbBb."]
    state = advance(GAME, state, Chosen(0, "A right")).state
    assert rows(state) == ["Aa.bbBb."]
    assert state.items.pending == ()
    state = advance(GAME, state, Chosen(0, "A right")).state
    assert rows(state) == ["Aaaa.Bb."]
    assert state.items.pending == (Batch(0, ((1, 1),)),)


def test_parts_that_folded_back_unfold_with_the_undo() -> None:
    state = after(ROW, "B right", "B left", "A right", "A right", "undo A")
    assert rows(state) == ["Aa.bbBb."]
    assert state.items.pending == ()


def test_a_batch_without_room_stays_folded() -> None:
    cross = "level cross\ngrid\n  .A...B\n  ...C..\n"
    state = after(cross, "B left", "B left", "C up", "A right")
    assert rows(state) == [".AacbB", "...C.."]
    assert state.items.pending == (Batch(2, ((1, 1),)),)
    state = advance(GAME, state, Chosen(0, "undo C")).state
    assert rows(state) == [".Aa.bB", "...C.."]
    assert state.items.pending == ()


def test_a_redo_makes_way_like_a_move() -> None:
    state = after(ROW, "A right", "A right", "undo A", "B left", "B left")
    assert rows(state) == ["AabbbB.."]
    state = advance(GAME, state, Chosen(0, "redo A")).state
    assert rows(state) == ["AaaabB.."]
    assert refusal(state, "redo A") == "nothing-to-redo"


def test_the_same_unfolding_keeps_the_redo_list_unless_others_came_near() -> None:
    moves = ("A right", "A down", "undo A", "undo A")
    pair = "level pair\ngrid\n  A...B\n  .....\n"
    kept = after(pair, *moves, "B down", "A right")
    assert [undo.move for undo in kept.items.paths[0].redo] == ["down"]
    near = "level near\ngrid\n  A..B\n  ....\n"
    dropped = after(near, *moves, "B left", "A right")
    assert dropped.items.paths[0].redo == ()


def test_words_that_are_no_move_are_refused() -> None:
    for move in ("", "A", "C left", "a left", "A  left", "A Left", "undo", "undo C"):
        assert refusal(begun(ROW), move) == "unknown-move"
    assert refusal(begun(ROW), "redo A") == "nothing-to-redo"
    with pytest.raises(IllegalMove):
        advance(GAME, begun(ROW), Chosen(1, "A right"))


def test_a_player_who_gives_up_has_not_solved_it() -> None:
    state = after(ROW, "give up")
    assert GAME.turn(state) == Over((0,))
    assert GAME.show(state, {}).endswith("given up")


def test_every_event_is_told() -> None:
    state = after(ROW, "A right", "A right", "undo A")
    told = [
        english_or_none(GAME.tell(state, Chosen(0, move)))
        for move in ("B left", "redo A", "undo A", "give up", "A up")
    ]
    assert told == [
        "player 0 unfolds B left",
        "player 0 unfolds A right again",
        "player 0 folds A",
        "player 0 gives up",
        None,
    ]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("level", [level.name for level in read(FOLD)])
def test_blocks_never_overlap_and_initial_shapes_stay(level: str, seed: int) -> None:
    rng, state = random.Random(seed), begun(level)
    for _ in range(80):
        turn = GAME.turn(state)
        if not isinstance(turn, Choose):
            break
        state = advance(GAME, state, Chosen(0, str(rng.choice(turn.moves[:-1])))).state
        taken = 0
        for track, block in zip(state.tracks, state.puzzle.blocks, strict=True):
            assert not taken & track[-1], (level, seed)
            assert track[0] == track[-1] & block == block, (level, seed)
            taken |= track[-1]
        assert msgspec.msgpack.decode(encode(state), type=Fold) == state


def choice(state: Fold) -> Choose:
    turn = GAME.turn(state)
    assert isinstance(turn, Choose)
    return turn


@pytest.mark.row("R04")
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("level a\npad\n  A\n", "line 2: 'pad' is not known here, only 'grid'"),
        ("level a\n", "line 1: level 'a' has no 'grid'"),
        ("level a\ngrid\n  A.\n  .+\n", "line 4: '+' is none of . # A-Z"),
        ("level a\ngrid\n  ..\n", "line 2: there is no block in this grid"),
        ("level a\ngrid\n  A.A\n", "line 2: block A is not in one piece"),
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
