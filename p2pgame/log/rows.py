"""Keeps many rows of one width, the older ones outside memory."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from .scratch import Scratch

#: Rows that go out of memory together.
TOGETHER = 256


class Rows:
    """Rows of ``width`` bytes each; the newest 256 to 511 are in memory.

    One thread may add rows while others read those that are there.
    Cost: an older row is one read from a file.
    """

    __slots__ = ("_newest", "_older", "_scratch", "_width")

    def __init__(self, width: int, scratch: Scratch) -> None:
        self._width = width
        self._scratch = scratch
        #: Where each 256 of the older rows are.
        self._older = array("Q")
        #: The number of the first row in memory, and all that are.  A reader takes
        #: both at once.
        self._newest = 0, bytearray()

    def __len__(self) -> int:
        first, rows = self._newest
        return first + len(rows) // self._width

    def __getitem__(self, at: int) -> bytes:
        width, (first, rows) = self._width, self._newest
        if at < 0:
            raise IndexError(at)
        if at < first:
            block, inside = divmod(at, TOGETHER)
            return self._scratch.read(self._older[block] + inside * width, width)
        start = (at - first) * width
        if start >= len(rows):
            raise IndexError(at)
        return bytes(rows[start : start + width])

    def __iter__(self) -> Iterator[bytes]:
        """Yield all rows; those that are added meanwhile, too."""
        at, width = 0, self._width
        while at < len(self):
            first, _ = self._newest
            if at >= first:
                yield self[at]
                at += 1
                continue
            block, inside = divmod(at, TOGETHER)
            whole = self._scratch.read(self._older[block], TOGETHER * width)
            for start in range(inside * width, len(whole), width):
                yield whole[start : start + width]
            at = (block + 1) * TOGETHER

    def append(self, row: bytes) -> None:
        """Add a row.

        Raises:
          ValueError: It has another width.
        """
        if len(row) != self._width:
            raise ValueError(f"a row has {self._width} bytes here")
        first, rows = self._newest
        rows += row
        size = TOGETHER * self._width
        if len(rows) >= 2 * size:
            self._older.append(self._scratch.keep(bytes(rows[:size])))
            self._newest = first + TOGETHER, rows[size:]


class Numbers:
    """Numbers of ``width`` bytes each, kept as :class:`Rows` are."""

    __slots__ = ("_rows", "_width")

    def __init__(self, width: int, scratch: Scratch) -> None:
        self._width = width
        self._rows = Rows(width, scratch)

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, at: int) -> int:
        return int.from_bytes(self._rows[at], "little")

    def __iter__(self) -> Iterator[int]:
        """Yield all numbers; those that are added meanwhile, too."""
        for row in self._rows:
            yield int.from_bytes(row, "little")

    def append(self, number: int) -> None:
        """Add a number.

        Raises:
          OverflowError: It is negative or too large.
        """
        self._rows.append(number.to_bytes(self._width, "little"))
