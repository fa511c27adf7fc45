"""This module reads and writes files of puzzle levels, which people write as text.

::

    ; a comment
    level corner            the name: all that follows the word
    grid                    a section: a word, and perhaps a value after it
      ..#                   its drawing: the indented lines below it
      ...

Each puzzle defines the sections of its levels and the marks of its drawings.  An
error is one sentence with the number of the line.  Levels may come from strangers,
so their size is checked before anything is built from them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..drawing import MAX_SIDE, Drawing, is_letter

MAX_TEXT = 20_000
_COMMENT = ";"


class LevelError(ValueError):
    """A level file is malformed; the text says how, and in which line."""

    def __init__(self, line: int, text: str) -> None:
        super().__init__(f"line {line}: {text}")
        self.line = line


@dataclass(frozen=True, slots=True)
class Section:
    """A word, its value, and the drawing below it; ``line`` is the word's."""

    word: str
    value: str
    line: int
    rows: tuple[tuple[int, str], ...]

    def drawing(
        self, marks: str, *, letters: bool = False, side: int = MAX_SIDE
    ) -> Drawing:
        """Return the drawing, made of ``marks`` and, if allowed, capital letters.

        It is at most ``side`` cells high and wide.

        Raises:
          LevelError: It is empty, too large, not rectangular, or has another mark.
        """
        if not self.rows:
            raise LevelError(self.line, f"{self.word!r} has no drawing below it")
        if len(self.rows) > side:
            line, _ = self.rows[side]
            raise LevelError(line, f"a drawing has at most {side} rows")
        width = len(self.rows[0][1])
        for line, row in self.rows:
            if len(row) > side:
                raise LevelError(line, f"a row has at most {side} cells")
            if len(row) != width:
                raise LevelError(
                    line, f"this row has {len(row)} cells, the first one {width}"
                )
            for mark in row:
                if mark not in marks and not (letters and is_letter(mark)):
                    wanted = " ".join([*marks, *(["A-Z"] if letters else [])])
                    raise LevelError(line, f"{mark!r} is none of {wanted}")
        return Drawing(tuple(row for _, row in self.rows))


@dataclass(frozen=True, slots=True)
class Level:
    """A named level; ``line`` is that of its name."""

    name: str
    line: int
    sections: tuple[Section, ...]

    def section(self, word: str) -> Section:
        """Return the section with this word.

        Raises:
          LevelError: There is none.
        """
        for section in self.sections:
            if section.word == word:
                return section
        raise LevelError(self.line, f"level {self.name!r} has no {word!r}")

    def only(self, *words: str) -> None:
        """Check that there are no other sections than these.

        Raises:
          LevelError: There is another.
        """
        for section in self.sections:
            if section.word not in words:
                wanted = " or ".join(repr(word) for word in words)
                raise LevelError(
                    section.line, f"{section.word!r} is not known here, only {wanted}"
                )


def read(text: str) -> tuple[Level, ...]:
    """Return the levels of a file, in its order.

    Raises:
      LevelError: The text does not follow the format.
    """
    if len(text) > MAX_TEXT:
        raise LevelError(1, f"a level file has at most {MAX_TEXT} characters")
    levels: list[Level] = []
    for line, name, sections in _levels(_lines(text)):
        if any(level.name == name for level in levels):
            raise LevelError(line, f"there are two levels {name!r}")
        levels.append(Level(name, line, tuple(sections)))
    if not levels:
        raise LevelError(1, "there is no level here: one begins with 'level NAME'")
    return tuple(levels)


def chosen(option: str, shipped: str) -> Level:
    """Return the level that an option names in ``shipped``, or contains as text.

    From a text with several levels, return the first.

    Raises:
      ValueError: No shipped level has this name, or the text is no level file.
    """
    if "\n" in option:
        return read(option)[0]
    levels = read(shipped)
    for level in levels:
        if level.name == option:
            return level
    names = ", ".join(level.name for level in levels)
    raise ValueError(f"there is no level {option!r}, only {names}")


def write(name: str, **drawings: Drawing) -> str:
    """Return the text of a level with these drawings."""
    lines = [f"level {name}"]
    for word, drawing in drawings.items():
        lines += [word, *(f"  {row}" for row in drawing.rows)]
    return "\n".join(lines) + "\n"


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the significant lines, without trailing blanks, and their numbers."""
    for number, line in enumerate(text.split("\n"), start=1):
        line = line.rstrip(" \r")
        if line and not line.lstrip(" ").startswith(_COMMENT):
            if not line.isprintable():
                raise LevelError(number, "only printable characters and no tabs")
            yield number, line


def _levels(
    lines: Iterable[tuple[int, str]],
) -> Iterator[tuple[int, str, list[Section]]]:
    level: tuple[int, str, list[Section]] | None = None
    for number, line in lines:
        word, _, value = line.partition(" ")
        value = value.strip()
        if word == "level":
            if level is not None:
                yield level
            if not value:
                raise LevelError(number, "a level has a name after the word")
            level = number, value, []
        elif level is None:
            raise LevelError(number, "a file begins with 'level NAME'")
        elif word:
            if any(section.word == word for section in level[2]):
                raise LevelError(number, f"this level already has {word!r}")
            level[2].append(Section(word, value, number, ()))
        elif level[2]:
            last = level[2][-1]
            rows = (*last.rows, (number, value))
            level[2][-1] = Section(last.word, last.value, last.line, rows)
        else:
            raise LevelError(number, "a drawing comes below a word such as 'grid'")
    if level is not None:
        yield level
