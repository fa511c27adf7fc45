"""A file without a name, which the system removes when its program ends."""

from __future__ import annotations

import weakref
from pathlib import Path

from .disk import Disk
from .errors import StoreError


class NamelessFile:
    """A file in a folder of this disk, of bytes that nobody needs after a crash.

    It is closed when nobody refers to it any more.
    """

    def __init__(self, folder: Path, disk: Disk) -> None:
        self._disk = disk
        self._file = disk.open_nameless(folder)
        self._end = 0
        weakref.finalize(self, disk.close, self._file)

    def append(self, data: bytes) -> int:
        """Append bytes; return their place.

        Raises:
          OSError: The disk is full, or failed.
        """
        start, rest = self._end, memoryview(data)
        while rest:
            written = self._disk.write(self._file, rest)
            self._end += written
            rest = rest[written:]
        return start

    def read(self, place: int, size: int) -> bytes:
        """Return the bytes in a place.

        Raises:
          StoreError: The disk failed.
        """
        try:
            data = self._disk.read_at(self._file, place, size)
        except OSError as error:
            why = f"cannot read a file beside the log: {error.strerror}"
            raise StoreError(why) from error
        if len(data) < size:
            raise StoreError("a file beside the log has become shorter")
        return data
