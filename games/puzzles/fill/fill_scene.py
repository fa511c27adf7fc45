"""Lays out fill: the grid with the blocks on it, those beside it, and their past."""

from __future__ import annotations

from p2pgame.engine import Message
from p2pgame.engine.scene import Item, Scene, cell_name
from p2pgame.tabletop.drawing import Drawing

from ..puzzle_cover import cells_of
from ..puzzle_scene import filling, pasts
from .fill_puzzle import PAD
from .fill_state import Fill


def scene(state: Fill) -> Scene:
    """Return the puzzle; a block that is not on the grid lies on no cell."""
    puzzle = state.puzzle
    past = pasts(puzzle.letters, state.items)
    items = [
        Item(
            letter,
            tuple(map(puzzle.grid.name, cells_of(track[-1]))),
            shape=_shape(puzzle.pad, letter),
            off=f"{letter} {PAD}",
            ask=Message.of("fill-where", block=letter),
            past=done,
        )
        for letter, track, done in zip(puzzle.letters, state.tracks, past, strict=True)
    ]
    rows, ask = puzzle.grid.rows, Message.of("fill-ask")
    return filling(rows, items, ask, solved=state.solved, given_up=state.given_up)


def _shape(pad: Drawing, letter: str) -> tuple[str, ...]:
    """Return the cells of a block, as if a rectangle around it were at the corner."""
    places = [divmod(cell, pad.width) for cell in pad.cells(letter)]
    top = min(row for row, _ in places)
    left = min(column for _, column in places)
    return tuple(cell_name(row - top, column - left) for row, column in places)
