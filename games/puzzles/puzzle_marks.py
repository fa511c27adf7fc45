"""Reads the rows of a grid in any usual notation, as the marks of our levels."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from string import ascii_uppercase

from p2pgame.tabletop.drawing import FREE, WALL
from p2pgame.tabletop.puzzles.levels import LevelError

#: A row: the number of its line, and a mark for each cell.
Row = tuple[int, Sequence[str]]

_FREE = (FREE, "·", "_", "-", "*", "~", " ", "")
_WALLS = (WALL, "█", "■")
_BRIDGE = "+"
#: Cells between blanks or commas are one mark, or a number.
_MARK = re.compile(r"[^\s,;|]|[0-9]{1,2}")
_BETWEEN = re.compile(r"[ \t]*[,;|][ \t]*|[ \t]+")
#: Longer rows are cut, and then refused: no puzzle is so wide.
_MOST = 200


def cells_in(rows: Sequence[tuple[int, str]]) -> list[Row]:
    """Return the cells of some rows, which are written in one of the usual ways."""
    lines = [line[:_MOST] for _, line in rows]
    for split in _splits(lines):
        count, *others = {len(cells) for cells in split}
        marks = [cell for cells in split for cell in cells]
        is_split = count > 1 and not others and any(marks)
        if is_split and all(not mark or _MARK.fullmatch(mark) for mark in marks):
            return [(row[0], cells) for row, cells in zip(rows, split, strict=True)]
    has_free = has_free_marks(rows)
    whole = [line.strip() if has_free else line.rstrip() for line in lines]
    width = 0 if has_free else max(map(len, whole))
    return [
        (row[0], [*line.ljust(width)]) for row, line in zip(rows, whole, strict=True)
    ]


def _splits(lines: Sequence[str]) -> Iterator[list[list[str]]]:
    """Yield the cells between blanks or commas, at first without empty ones at ends."""
    yield [_BETWEEN.split(line.strip(" \t|").rstrip(",;|")) for line in lines]
    if any("," in line or ";" in line for line in lines):
        yield [_BETWEEN.split(line.strip(" \t|")) for line in lines]


def has_free_marks(rows: Sequence[tuple[int, str]]) -> bool:
    """Return whether the rows have a mark for free cells that is no blank."""
    return any(mark in line for mark in _FREE[:6] for _, line in rows)


def marked(rows: Sequence[Row], *, twice: bool) -> tuple[str, ...]:
    """Return the rows with the marks of our levels: letters, ``.``, ``#`` and ``+``.

    ``twice``: other marks are points, of which each is there twice.

    Raises:
      LevelError: The rows are of different length, or have too many marks.
    """
    first, width = rows[0][0], len(rows[0][1])
    for line, cells in rows:
        if len(cells) != width:
            wrong = f"this row has {len(cells)} cells, the first one {width}"
            raise LevelError(line, wrong)
    counts = Counter(mark for _, cells in rows for mark in cells)
    free = _free(counts, twice=twice)
    points = [
        mark for mark in counts if mark not in free and mark not in (*_WALLS, _BRIDGE)
    ]
    for line, cells in rows:
        for mark in cells:
            is_mark = (
                mark not in points or mark.isalnum() or (twice and counts[mark] == 2)
            )
            if not is_mark:
                raise LevelError(line, f"{mark!r} is none of . # + A-Z")
    letters = _letters(first, {mark: counts[mark] for mark in points}, twice=twice)
    ours = {
        **dict.fromkeys(_WALLS, WALL),
        **dict.fromkeys(free, FREE),
        **letters,
    }
    return tuple("".join(ours.get(mark, mark) for mark in cells) for _, cells in rows)


def _free(counts: Mapping[str, int], *, twice: bool) -> set[str]:
    """Return which marks are free cells: the usual ones; 0 or +, if there is none."""
    found = {mark for mark in _FREE if mark in counts}
    if FREE in found and twice:  # then any other mark may be a point
        found -= {mark for mark in found if counts[mark] == 2 and mark != FREE}
    if "0" in counts and not (found and counts["0"] == 2 and twice):
        found.add("0")
    if not found and _BRIDGE in counts:
        found.add(_BRIDGE)
    return found


def _letters(line: int, counts: Mapping[str, int], *, twice: bool) -> dict[str, str]:
    """Return a capital letter for each mark: its own, if it has one that is free.

    Small letters are others than capital ones, unless each is there once only.

    Raises:
      LevelError: There are more marks than letters, or one is not there twice.
    """
    folded = Counter[str]()
    for mark, count in counts.items():
        folded[mark.upper()] += count
    if twice and {*counts.values()} != {2} == {*folded.values()}:
        return {mark: letter for mark in counts for letter in [_own(mark, folded)]}
    for mark, count in counts.items():
        if twice and count != 2:
            wrong = f"the letter {mark} is there {count} times and not twice"
            raise LevelError(line, wrong)
    if len(counts) > len(ascii_uppercase):
        most = len(ascii_uppercase)
        raise LevelError(line, f"a level has at most {most} letters, not {len(counts)}")
    found = {mark: mark for mark in counts if mark in ascii_uppercase}
    for mark in sorted({*counts} - {*found}):
        own = mark.upper()
        left = [one for one in ascii_uppercase if one not in found.values()]
        found[mark] = own if own in left else _next(mark, left)
    return found


def _own(mark: str, folded: Mapping[str, int]) -> str:
    left = [one for one in ascii_uppercase if one not in folded]
    others = [one for one in folded if one not in ascii_uppercase]
    own = mark.upper()
    return own if own in ascii_uppercase else left[others.index(own)]


def _next(mark: str, left: Sequence[str]) -> str:
    """Return a letter that is left; 1 is A and 2 is B, if they are."""
    if mark.isascii() and mark.isdecimal() and 1 <= int(mark) <= len(ascii_uppercase):
        own = ascii_uppercase[int(mark) - 1]
        return own if own in left else left[0]
    return left[0]
