"""Draws boards of several seats side by side, each with its seat's name and notes."""

from __future__ import annotations

from collections.abc import Sequence

from p2pgame.engine import Drawing, Look, Row
from p2pgame.engine.scene import Grid, Scene
from p2pgame.tabletop.drawn import boards as kit
from p2pgame.tabletop.drawn.boxes import apart, clipped, columns
from p2pgame.tabletop.drawn.rows import width_of
from p2pgame.tabletop.drawn.seats import LEAST, named

from .names import styled
from .squares import board_of

_SIZES: tuple[kit.Size, ...] = ((3, 1), (2, 1), (1, 1))
_GAP = 2
#: The cells that a name with a note takes above a small board.
_NAMED = 27
#: The rows of a board besides its cells, with all notes in one row.
_ROWS = 5


def drawn_abreast(scene: Scene, grids: Sequence[Grid], look: Look) -> Drawing:
    """Return the boards, or one below the other where they have no room."""
    boards = [board_of(grid, look, _last(grid)) for grid in grids]
    margin, across = boards[0].margin + 2, grids[0].width
    room = (look.width - _GAP) // len(grids) - margin
    fitting = [one for one in _SIZES if one[0] * across <= room]
    abreast = bool(fitting)
    if not abreast:
        room = look.width - margin
        fitting = [one for one in _SIZES if one[0] * across <= room]
    size = fitting[0] if fitting else _SIZES[-1]
    shown = [
        _with_seat(scene, grid, look, board.drawn(size, names_above=True))
        for grid, board in zip(grids, boards, strict=True)
    ]
    rows = columns(shown, _GAP) if abreast else [row for one in shown for row in one]
    return kit.fitting(rows, look)


def _last(grid: Grid) -> set[str]:
    return {cell.name for cell in grid.cells if cell.tone == "last-move"}


def _with_seat(scene: Scene, grid: Grid, look: Look, board: Drawing) -> Drawing:
    """Return a board below its owner's name, and above what is noted of the owner."""
    seat = grid.owner or 0
    notes = scene.seats[seat].notes
    width = max(width_of(board), min((look.width - _GAP) // 2, _NAMED))
    now: Row = ()
    if scene.payoffs is not None:
        now = kit.outcome(look, seat, scene.payoffs)
    elif seat in scene.moving:
        todo = [styled(look, note) for note in notes if note.tone == "to-move"]
        now = todo[0] if todo else kit.told(look, kit.TO_MOVE, "to-move")
    if width_of([now]) > width - LEAST:
        now = ()
    room = width - width_of([now]) - (1 if now else 0)
    name = apart(named(look, seat, room, scene.moving), now, width)
    below = [styled(look, note) for note in notes if note.tone != "to-move"]
    if len(grid.cells) // grid.width + _ROWS > look.height:
        below = [kit.dotted(*below)]
    return (name, *board, *(clipped(row, width) for row in below if row))
