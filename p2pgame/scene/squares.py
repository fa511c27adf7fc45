"""Draws a board with the names of its columns and rows, in a frame."""

from __future__ import annotations

from collections.abc import Collection

from p2pgame.engine import Drawing, Look
from p2pgame.engine.scene import Cell, Grid
from p2pgame.tabletop.drawn import boards as kit
from p2pgame.tabletop.drawn.boards import Board, Square

from .men import sign_of

#: The least width of what stands beside the board.
_BESIDE = 24
#: The signs beside what is in danger.
_DANGER = "!!"


def drawn_squares(grid: Grid, look: Look, changed: Collection[str]) -> Drawing:
    """Return the board, with the cells marked that the last move has ``changed``."""
    rows = [
        grid.cells[first : first + grid.width]
        for first in range(0, len(grid.cells), grid.width)
    ]
    squares = [
        [
            _square(cell, look, _shade(grid, x + y), changed=cell.name in changed)
            for x, cell in enumerate(row)
        ]
        for y, row in enumerate(rows)
    ]
    columns = tuple(cell.name.rstrip("0123456789") for cell in rows[0])
    names = tuple(row[0].name.removeprefix(columns[0]) for row in rows)
    board = Board(squares, columns, names)
    return board.drawn(board.size(look, _BESIDE))


def _shade(grid: Grid, steps: int) -> str:
    if not grid.chequered:
        return ""
    return "dark-square" if steps % 2 else "light-square"


def _square(cell: Cell, look: Look, shade: str, *, changed: bool) -> Square:
    styles, signs, piece = [shade] if shade else [], kit.NO_SIGNS, cell.piece
    if changed:
        styles.append("last-move")
        signs = kit.NO_SIGNS if look.coloured else kit.CHANGED
    if cell.tone == "bad":
        styles.append("bad")
        signs = _DANGER
    if cell.tone == "to-move":
        styles.append("to-move")
        signs = "››" if look.symbols else ">>"
    if piece is not None:
        sign = sign_of(piece, look, filled=look.coloured)
        return Square(sign, " ".join([*styles, piece.colour]).strip(), signs)
    dot = "·" if shade == "dark-square" and not look.coloured else ""
    label = cell.label if signs == kit.NO_SIGNS else ""
    return Square(label if cell.label else dot, " ".join([*styles, "dim"]), signs)
