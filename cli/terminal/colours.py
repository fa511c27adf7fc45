"""Prints rows of styled text on the terminal, to stay there."""

from __future__ import annotations

from collections.abc import Sequence

from prompt_toolkit import print_formatted_text
from prompt_toolkit.formatted_text import FormattedText

from p2pgame.engine import Row

from .palette import PALETTE, classes


def print_rows(rows: Sequence[Row]) -> None:
    """Print rows, with their colours where the terminal has any."""
    for row in rows:
        text = FormattedText([(classes(span.style), span.text) for span in row])
        print_formatted_text(text, style=PALETTE)
