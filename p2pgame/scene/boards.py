"""Draws a scene of boards, and the seats beside them.

A board whose columns and rows are named is in a frame, another one has lines between
its cells.
"""

from __future__ import annotations

from p2pgame.engine import Drawing, Look, Row, Span
from p2pgame.engine.scene import Cell, Grid, Piece, Scene
from p2pgame.tabletop.drawn import boards as kit
from p2pgame.tabletop.drawn.boxes import joined

from .abreast import drawn_abreast
from .men import beside
from .names import styled
from .squares import drawn_squares

#: Cells and rows of a cell of the board, the largest first, and of a piece in it.
SIZES: tuple[kit.Size, ...] = ((11, 5), (7, 3), (5, 1))
#: The least width of what stands beside the board.
_BESIDE = 24


def drawn_boards(scene: Scene, look: Look, before: Scene | None) -> Drawing:
    """Return the boards; whose side they are seen from is below, and others above.

    Without one the first seat is above.  What the last move has changed is marked.
    """
    board: Drawing = ()
    grids = _grids(scene)
    if grids and all(grid.owner is not None for grid in grids):
        return drawn_abreast(scene, grids, look)
    for n, grid in enumerate(grids):
        changed = _changed(grid, n, before)
        if grid.named:
            board += drawn_squares(grid, look, changed)
        else:
            board += _grid(grid, look, changed)
    room = kit.panel_width(board, look)
    count = range(len(scene.seats))
    own = next((grid.side for grid in grids if grid.side is not None), None)
    lower = [seat for seat in count if seat == own or (own is None and seat > 0)]
    above, below = (
        tuple(
            row
            for seat in count
            if (seat in lower) == is_lower
            for row in _seat(scene, look, room, seat)
        )
        for is_lower in (False, True)
    )
    notes = (styled(look, one) for one in (*scene.title, *scene.notes))
    rows = tuple((Span(" " * kit.INDENT), *note) for note in notes)
    return kit.around(board, look, above, rows, below)


def _grids(scene: Scene) -> list[Grid]:
    return [part for part in scene.parts if isinstance(part, Grid)]


def _seat(scene: Scene, look: Look, room: int, seat: int) -> Drawing:
    """Return a seat: its side and what goes on, and below that what it has."""
    shown = scene.seats[seat]
    todo = [styled(look, note) for note in shown.notes if note.tone == "to-move"]
    if scene.payoffs is not None:
        todo = [kit.outcome(look, seat, scene.payoffs)]
    elif not todo and seat in scene.moving:
        todo = [kit.told(look, kit.TO_MOVE, "to-move")]
    others = [note for note in shown.notes if note.tone != "to-move"]
    goes_on = [styled(look, note) for note in others if note.tone]
    has = [styled(look, note) for note in others if not note.tone]
    sign = () if shown.sign is None else (beside(look, [shown.sign]),)
    role = kit.told(look, shown.role)
    named = joined([sign, role], " ")
    side = kit.side(look, room, seat, (named, *todo, *goes_on), scene.moving)
    return (*side, *kit.note(kit.dotted(*has), room))


def _changed(grid: Grid, number: int, before: Scene | None) -> set[str]:
    """Return the names of the cells that the last move has changed."""
    told = {cell.name for cell in grid.cells if cell.tone == "last-move"}
    earlier = [] if before is None else _grids(before)
    if told or number >= len(earlier):
        return told
    then = {cell.name: cell.piece for cell in earlier[number].cells}
    return {cell.name for cell in grid.cells if cell.piece != then.get(cell.name)}


def _grid(grid: Grid, look: Look, new: set[str]) -> Drawing:
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
