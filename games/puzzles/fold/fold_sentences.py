"""Tells a puzzle of fold in sentences."""

from __future__ import annotations

from p2pgame.engine import Message
from p2pgame.tabletop.sentences import cells_named, free_told, grid_told

from ..puzzle_cover import cells_of
from ..puzzle_sentences import ending, undos_told
from .fold_state import Fold, board


def in_sentences(state: Fold) -> tuple[Message, ...]:
    """Return the grid, and what each block covers."""
    grid = state.puzzle.grid
    told = [*grid_told(grid)]
    for letter, track in zip(state.puzzle.letters, state.tracks, strict=True):
        first = cells_named(grid, [*cells_of(track[0])])
        more = [*cells_of(track[-1] & ~track[0])]
        if more:
            unfolded = cells_named(grid, more)
            told.append(
                Message.of(
                    "fold-table-unfolded", block=letter, cells=first, more=unfolded
                )
            )
        else:
            told.append(Message.of("fold-table-folded", block=letter, cells=first))
    told.append(free_told(board(state)))
    ends = ending(solved=state.solved, given_up=state.given_up)
    return (*told, *(ends or undos_told(state.puzzle.letters, state.items)))
