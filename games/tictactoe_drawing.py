"""Draws tic-tac-toe: large marks, and in each free cell the number to type."""

from __future__ import annotations

from p2pgame.engine import Drawing, Look, Row, Span
from p2pgame.tabletop.drawn import boards as kit

from .tictactoe import CELLS, LINES, Board, TicTacToe, cells_of

_STYLES = {"X": "colour-2", "O": "colour-4"}
#: Cells and rows of a cell of the board, the largest first, and of a mark in it.
_SIZES = ((11, 5), (7, 3), (5, 1))
_BESIDE = 24


def draw(state: Board, look: Look) -> Drawing:
    """Return the table as the seat of ``look`` sees it."""
    size = next((s for s in _SIZES if _fits(s, look)), _SIZES[-1])
    board = _board(state, look, size)
    room = kit.panel_width(board, look)
    turn = TicTacToe().turn(state)
    above, below = (
        kit.player(look, room, turn, seat, (Span(mark, _STYLES[mark]),))
        for seat, mark in enumerate("XO")
    )
    return kit.around(board, look, above, (), below)


def _fits(size: kit.Size, look: Look) -> bool:
    width, height = size
    return 3 * width + 2 + _BESIDE <= look.width and 3 * height + 2 <= look.height


def _board(state: Board, look: Look, size: kit.Size) -> Drawing:
    width, height = size
    line: Row = (Span("┼".join(["─" * width] * 3), "frame"),)
    bar = Span("│", "frame")
    drawing = list[Row]()
    for first in (0, 3, 6):
        cells = [_cell(state, look, n, size) for n in CELLS[first : first + 3]]
        drawing += [line] * bool(drawing)
        for row in range(height):
            one, two, three = (cell[row] for cell in cells)
            drawing.append((one, bar, two, bar, three))
    return tuple(drawing)


def _cell(state: Board, look: Look, cell: str, size: kit.Size) -> list[Span]:
    """Return a cell of the board, row by row."""
    width, height = size
    mark = _mark(state, cell)
    if not mark:
        rows, style = _middle(cell, height), "dim"
    else:
        rows = _large(mark, height, look)
        style = " ".join([_STYLES[mark], *_extra(state, cell, look)])
    return [Span(row.center(width), style) for row in rows]


def _mark(state: Board, cell: str) -> str:
    own = [mark for mark, mask in zip("XO", (state.x, state.o), strict=True)]
    return next((m for m in own if cell in cells_of(_mask(state, m))), "")


def _mask(state: Board, mark: str) -> int:
    return state.x if mark == "X" else state.o


def _extra(state: Board, cell: str, look: Look) -> list[str]:
    """Return how a mark is set off: it has won, or it is the last one."""
    mark = _mark(state, cell)
    done = {*cells_of(_mask(state, mark))}
    if any(cell in line and done.issuperset(line) for line in LINES):
        won = look.seat is None or "XO"[look.seat] == mark
        return ["good" if won else "bad", "strong"]
    before = look.before
    if isinstance(before, Board) and before != state and not _mark(before, cell):
        return ["last-move"]
    return []


def _middle(text: str, height: int) -> list[str]:
    return [text if row == height // 2 else "" for row in range(height)]


def _large(mark: str, height: int, look: Look) -> list[str]:
    """Return a cross or a ring of so many rows."""
    if height == 1:
        return [mark]
    last = height - 1
    if mark == "X":
        down, up, middle = "╲╱╳" if look.symbols else "\\/X"
        rows = list[str]()
        for row in range(height):
            signs = [" "] * height
            signs[row], signs[last - row] = down, up
            if row == last - row:
                signs[row] = middle
            rows.append("".join(signs))
        return rows
    line = "─" * (height - 2)
    sides = [f"│{' ' * (height - 2)}│"] * (height - 2)
    return [f"╭{line}╮", *sides, f"╰{line}╯"]
