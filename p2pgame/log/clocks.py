"""Keeps what each delivered entry builds on: of each author, how many entries.

All entries of a table have one, so they lie in rows of numbers: 4 bytes for each author
that had spoken by then.
"""

from __future__ import annotations

import struct
from bisect import bisect_right
from collections.abc import Iterable

from .rows import Rows
from .scratch import Scratch

_NUMBER_BYTES = 4


class Clocks:
    """One row for each delivered entry, in the order of delivery."""

    def __init__(self, scratch: Scratch) -> None:
        self._scratch = scratch
        self._columns: dict[bytes, int] = {}
        #: For each width of rows, the first row that has it, and all that have.
        self._starts: list[int] = []
        self._blocks: list[tuple[int, Rows]] = []
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, author: bytes, sequence: int, named: Iterable[int]) -> int:
        """Add the row of an author's entry; return its number.

        ``named`` are the rows of the entries that it names, the one before included.
        """
        column = self._columns.setdefault(author, len(self._columns))
        width = len(self._columns)
        row = [0] * width
        for number in named:
            for place, known in enumerate(self._row(number)):
                if known > row[place]:
                    row[place] = known
        row[column] = sequence + 1
        if not self._blocks or self._blocks[-1][0] != width:
            self._starts.append(self._count)
            rows = Rows(width * _NUMBER_BYTES, self._scratch)
            self._blocks.append((width, rows))
        self._blocks[-1][1].append(struct.pack(f"<{width}I", *row))
        self._count += 1
        return self._count - 1

    def of(self, number: int) -> dict[bytes, int]:
        """Return, for each author, the last sequence that a row's entry builds on."""
        row = self._row(number)
        authors = zip(self._columns, row, strict=False)
        return {author: known - 1 for author, known in authors if known}

    def _row(self, number: int) -> tuple[int, ...]:
        block = bisect_right(self._starts, number) - 1
        width, rows = self._blocks[block]
        return struct.unpack(f"<{width}I", rows[number - self._starts[block]])
