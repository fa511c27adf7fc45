"""This module draws a game of pig: how far everybody has come."""

from __future__ import annotations

from p2pgame.engine import Drawing, Look, Message, Row, Span, Turn
from p2pgame.tabletop.drawn.boxes import apart, inside, joined, page
from p2pgame.tabletop.drawn.seats import MOST, movers, name_width, seat_rows

from .pig import Points

#: The narrowest and the widest bar, and the cells for a number and for a turn's total.
SHORT, LONG, NUMBER = 20, 50, 4


def drawn(state: Points, turn: Turn, look: Look) -> Drawing:
    """Return the table; every seat sees the same."""
    width, _ = inside(look)
    moving = movers(turn) or ({state.player} if state.rolling else frozenset())
    seats = len(state.points)
    room = width - name_width(look, seats, MOST) - 2 * NUMBER - 4
    bar = min(max(room, SHORT), LONG)
    values = [_value(state, seat, bar) for seat in range(seats)]
    goal = look.say(Message.of("pig-drawn-goal", goal=state.goal))
    tail: Row = ()
    if state.rolling:
        tail = (Span(look.say(Message.of("pig-drawn-rolls")), "to-move"),)
    rows = seat_rows(look, values, moving, width)
    return page(look, rows, head=(Span(goal),), tail=tail)


def _value(state: Points, seat: int, bar: int) -> Row:
    points = state.points[seat]
    total = state.total if seat == state.player else 0
    held = min(points * bar // state.goal, bar)
    more = min((points + total) * bar // state.goal, bar) - held
    rest = bar - held - more
    line = (Span("█" * held), Span("▓" * more, "to-move"), Span("░" * rest, "dim"))
    number = apart((), (Span(str(points), "strong"),), NUMBER)
    return joined([line, number, (Span(f"+{total}", "to-move"),) if total else ()], " ")
