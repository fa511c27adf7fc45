"""Lays texts out in columns, as wide as a terminal shows them."""

from __future__ import annotations

from collections.abc import Sequence

from p2pgame.tabletop.drawn.rows import cells


def column(text: str, width: int) -> str:
    """Return a text with blanks behind it, if it has fewer cells than ``width``."""
    return text + " " * (width - cells(text))


def columns(rows: Sequence[Sequence[str]], left: int) -> list[str]:
    """Return the rows of a table; its first ``left`` columns begin at the left."""
    widths = [max(map(cells, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            text + fill if number < left else fill + text
            for number, (text, width) in enumerate(zip(row, widths, strict=True))
            for fill in (" " * (width - cells(text)),)
        ).rstrip()
        for row in rows
    ]
