"""The log on disk: what was appended here survives whatever happens next.

Sign, then :meth:`Store.append`, then send.  An entry that was sent and then
forgotten would be signed a second time, differently, and an honest player
would stand convicted; so ``append`` returns only when the disk has the record,
and a store on which anything failed refuses to go on.

This is the only module of the package that touches the machine; what the bytes
of the file mean is in :mod:`p2pgame.log.records`.
"""

from __future__ import annotations

import fcntl
import os
import stat
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType

from .errors import StoreError
from .records import KEY_BYTES, Contents, Damaged, read_file, write_header, write_record

_OPEN = os.O_RDWR | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC


class Store:
    """An append-only file of records, held by one process at a time.

    ``records`` are those that the file held when it was opened, and ``cut`` is
    how many bytes of a torn tail were then cut off.  After a cut, the last
    entry we signed may be known to others only: ask before signing again.

    Made by :meth:`create` or :meth:`open`, in a directory that is private to
    the user; the path is the user's or the program's, never a peer's.
    """

    def __init__(
        self, file: int, lock: int, *, key: bytes, records: tuple[bytes, ...], cut: int
    ) -> None:
        self.records = records
        self.cut = cut
        self._file = file
        self._lock = lock
        self._key = key
        self._count = len(records)
        self._unusable = ""

    @classmethod
    def create(cls, path: Path) -> Store:
        """Make a new, empty log, and the directory for it if there is none.

        Raises:
          StoreError: It exists already, or cannot be made.
        """
        with _explained(path), ExitStack() as undo:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = _lock(path)
            undo.callback(os.close, lock)
            file = os.open(path, _OPEN | os.O_CREAT | os.O_EXCL, 0o600)
            undo.callback(os.close, file)
            os.fchmod(file, 0o600)
            key = _begin(file)
            _flush_directory(path.parent)
            _flush_directory(path.parent.parent)
            undo.pop_all()
            return cls(file, lock, key=key, records=(), cut=0)

    @classmethod
    def open(cls, path: Path) -> Store:
        """Read a log back, and cut off a torn tail.

        Raises:
          StoreError: It is missing, in use, not private, not a log, or
            damaged; then it is left as it is, and a copy is kept beside it.
        """
        with _explained(path), ExitStack() as undo:
            lock = _lock(path)
            undo.callback(os.close, lock)
            file = os.open(path, _OPEN)
            undo.callback(os.close, file)
            _check_private(file, path)
            data = _read_all(file)
            contents = _contents(data, path)
            cut = len(data) - contents.end
            if cut:
                os.ftruncate(file, contents.end)
                os.fsync(file)
            key = contents.key or _begin(file)
            # The run that created it may have ended before it had done this.
            _flush_directory(path.parent)
            undo.pop_all()
            return cls(file, lock, key=key, records=contents.records, cut=cut)

    def append(self, raw: bytes) -> None:
        """Write one record and wait until the disk has it.

        Raises:
          StoreError: It may or may not be on the disk; nothing more can be
            appended until the log is opened again.
          ValueError: It is too long; nothing was written.
        """
        if self._unusable:
            raise StoreError(self._unusable)
        record = write_record(self._key, self._count, raw)
        self._unusable = "an earlier write to the log failed; open it again"
        try:
            _write_all(self._file, record)
            os.fsync(self._file)
        except OSError as error:
            raise StoreError(f"cannot write the log: {error.strerror}") from error
        self._unusable = ""
        self._count += 1

    def close(self) -> None:
        """Release the file; everything appended is on the disk already."""
        if self._file >= 0:
            os.close(self._file)
            os.close(self._lock)
            self._file = self._lock = -1
            self._unusable = "the log is closed"

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Turn the machine's errors into ours."""
    try:
        yield
    except OSError as error:
        raise StoreError(f"cannot use the log {path}: {error.strerror}") from error


def _lock(path: Path) -> int:
    """Return the lock of a log; it lasts until it is closed or we end.

    The lock is of the kind that belongs to the open file: one that belongs to
    the process would be lost as soon as anything else closed the file.
    """
    _check_directory(path.parent)
    name = path.with_name(f"{path.name}.lock")
    lock = os.open(name, _OPEN | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        raise StoreError(f"another program is using the log {path}") from None
    return lock


def _check_directory(directory: Path) -> None:
    if stat.S_IMODE(directory.stat().st_mode) & 0o077:
        raise StoreError(f"others can look into {directory}; chmod it to 700")


def _check_private(file: int, path: Path) -> None:
    mode = os.fstat(file).st_mode
    if not stat.S_ISREG(mode):
        raise StoreError(f"{path} is not a file")
    if stat.S_IMODE(mode) & 0o077:
        raise StoreError(f"others can read {path}; chmod it to 600")


def _begin(file: int) -> bytes:
    """Write the header of an empty file, and return its key."""
    key = os.urandom(KEY_BYTES)
    _write_all(file, write_header(key))
    os.fsync(file)
    return key


def _contents(data: bytes, path: Path) -> Contents:
    try:
        return read_file(data)
    except Damaged as damage:
        copy = path.with_name(f"{path.name}.damaged")
        _keep_copy(copy, data)
        raise StoreError(f"{path}: {damage}; a copy is in {copy}") from damage
    except StoreError as error:
        raise StoreError(f"{path}: {error}") from error


def _keep_copy(path: Path, data: bytes) -> None:
    """Keep ``data`` in a new file; the first copy is the one that matters."""
    try:
        copy = os.open(path, _OPEN | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return
    try:
        _write_all(copy, data)
        os.fsync(copy)
    finally:
        os.close(copy)
    _flush_directory(path.parent)


def _read_all(file: int) -> bytes:
    chunks = []
    while chunk := os.read(file, 1 << 20):
        chunks.append(chunk)
    return b"".join(chunks)


def _write_all(file: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(file, rest) :]


def _flush_directory(directory: Path) -> None:
    """Make the names in a directory last, as fsync of a file does not."""
    handle = os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
