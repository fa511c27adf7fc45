"""Keeps bytes outside memory while the program runs, if there is a file for them.

What is kept here follows from the log, and is worked out again when a log is opened.
So nothing of it is flushed, and none of it outlives the program.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

#: Places from here on are in memory.
_IN_MEMORY = 1 << 62


class ScratchFile(Protocol):
    """A file that nobody else can open."""

    def append(self, data: bytes) -> int:
        """Append bytes; return their place.

        Raises:
          OSError: The disk is full, or failed.
        """
        ...

    def read(self, place: int, size: int) -> bytes:
        """Return the bytes in a place.

        Raises:
          StoreError: The disk failed.
        """
        ...


class Scratch:
    """Bytes in memory, or in a file once :meth:`put_in` has told how to open one.

    What the file does not take, because the disk is full, stays in memory.
    """

    def __init__(self) -> None:
        self._memory = bytearray()
        self._open: Callable[[], ScratchFile] | None = None
        self._file: ScratchFile | None = None

    def put_in(self, open: Callable[[], ScratchFile]) -> None:
        """Keep what comes from now on in a file, which is opened when it is needed."""
        self._open = open

    def keep(self, data: bytes) -> int:
        """Keep bytes; return their place.  A part of them is that much further on."""
        if self._open is not None:
            try:
                self._file = self._file or self._open()
                return self._file.append(data)
            except OSError:
                pass
        place = _IN_MEMORY + len(self._memory)
        self._memory += data
        return place

    def read(self, place: int, size: int) -> bytes:
        """Return so many bytes from a place on.

        Raises:
          StoreError: The disk failed.
        """
        if place >= _IN_MEMORY:
            start = place - _IN_MEMORY
            return bytes(self._memory[start : start + size])
        assert self._file is not None
        return self._file.read(place, size)
