"""Draws fill: the grid, beside it the blocks still on the pad, and the past."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from p2pgame.engine import Drawing, Look, Message, Span
from p2pgame.tabletop.drawing import FREE
from p2pgame.tabletop.drawing import Drawing as Grid
from p2pgame.tabletop.drawn import boards as kit
from p2pgame.tabletop.drawn.boxes import columns
from p2pgame.tabletop.drawn.rows import framed, width_of

from .. import puzzle_drawing
from ..puzzle_grid import plain, with_lines
from .fill_state import Fill, board

_GAP = 2
#: The rows for the player and the past, without which lines take too much room.
_ROWS = 3


def draw(state: Fill, look: Look) -> Drawing:
    """Return the puzzle, with lines around its blocks if there is room."""
    grid = board(state)
    drawn = _boards(grid, Grid(left_on_the_pad(state)), look)
    free = len(state.puzzle.grid.cells(FREE))
    filled = free - len(grid.cells(FREE))
    head = puzzle_drawing.standing(
        look, filled, free, solved=state.solved, given_up=state.given_up
    )
    past = puzzle_drawing.histories(look, state.puzzle.letters, state.items)
    room = look.height - len(drawn) - 1
    rows = (head, *drawn, *puzzle_drawing.wrapped(past, look.width, room))
    return kit.fitting(rows, look)


def _boards(grid: Grid, pad: Grid, look: Look) -> Drawing:
    """Return the grid with the pad beside it, or below it if there is no room."""
    if not pad.rows:
        return next(
            (d for d in (with_lines(grid), plain(grid)) if _fits(d, look)), plain(grid)
        )
    blocks, title = plain(pad, names=False), look.say(Message.of("fill-drawn-pad"))
    below_title: Drawing = ((Span(title, "dim"),), *blocks)
    for one, other in (
        (with_lines(grid), with_lines(pad, names=False)),
        (plain(grid), framed(blocks, title)),
        (plain(grid), below_title),
    ):
        drawn = columns((one, other), _GAP)
        if _fits(drawn, look):
            return drawn
    return (*plain(grid), *below_title)


def _fits(drawn: Drawing, look: Look) -> bool:
    return width_of(drawn) <= look.width and len(drawn) + _ROWS <= look.height


def left_on_the_pad(state: Fill) -> tuple[str, ...]:
    """Return the pad, with at most one free row or column between blocks."""
    tracks = zip(state.puzzle.letters, state.tracks, strict=True)
    gone = {letter for letter, track in tracks if track[-1]}
    rows = [
        "".join(FREE if mark in gone else mark for mark in row)
        for row in state.puzzle.pad.rows
    ]
    kept = _close(rows)
    if not kept:
        return ()
    return tuple(map("".join, zip(*_close([*zip(*kept, strict=True)]), strict=True)))


def _close(rows: Sequence[Iterable[str]]) -> list[str]:
    """Return the rows without free ones at either end, and others no more than one."""
    texts = ["".join(row) for row in rows]
    is_free = [not text.strip(FREE) for text in texts]
    kept = [
        text
        for at, text in enumerate(texts)
        if not is_free[at] or (at and not is_free[at - 1])
    ]
    while kept and not kept[-1].strip(FREE):
        kept.pop()
    return kept
