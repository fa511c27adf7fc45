"""What a log needs of the machine: a few calls, each of which can fail alone.

:data:`MACHINE` makes them for real.  Whoever wants to know what a log does when
the machine stops between two of them gives it another disk.
"""

from __future__ import annotations

import fcntl
import os
import time
from pathlib import Path
from typing import Protocol

from p2pgame.log.durable import sync_folder

#: Seconds between which two times of a file count as one.
SAME_TIME = 2.0

_OPEN = os.O_RDWR | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC


class Disk(Protocol):
    """Files that are appended to; every call may raise :class:`OSError`."""

    def make_directory(self, path: Path) -> None:
        """Make a directory that is private to the user, if it is not there."""

    def open(self, path: Path, *, create: bool = False, new: bool = False) -> int:
        """Open a private file; make it first if told to, and it must be ``new``.

        Raises:
          FileExistsError: It should be new, and is not.
        """

    def lock(self, file: int) -> None:
        """Take a lock that lasts until the file is closed or we end.

        Raises:
          BlockingIOError: Somebody else has it.
        """

    def mode(self, where: int | Path) -> int:
        """Return the kind and the permissions of a file or directory."""

    def place(self, file: int) -> bytes:
        """Return 16 bytes, not all zero, that a copy of this file does not share."""

    def time(self) -> int:
        """Return what files written now will be dated, in milliseconds."""

    def is_copy(self, file: int, place: bytes, time: int) -> bool:
        """Return whether a file that was made in ``place`` seems to be a copy.

        Of what an older one held, perhaps: a backup that was put back.  ``time`` is
        when we last wrote to it.
        """

    def read(self, file: int) -> bytes:
        """Return some more of a file, or nothing at its end."""

    def write(self, file: int, data: memoryview) -> int:
        """Append some of ``data``, and return how much."""

    def truncate(self, file: int, size: int) -> None:
        """Cut a file off."""

    def flush(self, file: int) -> None:
        """Wait until what was written is on the disk."""

    def flush_names(self, directory: Path) -> None:
        """Wait until the names in a directory are on the disk."""

    def rename(self, path: Path, to: Path) -> None:
        """Put one file in the place of another, in one step."""

    def close(self, file: int) -> None:
        """Let go of a file, and of its lock."""

    def entropy(self, size: int) -> bytes:
        """Return random bytes."""


class Machine:
    """The disk that is there."""

    def make_directory(self, path: Path) -> None:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)

    def open(self, path: Path, *, create: bool = False, new: bool = False) -> int:
        flags = _OPEN | (os.O_CREAT if create else 0) | (os.O_EXCL if new else 0)
        file = os.open(path, flags, 0o600)
        if new:
            os.fchmod(file, 0o600)
        return file

    def lock(self, file: int) -> None:
        # Of the kind that belongs to the open file: one that belongs to the
        # process would be lost as soon as anything else closed the file.
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def mode(self, where: int | Path) -> int:
        return os.stat(where).st_mode

    def place(self, file: int) -> bytes:
        status = os.fstat(file)
        device, inode = status.st_dev % 2**64, status.st_ino % 2**64
        return device.to_bytes(8, "big") + inode.to_bytes(8, "big")

    def time(self) -> int:
        return int(time.time() * 1000)

    def is_copy(self, file: int, place: bytes, time: int) -> bool:
        status = os.fstat(file)
        # An append sets both times alike; what puts files back sets the first,
        # or both to when it did so.
        put_back = status.st_ctime - status.st_mtime > SAME_TIME
        written = abs(status.st_mtime - time / 1000) > SAME_TIME
        return put_back or written or place != self.place(file)

    def read(self, file: int) -> bytes:
        return os.read(file, 1 << 20)

    def write(self, file: int, data: memoryview) -> int:
        return os.write(file, data)

    def truncate(self, file: int, size: int) -> None:
        os.ftruncate(file, size)

    def flush(self, file: int) -> None:
        os.fsync(file)

    def flush_names(self, directory: Path) -> None:
        sync_folder(directory)

    def rename(self, path: Path, to: Path) -> None:
        os.rename(path, to)

    def close(self, file: int) -> None:
        os.close(file)

    def entropy(self, size: int) -> bytes:
        return os.urandom(size)


MACHINE = Machine()
