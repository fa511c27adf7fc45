"""Lays out fold: the grid with its blocks, and their past."""

from __future__ import annotations

from p2pgame.engine import Message
from p2pgame.engine.scene import Item, Scene

from ..puzzle_cover import cells_of
from ..puzzle_scene import filling, pasts
from .fold_state import Fold


def scene(state: Fold) -> Scene:
    """Return the puzzle; of each block the cells of its initial shape come first."""
    puzzle = state.puzzle
    past = pasts(puzzle.letters, state.items)
    items = list[Item]()
    for letter, track, done in zip(puzzle.letters, state.tracks, past, strict=True):
        first, more = ([*cells_of(one)] for one in (track[0], track[-1] & ~track[0]))
        cells = tuple(map(puzzle.grid.name, (*first, *more)))
        ask = Message.of("fold-where", block=letter)
        items.append(Item(letter, cells, len(first), ask=ask, past=done))
    rows, ask = puzzle.grid.rows, Message.of("fold-ask")
    return filling(rows, items, ask, solved=state.solved, given_up=state.given_up)
