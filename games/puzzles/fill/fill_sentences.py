"""Tells a puzzle of fill in sentences.

The shape of a block on the pad is told by cells of its own: as if the smallest
rectangle around it were a grid.
"""

from __future__ import annotations

from p2pgame.engine import Message
from p2pgame.tabletop.drawing import Drawing
from p2pgame.tabletop.sentences import cells_named, enumerated, free_told, grid_told

from ..puzzle_cover import cells_of
from ..puzzle_sentences import ending, undos_told
from .fill_state import Fill, board


def in_sentences(state: Fill) -> tuple[Message, ...]:
    """Return the grid, and where each block is."""
    grid = state.puzzle.grid
    told = [*grid_told(grid)]
    for letter, track in zip(state.puzzle.letters, state.tracks, strict=True):
        if track[-1]:
            cells = cells_named(grid, [*cells_of(track[-1])])
            told.append(Message.of("fill-table-lies", block=letter, cells=cells))
        else:
            cells = enumerated(*_shape(state.puzzle.pad, letter))
            told.append(Message.of("fill-table-on-pad", block=letter, cells=cells))
    told.append(free_told(board(state)))
    ends = ending(solved=state.solved, given_up=state.given_up)
    return (*told, *(ends or undos_told(state.puzzle.letters, state.items)))


def _shape(pad: Drawing, letter: str) -> list[str]:
    """Return the cells of a block, named from the corner of a rectangle around it."""
    places = [divmod(cell, pad.width) for cell in pad.cells(letter)]
    top = min(row for row, _ in places)
    left = min(column for _, column in places)
    return [f"{'abcdefghijkl'[column - left]}{row - top + 1}" for row, column in places]
