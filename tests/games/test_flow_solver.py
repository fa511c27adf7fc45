"""The solver of flow agrees with brute force, and drawn puzzles are unique."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pgame.engine import start
from p2pgame.games.puzzles.flow.flow import Flow, FlowOptions
from p2pgame.games.puzzles.flow.flow_lines import BRIDGE, Line, Lines, clues
from p2pgame.games.puzzles.flow.flow_solver import Solution, generate, solutions
from p2pgame.tabletop.drawing import Drawing
from tests.english import refusing


def tried(
    grid: Drawing, *, cover: bool, lines: tuple[Line, ...] | None = None, item: int = 0
) -> Iterator[Solution]:
    """Yield each solution by growing every first half with the rules of the game."""
    lines = tuple((clue,) for clue in clues(grid)) if lines is None else lines
    now = Lines(grid, lines)
    if item == len(lines):
        if not cover or now.is_covered():
            yield tuple((*line, clues(grid)[2 * n + 1]) for n, line in _firsts(lines))
        return
    if now.is_joined(item):
        yield from tried(grid, cover=cover, lines=lines, item=item + 2)
    for cell in grid.neighbours(lines[item][-1]):
        if now.why_not(item, cell) is None and now.clash(item, cell) is None:
            grown = (*lines[:item], (*lines[item], cell), *lines[item + 1 :])
            yield from tried(grid, cover=cover, lines=grown, item=item)


def _firsts(lines: tuple[Line, ...]) -> Iterator[tuple[int, Line]]:
    yield from enumerate(lines[::2])


@st.composite
def drawings(draw: st.DrawFn) -> Drawing:
    """Draw up to 4 by 4 cells with walls, two or three letters, perhaps a bridge."""
    width, height = draw(st.integers(3, 4)), draw(st.integers(3, 4))
    marks = draw(st.lists(st.sampled_from("....#"), min_size=16, max_size=16))
    cells = draw(st.permutations(range(width * height)))
    marks = marks[: width * height]
    if draw(st.booleans()):
        bridge = draw(st.integers(1, height - 2)) * width + draw(
            st.integers(1, width - 2)
        )
        for near in (1, -1, width, -width):
            marks[bridge + near] = "."
        marks[bridge] = BRIDGE
        cells = [cell for cell in cells if cell != bridge]
    for number in range(2 * draw(st.integers(2, 3))):
        marks[cells[number]] = "ABC"[number // 2]
    rows = ("".join(marks[n * width : (n + 1) * width]) for n in range(height))
    return Drawing(tuple(rows))


@given(drawings(), st.booleans())
def test_the_solutions_are_those_found_by_trying_everything(
    grid: Drawing, cover: bool
) -> None:
    every = list(tried(grid, cover=cover))
    found = solutions(grid, cover=cover, limit=10_000)
    assert len(found) == len(set(found))
    assert set(found) == set(every)
    assert len(solutions(grid, cover=cover)) == min(2, len(every))


def test_a_line_that_would_cross_itself_on_a_bridge_is_no_solution() -> None:
    grid = Drawing(("....", "A+..", ".A..", "...."))
    every = set(tried(grid, cover=False))
    assert every
    assert set(solutions(grid, cover=False, limit=10_000)) == every


def test_a_search_past_its_bound_says_so() -> None:
    grid = Drawing(("A......B", *["." * 8] * 6, "B......A"))
    with pytest.raises(LookupError, match="more than 500 profiles, at cell"):
        solutions(grid, bound=500)


def test_ways_back_count_towards_the_bound() -> None:
    grid = Drawing(("....", "A+..", ".A..", "...."))
    for bound in range(1, 1000):
        try:
            assert len(solutions(grid, cover=False, bound=bound)) == 2
        except LookupError as error:
            said = str(error)
        else:
            break
    assert said == f"more than {bound - 1} profiles and ways back"


@pytest.mark.parametrize("size", [(4, 4), (5, 5), (6, 5), (7, 7)])
@pytest.mark.parametrize("seed", range(3))
def test_a_drawn_level_can_be_played_and_has_one_solution(
    size: tuple[int, int], seed: int
) -> None:
    width, height = size
    entropy = random.Random(seed).randbytes
    text = generate(entropy, width=width, height=height)
    assert text == generate(random.Random(seed).randbytes, width=width, height=height)
    state = start(Flow(), 1, FlowOptions(text)).state
    assert (state.grid.width, state.grid.height) == size
    (solution,) = solutions(state.grid)
    assert sorted(cell for line in solution for cell in line) == [
        *range(width * height)
    ]


def test_a_level_that_cannot_be_drawn_is_refused() -> None:
    for size in ((2, 5), (5, 1), (16, 5), (5, 16)):
        with refusing(ValueError, match="no level is"):
            generate(bytes, width=size[0], height=size[1])
    with pytest.raises(LookupError, match="none of 1 levels"):
        generate(random.Random(1).randbytes, width=9, height=9, tries=1)
    with pytest.raises(LookupError, match="none of 50 levels"):
        generate(random.Random(1).randbytes, tries=50, bound=10)
