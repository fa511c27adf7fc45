"""Lays out tic-tac-toe: nine cells, and a sign for each seat."""

from __future__ import annotations

from p2pgame.engine import Message
from p2pgame.engine.scene import Cell, Grid, Note, Piece, Scene, SeatShown
from p2pgame.tabletop.sentences import enumerated

from .tictactoe import CELLS, LINES, Board, cells_of

X, O = Piece("X", 0, "cross", "colour-2"), Piece("O", 1, "ring", "colour-4")


def scene(state: Board) -> Scene:
    """Return the board with its marks, and a line of three if there is one."""
    marks = dict.fromkeys(cells_of(state.x), X)
    marks |= dict.fromkeys(cells_of(state.o), O)
    lines = [line for line in LINES if len({*map(marks.get, line)} - {None}) == 1]
    lines = [line for line in lines if all(cell in marks for cell in line)]
    won = {cell for line in lines for cell in line}
    cells = (Cell(n, marks.get(n), n, "won" if n in won else "") for n in CELLS)
    told = (
        Message.of("tictactoe-line", mark=marks[line[0]].sign, cells=enumerated(*line))
        for line in lines
    )
    return Scene(
        (SeatShown(X), SeatShown(O)),
        parts=(Grid(3, tuple(cells)),),
        notes=tuple(Note(one, "strong") for one in told),
    )
