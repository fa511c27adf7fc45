"""A drawing is a table in rows of styled text, for front ends that show characters.

A game draws from what one seat sees.  A front end chooses the colours.  A style is one
or more of these names, separated by blanks:

* strong, dim: what matters most, and least; frame: lines around something
* red-suit, black-suit: hearts, diamonds, and their cards; clubs, spades, and theirs
* hidden: the back of a card
* light-square, dark-square: the squares of a board
* first-piece, second-piece: white, or of the side that moves first; black, or the other
* last-move: what the last move has changed; to-move: the seat, or thing, to move
* good, bad: what is good for the seat that looks; what is bad for it, or in danger
* colour-0 to colour-7: colours for things of one kind
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from .message import Message


class Span(NamedTuple):
    """Text without line breaks in one style; an empty style is plain."""

    text: str
    style: str = ""


Row: TypeAlias = tuple[Span, ...]
Drawing: TypeAlias = tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Look:
    """The seat that looks, and how much room there is.

    ``seat`` None: a spectator.  ``names`` are the players', by seat.  ``width`` and
    ``height`` are in cells; a drawing that can't be as small may be larger, and is cut.
    ``say`` returns a message's sentence in the language of whoever looks.

    ``symbols``: the terminal has signs such as ♞ and ●; without, letters stand for
    them.  ``coloured``: styles are seen, so that they alone may tell things apart.
    """

    seat: int | None
    names: tuple[str, ...]
    width: int
    height: int
    say: Callable[[Message], str]
    symbols: bool = True
    coloured: bool = False
