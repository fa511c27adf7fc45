"""Stores a log on disk: what was appended survives a crash.

Sign, then :meth:`Store.append`, then send.  An entry that was sent and then forgotten
would be signed again, differently, and convict an honest player of a fork.
So ``append`` returns only when the disk has the record, and a store refuses to go on
after any failure.

A restored or damaged log may lack our later entries.  It is *in doubt* until the other
peers have been asked for them.

:mod:`p2pgame.log.records` encodes the file; :mod:`p2pgame.log.disk` makes the system
calls.
"""

from __future__ import annotations

import stat
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType

from .disk import MACHINE, Disk
from .errors import StoreError
from .nameless_file import NamelessFile
from .records import (
    KEY_BYTES,
    NOWHERE,
    Contents,
    Damaged,
    places,
    read_file,
    read_record,
    salvage,
    size_of,
    write_header,
    write_record,
)

#: Bytes that are read at once: most records are shorter.
_AT_ONCE = 4096


class Store:
    """An append-only file of records, held by one process at a time.

    ``records`` are those that the file held when it was opened, until they are taken
    from memory with :meth:`take`.  :meth:`read` reads one back.  ``in_doubt`` tells
    that we may have signed more, because the file had a torn tail, was damaged or is a
    copy.  Then ask before signing again, and :meth:`settle` it.

    :meth:`create` and :meth:`open` make it, in a directory that is private to the user.
    The path is the user's or the program's, never a peer's.
    """

    def __init__(
        self,
        path: Path,
        disk: Disk,
        handles: tuple[int, int],
        contents: Contents,
        *,
        in_doubt: bool = False,
    ) -> None:
        self.in_doubt = in_doubt
        self._path = path
        self._disk = disk
        self._file, self._lock = handles
        assert contents.key is not None
        self._key = contents.key
        self._records = contents.records
        self._count = len(contents.records)
        *_, self._end = places((*contents.records, b""))
        self._unusable = ""

    @classmethod
    def create(cls, path: Path, disk: Disk = MACHINE) -> Store:
        """Create a new, empty log, and its directory if it is missing.

        Raises:
          StoreError: It exists already, or can't be created.
        """
        with _explained(path), ExitStack() as undo:
            disk.make_directory(path.parent)
            lock = _lock(path, disk)
            undo.callback(disk.close, lock)
            file = disk.open(path, create=True, new=True)
            undo.callback(disk.close, file)
            contents = _begin(file, disk)
            disk.flush_names(path.parent)
            disk.flush_names(path.parent.parent)
            undo.pop_all()
            return cls(path, disk, (file, lock), contents)

    @classmethod
    def open(cls, path: Path, disk: Disk = MACHINE) -> Store:
        """Read a log back, and cut off a torn tail.

        A damaged log is copied beside itself; its readable records go on, in doubt.

        Raises:
          StoreError: It is missing, in use, not private, or not a log; then it is
            unchanged.
        """
        with _explained(path), ExitStack() as undo:
            lock = _lock(path, disk)
            undo.callback(disk.close, lock)
            file = disk.open(path)
            undo.callback(lambda: disk.close(file))
            _check_private(file, path, disk)
            data = _read_all(file, disk)
            contents, is_whole = _contents(data, path, disk)
            if contents.key is None and contents.place == b"":
                disk.truncate(file, 0)  # its creation was never finished
                contents = _begin(file, disk)
            elif not is_whole:
                # A new file, so that it stays in doubt if this run ends before it has
                # asked.
                contents = _replace(path, disk, contents, NOWHERE)
                file, old = disk.open(path), file
                disk.close(old)
            in_doubt = disk.is_copy(file, contents.place, contents.time)
            # An earlier run may have ended before it flushed this.  What we have read
            # need not
            # be on the disk yet, and we are going to send it.
            disk.flush(file)
            disk.flush_names(path.parent)
            disk.flush_names(path.parent.parent)
            undo.pop_all()
            return cls(path, disk, (file, lock), contents, in_doubt=in_doubt)

    @classmethod
    def adopt(
        cls, path: Path, records: tuple[bytes, ...], disk: Disk = MACHINE
    ) -> None:
        """Make a log of records from elsewhere, replacing one that is there.

        The next opening finds it in doubt, like any copy.

        Raises:
          StoreError: It can't be written, or another program uses the one there.
        """
        with _explained(path):
            disk.make_directory(path.parent)
            lock = _lock(path, disk)
            try:
                _replace(path, disk, Contents(None, b"", records, 0), NOWHERE)
            finally:
                disk.close(lock)

    @property
    def records(self) -> tuple[bytes, ...]:
        """The records of the file when it was opened; none once they were taken."""
        return self._records

    def take(self) -> tuple[tuple[int, bytes], ...]:
        """Return ``records`` with their places, and let go of them."""
        taken = tuple(zip(places(self._records), self._records, strict=False))
        self._records = ()
        return taken

    def read(self, place: int) -> bytes:
        """Return the record in a place that :meth:`append` or :meth:`take` has told.

        Raises:
          StoreError: It is not there any more: somebody has changed the file, or the
            disk failed.
        """
        with _explained(self._path):
            data = self._disk.read_at(self._file, place, _AT_ONCE)
            record, size = read_record(data, self._key)
            if record is None and size > len(data):
                data = self._disk.read_at(self._file, place, size)
                record, size = read_record(data, self._key)
        if record is None:
            raise StoreError(f"a record of the log {self._path} was damaged meanwhile")
        return record

    def append(self, raw: bytes) -> int:
        """Write one record and wait until the disk has it; return its place.

        Raises:
          StoreError: It may or may not be on the disk; reopen the log before appending
            more.
          ValueError: It is too long; nothing was written.
        """
        if self._unusable:
            raise StoreError(self._unusable)
        now = self._disk.time()
        record = write_record(self._key, self._count, raw, now)
        self._unusable = "an earlier write to the log failed; open it again"
        try:
            _write_all(self._file, self._disk, record)
            self._disk.flush(self._file)
        except OSError as error:
            raise StoreError(f"cannot write the log: {error.strerror}") from error
        self._unusable = ""
        place = self._end
        self._count += 1
        self._end += len(record)
        return place

    def settle(self) -> None:
        """Note that the log has all that we have signed: it is no longer in doubt.

        Raises:
          StoreError: The disk failed; the log is unchanged.  Reopen it before appending
            more.
        """
        if self._unusable:
            raise StoreError(self._unusable)
        self._unusable = "an earlier write to the log failed; open it again"
        with _explained(self._path):
            contents = Contents(self._key, b"", tuple(self._read_all()), 0)
            _replace(self._path, self._disk, contents, None)
            self._file, old = self._disk.open(self._path), self._file
            self._disk.close(old)
        self._unusable = ""
        self.in_doubt = False

    def _read_all(self) -> Iterator[bytes]:
        """Yield all records, read from the file."""
        (place,) = places((b"",))
        while place < self._end:
            record = self.read(place)
            yield record
            place += size_of(record)

    def scratch(self) -> NamelessFile:
        """Return a new file beside the log, for what follows from the log.

        Raises:
          OSError: The disk is full, or failed.
        """
        return NamelessFile(self._path.parent, self._disk)

    def close(self) -> None:
        """Release the file; everything appended is on the disk already."""
        if self._file >= 0:
            self._disk.close(self._file)
            self._disk.close(self._lock)
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


