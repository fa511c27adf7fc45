"""This module finds all solutions of a flow puzzle, and generates unique puzzles.

The search visits the cells in reading order and keeps a *profile*: the content of
each side between visited cells and those ahead.  A side is empty, or carries the end
of a line from a point (its colour, a negative number), or one end of a line that has
met no point yet (the line's number, from 1 in the order of discovery).  Walks with
equal profiles continue alike, so the search merges them.  A solution is a path back
from the empty profile.

Cost: one entry per profile, exponential in the width only.
Source: the frontier search for Numberlink, Yoshinaka, Saitoh, Kawahara,
Tsuruma, Iwashita and Minato, "Finding all solutions and instances of
Numberlink and Slitherlink by ZDDs", Algorithms 5 (2012).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TypeAlias

from p2pgame.tabletop.drawing import FREE, MAX_SIDE, WALL, Drawing
from p2pgame.tabletop.puzzles.levels import write

from ..puzzle_maker import Draw, Entropy, unique
from .flow_lines import BRIDGE, Line

#: The line of each letter, from its first point to its second.
Solution: TypeAlias = tuple[Line, ...]
#: The content of the lower side in each column, then of the last cell's right side.
Profile: TypeAlias = tuple[int, ...]
#: Whether the line leaves a cell to the right, and downwards.
Sides: TypeAlias = tuple[bool, bool]
Layer: TypeAlias = dict[Profile, list[tuple[Profile, Sides]]]

BOUND = 100_000
SHORTEST = 3
#: After this many stirs a grid's lines are too tangled for a unique solution.
STIRS = 40
TRIES = 20_000


def solutions(
    grid: Drawing, *, cover: bool = True, limit: int = 2, bound: int = BOUND
) -> tuple[Solution, ...]:
    """Return at most ``limit`` solutions.

    Raises:
      LookupError: The search would exceed ``bound`` profiles and paths back.  Some
        paths are no solutions, because a line crosses itself.
    """
    layers: list[Layer] = [{(0,) * (grid.width + 1): []}]
    met = 0
    for cell in range(len(grid)):
        layer: Layer = {}
        for profile in layers[-1]:
            for after, sides in _steps(grid, cover, profile, cell):
                layer.setdefault(after, []).append((profile, sides))
        layers.append(layer)
        met += len(layer)
        if met > bound:
            raise LookupError(f"more than {bound} profiles, at cell {cell}")
    found: list[Solution] = []
    for way in _ways(layers):
        if len(found) == limit:
            break
        met += 1
        if met > bound:
            raise LookupError(f"more than {bound} profiles and ways back")
        solution = _lines(grid, way)
        if all(len(set(line)) == len(line) for line in solution):
            found.append(solution)
    return tuple(found)


def generate(
    entropy: Entropy,
    *,
    width: int = 5,
    height: int = 5,
    tries: int = TRIES,
    bound: int = BOUND,
) -> str:
    """Return the text of a level with exactly one solution that covers all.

    Raises:
      ValueError: The grid is smaller than 3 by 2 or larger than a level may be.
      LookupError: None was found in ``tries`` attempts, each with a search up to
        ``bound``.
    """
    if not (SHORTEST <= width <= MAX_SIDE and 2 <= height <= MAX_SIDE):
        raise ValueError(f"no level is {width} by {height}")
    drawn = _drawn(Draw(entropy), Drawing((FREE * width,) * height))

    def count(grid: Drawing) -> int:
        try:
            return len(solutions(grid, bound=bound))
        except LookupError:
            return 2

    return write("drawn", grid=unique(partial(next, drawn), count, tries=tries))


def _steps(
    grid: Drawing, cover: bool, profile: Profile, cell: int
) -> Iterator[tuple[Profile, Sides]]:
    """Yield the profiles after ``cell``, with the sides where lines leave it."""
    row, column = divmod(cell, grid.width)
    left, up, mark = profile[-1], profile[column], grid[cell]
    rest = [*profile]
    rest[-1] = rest[column] = 0
    fits = column + 1 < grid.width, row + 1 < grid.height

    def out(right: int, down: int) -> Iterator[tuple[Profile, Sides]]:
        if (not right or fits[0]) and (not down or fits[1]):
            after = [*rest]
            after[-1], after[column] = right, down
            yield _numbered(after), (bool(right), bool(down))

    if mark == WALL:
        if not left and not up:
            yield from out(0, 0)
    elif mark == BRIDGE:
        crosses_itself = left and left == up
        if not crosses_itself and ((left and up) or not cover):
            yield from out(left, up)
    elif mark != FREE:
        point = -1 - grid.letters().index(mark)
        if not left and not up:
            yield from out(point, 0)
            yield from out(0, point)
        elif not (left and up) and _join(rest, point, left or up):
            yield from out(0, 0)
    elif left and up:
        if _join(rest, left, up):
            yield from out(0, 0)
    elif left or up:
        yield from out(left or up, 0)
        yield from out(0, left or up)
    else:
        new = max(profile) + 1
        yield from out(new, new)
        if not cover:
            yield from out(0, 0)


def _join(rest: list[int], one: int, other: int) -> bool:
    """Join two ends in the rest of a profile; return whether that is allowed."""
    low, high = sorted((one, other))
    if high < 0:
        return low == high
    if low == high:
        return False
    rest[:] = [low if label == high else label for label in rest]
    return True


def _numbered(profile: list[int]) -> Profile:
    """Return the profile with its lines numbered in the order of discovery."""
    numbers: dict[int, int] = {}
    return tuple(
        numbers.setdefault(label, len(numbers) + 1) if label > 0 else label
        for label in profile
    )


def _ways(layers: list[Layer]) -> Iterator[list[Sides]]:
    """Yield each path back from the end, as the sides where lines leave each cell."""
    empty = next(iter(layers[0]))
    stack: list[tuple[Profile, tuple[Sides, ...]]] = [(empty, ())]
    while stack:
        profile, after = stack.pop()
        at = len(layers) - 1 - len(after)
        if at == 0:
            yield [*reversed(after)]
        else:
            for before, sides in layers[at].get(profile, ()):
                stack.append((before, (*after, sides)))


def _lines(grid: Drawing, way: list[Sides]) -> Solution:
    return tuple(_followed(grid, way, *grid.cells(letter)) for letter in grid.letters())


def _followed(grid: Drawing, way: list[Sides], first: int, last: int) -> Line:
    """Return the line from one point to the other; it crosses bridges straight on."""
    line = [first]
    step = 0
    while line[-1] != last:
        here = line[-1]
        if grid[here] != BRIDGE:
            steps = _sides(grid, way, here)
            (step,) = (each for each in steps if len(line) == 1 or each != -step)
        line.append(here + step)
    return tuple(line)


def _sides(grid: Drawing, way: list[Sides], cell: int) -> list[int]:
    """Return the steps of the lines that leave ``cell``."""
    row, column = divmod(cell, grid.width)
    return [
        *([1] if way[cell][0] else []),
        *([grid.width] if way[cell][1] else []),
        *([-1] if column and way[cell - 1][0] else []),
        *([-grid.width] if row and way[cell - grid.width][1] else []),
    ]


def _drawn(draw: Draw, grid: Drawing) -> Iterator[Drawing | None]:
    """Yield random grids of lines forever; None if a line touches itself."""
    while True:
        cells = range(len(grid))
        lines = [[*cells[at : at + grid.width]] for at in cells[:: grid.width]]
        for _ in range(STIRS):
            _stir(draw, grid, lines)
            tangled = any(_touches_itself(grid, line) for line in lines)
            yield None if tangled else _drawing(grid, lines)


def _stir(draw: Draw, grid: Drawing, lines: list[list[int]]) -> None:
    """Slightly change the lines that cover a grid, once per cell.

    In each step a line gives its end cell to a neighbouring end of another line.  If
    the end is beside the line's own middle, the part behind is reversed instead.
    """
    for _ in range(len(grid)):
        line = draw.one(lines)
        if draw.below(2):
            line.reverse()
        beside = draw.one(grid.neighbours(line[-1]))
        if beside in line:
            at = line.index(beside) + 1
            line[at:] = reversed(line[at:])
            continue
        (other,) = (each for each in lines if beside in each)
        if len(line) > SHORTEST and beside in (other[0], other[-1]):
            if other[-1] != beside:
                other.reverse()
            other.append(line.pop())


def _touches_itself(grid: Drawing, line: list[int]) -> bool:
    """Return whether a line has a shorter route, which would free a cell."""
    return any(
        len(set(line).intersection(grid.neighbours(cell))) > (1 if end else 2)
        for cell in line
        for end in [cell in (line[0], line[-1])]
    )


def _drawing(grid: Drawing, lines: list[list[int]]) -> Drawing:
    marks = [FREE] * len(grid)
    for number, line in enumerate(sorted(lines, key=min)):
        marks[line[0]] = marks[line[-1]] = chr(ord("A") + number)
    rows = (marks[row : row + grid.width] for row in range(0, len(grid), grid.width))
    return Drawing(tuple("".join(row) for row in rows))
