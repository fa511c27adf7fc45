"""Makes the system calls that a log needs; in tests each of them can fail alone.

:data:`MACHINE` makes them for real.  A test or simulation passes another disk, to see
what a log does when the machine stops between two calls.
"""

from __future__ import annotations

import os
import secrets
import time
from pathlib import Path
from threading import Lock
from typing import Protocol

from p2pgame.log.durable import SAFE, sync_folder
from p2pgame.log.file_lock import lock

#: Seconds within which two times of a file count as equal.
SAME_TIME = 2.0

_OPEN = os.O_RDWR | os.O_APPEND | SAFE


#: Held by the thread that reads from a place, where that takes two calls.
_SEEKING = Lock()


class Disk(Protocol):
    """Files that are appended to; every call may raise :class:`OSError`."""

    def make_directory(self, path: Path) -> None:
        """Create a directory that is private to the user, if it is missing."""

    def open(self, path: Path, *, create: bool = False, new: bool = False) -> int:
        """Open a private file; ``create`` it if missing; fail if ``new`` and it exists.

        Raises:
          FileExistsError: It exists, and must be new.
        """

    def open_nameless(self, directory: Path) -> int:
        """Create a private file that is gone when it is closed, or when we end."""

    def lock(self, file: int) -> None:
        """Take a lock that lasts until the file is closed or we end.

        Raises:
          BlockingIOError: Another program has it.
        """

    def mode(self, where: int | Path) -> int:
        """Return the kind and the permissions of a file or directory."""

    def place(self, file: int) -> bytes:
        """Return 16 bytes, not all zero, that a copy of this file does not share."""

    def time(self) -> int:
        """Return the time stamp of files written now, in milliseconds."""

    def is_copy(self, file: int, place: bytes, time: int) -> bool:
        """Return whether a file made in ``place`` seems to be a copy.

        The copy may be of older content: a restored backup.  ``time`` is our last
        write.
        """

    def read(self, file: int) -> bytes:
        """Return the next bytes of a file, or nothing at its end."""

    def read_at(self, file: int, at: int, size: int) -> bytes:
        """Return up to ``size`` bytes from here on; fewer at the end of the file."""

    def write(self, file: int, data: memoryview) -> int:
        """Append some of ``data``; return the number of bytes."""

    def truncate(self, file: int, size: int) -> None:
        """Cut a file off."""

    def flush(self, file: int) -> None:
        """Wait until what was written is on the disk."""

    def flush_names(self, directory: Path) -> None:
        """Wait until the names in a directory are on the disk."""

    def rename(self, path: Path, to: Path) -> None:
        """Put one file in the place of another, in one step."""

    def close(self, file: int) -> None:
        """Close a file, and release its lock."""

    def entropy(self, size: int) -> bytes:
        """Return random bytes."""


class Machine:
    """Makes the calls of this machine."""

    def make_directory(self, path: Path) -> None:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)

    def open(self, path: Path, *, create: bool = False, new: bool = False) -> int:
        flags = _OPEN | (os.O_CREAT if create else 0) | (os.O_EXCL if new else 0)
        file = os.open(path, flags, 0o600)
        if new and hasattr(os, "fchmod"):
            os.fchmod(file, 0o600)
        return file

    def open_nameless(self, directory: Path) -> int:
        removed = getattr(os, "O_TEMPORARY", 0)  # Windows: when it is closed
        path = directory / f".{secrets.token_hex(8)}"
        file = os.open(path, _OPEN | os.O_CREAT | os.O_EXCL | removed, 0o600)
        if not removed:
            path.unlink()
        return file

    def lock(self, file: int) -> None:
        # This kind of lock belongs to the open file.  A process's lock would be lost as
        # soon as other code closed the file.
        lock(file)

    def mode(self, where: int | Path) -> int:
        mode = os.stat(where).st_mode
        # Windows knows no such permissions, and says that everybody has them.
        return mode & ~0o077 if os.name == "nt" else mode

    def place(self, file: int) -> bytes:
        status = os.fstat(file)
        device, inode = status.st_dev % 2**64, status.st_ino % 2**64
        return device.to_bytes(8, "big") + inode.to_bytes(8, "big")

    def time(self) -> int:
        return int(time.time() * 1000)

    def is_copy(self, file: int, place: bytes, time: int) -> bool:
        status = os.fstat(file)
        # An append sets both times alike.  A restore sets the first, or both to its own
        # time.
        put_back = status.st_ctime - status.st_mtime > SAME_TIME
        written = abs(status.st_mtime - time / 1000) > SAME_TIME
        return put_back or written or place != self.place(file)

    def read(self, file: int) -> bytes:
        return os.read(file, 1 << 20)

    def read_at(self, file: int, at: int, size: int) -> bytes:
        if hasattr(os, "pread"):
            return os.pread(file, size, at)
        with _SEEKING:  # Windows; appends go to the end in any case
            os.lseek(file, at, os.SEEK_SET)
            return os.read(file, size)

    def write(self, file: int, data: memoryview) -> int:
        return os.write(file, data)

    def truncate(self, file: int, size: int) -> None:
        os.ftruncate(file, size)

    def flush(self, file: int) -> None:
        os.fsync(file)

    def flush_names(self, directory: Path) -> None:
        sync_folder(directory)

    def rename(self, path: Path, to: Path) -> None:
        os.replace(path, to)

    def close(self, file: int) -> None:
        os.close(file)

    def entropy(self, size: int) -> bytes:
        return os.urandom(size)


MACHINE = Machine()
