"""Draws fold: the grid with its blocks, initial shapes in capitals, and the past."""

from __future__ import annotations

from p2pgame.engine import Drawing, Look
from p2pgame.tabletop.drawing import FREE
from p2pgame.tabletop.drawn.rows import width_of

from .. import puzzle_drawing
from ..puzzle_grid import plain, with_lines
from .fold_state import Fold, board


def draw(state: Fold, look: Look) -> Drawing:
    """Return the puzzle, with lines around its blocks if there is room."""
    grid = board(state)
    drawn = with_lines(grid)
    if width_of(drawn) > look.width or len(drawn) + 1 > look.height:
        drawn = plain(grid)
    cells = state.puzzle.cells.bit_count()
    filled = cells - len(grid.cells(FREE))
    head = puzzle_drawing.standing(
        look, filled, cells, solved=state.solved, given_up=state.given_up
    )
    past = puzzle_drawing.histories(look, state.puzzle.letters, state.items)
    return puzzle_drawing.with_past(look, head, drawn, past)
