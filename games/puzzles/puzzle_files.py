"""Reads level files as people have them, and writes them in the game's own format.

The host's program does this before a table opens, so the rules know one format only,
that of :mod:`p2pgame.tabletop.puzzles.levels`.  A file has one level or several:

- levels in that format, also with other letters;
- bare grids with a line between them, perhaps below a line with their size, in which
  cells stand side by side or between blanks or commas, as in ``A..B``, ``a - - b`` or
  ``1,0,0,2``;
- packs with a level a line, ``5,0,1,4;0,1,2;…``: its size and the cells of each path.

Source: files of public solvers of Flow Free and Numberlink, of which each kind is in
``tests/games/level_samples.py``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from string import ascii_uppercase
from typing import NamedTuple

from p2pgame.engine import Message, Refusal, message_of
from p2pgame.tabletop.drawing import Drawing
from p2pgame.tabletop.puzzles import levels
from p2pgame.tabletop.puzzles.levels import LevelError

from .puzzle_marks import cells_in, has_free_marks, marked
from .puzzle_packs import PACKED, unpacked

#: The longest file, in characters: some thousand levels.
MOST_TEXT = 200_000
#: The longest text that an option of a table may be, with room for its name.
MOST_OFFERED = 2000
#: So many levels are named when one must be chosen.
MOST_LISTED = 20
#: The longest line, and the longest one in which there may be words.
_MOST_LINE, _MOST_WORDS = 2000, 80
#: A grid begins within so many lines below its size.
_NEAR = 8
#: No grid is so high; a pack may have as many levels as it likes.
_MOST_ROWS = 60

_CHOOSE = re.compile(r"\s*choose\s+(\S.*?)\s*", re.IGNORECASE)
_OWN = re.compile(r"^level[ \t]+\S", re.MULTILINE)
_SIZE = re.compile(
    r"\s*([0-9]{1,3})(?:\s*[x×, \t]\s*([0-9]{1,3}))?(?:[ \t,]+[0-9]+)?\s*"
)
_WORDS = re.compile(
    r"\s*(level|puzzle|size|width|height|rows?|columns?|cols?|name|title|author|grid"
    r"|board|colou?rs?|flows?|end)\b(?![.#_*+-]).*",
    re.IGNORECASE,
)
_COMMENT = re.compile(r"\s*(;|//|#\s*[A-Za-z0-9]+[^#.]*[A-Za-z0-9:]{2}|#!|%)")
_BETWEEN = re.compile(r"\s*(=+|-{3,}|\*{3,}|~+)\s*")
_OPENED = re.compile(r"""\s*["'\[(\]]""")
_ENCLOSING = " \t[](),;\"'"


class Sheet(NamedTuple):
    """A level: its name, and the rows of each of its drawings."""

    name: str
    drawings: tuple[tuple[str, ...], ...]


class Kind(NamedTuple):
    """What the levels of a puzzle consist of; marks of pairs are there ``twice``."""

    sections: tuple[str, ...]
    twice: bool = False


def offered(text: str, kind: Kind) -> str:
    """Return a level in the game's own format; a name, or what it can't be, stays.

    What comes after it in its file follows it, as far as there is room.

    Raises:
      Refusal: It is no level, or one must be chosen.
    """
    if not (re.search(r"[\r\n/]", text) or PACKED.match(text[:_MOST_WORDS])):
        return text
    try:
        return _offered(text, kind)
    except ValueError as error:
        raise Refusal(message_of(error)) from None


def next_level(option: str, shipped: str) -> tuple[str, str] | None:
    """Return the name of the level after that of an option, and how it is asked for."""
    names = [level.name for level in levels.read(shipped)]
    if option in names[:-1]:
        after = names[names.index(option) + 1]
        return after, after
    try:
        own = levels.read(option)
    except LevelError:
        return None
    return (own[1].name, f"choose 2\n{option}") if len(own) > 1 else None


