"""This module finds the undos that make room on a grid of fill.

They are for a cell, or for a block that is to be dragged while no other is undone for
it.  Where a drag is impossible, because what it pushes away gets in its own way, they
may go around that: each undo is a drag of its own.
"""

from __future__ import annotations

from collections.abc import Iterator

from p2pgame.engine import Chosen, Combination, Reason
from p2pgame.tabletop.drawing import FREE

from ..puzzle_moves import written
from ..puzzle_undos import Aim, Undoer, anything
from .fill import FillPuzzle
from .fill_state import Fill, drag, undos


def combined(
    game: FillPuzzle, state: Fill, wanted: str
) -> Iterator[Combination] | Reason:
    """Return the undos for what is wanted, the best first, or why there are none."""
    grid = state.puzzle.grid

    def undone(there: Fill, item: int) -> Fill | None:
        move = f"undo {state.puzzle.letters[item]}"
        if game.why_illegal(there, 0, move) is not None:
            return None
        return game.apply(there, Chosen(0, move))

    undoer = Undoer(
        game, state.puzzle.letters, grid, lambda there: there.tracks, undone
    )
    cell = grid.cell(wanted.lower())
    if cell is not None:
        if grid[cell] != FREE:
            return Reason.of("never-free", "undos-never-free", cell=grid.name(cell))
        free = undoer.free(cell)
        return undoer.combinations(state, Aim(free.fits, anything))
    move = written(wanted)
    if move.partition(" ")[0] not in state.puzzle.letters:
        return Reason.of("unknown-aim", "fill-undos-for")
    made = drag(state, move)
    if isinstance(made, Reason):
        return made

    def fits(state: Fill) -> bool:
        made = drag(state, move)
        return not isinstance(made, Reason) and undos(state, made, state.tracks) == ()

    aim = undoer.going(state, made.item, made.place, Aim(fits, anything))
    return undoer.combinations(state, aim)
