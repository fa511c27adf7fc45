"""Draws a table that is known in words only, as any game's is."""

from __future__ import annotations

import re

from p2pgame.engine import Drawing, Row, Span
from p2pgame.tabletop.drawn.rows import cells, framed

from .cards import symbols
from .wrapping import wrapped

#: The cells of a frame's two sides.
_FRAME = 4
_CARD = re.compile(r"(?<!\S)(?:10|[2-9TJQKA])[♣♦♥♠](?!\S)")


def plainly_drawn(text: str, width: int) -> Drawing:
    """Return a framed table, the cards in it with their suits' signs and colours.

    Lines that are too long for ``width`` cells go on below, further to the right.
    """
    inside = max(width - _FRAME, 2)
    lines = symbols(text).split("\n")
    return framed([_row(one) for line in lines for one in _broken(line, inside)])


def _broken(line: str, width: int) -> list[str]:
    return [line] if cells(line) <= width else wrapped(line, width, indent=" ")


def _row(line: str) -> Row:
    spans, end = [], 0
    for found in _CARD.finditer(line):
        style = "red-suit" if found[0][-1] in "♦♥" else "black-suit"
        spans += [Span(line[end : found.start()]), Span(found[0], style)]
        end = found.end()
    return (*spans, Span(line[end:]))
