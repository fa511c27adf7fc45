"""The solver of fill agrees with brute force, and levels have one solution."""

from __future__ import annotations

import random
from itertools import product

import pytest

from p2pgame.engine import Chosen, Over, advance, start
from p2pgame.games.puzzles.fill.fill import FillPuzzle
from p2pgame.games.puzzles.fill.fill_puzzle import PAD, Puzzle, places, puzzle
from p2pgame.games.puzzles.fill.fill_solver import generate, solutions
from p2pgame.games.puzzles.puzzle_cover import TooHard, mask
from p2pgame.games.puzzles.puzzle_game import LevelOptions
from p2pgame.games.puzzles.puzzle_levels import FILL
from p2pgame.tabletop.drawing import FREE, Drawing
from p2pgame.tabletop.puzzles.levels import read

GAME = FillPuzzle()
#: Three dominoes and a square.
ALIKE = (
    "level alike\ngrid\n  ..#..\n  .....\n  ##...\npad\n  AA.BB.CC.D\n  ....DD.CC.\n"
)


def brute_force(puzzle: Puzzle) -> set[tuple[str, ...]]:
    """Return every solution, from every combination of places."""
    free = puzzle.grid.cells(FREE)
    found = set[tuple[str, ...]]()
    for way in product(*(at.items() for at in places(puzzle))):
        covered = sum(cells for _, cells in way)
        disjoint = sum(cells.bit_count() for _, cells in way) == len(free)
        if disjoint and covered == mask(free):
            found.add(tuple(place for place, _ in way))
    return found


def solve(text: str) -> str:
    """Play the one solution of a level; return the final table as text."""
    (only,) = solutions(puzzle(read(text)[0]))
    state = start(GAME, 1, LevelOptions(level=text)).state
    for letter, place in zip(state.puzzle.letters, only, strict=True):
        state = advance(GAME, state, Chosen(0, f"{letter} {place}")).state
    assert GAME.turn(state) == Over((0,))
    return GAME.show(state, {})


@pytest.mark.parametrize("seed", range(20))
def test_the_solver_finds_all_that_brute_force_finds(seed: int) -> None:
    rng = random.Random(seed)
    pads = (
        ("AA.BB.CC", "...BB.C."),
        ("AA.BB.C", "A..B..C"),
        ("A.B.CCC", "A.B...C"),
        ("AAA.BB.C", ".......C"),
    )
    pad = Drawing(rng.choice(pads))
    blocks = len(pad.cells("ABC"))
    free = rng.sample(range(12), blocks)
    marks = ["." if cell in free else "#" for cell in range(12)]
    for made in (Puzzle(Drawing.of(marks, 4), pad), Puzzle(two_rows(blocks), pad)):
        found = solutions(made, limit=1_000)
        assert len(set(found)) == len(found)
        assert set(found) == brute_force(made), f"seed {seed}"


def two_rows(cells: int) -> Drawing:
    """Return a grid of two rows with ``cells`` free cells."""
    width = -(-cells // 2)
    marks = "." * cells + "#" * (2 * width - cells)
    return Drawing.of(marks, width)


def test_two_blocks_of_one_shape_may_change_places() -> None:
    made = puzzle(read("level a\ngrid\n  ..\npad\n  A.B\n")[0])
    assert set(solutions(made)) == {("a1", "b1"), ("b1", "a1")}
    assert PAD not in {place for way in solutions(made) for place in way}


def test_a_search_that_is_too_long_says_so() -> None:
    made = puzzle(read(FILL)[3])
    with pytest.raises(TooHard, match="not done within its bound"):
        solutions(made, bound=100)


@pytest.mark.row("R03")
@pytest.mark.parametrize("level", [level.name for level in read(FILL)])
def test_each_shipped_level_has_one_solution_and_playing_it_wins(level: str) -> None:
    options = LevelOptions(level=level)
    state = start(GAME, 1, options).state
    (only,) = solutions(state.puzzle)
    for letter, place in zip(state.puzzle.letters, only, strict=True):
        state = advance(GAME, state, Chosen(0, f"{letter} {place}")).state
    assert state.solved


def test_brute_force_finds_the_same_solutions_of_the_first_level() -> None:
    made = puzzle(read(FILL)[0])
    assert brute_force(made) == {*solutions(made)} == {("a2", "a1", "c1")}


@pytest.mark.parametrize("seed", range(12))
def test_a_generated_level_has_one_solution(seed: int) -> None:
    sides = 4 + seed % 3
    grid = Drawing(("." * sides,) * sides)
    text = generate(random.Random(seed).randbytes, grid)
    assert text == generate(random.Random(seed).randbytes, grid), f"seed {seed}"
    assert text != generate(random.Random(seed + 100).randbytes, grid), f"seed {seed}"
    assert solve(text).endswith("solved"), f"seed {seed}"


def test_walls_and_sizes_are_kept() -> None:
    grid = Drawing(("#...#", ".....", "..#..", ".....", "#...#"))
    entropy = random.Random(7).randbytes
    text = generate(entropy, grid, smallest=2, largest=4, name="holes")
    made = puzzle(read(text)[0])
    assert made.grid == grid
    sizes = [len(made.pad.cells(letter)) for letter in made.letters]
    assert all(2 <= size <= 4 for size in sizes)
    assert read(text)[0].name == "holes"


@pytest.mark.parametrize("row", [".", "..."])
def test_no_level_is_made_where_there_is_none(row: str) -> None:
    with pytest.raises(LookupError, match="none of 20 levels"):
        generate(random.Random(1).randbytes, Drawing((row,)), tries=20)
