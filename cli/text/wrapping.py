"""Breaks a text into lines, between words and by cells."""

from __future__ import annotations

from p2pgame.tabletop.drawn.rows import cells


def wrapped(text: str, width: int) -> list[str]:
    """Break a text between words, and a word that is too long within."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if cells(longer) <= width:
                line = longer
                continue
            if line:
                lines.append(line)
            while cells(word) > width:
                piece = _first(word, width)
                lines.append(piece)
                word = word[len(piece) :]
            line = word
        lines.append(line)
    return lines


def _first(word: str, width: int) -> str:
    """Return the beginning of a word that fits, at least one character."""
    count = 1
    while count < len(word) and cells(word[: count + 1]) <= width:
        count += 1
    return word[:count]
