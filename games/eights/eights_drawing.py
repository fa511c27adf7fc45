"""This module draws a table of crazy eights."""

from __future__ import annotations

from collections.abc import Mapping

from p2pgame.engine import Drawing, Look, Message, Row, Span, Turn
from p2pgame.tabletop.drawn.boxes import centred, columns, inside, joined, page
from p2pgame.tabletop.drawn.cards import (
    BACK,
    LARGE_ROWS,
    framed_cards,
    large_cards,
    suit,
)
from p2pgame.tabletop.drawn.hands import known_hands, own_hand
from p2pgame.tabletop.drawn.rows import width_of
from p2pgame.tabletop.drawn.seats import movers, seat_rows

from .eights_state import Eights

#: With fewer cells and more players the pile is a number alone.
NARROW, FEW = 60, 6


def drawn(state: Eights, turn: Turn, faces: Mapping[int, str], look: Look) -> Drawing:
    """Return the table as one seat sees it."""
    width, height = inside(look)
    seats = len(state.hands)
    top = [state.top, None if state.pile else ""][
        : 1 if width < NARROW and seats > FEW else 2
    ]
    large = height >= max(seats + 5, LARGE_ROWS + 5)
    middle = large_cards(top) if large else framed_cards(top, gap=1)
    room = width - width_of(middle) - 3
    values = [_value(state, look, seat) for seat in range(seats)]
    table = columns([middle, seat_rows(look, values, movers(turn), room)], gap=3)
    spare = height - len(table)
    held = own_hand(state.hands, faces, look, width, spare - 1)
    gap = ((),) if held and len(held) < spare else ()
    across = max(width_of(table), width_of(held))
    mine = (centred(row, across) for row in held)
    rows = (*table, *gap, *mine, *known_hands(state.hands, faces, look, width))
    words = {"head": _follow(state, look), "tail": _pile_words(state, look)}
    return page(look, rows, foot=_said(state, look), **words)


def _said(state: Eights, look: Look) -> Row:
    """Return what a player has to know besides the suit to follow."""
    owed = Message.of("crazy-eights-drawn-owed", count=state.owed)
    back = Message.of("crazy-eights-drawn-back")
    said = [(Span(look.say(owed), "bad"),)] if state.owed else []
    said += [(Span(look.say(back)),)] if state.way != 1 else []
    return joined(said, " · ", "dim")


def _follow(state: Eights, look: Look) -> Row:
    """Return the suit to follow."""
    word = (Span(look.say(Message.of("crazy-eights-drawn-follow"))),)
    sign = (suit(state.suit),) if state.suit else (Span("–", "dim"),)
    return (*word, Span(" "), *sign)


def _pile_words(state: Eights, look: Look) -> Row:
    pile = Message.of("crazy-eights-drawn-pile", count=len(state.pile))
    return (Span(look.say(pile)),)


def _value(state: Eights, look: Look, seat: int) -> Row:
    """Return how many cards a seat holds, and its points at the end."""
    held = len(state.hands[seat])
    style = "strong" if held == 1 else "hidden"
    said: list[Row] = [(Span(f"{BACK} {held:<2}", style),)]
    if state.points:
        told = Message.of("crazy-eights-drawn-points", points=state.points[seat])
        said.append((Span(look.say(told), "strong"),))
    if seat not in state.present:
        said.append((Span(look.say(Message.of("seat-left")), "dim"),))
    return joined(said, "  ")
