"""This module draws a game of memory: the cards in a grid, with the numbers to type."""

from __future__ import annotations

from math import ceil, isqrt

from p2pgame.engine import EMPTY, Drawing, Look, Message, Span, Turn
from p2pgame.engine.turns import movers
from p2pgame.engine.views import Faces
from p2pgame.tabletop import overlap
from p2pgame.tabletop.drawn.boxes import columns, inside, page
from p2pgame.tabletop.drawn.cards import CARD, FACE
from p2pgame.tabletop.drawn.rows import padded, width_of
from p2pgame.tabletop.drawn.seats import LEAST, seat_rows

from .memory import Memory

#: The cells for a player beside the cards.
PLAYER = LEAST + 10
#: Stands where no card lies any more.
TAKEN = "·"
#: The rows of a card in a frame.
ROWS = 3


def drawn(state: Memory, turn: Turn, faces: Faces, look: Look) -> Drawing:
    """Return the table as one seat sees it."""
    width, height = inside(look)
    values = [(Span(look.say(_pairs(won))),) for won in state.pairs]
    moving, marks = movers(turn), _marks(state, faces)
    beside = _across(len(marks), width - PLAYER - 3, height)
    below = _across(len(marks), width, height - len(values) - 1)
    if beside or below:
        grid = _grid([_framed(mark) for mark in marks], beside or below)
    else:
        grid = _grid([_plain(mark) for mark in marks], isqrt(len(marks) - 1) + 4)
    if beside:
        room = width - width_of(grid) - 3
        rows = columns([grid, seat_rows(look, values, moving, room)], gap=3)
    else:
        rows = (*grid, (), *seat_rows(look, values, moving, width))
    left = Message.of("memory-drawn-left", pairs=len(marks) // 2 - sum(state.pairs))
    return page(look, rows, head=(Span(look.say(left)),))


def _pairs(won: int) -> Message:
    return Message.of("memory-drawn-pairs", pairs=won)


def _marks(state: Memory, faces: Faces) -> list[Span]:
    """Return what stands in each place; a dot where none lies."""
    marks, fresh = [], not (state.hidden or state.open or sum(state.pairs))
    for number, slot in enumerate(overlap(state.open, state.hidden), 1):
        if slot in state.hidden or fresh:
            marks.append(Span(str(number), "hidden"))
        elif slot == EMPTY:
            marks.append(Span(TAKEN, "dim"))
        else:
            marks.append(Span(faces.get(slot, "?"), "strong last-move"))
    return marks


def _across(count: int, width: int, height: int) -> int:
    """Return how many framed cards to put in a row, or 0 if there is no room."""
    down = min(height // ROWS, max(isqrt(count // 2), 1))
    across = ceil(count / down) if down else 0
    return across if across * CARD <= width else 0


def _plain(mark: Span) -> Drawing:
    return ((Span(padded(mark.text.rjust(FACE), FACE + 1), mark.style),),)


def _framed(mark: Span) -> Drawing:
    if mark.text == TAKEN:
        empty = (Span(" " * CARD),)
        return (empty, (Span(TAKEN.center(CARD), mark.style),), empty)
    style = "frame" if mark.style == "hidden" else "last-move"
    text = padded(mark.text.center(FACE), FACE)
    return (
        (Span(f"╭{'─' * FACE}╮", style),),
        (Span("│", style), Span(text, mark.style), Span("│", style)),
        (Span(f"╰{'─' * FACE}╯", style),),
    )


def _grid(parts: list[Drawing], across: int) -> Drawing:
    rows = [parts[at : at + across] for at in range(0, len(parts), across)]
    return tuple(row for part in rows for row in columns(part, gap=0))
