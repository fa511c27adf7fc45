"""This module shows drawings as text, for tests that people read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import dedent

from p2pgame.engine import AnyGame, Drawing, Look, Message, State
from tests.english import english
from tests.games import drawn as drawing

NAMES = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hannah", "Ivo", "Jo")


def drawing_of(
    game: AnyGame,
    state: State,
    faces: Mapping[int, str],
    seat: int | None = 0,
    *,
    room: tuple[int, int] = (60, 14),
    names: Sequence[str] = NAMES,
) -> Drawing:
    """Return what a seat sees of a state, in English."""

    def say(message: Message) -> str:
        return english(message, names)

    look = Look(seat, tuple(names), *room, say)
    drawn = drawing.drawing_of(game, state, faces, look)
    assert drawn is not None
    return drawn


def text_of(drawing: Drawing) -> str:
    """Return a drawing's text without its styles, and without blanks at the ends."""
    rows = ("".join(span.text for span in row).rstrip() for row in drawing)
    return "\n".join(rows)


def lines(text: str) -> str:
    """Return a text that stands indented in a test as it is drawn."""
    return dedent(text).strip("\n")
