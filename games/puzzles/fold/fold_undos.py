"""This module finds the undos that make room on a grid of fold.

They are for a cell, or for a block that is to unfold while no other folds back for it.
"""

from __future__ import annotations

from collections.abc import Iterator

from p2pgame.engine import Chosen, Combination, Reason

from ..puzzle_cover import mask
from ..puzzle_moves import written
from ..puzzle_undos import Aim, Undoer
from .fold import FoldPuzzle
from .fold_puzzle import SIDES
from .fold_state import Fold, bend


def combined(
    game: FoldPuzzle, state: Fold, wanted: str
) -> Iterator[Combination] | Reason:
    """Return the undos for what is wanted, the best first, or why there are none."""
    grid, letters = state.puzzle.grid, state.puzzle.letters

    def undone(there: Fold, item: int) -> Fold | None:
        if not there.items.paths[item].done:
            return None
        return game.apply(there, Chosen(0, f"undo {letters[item]}"))

    undoer = Undoer(game, letters, grid, lambda there: there.tracks, undone)
    cell = grid.cell(wanted.lower())
    if cell is not None:
        bit = mask([cell])
        if not bit & state.puzzle.cells or any(
            bit & one for one in state.puzzle.blocks
        ):
            return Reason.of("never-free", "undos-never-free", cell=grid.name(cell))
        return undoer.combinations(state, undoer.free(cell))
    move = written(wanted, SIDES)
    letter, _, side = move.partition(" ")
    if letter not in letters or side not in SIDES:
        return Reason.of("unknown-aim", "fold-undos-for")
    item = letters.index(letter)
    aim = undoer.going(state, item, side, _unfolding(item, move))
    return undoer.combinations(state, aim)


def _unfolding(item: int, move: str) -> Aim[Fold]:
    def fits(state: Fold) -> bool:
        made = bend(state, move)
        return not isinstance(made, Reason) and not made.undos

    def in_the_way(state: Fold) -> Iterator[tuple[int, int]]:
        yield item, 1
        made = bend(state, move)
        if not isinstance(made, Reason):
            yield from made.undos

    return Aim(fits, in_the_way)
