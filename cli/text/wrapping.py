"""Breaks a text into lines, between words and by cells."""

from __future__ import annotations

from p2pgame.tabletop.drawn.rows import cells


def wrapped(text: str, width: int, *, indent: str = "", cuts: bool = True) -> list[str]:
    """Break a text between words, and a word that is too long within.

    A line goes on below as far to the right as it begins, at most by a quarter of
    ``width``, and by ``indent`` more.  A word that is too long, such as an invite or a
    path, has nothing inserted: the pieces of it begin at the left margin.  Without
    ``cuts`` it stays whole on a line of its own, where a terminal breaks it and copies
    it as one.
    """
    return [
        line
        for paragraph in text.split("\n")
        for line in _broken(paragraph, width, indent, cuts=cuts)
    ]


def broken_between_words(text: str, width: int) -> str:
    """Break the sentences of a text; what is indented stays whole, to be copied.

    So do words that are longer than a line.  A row of two columns, as of a list of
    words, is no line to be copied.
    """
    lines = text.split("\n")
    parts = (
        [line]
        if cells(line) <= width or (line[:1] == " " and "  " not in line.strip())
        else wrapped(line, width, indent=" " if line[:1] == " " else "", cuts=False)
        for line in lines
    )
    return "\n".join("\n".join(part) for part in parts)


def _broken(paragraph: str, width: int, indent: str, *, cuts: bool) -> list[str]:
    text = paragraph.lstrip(" ")
    blanks = " " * min(len(paragraph) - len(text), width // 4)
    first, *words = text.split(" ")
    lines: list[str] = []
    line = blanks + first
    if cells(line) > width:
        *lines, line = _pieces(first, width) if cuts else [first]
    for word in words:
        if cells(longer := f"{line} {word}") <= width:
            line = longer
            continue
        lines.append(line)
        line = blanks + indent + word
        if cells(line) > width:
            *whole, line = _pieces(word, width) if cuts else [word]
            lines += whole
    return [*lines, line]


def _pieces(word: str, width: int) -> list[str]:
    """Cut a word into pieces that fit, each of at least one character."""
    pieces = []
    while cells(word) > width and len(word) > 1:
        count = 1
        while count < len(word) and cells(word[: count + 1]) <= width:
            count += 1
        pieces.append(word[:count])
        word = word[count:]
    return [*pieces, word]
