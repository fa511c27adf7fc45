"""Draws who sits at a table: names, who looks, and whose turn it is."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from p2pgame.engine import Drawing, Look, Message, Row, Span
from p2pgame.engine.printable import printable

from .boxes import clipped, fitted
from .rows import cells, cut, width_of

#: Stands before the name of a player who is to move.
MARK = "▸"
#: The cells that a name gets however little room there is, with mark and "(you)".
LEAST = 14
MOST = 32
#: A name is cut to no fewer cells than this to say "(you)" behind it.
SHORTEST = 4
#: Changes how many cells the character before it takes.
_VARIANT = "\N{VARIATION SELECTOR-16}"


def name_of(look: Look, seat: int) -> str:
    """Return a player's name without anything that could change what a screen shows."""
    if not 0 <= seat < len(look.names):
        return look.say(Message.of("seat-number", seat=seat))
    name = look.names[seat].replace(_VARIANT, "")
    return printable(name, keeps_isolates=True)  # as the front end gives it


def called(look: Look, seat: int, width: int, style: str = "") -> Row:
    """Return a name in at most so many cells, said to be "you" for the seat that looks.

    A style replaces that of the name.
    """
    name, you = name_of(look, seat), f" ({look.say(Message.of('seat-you'))})"
    mine, room = seat == look.seat, width - cells(you)
    if not mine or room < min(cells(name), SHORTEST):
        return (Span(cut(name, width), style or ("strong" if mine else "")),)
    return (Span(cut(name, room), style or "strong"), Span(you, "dim"))


def named(look: Look, seat: int, width: int, moving: Collection[int]) -> Row:
    """Return a name with the mark of whoever is to move, in exactly so many cells."""
    to_move = "to-move" if seat in moving else ""
    mark = Span(f"{MARK if to_move else ' '} ", to_move)
    return fitted((mark, *called(look, seat, width - 2, to_move)), width)


def name_width(look: Look, seats: int, most: int) -> int:
    """Return the cells that the widest of the names needs, at most ``most``."""
    names = (called(look, seat, MOST) for seat in range(seats))
    return min(width_of(names) + 2, most)


def seat_rows(
    look: Look, values: Sequence[Row], moving: Collection[int], width: int
) -> Drawing:
    """Return a row for each seat: the name, and then its value."""
    room = max(width - width_of(values) - 2, LEAST)
    names = name_width(look, len(values), room)
    return tuple(
        (
            *named(look, seat, names, moving),
            Span("  "),
            *clipped(value, width - names - 2),
        )
        for seat, value in enumerate(values)
    )