def records_in(path: Path) -> tuple[bytes, ...]:
    """Return the records of a log as they are now, and change nothing on the disk.

    Another program may be appending meanwhile, and the file need not be private.  Of a
    damaged log these are the readable records.

    Raises:
      StoreError: It can't be read, or is no log.
    """
    with _explained(path):
        data = path.read_bytes()
    try:
        return read_file(data).records
    except Damaged:
        return salvage(data).records


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Turn the system's errors into ours."""
    try:
        yield
    except OSError as error:
        raise StoreError(f"cannot use the log {path}: {error.strerror}") from error


def _lock(path: Path, disk: Disk) -> int:
    """Return a log's lock; it lasts until it is closed or the process ends."""
    if stat.S_IMODE(disk.mode(path.parent)) & 0o077:
        raise StoreError(f"others can look into {path.parent}; chmod it to 700")
    lock = disk.open(path.with_name(f"{path.name}.lock"), create=True)
    try:
        disk.lock(lock)
    except BlockingIOError:
        disk.close(lock)
        raise StoreError(f"another program is using the log {path}") from None
    return lock


def _check_private(file: int, path: Path, disk: Disk) -> None:
    mode = disk.mode(file)
    if not stat.S_ISREG(mode):
        raise StoreError(f"{path} is not a file")
    if stat.S_IMODE(mode) & 0o077:
        raise StoreError(f"others can read {path}; chmod it to 600")


def _begin(file: int, disk: Disk) -> Contents:
    """Write the header of an empty file; return the file's contents."""
    key, place, now = disk.entropy(KEY_BYTES), disk.place(file), disk.time()
    _write_all(file, disk, write_header(key, place, now))
    disk.flush(file)
    return Contents(key, place, (), 0, now)


def _contents(data: bytes, path: Path, disk: Disk) -> tuple[Contents, bool]:
    """Return a log's readable contents, and whether they are complete."""
    try:
        contents = read_file(data)
    except Damaged:
        _keep_copy(path, disk, data)
        return salvage(data), False
    return contents, contents.end == len(data)


def _replace(
    path: Path, disk: Disk, contents: Contents, place: bytes | None
) -> Contents:
    """Replace a log by a new file with these records, whole or not at all.

    Without ``place`` the new file is no copy.  Returns its contents.
    """
    new = path.with_name(f"{path.name}.new")
    file = disk.open(new, create=True)
    try:
        disk.truncate(file, 0)  # an earlier attempt may have left something
        key = contents.key or disk.entropy(KEY_BYTES)
        place = place or disk.place(file)
        now = disk.time()
        framed = [write_record(key, *one, now) for one in enumerate(contents.records)]
        _write_all(file, disk, b"".join([write_header(key, place, now), *framed]))
        disk.flush(file)
    finally:
        disk.close(file)
    disk.rename(new, path)
    disk.flush_names(path.parent)
    return Contents(key, place, contents.records, 0, now)


def _keep_copy(path: Path, disk: Disk, data: bytes) -> None:
    """Keep ``data`` in a new file; only the first copy matters."""
    try:
        copy = disk.open(path.with_name(f"{path.name}.damaged"), create=True, new=True)
    except FileExistsError:
        return
    try:
        _write_all(copy, disk, data)
        disk.flush(copy)
    finally:
        disk.close(copy)
    disk.flush_names(path.parent)


def _read_all(file: int, disk: Disk) -> bytes:
    chunks = []
    while chunk := disk.read(file):
        chunks.append(chunk)
    return b"".join(chunks)


def _write_all(file: int, disk: Disk, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[disk.write(file, rest) :]
