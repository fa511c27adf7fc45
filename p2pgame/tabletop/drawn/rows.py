"""Puts drawings together: widths, frames, and one beside the other.

Widths are in a terminal's cells, of which some characters take two.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from p2pgame.engine import Drawing, Row, Span
from p2pgame.engine.printable import ISOLATE, POP


@lru_cache(1 << 12)
def cells(text: str) -> int:
    """Return how many cells a text takes."""
    if text.isascii() and text.isprintable():
        return len(text)
    from wcwidth import wcswidth  # not for programs that draw nothing

    return max(0, wcswidth(text))


def width_of(rows: Iterable[Row]) -> int:
    """Return how many cells the widest of the rows takes."""
    return max((sum(cells(span.text) for span in row) for row in rows), default=0)


def cut(text: str, width: int) -> str:
    """Return a text in at most so many cells, with an ellipsis if it is longer."""
    if cells(text) <= width:
        return text
    from wcwidth import wcwidth

    shown, room = "", width - 1
    for character in text:
        room -= max(0, wcwidth(character))
        if room < 0:
            break
        shown += character
    if ISOLATE in shown and POP not in shown:
        shown += POP
    return f"{shown}…" if width > 0 else ""


def padded(text: str, width: int) -> str:
    """Return a text in exactly so many cells, cut or with blanks behind it."""
    text = cut(text, width)
    return text + " " * (width - cells(text))


def filled(row: Row, width: int) -> Row:
    """Return a row with blanks behind it, if it is narrower than ``width``."""
    missing = width - width_of([row])
    return (*row, Span(" " * missing)) if missing > 0 else row


def beside(left: Sequence[Row], right: Sequence[Row], gap: int = 2) -> Drawing:
    """Return two drawings side by side, the shorter with empty rows below it."""
    width = width_of(left)
    height = max(len(left), len(right))
    pairs = zip(_tall(left, height), _tall(right, height), strict=True)
    return tuple((*filled(a, width), Span(" " * gap), *b) for a, b in pairs)


def framed(rows: Sequence[Row], title: str = "", width: int = 0) -> Drawing:
    """Return the rows in a frame; ``width`` is the least that it has inside."""
    inner = max(width, width_of(rows), cells(title) + 2 if title else 0)
    head = f" {title} " if title else ""
    top = f"╭{head}{'─' * (inner + 2 - cells(head))}╮"
    side = Span("│", "frame")
    body = ((side, Span(" "), *filled(row, inner), Span(" "), side) for row in rows)
    return (
        (Span(top, "frame"),),
        *body,
        (Span(f"╰{'─' * (inner + 2)}╯", "frame"),),
    )


def _tall(rows: Sequence[Row], height: int) -> list[Row]:
    return [*rows, *[()] * (height - len(rows))]
