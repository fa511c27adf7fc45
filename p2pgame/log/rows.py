"""Keeps many rows of one width, the older ones outside memory."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from .scratch import Scratch

#: Rows that go out of memory together.
TOGETHER = 256


class Rows:
    """Rows of ``width`` bytes each; the newest 256 to 511 are in memory.

    Cost: an older row is one read from a file.
    """

    __slots__ = ("_older", "_scratch", "_tail", "_width")

    def __init__(self, width: int, scratch: Scratch) -> None:
        self._width = width
        self._scratch = scratch
        #: Where each 256 of the older rows are.
        self._older = array("Q")
        self._tail = bytearray()

    def __len__(self) -> int:
        return len(self._older) * TOGETHER + len(self._tail) // self._width

    def __getitem__(self, at: int) -> bytes:
        width, (block, inside) = self._width, divmod(at, TOGETHER)
        if at < 0:
            raise IndexError(at)
        if block < len(self._older):
            return self._scratch.read(self._older[block] + inside * width, width)
        start = (at - len(self._older) * TOGETHER) * width
        if start >= len(self._tail):
            raise IndexError(at)
        return bytes(self._tail[start : start + width])

    def __iter__(self) -> Iterator[bytes]:
        """Yield all rows; those that are added meanwhile, too."""
        at, width = 0, self._width
        while at < len(self):
            block = at // TOGETHER
            if block >= len(self._older):
                yield self[at]
                at += 1
                continue
            whole = self._scratch.read(self._older[block], TOGETHER * width)
            for start in range(at % TOGETHER * width, len(whole), width):
                yield whole[start : start + width]
            at = (block + 1) * TOGETHER

    def append(self, row: bytes) -> None:
        """Add a row.

        Raises:
          ValueError: It has another width.
        """
        if len(row) != self._width:
            raise ValueError(f"a row has {self._width} bytes here")
        self._tail += row
        oldest = TOGETHER * self._width
        if len(self._tail) >= 2 * oldest:
            self._older.append(self._scratch.keep(bytes(self._tail[:oldest])))
            del self._tail[:oldest]


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
