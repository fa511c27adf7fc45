"""Draws a scene of boards: cells between lines, and the seats beside them."""

from __future__ import annotations

from p2pgame.engine import Drawing, Look, Row, Span
from p2pgame.engine.scene import Cell, Grid, Note, Piece, Scene
from p2pgame.tabletop.drawn import boards as kit

from .names import said

#: Cells and rows of a cell of the board, the largest first, and of a piece in it.
SIZES: tuple[kit.Size, ...] = ((11, 5), (7, 3), (5, 1))
#: The least width of what stands beside the board.
_BESIDE = 24


def drawn_boards(scene: Scene, look: Look, before: Scene | None) -> Drawing:
    """Return the boards, with the first seat above them and the others below.

    What the last move has put on a board is marked.
    """
    board: Drawing = ()
    for n, grid in enumerate(_grids(scene)):
        board += _grid(grid, scene, look, _new(grid, n, before))
    room = kit.panel_width(board, look)
    seats = [_seat(scene, look, room, seat) for seat in range(len(scene.seats))]
    notes = tuple(_row(one, look) for one in (*scene.title, *scene.notes))
    below = tuple(row for seat in seats[1:] for row in seat)
    return kit.around(board, look, seats[0], notes, below)


def _grids(scene: Scene) -> list[Grid]:
    return [part for part in scene.parts if isinstance(part, Grid)]


def _row(note: Note, look: Look) -> Row:
    return (Span(said(look, note.text), note.tone),)


def _seat(scene: Scene, look: Look, room: int, seat: int) -> Drawing:
    shown = scene.seats[seat]
    sign: Row = () if shown.sign is None else (_sign(shown.sign),)
    first: Row = ()
    if seat in scene.moving:
        first = kit.told(look, kit.TO_MOVE, "to-move")
    if scene.payoffs is not None:
        first = kit.outcome(look, seat, scene.payoffs[seat])
    notes = (_row(note, look) for note in shown.notes)
    return kit.side(look, room, seat, (sign, first, *notes), scene.moving)


def _sign(piece: Piece) -> Span:
    return Span(piece.sign, piece.colour)


def _new(grid: Grid, number: int, before: Scene | None) -> set[str]:
    """Return the names of the cells on which something else lay before."""
    earlier = [] if before is None else _grids(before)
    if number >= len(earlier) or len(earlier[number].cells) != len(grid.cells):
        return set()
    pairs = zip(grid.cells, earlier[number].cells, strict=True)
    return {now.name for now, then in pairs if now.piece and not then.piece}


def _grid(grid: Grid, scene: Scene, look: Look, new: set[str]) -> Drawing:
    size = next((one for one in SIZES if _fits(grid, one, look)), SIZES[-1])
    line = Span("┼".join(["─" * size[0]] * grid.width), "frame")
    bar = Span("│", "frame")
    rows = list[Row]()
    for first in range(0, len(grid.cells), grid.width):
        cells = [
            _cell(cell, look, size, new)
            for cell in grid.cells[first : first + grid.width]
        ]
        rows += [(line,)] * bool(rows)
        for parts in zip(*cells, strict=True):
            rows.append(tuple(x for part in parts for x in (bar, part))[1:])
    return tuple(rows)


def _fits(grid: Grid, size: kit.Size, look: Look) -> bool:
    width = (size[0] + 1) * grid.width - 1
    height = (size[1] + 1) * (len(grid.cells) // grid.width) - 1
    return width + _BESIDE <= look.width and height <= look.height


def _cell(cell: Cell, look: Look, size: kit.Size, new: set[str]) -> list[Span]:
    """Return a cell, row by row; a free one has the name to type."""
    width, height = size
    piece = cell.piece
    if piece is None:
        rows = [cell.name if row == height // 2 else "" for row in range(height)]
        return [Span(row.center(width), "dim") for row in rows]
    style = " ".join([piece.colour, *_extra(cell, piece, look, new)])
    return [Span(row.center(width), style) for row in _large(piece, height, look)]


def _extra(cell: Cell, piece: Piece, look: Look, new: set[str]) -> list[str]:
    """Return how a piece is set off: it has won, or it is the last one."""
    if cell.tone == "won":
        return ["good" if look.seat in (None, piece.seat) else "bad", "strong"]
    return ["last-move"] if cell.name in new else []


def _large(piece: Piece, height: int, look: Look) -> list[str]:
    """Return a piece in so many rows: by its shape, or else its sign."""
    last, inner = height - 1, height - 2
    if inner <= 0 or piece.shape not in ("cross", "ring"):
        return [piece.sign if row == height // 2 else "" for row in range(height)]
    if piece.shape == "ring":
        line, side = "─" * inner, f"│{' ' * inner}│"
        return [f"╭{line}╮", *[side] * inner, f"╰{line}╯"]
    down, up, middle = "╲╱╳" if look.symbols else "\\/X"
    rows = list[str]()
    for row in range(height):
        signs = [" "] * height
        signs[row], signs[last - row] = down, up
        if row == last - row:
            signs[row] = middle
        rows.append("".join(signs))
    return rows
