"""Reads what a program of the player's writes: lines, each bounded.

The program is the player's own, and may be wrong: it can write a line without an end,
or write without end.  What it writes costs bounded memory.
"""

from __future__ import annotations

from collections.abc import Iterator


class OutputLines:
    """The lines of one output; of a line longer than ``limit`` only one byte more."""

    def __init__(self, limit: int) -> None:
        self._kept, self._rest = limit + 1, b""

    def feed(self, data: bytes | bytearray) -> Iterator[bytes]:
        """Yield the lines that end in these bytes, without their ends."""
        *ends, begun = data.split(b"\n")
        for end in ends:
            line, self._rest = self._with(end), b""
            yield line
        self._rest = self._with(begun)

    def _with(self, more: bytes | bytearray) -> bytes:
        return self._rest + more[: self._kept - len(self._rest)]
