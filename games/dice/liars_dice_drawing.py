"""This module draws a table of liar's dice."""

from __future__ import annotations

from collections.abc import Mapping

from p2pgame.engine import Drawing, Look, Message, Row, Span, Turn
from p2pgame.tabletop.dice import die_pips
from p2pgame.tabletop.drawn.boxes import centred, inside, joined, page
from p2pgame.tabletop.drawn.dice import dice_line, framed_dice
from p2pgame.tabletop.drawn.rows import cut, width_of
from p2pgame.tabletop.drawn.seats import movers, name_of, seat_rows

from .liars_dice import Cups

#: A name in the sentence about the bid is cut to so many cells.
BIDDER = 16


def drawn(state: Cups, turn: Turn, faces: Mapping[int, str], look: Look) -> Drawing:
    """Return the table as one seat sees it."""
    width, height = inside(look)
    values = [_value(state, faces, look, seat) for seat in range(len(state.dice))]
    seats = seat_rows(look, values, movers(turn), width)
    held = _mine(state, faces, look, height - len(seats))
    gap = ((),) if held and len(held) + len(seats) < height else ()
    across = max(width_of(seats), width_of(held))
    rows = (*seats, *gap, *(centred(row, across) for row in held))
    dice = look.say(Message.of("liars-dice-drawn-dice", dice=sum(state.dice)))
    foot = joined([(Span(dice, "dim"),), _wild(state, look)], " · ", "dim")
    return page(look, rows, head=_bid(state, look), foot=foot)


def _bid(state: Cups, look: Look) -> Row:
    if not state.face:
        return (Span(look.say(Message.of("liars-dice-drawn-no-bid")), "dim"),)
    bid = Message.of(
        "liars-dice-drawn-bid",
        player=cut(name_of(look, state.bidder), BIDDER),
        number=state.number,
        face=state.face,
    )
    return (Span(look.say(bid), "strong"),)


def _wild(state: Cups, look: Look) -> Row:
    if not state.wild:
        return ()
    return (
        Span(look.say(Message.of("liars-dice-drawn-wild", face=state.wild)), "dim"),
    )


def _pips(state: Cups, faces: Mapping[int, str], seat: int) -> list[int | None]:
    return [die_pips(faces[n]) if n in faces else None for n in state.hands[seat]]


def _value(state: Cups, faces: Mapping[int, str], look: Look, seat: int) -> Row:
    """Return a seat's dice under the cup, and how many it has left."""
    left = state.dice[seat]
    pips = _pips(state, faces, seat)
    styles = ["strong" if one and _counts(state, one) else "" for one in pips]
    number = Message.of("liars-dice-drawn-left", dice=left)
    if not left and seat not in state.seats.present:
        number = Message.of("seat-left")
    count = (Span(look.say(number), "" if left else "dim"),)
    return joined([count, dice_line(pips, styles)], "   ")


def _counts(state: Cups, pips: int) -> bool:
    """Return whether a die counts for the bid."""
    return bool(state.face) and pips in (state.face, state.wild)


def _mine(state: Cups, faces: Mapping[int, str], look: Look, height: int) -> Drawing:
    if look.seat is None or height < 3:
        return ()
    pips = _pips(state, faces, look.seat)
    return framed_dice(pips, large=height >= 6) if pips else ()
