"""This module draws a table of crazy eights."""

from __future__ import annotations

from collections.abc import Mapping

from p2pgame.engine import Drawing, Look, Message, Row, Span, Turn
from p2pgame.tabletop.drawn import width_of
from p2pgame.tabletop.drawn_boxes import centred, columns, inside, joined, page
from p2pgame.tabletop.drawn_cards import (
    BACK,
    LARGE_ROWS,
    framed_cards,
    hand,
    hand_lines,
    large_cards,
    suit,
)
from p2pgame.tabletop.drawn_seats import movers, seat_rows

from .eights_state import Eights

#: The cells of a name, of a number of cards and of points, at most.
MOST_SAID = 36


def drawn(state: Eights, turn: Turn, faces: Mapping[int, str], look: Look) -> Drawing:
    """Return the table as one seat sees it."""
    width, height = inside(look)
    seats = len(state.hands)
    top = [state.top, None if state.pile else ""]
    large = height >= max(seats + 5, LARGE_ROWS + 5)
    middle = large_cards(top) if large else framed_cards(top, gap=1)
    room = width - width_of(middle) - 3
    values = [_value(state, faces, look, seat, room) for seat in range(seats)]
    table = columns([middle, seat_rows(look, values, movers(turn), room)], gap=3)
    spare = height - len(table)
    held = _mine(state, faces, look, width, spare - 1)
    gap = ((),) if held and len(held) < spare else ()
    across = max(width_of(table), width_of(held))
    rows = (*table, *gap, *(centred(row, across) for row in held))
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


def _value(
    state: Eights, faces: Mapping[int, str], look: Look, seat: int, room: int
) -> Row:
    """Return how many cards a seat holds, or which, and its points at the end."""
    held = state.hands[seat]
    known = [faces[slot] for slot in held if slot in faces]
    style = "strong" if len(held) == 1 else "hidden"
    stays = seat in state.present
    said: list[Row] = []
    if stays or not state.points:
        said.append((Span(f"{BACK} {len(held):<2}", style),))
    if state.points:
        told = Message.of("crazy-eights-drawn-points", points=state.points[seat])
        said.append((Span(look.say(told), "strong"),))
    if not stays:
        said.append((Span(look.say(Message.of("seat-left")), "dim"),))
    elif known and seat != look.seat:
        line = hand_lines(known, len(held) - len(known), room - MOST_SAID)
        said += line if len(line) == 1 and room > MOST_SAID else ()
    return joined(said, "  ")


def _mine(
    state: Eights, faces: Mapping[int, str], look: Look, width: int, height: int
) -> Drawing:
    if look.seat is None:
        return ()
    held = state.hands[look.seat]
    known = [faces[slot] for slot in held if slot in faces]
    return hand(known, len(held) - len(known), width, height)
