"""The solver of fold agrees with full play, and levels have one solution."""

from __future__ import annotations

import random

import pytest

from p2pgame.engine import Choose, Chosen, advance, start
from p2pgame.games.puzzles.fold.fold import FoldPuzzle
from p2pgame.games.puzzles.fold.fold_puzzle import Puzzle, puzzle
from p2pgame.games.puzzles.fold.fold_solver import generate, solutions, way
from p2pgame.games.puzzles.fold.fold_state import Fold
from p2pgame.games.puzzles.puzzle_cover import TooHard
from p2pgame.games.puzzles.puzzle_game import LevelOptions
from p2pgame.games.puzzles.puzzle_levels import FOLD
from p2pgame.tabletop.drawing import Drawing
from p2pgame.tabletop.puzzles.levels import read, write
from p2pgame.tabletop.puzzles.pending import fresh

GAME = FoldPuzzle()


def played_out(puzzle: Puzzle) -> set[tuple[int, ...]]:
    """Return every way to fill the grid that moves of the game lead to."""
    begun = Fold(puzzle, fresh(len(puzzle.letters)))
    queue, seen, found = [begun], {shapes(begun)}, set[tuple[int, ...]]()
    for state in queue:
        turn = GAME.turn(state)
        if not isinstance(turn, Choose):
            found.add(shapes(state))
            continue
        for move in turn.moves:
            if str(move).split(" ")[0] in puzzle.letters:
                new = advance(GAME, state, Chosen(0, str(move))).state
                if shapes(new) not in seen:
                    seen.add(shapes(new))
                    queue.append(new)
    return found


def shapes(state: Fold) -> tuple[int, ...]:
    return tuple(track[-1] for track in state.tracks)


def solve(level: str) -> Fold:
    """Play the one solution of a level, its blocks taking turns by their letters."""
    state = start(GAME, 1, LevelOptions(level=level)).state
    (only,) = solutions(state.puzzle)
    for item, shape in enumerate(only):
        letter = state.puzzle.letters[item]
        for side in way(state.puzzle, state.puzzle.blocks[item], shape) or ():
            state = advance(GAME, state, Chosen(0, f"{letter} {side}")).state
    return state


@pytest.mark.parametrize("seed", range(20))
def test_the_solver_finds_all_that_playing_finds(seed: int) -> None:
    rng = random.Random(seed)
    marks = ["."] * 9 + ["#"] * rng.randrange(3)
    marks += ["A", "B", "C"][: 12 - len(marks)]
    rng.shuffle(marks)
    made = Puzzle(Drawing.of(marks, 4))
    found = solutions(made, limit=1_000)
    assert len(set(found)) == len(found)
    assert set(found) == played_out(made), f"seed {seed}"


def test_some_small_grids_have_solutions_and_some_have_several() -> None:
    many = puzzle(read("level a\ngrid\n  A..B\n  ....\n  ....\n  ....\n")[0])
    assert len(solutions(many, limit=10)) > 0
    both = puzzle(read("level a\ngrid\n  A..\n  B..\n")[0])
    assert solutions(both) == ()
    several = puzzle(read("level a\ngrid\n  A...\n  ....\n  B...\n  ....\n")[0])
    assert set(solutions(several, limit=10)) == played_out(several)


def test_a_search_that_is_too_long_says_so() -> None:
    made = puzzle(read(FOLD)[4])
    with pytest.raises(TooHard, match="not done within its bound"):
        solutions(made, bound=100)


@pytest.mark.row("R02")
@pytest.mark.parametrize("level", [level.name for level in read(FOLD)])
def test_each_shipped_level_has_one_solution_and_playing_it_wins(level: str) -> None:
    assert solve(level).solved


@pytest.mark.parametrize("seed", range(12))
def test_a_generated_level_has_one_solution(seed: int) -> None:
    side, blocks = 4 + seed % 3, 3 + seed % 4

    def made(seed: int) -> str:
        entropy = random.Random(seed).randbytes
        return generate(entropy, width=side, height=side, blocks=blocks)

    assert made(seed) == made(seed), f"seed {seed}"
    assert made(seed) != made(seed + 100), f"seed {seed}"
    end = solve(made(seed))
    assert end.solved, f"seed {seed}"
    assert all(path.moves for path in end.items.paths), f"seed {seed}"


def test_a_generated_level_is_named_and_has_few_walls() -> None:
    text = generate(random.Random(3).randbytes, name="mine", width=6, height=4)
    (level,) = read(text)
    grid = puzzle(level).grid
    assert level.name == "mine"
    assert (grid.width, grid.height) == (6, 4)
    assert len(grid.cells("#")) * 4 <= len(grid)
    assert write("mine", grid=grid) == text


def test_no_level_is_made_where_there_is_none() -> None:
    with pytest.raises(LookupError, match="none of 20 levels"):
        generate(random.Random(1).randbytes, width=1, height=1, blocks=1, tries=20)


def test_a_shape_that_a_block_cannot_have_is_no_way() -> None:
    made = puzzle(read("level a\ngrid\n  A..\n")[0])
    assert way(made, 0b001, 0b011) == ("right",)
    assert way(made, 0b001, 0b111) is None
