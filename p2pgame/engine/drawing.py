"""A drawing is a table in rows of styled text, for front ends that show characters.

A game draws from what one seat sees.  A front end chooses the colours: a style is one
or more of the names in :data:`STYLES`, separated by blanks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from .message import Message
from .state import State

#: What styles mean.
STYLES = {
    "strong": "what matters most",
    "dim": "what matters least",
    "frame": "lines around something",
    "red-suit": "hearts, diamonds, and their cards",
    "black-suit": "clubs, spades, and their cards",
    "hidden": "the back of a card",
    "light-square": "a light square of a board",
    "dark-square": "a dark square of a board",
    "first-piece": "a light piece: white, or of the side that moves first",
    "second-piece": "a dark piece: black, or of the other side",
    "last-move": "what the last move has changed",
    "to-move": "the seat, or thing, that is to move",
    "good": "what is good for the seat that looks",
    "bad": "what is bad for it, or in danger",
    **{
        f"colour-{n}": f"colour {n + 1} of eight for things of one kind"
        for n in range(8)
    },
}


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
    ``before`` is an earlier state: a game marks what the last move has changed.
    """

    seat: int | None
    names: tuple[str, ...]
    width: int
    height: int
    say: Callable[[Message], str]
    symbols: bool = True
    coloured: bool = False
    before: State | None = None
