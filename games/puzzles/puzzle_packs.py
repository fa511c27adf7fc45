"""Reads a level of a pack, as Flow Free has them: one line, with its solution.

``5,0,1,4;18,17,12;21,16,11,6;…`` has the width (or width:height), a number, the
number of the level, that of its paths, and then each path as the numbers of its
cells.  A fifth number and those after it are cells with a bridge, cells that are not
there, and walls between two cells.
"""

from __future__ import annotations

import re
from string import ascii_uppercase

from p2pgame.tabletop.drawing import FREE, WALL
from p2pgame.tabletop.puzzles.levels import LevelError

PACKED = re.compile(r"\s*\d{1,2}(:\d{1,2})?(\+?B?),\d+,\d+,\d+[^;]*;\d")
#: No puzzle has so many columns or rows.
_MOST = 99
_LONGEST = 10_000


def unpacked(line: int, text: str) -> tuple[str, ...]:
    """Return the rows of a level.

    Raises:
      LevelError: It is none, or has what our puzzles have not.
    """
    if len(text) > _LONGEST:
        raise LevelError(line, f"a level of a pack has at most {_LONGEST} characters")
    head, *paths = text.strip().rstrip(";").split(";")
    size, _, _, _, *extra = head.split(",")
    width, height = _size(line, size)
    marks = [FREE] * (width * height)
    bridges, holes, walls = ([*extra, "", "", ""])[:3]
    if walls.strip(":| "):
        raise LevelError(line, "a level with walls between cells can't be played here")
    for there, mark in ((bridges, "+"), (holes, WALL)):
        for cell in filter(None, re.split("[:|]", there)):
            marks[_cell(line, cell, len(marks))] = mark
    if len(paths) > len(ascii_uppercase):
        raise LevelError(line, f"a level has at most {len(ascii_uppercase)} letters")
    for letter, path in zip(ascii_uppercase, paths, strict=False):
        cells = path.split(",")
        if len(cells) < 2:
            raise LevelError(line, "a path has two ends")
        for cell in (cells[0], cells[-1]):
            marks[_cell(line, cell, len(marks))] = letter
    drawn = "".join(marks)
    return tuple(drawn[at : at + width] for at in range(0, len(drawn), width))


def _size(line: int, text: str) -> tuple[int, int]:
    width, _, height = text.strip().rstrip("+B").partition(":")
    sides = int(width), int(height or width)
    if not all(1 <= side <= _MOST for side in sides):
        raise LevelError(line, f"no level is {sides[0]} by {sides[1]}")
    return sides


def _cell(line: int, text: str, cells: int) -> int:
    text = text.strip()
    if text.isascii() and text.isdecimal() and len(text) < 6 and int(text) < cells:
        return int(text)
    raise LevelError(line, f"{text[:20]!r} is no cell of this level")
