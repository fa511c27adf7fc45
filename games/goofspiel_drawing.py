"""This module draws a table of goofspiel."""

from __future__ import annotations

from p2pgame.engine import Drawing, Look, Message, Row, Span, Turn
from p2pgame.tabletop.drawn.boxes import apart, columns, inside, joined, page
from p2pgame.tabletop.drawn.cards import framed_cards, large_cards
from p2pgame.tabletop.drawn.rows import width_of
from p2pgame.tabletop.drawn.seats import LEAST, movers, seat_rows

from .goofspiel import Auction

SPENT = "·"


def drawn(state: Auction, turn: Turn, look: Look) -> Drawing:
    """Return the table as one seat sees it: each hand is known, the bids are sealed."""
    width, height = inside(look)
    seats, moving = len(state.points), movers(turn)
    due = len(state.prizes) + state.left > state.cards
    faces: list[str | None] = [state.prizes[-1] if due else ""]
    prize = large_cards(faces) if height >= 12 else framed_cards(faces)
    room = width - width_of(prize) - 3
    points = [look.say(_points(state, seat)) for seat in range(seats)]
    most = max(map(len, points))
    cells = len(str(state.cards)) + 1
    wide = state.cards * cells + most + 4 + LEAST <= room
    values = [
        joined(
            [
                apart((), (Span(told, "strong"),), most),
                _hand(state, look, seat, cells if wide else 1),
            ],
            "  ",
        )
        for seat, told in enumerate(points)
    ]
    rows = columns([prize, seat_rows(look, values, moving, room)], gap=3)
    return page(look, rows, head=_prize(state, look, due=due), tail=_rest(state, look))


def _prize(state: Auction, look: Look, *, due: bool) -> Row:
    if not due:
        return (Span(look.say(Message.of("goofspiel-drawn-no-prize")), "dim"),)
    prize = Message.of("goofspiel-drawn-prize", prize=state.prizes[-1])
    return (Span(look.say(prize), "strong"),)


def _rest(state: Auction, look: Look) -> Row:
    count = state.cards - len(state.prizes)
    return (Span(look.say(Message.of("goofspiel-drawn-rest", count=count))),)


def _points(state: Auction, seat: int) -> Message:
    return Message.of("goofspiel-drawn-points", points=state.points[seat])


def _hand(state: Auction, look: Look, seat: int, cells: int) -> Row:
    """Return a hand, each card in its own place; in one cell it has its last digit."""
    if seat not in state.seats.present:
        return (Span(look.say(Message.of("seat-left")), "dim"),)
    spans = list[Span]()
    for card in range(1, state.cards + 1):
        held = card in state.hands[seat]
        text = str(card) if cells > 1 else str(card % 10)
        style = ("strong" if seat == look.seat else "") if held else "dim"
        spans.append(Span((text if held else SPENT).rjust(cells), style))
    return tuple(spans)