def _offered(text: str, kind: Kind) -> str:
    if len(text) > MOST_TEXT:
        raise LevelError(1, f"a level file has at most {MOST_TEXT} characters")
    text = re.sub(r"\r\n?", "\n", text.removeprefix("\ufeff"))
    first, _, rest = text.lstrip("\n").partition("\n")
    chosen = _CHOOSE.fullmatch(first)
    text = rest.removeprefix("\ufeff") if chosen else text
    if "\n" not in text.rstrip("\n"):
        text = text.replace("/", "\n")
    found = sheets(text, kind)
    at = _chosen(found, chosen[1] if chosen else None)
    return _written(found[at:], kind)


def sheets(text: str, kind: Kind) -> tuple[Sheet, ...]:
    """Return the levels of a file.

    Raises:
      LevelError: There is none, or one is none.
    """
    lines = text.split("\n")
    if _OWN.search(text) and re.search(r"^grid[ \t]*$", text, re.MULTILINE):
        found = [*_own(text, kind)]
    elif kind.twice and any(map(PACKED.match, lines[:_MOST_ROWS])):
        packed = [(n, one) for n, one in enumerate(lines, 1) if PACKED.match(one)]
        found = [Sheet("", (unpacked(*one),)) for one in packed]
    else:
        found = [*_bare(lines, kind)]
    if not found:
        raise LevelError(1, "there is no level here")
    names = Counter(sheet.name for sheet in found)
    return tuple(
        sheet._replace(
            name=sheet.name if sheet.name and names[sheet.name] == 1 else f"{number}"
        )
        for number, sheet in enumerate(found, 1)
    )


def _bare(lines: Sequence[str], kind: Kind) -> Iterator[Sheet]:
    """Yield the levels of a file that has only their grids."""
    parts, number = list[tuple[str, ...]](), 0
    for title, rows in _blocks(lines):
        parts.append(marked(cells_in(rows), twice=kind.twice))
        if len(parts) == len(kind.sections):
            number += 1
            yield Sheet(title or f"{number}", tuple(parts))
            parts = []
    if parts:
        wanted = " and a ".join(kind.sections)
        raise LevelError(len(lines), f"a level has a {wanted}, an empty line apart")


def _own(text: str, kind: Kind) -> Iterator[Sheet]:
    """Yield the levels of a file in the game's own format, with letters as it has."""
    if len(text) <= levels.MAX_TEXT:
        found = levels.read(text)
    else:
        found = tuple(
            level
            for part in re.split(r"^(?=level[ \t])", text, flags=re.MULTILINE)
            if part.startswith("level")
            for level in levels.read(part)
        )
    for level in found:
        level.only(*kind.sections)
        drawn = [level.section(word) for word in kind.sections]
        for section in drawn:
            if not section.rows:
                wrong = f"{section.word!r} has no drawing below it"
                raise LevelError(section.line, wrong)
        marks = (
            marked([(line, [*row]) for line, row in section.rows], twice=kind.twice)
            for section in drawn
        )
        yield Sheet(level.name, tuple(marks))


def _blocks(lines: Sequence[str]) -> Iterator[tuple[str, list[tuple[int, str]]]]:
    """Yield the rows of each grid, with their numbers, and the title above them."""
    title, rows, wanted = "", list[tuple[int, str]](), 0
    # What is a cell elsewhere is no line between two levels.
    cells = {
        mark
        for mark in "-*~"
        for line in lines
        if mark in line and line.strip(f" {mark}")
    }
    for number, raw in enumerate([*lines, ""], 1):
        line = raw[:_MOST_LINE]
        if _OPENED.match(line):
            line = line.strip(_ENCLOSING)
        size = _size(line, lines, number)
        if size is not None and rows and _width(line) == _width(rows[0][1]):
            size = None
        between = _BETWEEN.fullmatch(line) and not cells.intersection(line)
        beside = rows[0][1] if rows else lines[number] if number < len(lines) else ""
        is_said = size is not None or (
            _is_said(line[:_MOST_WORDS]) and not _is_walled(line, beside)
        )
        is_blank = not line.strip()
        if is_blank and rows and not has_free_marks(rows):
            # Where blanks are free cells, a line of blanks may be a row.
            between = not line and len(rows) >= wanted
        elif is_blank:
            between = True
        if not (between or is_said):
            if len(rows) == _MOST_ROWS:
                raise LevelError(number, f"a grid has at most {_MOST_ROWS} rows")
            rows.append((number, line))
            if len(rows) != wanted:
                continue
        if rows:
            yield title, rows
            title, rows, wanted = "", [], 0
        wanted = size or wanted
        if is_said and not size:
            title = _title(line) or title


