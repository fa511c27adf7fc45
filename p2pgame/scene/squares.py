"""Draws a board with the names of its columns and rows, in a frame."""

from __future__ import annotations

from collections.abc import Collection

from p2pgame.engine import Drawing, Look
from p2pgame.engine.scene import Cell, Grid, Piece
from p2pgame.tabletop.drawn import boards as kit
from p2pgame.tabletop.drawn.boards import Board, Square

from .men import sign_of

#: The least width of what stands beside the board.
_BESIDE = 24
#: The signs beside what is in danger, and around a part of a ship that is sunk.
_DANGER, _SUNK = "!!", "▒▒"


def drawn_squares(grid: Grid, look: Look, changed: Collection[str]) -> Drawing:
    """Return the board, with the cells marked that the last move has ``changed``."""
    board = board_of(grid, look, changed)
    return board.drawn(board.size(look, _BESIDE))


def board_of(grid: Grid, look: Look, changed: Collection[str]) -> Board:
    """Return a grid's squares, to be drawn in any size."""
    rows = [
        grid.cells[first : first + grid.width]
        for first in range(0, len(grid.cells), grid.width)
    ]
    squares = [
        [
            _square(cell, look, grid, x + y, changed=cell.name in changed)
            for x, cell in enumerate(row)
        ]
        for y, row in enumerate(rows)
    ]
    columns = tuple(cell.name.rstrip("0123456789") for cell in rows[0])
    names = tuple(row[0].name.removeprefix(columns[0]) for row in rows)
    return Board(squares, columns, names)


def _square(cell: Cell, look: Look, grid: Grid, steps: int, *, changed: bool) -> Square:
    is_dark = grid.chequered and steps % 2 == 1
    styles, signs, piece = list[str](), kit.NO_SIGNS, cell.piece
    if grid.chequered:
        styles.append("dark-square" if is_dark else "light-square")
    if piece is not None and piece.shape == "sunk":
        signs = _SUNK
    if changed:
        styles.append("last-move")
        # Without a square of its own a cell shows no colour.
        bare = look.coloured and grid.chequered
        signs = kit.NO_SIGNS if bare else kit.CHANGED
    if cell.tone == "bad":
        styles.append("bad")
        signs = _DANGER
    if cell.tone == "to-move":
        styles.append("to-move")
        signs = "››" if look.symbols else ">>"
    if piece is not None:
        sign = sign_of(piece, look, filled=look.coloured)
        return Square(sign, " ".join([*styles, *_style(piece, look)]), signs)
    has_dot = grid.sea or (is_dark and not look.coloured)
    label = cell.label if signs == kit.NO_SIGNS else ""
    text = label if cell.label else "·" * has_dot
    return Square(text, " ".join([*styles, "dim"]), signs)


def _style(piece: Piece, look: Look) -> list[str]:
    """Return a piece's colour; a part of a ship that is hit is good for the other."""
    if piece.shape not in ("hit", "sunk"):
        return [piece.colour] if piece.colour else []
    return [{None: "strong", piece.seat: "bad"}.get(look.seat, "good")]
