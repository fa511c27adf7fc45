"""This module draws a match of rock paper scissors."""

from __future__ import annotations

from p2pgame.engine import Drawing, Look, Message, Row, Span, Turn
from p2pgame.tabletop.drawn.boxes import apart, inside, joined, page
from p2pgame.tabletop.drawn.seats import movers, seat_rows

from .rps import Match

#: Won rounds are drawn as stars up to so many.
STARS = 5
STAR = "★"


def drawn(state: Match, turn: Turn, look: Look) -> Drawing:
    """Return the table; every seat sees the same, for what is thrown is sealed."""
    moving = movers(turn)
    won = [look.say(Message.of("rps-drawn-won", rounds=won)) for won in state.wins]
    most = max(map(len, won))
    values = [
        joined(
            [
                apart((), (Span(told, "strong"),), most),
                (Span((STAR * min(state.wins[seat], STARS)).ljust(STARS)),),
                _place(state, look, seat, moves=seat in moving),
            ],
            "  ",
        )
        for seat, told in enumerate(won)
    ]
    left = look.say(Message.of("rps-drawn-rounds", rounds=state.left))
    rows = seat_rows(look, values, moving, inside(look)[0])
    return page(look, rows, head=(Span(left),))


def _place(state: Match, look: Look, seat: int, *, moves: bool) -> Row:
    if seat not in state.seats.present:
        told = Message.of("seat-left")
    elif seat not in state.standing:
        told = Message.of("rps-drawn-out")
    elif moves:
        told = Message.of("rps-drawn-in")
    else:
        return ()
    return (Span(look.say(told), "" if moves else "dim"),)
