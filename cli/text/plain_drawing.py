"""Draws a table that is known in words only, as any game's is."""

from __future__ import annotations

import re

from p2pgame.engine import Drawing, Row, Span
from p2pgame.tabletop.drawn.rows import framed

from .cards import symbols

_CARD = re.compile(r"(?<!\S)(?:10|[2-9TJQKA])[♣♦♥♠](?!\S)")


def plainly_drawn(text: str) -> Drawing:
    """Return a framed table, the cards in it with their suits' signs and colours."""
    return framed([_row(line) for line in symbols(text).split("\n")])


def _row(line: str) -> Row:
    spans, end = [], 0
    for found in _CARD.finditer(line):
        style = "red-suit" if found[0][-1] in "♦♥" else "black-suit"
        spans += [Span(line[end : found.start()]), Span(found[0], style)]
        end = found.end()
    return (*spans, Span(line[end:]))
