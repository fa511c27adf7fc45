"""This module reads the levels of fold, and unfolds blocks.

::

    level first
    grid                ``.`` is to be filled, ``#`` is a wall
      A...              and a letter is the initial shape of a block
      .#.B

To unfold a block, reflect it across an edge of the smallest rectangle around it:
left, right, up or down.  The block then includes its mirror image, and is twice as
large.
"""

from __future__ import annotations

from functools import lru_cache

from p2pgame.engine import State
from p2pgame.tabletop.drawing import FREE, MAX_SIDE, WALL, Drawing
from p2pgame.tabletop.puzzles.levels import Level, LevelError

from ..puzzle_cover import cells_of, mask

SIDES = ("left", "right", "up", "down")


class Puzzle(State, frozen=True):
    grid: Drawing

    @property
    def letters(self) -> tuple[str, ...]:
        return _letters(self.grid)

    @property
    def blocks(self) -> tuple[int, ...]:
        """The initial shapes, as masks."""
        return _blocks(self)

    @property
    def cells(self) -> int:
        """The cells to fill, as a mask."""
        return _cells(self)


_letters = lru_cache(maxsize=64)(Drawing.letters)


@lru_cache(maxsize=64)
def _blocks(puzzle: Puzzle) -> tuple[int, ...]:
    return tuple(mask(puzzle.grid.cells(letter)) for letter in puzzle.letters)


@lru_cache(maxsize=64)
def _cells(puzzle: Puzzle) -> int:
    return mask(puzzle.grid.cells(FREE + "".join(puzzle.letters)))


def puzzle(level: Level, side: int = MAX_SIDE) -> Puzzle:
    """Return the puzzle that a level describes, of ``side`` rows and columns at most.

    Raises:
      LevelError: It is no level of fold.
    """
    level.only("grid")
    section = level.section("grid")
    made = Puzzle(section.drawing(FREE + WALL, letters=True, side=side))
    if not made.letters:
        raise LevelError(section.line, "there is no block in this grid")
    for letter in made.letters:
        if not made.grid.connected(made.grid.cells(letter)):
            raise LevelError(section.line, f"block {letter} is not in one piece")
    return made


@lru_cache(maxsize=4096)
def unfolded(puzzle: Puzzle, block: int, side: str) -> int | None:
    """Return ``block`` unfolded to ``side``, or None if the grid has no room there."""
    grid = puzzle.grid
    cells = [divmod(cell, grid.width) for cell in cells_of(block)]
    rows, columns = [row for row, _ in cells], [column for _, column in cells]
    match side:
        case "left":
            image = [(y, 2 * min(columns) - 1 - x) for y, x in cells]
        case "right":
            image = [(y, 2 * max(columns) + 1 - x) for y, x in cells]
        case "up":
            image = [(2 * min(rows) - 1 - y, x) for y, x in cells]
        case "down":
            image = [(2 * max(rows) + 1 - y, x) for y, x in cells]
        case _:
            raise ValueError(f"{side!r} is no side")
    if not all(0 <= y < grid.height and 0 <= x < grid.width for y, x in image):
        return None
    mirrored = mask(y * grid.width + x for y, x in image)
    return None if mirrored & ~puzzle.cells else block | mirrored
