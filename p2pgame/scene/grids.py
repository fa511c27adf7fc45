"""Finds grids in a game's words, as terminals show them, and in a state's fields."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from string import ascii_lowercase

from p2pgame.engine.scene import Cell, Grid, Piece

#: The fewest rows of a grid, and the fewest of one in a state.
_ROWS, _FIELDS = 2, 3
_FREE = "."


def grids_in(text: str, moves: Collection[str]) -> tuple[list[str], list[Grid]]:
    """Return the lines of a text that are no grids, and the grids.

    Lines of signs that are no grid stay as they are, in one text with line breaks.

    Cells have those of ``moves`` that are their names, or what stands in them.
    """
    lines, found, words = text.split("\n"), list[Grid](), list[str]()
    at = 0
    while at < len(lines):
        count = next(
            n for n in range(len(lines) - at + 1) if not _is_row(lines, at + n)
        )
        grids = (
            [*_side_by_side(lines[at : at + count], moves)] if count >= _ROWS else []
        )
        found += grids
        if count > _ROWS and not grids:
            words.append("\n".join(lines[at : at + count]))
        elif not grids and lines[at].strip():
            words.append(re.sub(r"(\S) {2,}(?=\S)", r"\1 · ", lines[at].strip()))
        at += count if grids or count > _ROWS else 1
    return words, found


def grids_of(state: Mapping[str, object], moves: Collection[str]) -> list[Grid]:
    """Return the grids of a state: texts of one length, or square lists."""
    return [*_fields(state, moves, 3)]


def _is_row(lines: Sequence[str], at: int) -> bool:
    tokens = lines[at].split() if at < len(lines) else []
    return len(tokens) > 1 and all(len(token) <= 2 for token in tokens)


def _side_by_side(lines: Sequence[str], moves: Collection[str]) -> Iterator[Grid]:
    parts = [re.split(r" {4,}", line.strip()) for line in lines]
    if len({*map(len, parts)}) > 1:
        return
    grids = [
        _grid([part.split() for part in one], moves) for one in zip(*parts, strict=True)
    ]
    if all(grids):
        yield from filter(None, grids)


def _grid(lines: Sequence[Sequence[str]], moves: Collection[str]) -> Grid | None:
    head = next(filter(_is_head, lines), None)
    rows = [line for line in lines if not _is_head(line)]
    width = len(rows[0]) if rows else 0
    if len(rows) < _ROWS or width < 2 or any(len(row) != width for row in rows):
        return None
    if head is None or len(head) == width:
        return _made(rows, None, moves)
    if len(head) != width - 1:
        return None
    return _made([row[1:] for row in rows], [row[0] for row in rows], moves)


def _made(
    rows: Sequence[Sequence[str]], names: Sequence[str] | None, moves: Collection[str]
) -> Grid:
    """Return a grid; without ``names`` of rows a move may be what stands in a cell."""
    cells = list[Cell]()
    for y, row in enumerate(rows):
        for x, text in enumerate(row):
            name = f"{_column(x)}{y + 1 if names is None else names[y]}"
            move = next(
                (m for m in (name, *[text] * (names is None)) if m in moves), ""
            )
            piece = None if text in ("", _FREE) else Piece(text)
            cells.append(Cell(name, piece, move))
    return Grid(len(rows[0]), tuple(cells), named=names is not None)


def _column(number: int) -> str:
    letters = ascii_lowercase
    return (
        letters[number]
        if number < 26
        else f"{letters[number // 26 - 1]}{letters[number % 26]}"
    )


def _is_head(line: Sequence[str]) -> bool:
    return len(line) > 1 and [*line] == [*map(_column, range(len(line)))]


def _fields(value: object, moves: Collection[str], depth: int) -> Iterator[Grid]:
    if isinstance(value, Mapping):
        for one in value.values() if depth else ():
            yield from _fields(one, moves, depth - 1)
    elif isinstance(value, tuple | list) and len(value) >= _FIELDS:
        rows = [*map(_row, value)]
        widths = {len(row) for row in rows}
        texts = all(isinstance(row, str) for row in value)
        # Shorter texts are faces of cards.
        is_grid = len(widths) == 1 and min(widths) >= _FIELDS
        if is_grid and (texts or widths == {len(rows)}):
            yield _made(rows, None, moves)


def _row(value: object) -> list[str]:
    if isinstance(value, str):
        return [*value]
    if isinstance(value, tuple | list) and all(isinstance(x, int | str) for x in value):
        return [*map(str, value)]
    return []
