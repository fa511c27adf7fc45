"""Seats that look at drawings in tests, and what they see as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from wcwidth import wcswidth

from games.registry import GAMES
from p2pgame.engine import Drawing, Look, State
from tests.english import english

NAMES = ("Ann", "Ben", "Cleo")


def look(
    seat: int | None,
    width: int,
    height: int,
    *,
    names: Sequence[str] = NAMES,
    before: State | None = None,
    symbols: bool = True,
    coloured: bool = False,
) -> Look:
    return Look(
        seat,
        tuple(names),
        width,
        height,
        say=lambda message: english(message, names),
        symbols=symbols,
        coloured=coloured,
        before=before,
    )


@lru_cache(1 << 15)
def width(text: str) -> int:
    """Return how many cells a text takes; below 0, it would move a cursor."""
    return wcswidth(text)


def draw(
    name: str, state: State, look: Look, faces: Mapping[int, str] | None = None
) -> Drawing:
    """Return how a game draws itself."""
    drawing = GAMES[name].draw(state, faces or {}, look)
    assert drawing is not None
    return drawing


def shown(drawing: Drawing) -> str:
    """Return a drawing as text, without blanks at the ends of rows."""
    rows = ("".join(span.text for span in row).rstrip() for row in drawing)
    return "\n" + "\n".join(rows) + "\n"


def styled(drawing: Drawing, style: str) -> list[str]:
    """Return the texts in which a style occurs, in reading order."""
    return [
        span.text.strip()
        for row in drawing
        for span in row
        if style in span.style.split() and span.text.strip()
    ]
