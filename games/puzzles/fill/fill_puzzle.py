"""A level of fill is a grid, and a pad with the blocks that will fill it.

::

    level first
    grid                ``.`` is to be filled, ``#`` is a wall
      ..#
      ...
    pad                 every letter is a block
      AA.B
      A..B

A block is *compact*: its cells are connected by shared sides.  The blocks together
have as many cells as the grid, so all of them are needed.

A place is named by the cell of the block's first cell: the leftmost of its top row.
Blocks are moved, never rotated.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from p2pgame.engine import State
from p2pgame.tabletop.drawing import FREE, MAX_SIDE, WALL, Drawing
from p2pgame.tabletop.puzzles.levels import Level, LevelError

from ..puzzle_cover import mask

#: The place of a block off the grid.
PAD = "pad"
PAD_SIDE = 30


class Puzzle(State, frozen=True):
    grid: Drawing
    pad: Drawing

    @property
    def letters(self) -> tuple[str, ...]:
        return _letters(self.pad)


_letters = lru_cache(maxsize=64)(Drawing.letters)


def puzzle(level: Level, side: int = MAX_SIDE) -> Puzzle:
    """Return the puzzle that a level describes, of ``side`` rows and columns at most.

    Raises:
      LevelError: It is no level of fill.
    """
    level.only("grid", PAD)
    section = level.section(PAD)
    made = Puzzle(
        level.section("grid").drawing(FREE + WALL, side=side),
        section.drawing(FREE, letters=True, side=PAD_SIDE),
    )
    for letter in made.letters:
        if not made.pad.connected(made.pad.cells(letter)):
            raise LevelError(section.line, f"block {letter} is not in one piece")
    blocks = len(made.pad.cells("".join(made.letters)))
    free = len(made.grid.cells(FREE))
    if not blocks or blocks != free:
        raise LevelError(
            section.line, f"the blocks have {blocks} cells, the grid {free}"
        )
    return made


@lru_cache(maxsize=64)
def places(puzzle: Puzzle) -> tuple[Mapping[str, int], ...]:
    """Return for each block a mask of the cells that it covers, by place.

    The pad comes first; there a block covers nothing.
    """
    return tuple(
        MappingProxyType({PAD: 0, **_on_the_grid(puzzle, letter)})
        for letter in puzzle.letters
    )


def _on_the_grid(puzzle: Puzzle, letter: str) -> dict[str, int]:
    grid, shape = puzzle.grid, puzzle.pad.cells(letter)
    top, left = divmod(shape[0], puzzle.pad.width)
    steps = [divmod(cell, puzzle.pad.width) for cell in shape]
    free, found = {*grid.cells(FREE)}, dict[str, int]()
    for first in sorted(free):
        row, column = divmod(first, grid.width)
        at = [(row + y - top, column + x - left) for y, x in steps]
        cells = tuple(y * grid.width + x for y, x in at if 0 <= x < grid.width)
        if len(cells) == len(shape) and free.issuperset(cells):
            found[grid.name(first)] = mask(cells)
    return found
