"""This module solves and generates levels of fold.

Blocks only grow, and initial shapes are never free.  So all cells filled at the end
were free all along, and blocks can be unfolded one after the other.  A solution
gives each block one of the shapes to which it can unfold alone, so that together
they fill the grid; the order of moves does not matter.
"""

from __future__ import annotations

from itertools import islice

from p2pgame.tabletop.drawing import FREE, WALL, Drawing
from p2pgame.tabletop.puzzles.levels import write

from ..puzzle_cover import Cover, cells_of, covers
from ..puzzle_maker import Draw, Entropy, unique
from .fold_puzzle import SIDES, Puzzle, unfolded

BOUND = 100_000
TRIES = 2_000


def solutions(
    puzzle: Puzzle, *, limit: int = 2, bound: int = BOUND
) -> tuple[Cover, ...]:
    """Return the first ``limit`` solutions: the shape of each block, as a mask.

    Raises:
      TooHard: More than ``bound`` shapes would have to be tried.
    """
    shapes = [_shapes(puzzle, item) for item in range(len(puzzle.letters))]
    return tuple(islice(covers(shapes, puzzle.cells, bound=bound), limit))


def way(puzzle: Puzzle, begun: int, shape: int) -> tuple[str, ...] | None:
    """Return the shortest moves that unfold a block from one shape to another.

    None: it cannot unfold to that.
    """
    ways = {begun: tuple[str, ...]()}
    for block, sides in (queue := list(ways.items())):
        if block == shape:
            return sides
        for side in SIDES:
            larger = unfolded(puzzle, block, side)
            if larger is None or larger & ~shape or larger in ways:
                continue
            ways[larger] = (*sides, side)
            queue.append((larger, ways[larger]))
    return None


def generate(
    entropy: Entropy,
    *,
    name: str = "generated",
    width: int = 5,
    height: int = 5,
    blocks: int = 4,
    tries: int = TRIES,
) -> str:
    """Return the text of a level with exactly one solution.

    Its blocks begin as single cells, each unfolds, and walls are at most a quarter
    of the grid.

    Raises:
      LookupError: None of ``tries`` levels had one.
    """
    draw = Draw(entropy)
    made = unique(
        lambda: _drawn(draw, width, height, blocks),
        lambda puzzle: len(solutions(puzzle)),
        tries=tries,
    )
    return write(name, grid=made.grid)


def _shapes(puzzle: Puzzle, item: int) -> list[int]:
    """Return every shape of a block that avoids the others' initial shapes."""
    others = sum(block for each, block in enumerate(puzzle.blocks) if each != item)
    found = [puzzle.blocks[item]]
    for block in found:
        for side in SIDES:
            larger = unfolded(puzzle, block, side)
            if larger is not None and larger not in found and not larger & others:
                found.append(larger)
    return found


def _drawn(draw: Draw, width: int, height: int, blocks: int) -> Puzzle | None:
    """Unfold blocks at random until none can; make the free cells walls."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:blocks]
    begun = draw.mixed(range(width * height))[:blocks]
    marks = dict(zip(begun, letters, strict=True))
    free = Puzzle(_drawing(width, height, marks, ()))
    shapes = list(free.blocks)
    open_sides = [(item, side) for item in range(blocks) for side in SIDES]
    while open_sides:
        item, side = draw.one(open_sides)
        larger = unfolded(free, shapes[item], side)
        taken = sum(shapes) - shapes[item]
        if larger is None or larger & taken:
            open_sides.remove((item, side))
        else:
            shapes[item] = larger
            open_sides = [(item, side) for item in range(blocks) for side in SIDES]
    walls = tuple(cells_of(free.cells & ~sum(shapes)))
    idle = any(block == shape for block, shape in zip(free.blocks, shapes, strict=True))
    if idle or len(walls) * 4 > width * height:
        return None
    return Puzzle(_drawing(width, height, marks, walls))


def _drawing(
    width: int, height: int, marks: dict[int, str], walls: tuple[int, ...]
) -> Drawing:
    cells = [
        WALL if cell in walls else marks.get(cell, FREE)
        for cell in range(width * height)
    ]
    return Drawing.of(cells, width)
