"""This module solves and generates levels of fill.

A solution gives each block a place on the grid, so that together they cover it.
Two blocks of equal shape could swap places, so generated levels have only different
shapes.
"""

from __future__ import annotations

from itertools import islice

from p2pgame.tabletop.drawing import FREE, Drawing
from p2pgame.tabletop.puzzles.levels import write

from ..puzzle_cover import covers, mask
from ..puzzle_maker import Draw, Entropy, unique
from .fill_puzzle import PAD, Puzzle, places

BOUND = 100_000
TRIES = 2_000
PAD_WIDTH = 20
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def solutions(
    puzzle: Puzzle, *, limit: int = 2, bound: int = BOUND
) -> tuple[tuple[str, ...], ...]:
    """Return the first ``limit`` solutions: the place of each block.

    Raises:
      TooHard: More than ``bound`` places would have to be tried.
    """
    named = [
        {cells: place for place, cells in at.items() if place != PAD}
        for at in places(puzzle)
    ]
    free = mask(puzzle.grid.cells(FREE))
    found = covers([list(at) for at in named], free, bound=bound)
    return tuple(
        tuple(at[cells] for at, cells in zip(named, cover, strict=True))
        for cover in islice(found, limit)
    )


def generate(
    entropy: Entropy,
    grid: Drawing,
    *,
    name: str = "generated",
    smallest: int = 3,
    largest: int = 5,
    tries: int = TRIES,
) -> str:
    """Return the text of a level on ``grid`` with exactly one solution.

    Its blocks have ``smallest`` to ``largest`` cells, and all shapes differ.

    Raises:
      LookupError: None of ``tries`` levels had one.
    """
    draw = Draw(entropy)
    made = unique(
        lambda: _drawn(draw, grid, smallest, largest),
        lambda puzzle: len(solutions(puzzle)),
        tries=tries,
    )
    return write(name, grid=made.grid, pad=made.pad)


def _drawn(draw: Draw, grid: Drawing, smallest: int, largest: int) -> Puzzle | None:
    """Cut the grid into random blocks; return None if they make no level."""
    left, shapes = {*grid.cells(FREE)}, list[tuple[tuple[int, int], ...]]()
    while left:
        size = smallest + draw.below(largest - smallest + 1)
        block = _grown(draw, grid, left, size)
        left -= block
        shape = _shape(grid, block)
        if len(block) < smallest or shape in shapes:
            return None
        shapes.append(shape)
    if not 1 < len(shapes) <= 26:
        return None
    return Puzzle(grid, _laid_out(draw.mixed(shapes)))


def _grown(draw: Draw, grid: Drawing, left: set[int], size: int) -> set[int]:
    """Return a block within ``left``, from its first cell, of at most this size."""
    block = {min(left)}
    while len(block) < size:
        near = {n for cell in block for n in grid.neighbours(cell)} & left - block
        if not near:
            break
        block.add(draw.one(sorted(near)))
    return block


def _shape(grid: Drawing, block: set[int]) -> tuple[tuple[int, int], ...]:
    """Return the rows and columns of a block's cells, from its own corner."""
    cells = [divmod(cell, grid.width) for cell in sorted(block)]
    left = min(column for _, column in cells)
    return tuple((row - cells[0][0], column - left) for row, column in cells)


def _laid_out(shapes: list[tuple[tuple[int, int], ...]]) -> Drawing:
    """Return a pad with the blocks side by side, in as many rows as they need."""
    marks, top, left, bottom = dict[tuple[int, int], str](), 0, 0, 0
    for letter, shape in zip(LETTERS, shapes, strict=False):
        width = 1 + max(column for _, column in shape)
        if left + width > PAD_WIDTH:
            top, left = bottom + 2, 0
        marks.update({(top + row, left + column): letter for row, column in shape})
        bottom = max(row for row, _ in marks)
        left += width + 1
    across = 1 + max(column for _, column in marks)
    return Drawing(
        tuple(
            "".join(marks.get((row, column), FREE) for column in range(across))
            for row in range(bottom + 1)
        )
    )
