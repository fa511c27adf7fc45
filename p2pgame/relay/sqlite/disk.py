"""Holds a SQLite file's place on a disk: its connections, its log, its damage.

A file that is damaged is *set aside* under another name; so is the log of one that was
deleted or replaced under us, because SQLite would read it into whatever comes next.

Beside it lies a *spare* file, whose room is given up to open a file on a full disk:
SQLite needs some for its log, and a relay that doesn't start stops all its tables.

Source: SQLite's pages on WAL, on "PRAGMA quick_check" and on result codes.
"""

from __future__ import annotations

import os
import sqlite3
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import disk_usage

from p2pgame.relay.store import StoreError

#: Seconds for checking a file when it is opened, and SQLite's steps between two looks
#: at the clock.
CHECK_WITHIN = 3.0
_STEPS = 100_000

#: Bytes of the spare file; the least limit that has room for it, and the bytes that
#: are free where it is made.
SPARE = 256 * 1024
_ROOMY, _PLENTY = 256 * SPARE, 16 * SPARE

#: What SQLite calls damage, and what is said of it.
_CODES = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_MALFORMED = "database disk image is malformed"
_DAMAGED = "busy: the relay's file is damaged."

#: How the spare file is opened: another user may have put a link there meanwhile.
_NEW = os.O_WRONLY | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)

#: How a file of SQLite begins.
_MAGIC = b"SQLite format 3\0"


class DiskFile:
    """A file that is open, or is not."""

    def __init__(self, place: str | Path, limit: int | None) -> None:
        """Name the file; ``limit`` is of the bytes of all files."""
        self._path = path = Path(place)
        self._log = path.with_name(f"{path.name}-wal")
        self._shared = path.with_name(f"{path.name}-shm")
        #: Bytes of the spare file.
        self.spare = SPARE if limit is None or limit >= _ROOMY else 0
        self._spare = path.with_name(f"{path.name}-spare")
        self._connected: list[sqlite3.Connection] = []
        #: The numbers of the file and its log on the disk.
        self._inode = self._log_inode = -1

    def make(self) -> None:
        """Make the file private to the user, if it is not there.

        Raises:
          OSError: It can't be made, or another user has put it there.
        """
        for path in (self._path, self._log, self._shared, self._spare):
            _keep_to_ourselves(path)
        os.close(os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600))
        self._inode = _inode(self._path)

    def connect(self) -> sqlite3.Connection:
        """Return one more connection."""
        database = sqlite3.connect(
            self._path, isolation_level=None, check_same_thread=False
        )
        self._connected.append(database)
        return database

    def know_log(self) -> None:
        """Remember which log is ours, once it is there."""
        self._log_inode = _inode(self._log)

    def close(self) -> None:
        """Close all connections; the first ones last, which empty the log.

        Raises:
          sqlite3.Error: The log is not empty.
        """
        for database in reversed(self._connected):
            database.close()

    def keep_spare(self) -> None:
        """Make the spare file, if there is none and the disk has plenty of room."""
        with suppress(OSError, StoreError):
            if _size(self._spare) < self.spare and self.free() >= _PLENTY:
                made = os.open(self._spare, _NEW, 0o600)
                with open(made, "wb") as file:
                    file.write(os.urandom(self.spare))

    def give_up_spare(self) -> bool:
        """Close the file, and remove the spare one; return whether it was there."""
        self._disconnect()
        try:
            self._spare.unlink()
        except OSError:
            return False
        return True

    def is_there(self) -> bool:
        """Return whether the path still leads to the file that is open."""
        return _inode(self._path) == self._inode

    def check_place(self) -> None:
        """Raise SQLite's error for damage if the file is gone, or has no header."""
        with self._path.open("rb") as file:
            if file.read(len(_MAGIC)) != _MAGIC or not self.is_there():
                raise sqlite3.DatabaseError(_MALFORMED)

    def set_aside(self) -> None:
        """Close the file, and rename what of it is still there.

        Raises:
          StoreError: It can't be renamed.
        """
        is_ours = self.is_there()
        self._disconnect()
        with told():
            if is_ours or _inode(self._log) == self._log_inode:
                _rename(self._log)
            if is_ours:
                _rename(self._path)

    def _disconnect(self) -> None:
        for database in self._connected:
            with suppress(sqlite3.Error):
                database.close()
        self._connected.clear()

    def sizes(self) -> dict[str, int]:
        """Return the bytes of each file, and those that the disk has free.

        Raises:
          StoreError: The folder is gone.
        """
        return {
            "database": _size(self._path),
            "log": self.log_size(),
            "spare": _size(self._spare),
            "disk_free": self.free(),
        }

    def log_size(self) -> int:
        """Return the bytes of SQLite's log."""
        return _size(self._log)

    def free(self) -> int:
        """Return the bytes that the disk has free.

        Raises:
          StoreError: The folder is gone.
        """
        with told():
            return disk_usage(self._path.parent).free


def check_quickly(database: sqlite3.Connection) -> None:
    """Check a file for a moment; raise SQLite's error if it is damaged."""
    until = time.monotonic() + CHECK_WITHIN
    database.set_progress_handler(lambda: time.monotonic() > until, _STEPS)
    try:
        (found,) = database.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.OperationalError as error:
        if getattr(error, "sqlite_errorcode", 0) != sqlite3.SQLITE_INTERRUPT:
            raise
        found = "ok"  # as far as there was time
    finally:
        database.set_progress_handler(None, 0)
    if found != "ok":
        raise sqlite3.DatabaseError(_MALFORMED)


@contextmanager
def opening() -> Iterator[None]:
    """Turn the errors of opening a file into a store's."""
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        if isinstance(error, sqlite3.Error) and _is_damage(error):
            raise StoreError(_DAMAGED) from error
        raise StoreError(f"busy: the file can't be opened: {error}") from error


@contextmanager
def told() -> Iterator[None]:
    """Turn SQLite's errors into a store's."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise StoreError(_why(error)) from error


def is_damage(error: StoreError) -> bool:
    """Return whether a store's file is damaged or gone."""
    return str(error) == _DAMAGED


def _why(error: Exception) -> str:
    if _is_damage(error):
        return _DAMAGED
    if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL:
        return "full: the relay's disk is full."
    return "busy: the relay's disk does not take it."


def _is_damage(error: Exception) -> bool:
    if isinstance(error, FileNotFoundError | IsADirectoryError):
        return True
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return str(error) == _MALFORMED or code in _CODES


def _keep_to_ourselves(path: Path) -> None:
    """Make a file that is there private to the user, as a copy may not be.

    Raises:
      PermissionError: It is another user's, or a link that another user has made.
    """
    if not hasattr(os, "geteuid"):
        return
    for look in (path.lstat, path.stat):  # a link, and where it leads
        with suppress(FileNotFoundError):
            found = look()
            if found.st_uid not in (0, os.geteuid()):
                raise PermissionError(f"{path} is another user's")
            if stat.S_ISREG(found.st_mode) and stat.S_IMODE(found.st_mode) & 0o077:
                path.chmod(0o600)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _inode(path: Path) -> int:
    try:
        return path.stat().st_ino
    except OSError:
        return -1


def _rename(path: Path) -> None:
    with suppress(FileNotFoundError):
        path.replace(path.with_name(f"{path.name}.damaged"))