def _is_said(line: str) -> bool:
    """Return whether a line is a comment, or says something of a level."""
    return bool(_WORDS.fullmatch(line) or _COMMENT.match(line))


def _is_walled(line: str, beside: str) -> bool:
    """Return whether what could be a comment is a row that begins with a wall."""
    if not line.strip().startswith("#"):
        return False
    cells = cells_in([(1, line.strip())])[0][1]
    return " " not in cells and len(cells) == _width(beside.strip())


def _title(line: str) -> str:
    """Return the name that a line gives the next level, if it does."""
    word, _, rest = line.strip().partition(" ")
    named = rest.strip(" :=\"'") if word.lower().rstrip(":=") in _NAMING else ""
    return named[:40] if named.isprintable() else ""


_NAMING = ("level", "puzzle", "name", "title")


def _size(line: str, lines: Sequence[str], at: int) -> int | None:
    """Return how many rows are below a line, 0: it has a number and no size, or None.

    A line of numbers may be a row, too, if the one below has as many cells.
    """
    found = _SIZE.fullmatch(line[:_MOST_WORDS])
    if found is None:
        return None
    below = next((one for one in lines[at : at + _NEAR] if one.strip()), "")
    if not below:
        return None
    width, own = _width(below), _width(line)
    sizes = [int(size) for size in found.groups() if size]
    if width == own:  # unless blanks below are free cells
        width = len(below.rstrip())
        if len(line.strip()) == width or width not in sizes:
            return None
    if width in sizes:
        sizes.remove(width)
        return sizes[0] if sizes else width
    is_size = len(sizes) == 2 or " " in below.strip()
    return sizes[0] if is_size else 0


def _width(line: str) -> int:
    return len(cells_in([(1, line)])[0][1])


def _chosen(found: Sequence[Sheet], wanted: str | None) -> int:
    """Return the place of the level that is wanted; one alone need not be.

    Raises:
      Refusal: There are several, or not this one.
    """
    if wanted is None and len(found) == 1:
        return 0
    number = int(wanted[:9]) if wanted and wanted.isdecimal() else 0
    if 1 <= number <= len(found):
        return number - 1
    names = [sheet.name for sheet in found]
    if wanted in names:
        return names.index(wanted)
    id = "puzzle-file-choose" if wanted is None else "puzzle-file-none-such"
    told = "; ".join(_listed(found))
    raise Refusal(
        Message.of(id, count=len(found), levels=told, wanted=(wanted or "")[:40])
    )


def _listed(found: Sequence[Sheet]) -> Iterator[str]:
    for number, sheet in enumerate(found[:MOST_LISTED], 1):
        rows = sheet.drawings[0]
        name = "" if sheet.name == f"{number}" else f" {sheet.name}"
        letters = len({*"".join(sheet.drawings[-1])} & {*ascii_uppercase})
        yield f"{number}{name} ({len(rows[0])}×{len(rows)}, {letters})"
    if len(found) > MOST_LISTED:
        yield "…"


def _written(found: Sequence[Sheet], kind: Kind) -> str:
    """Return the text of the first level, and of the next ones if there is room."""
    text = ""
    for sheet in found:
        drawings = map(Drawing, sheet.drawings)
        named = dict(zip(kind.sections, drawings, strict=True))
        more = levels.write(sheet.name, **named)
        if text and len(text) + len(more) > MOST_OFFERED:
            break
        text += more
    return text
