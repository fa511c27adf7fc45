"""Finds the parts of a transcript that is too long for one file.

The name of one part stands for the whole transcript.  The other parts are looked for
among the files that were named with it, then beside it.  Parts name one another by
their checksums, so files may have any name, and no part of another transcript fits.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from p2pgame.log import Entry, InvalidArchive
from p2pgame.log.archive import ARCHIVE_LIMIT, HEADING_BYTES, SUM_BYTES, Heading, Reader
from p2pgame.log.parts import whole

from .. import system_reason
from ..errors import ClientError, InvalidRequest, NotVerified, Refused

#: Files beside a part that are looked at for the others, at most.
NEIGHBOURS = 4096


def name_of(path: Path, part: int, count: int) -> Path:
    """Return where a part goes of a transcript that is to go to ``path``."""
    return path if count == 1 else path.with_stem(f"{path.stem}-{part}-of-{count}")


class FilePart:
    """A part in a file, which is opened for each time that it is read."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self, at: int, length: int) -> bytes:
        """Return so many bytes from a place on; fewer if it ends before.

        Raises:
          InvalidRequest: It can't be read.
        """
        try:
            with open(self._path, "rb") as file:
                if at:  # a pipe has a beginning alone
                    file.seek(at)
                return file.read(length)
        except OSError as error:
            path, why = str(self._path), system_reason.why(error)
            raise InvalidRequest("file-unreadable", path=path, why=why) from None


@dataclass(frozen=True, slots=True)
class Seen:
    """A file that says it is one of several parts, and its checksum, if that is so."""

    path: Path
    heading: Heading
    sum: bytes

    def follows(self, other: Seen) -> bool:
        """Return whether this is the part after another."""
        mine, its = self.heading, other.heading
        place = its.table, its.part + 1, other.sum
        return (mine.table, mine.part, mine.before) == place


def look(path: Path) -> Seen | None:
    """Return what a file says of itself if it is one of several parts; else None.

    Only its first and last bytes are read.
    """
    try:
        if not path.is_file():  # a pipe can be read but once
            return None
        with open(path, "rb") as file:
            heading = Heading.read(file.read(HEADING_BYTES))
            size = file.seek(0, os.SEEK_END)
            if (
                heading.is_whole
                or not HEADING_BYTES + SUM_BYTES <= size <= ARCHIVE_LIMIT
            ):
                return None
            file.seek(-SUM_BYTES, os.SEEK_END)
            return Seen(path, heading, file.read(SUM_BYTES))
    except (OSError, InvalidArchive):
        return None  # whoever reads it says so


def files_of(path: Path, given: Iterable[Path] = ()) -> tuple[Path, ...]:
    """Return the files of the transcript to which a file belongs, in their order.

    That is ``path`` alone unless it is one of several parts.

    Raises:
      Refused: Another part is missing, or there are several.
      NotVerified: The parts that are there do not fit together.
    """
    one = look(path)
    if one is None:
        return (path,)
    others = _Others(one, given)
    parts = [one]
    while parts[0].heading.part > 1:
        parts.insert(0, others.before(parts[0]))
    while not parts[-1].heading.is_last:
        parts.append(others.after(parts[-1]))
    return tuple(part.path for part in parts)


def count_of(path: Path, given: Iterable[Path] = ()) -> int:
    """Return how many parts a transcript has; 1 if some are missing."""
    return len(_files_if_whole(path, given))


def _files_if_whole(path: Path, given: Iterable[Path]) -> tuple[Path, ...]:
    try:
        return files_of(path, given)
    except ClientError:
        return (path,)  # whoever reads it says so


class _Others:
    """The parts of a table that may belong to one of them."""

    def __init__(self, one: Seen, given: Iterable[Path]) -> None:
        self._one = one
        self._given = [*_of_table(one, given)]
        self._beside: list[Seen] | None = None

    def before(self, part: Seen) -> Seen:
        """Return the part before this."""
        for candidates in (self._given, self._neighbours):
            for other in candidates:
                if part.follows(other):
                    return other
        raise self._missing(part.heading.part - 1, part)

    def after(self, part: Seen) -> Seen:
        """Return the part after this."""
        for candidates in (self._given, self._neighbours):
            found = {other.sum: other for other in candidates if other.follows(part)}
            if len(found) > 1:
                number, path = part.heading.part + 1, str(self._one.path)
                raise Refused("part-not-clear", path=path, part=number)
            if found:
                return next(iter(found.values()))
        raise self._missing(part.heading.part + 1, part)

    @property
    def _neighbours(self) -> list[Seen]:
        if self._beside is None:
            self._beside = [*_of_table(self._one, _beside(self._one.path))]
        return self._beside

    def _missing(self, number: int, beside: Seen) -> ClientError:
        """Return what to say of a part that is not there, or not this one."""
        for other in (*self._given, *self._neighbours):
            if other.heading.part == number:
                paths = {"path": str(beside.path), "other": str(other.path)}
                return NotVerified("part-does-not-fit", part=number, **paths)
        return Refused("part-missing", path=str(self._one.path), part=number)


def _of_table(one: Seen, paths: Iterable[Path]) -> Iterator[Seen]:
    for path in paths:
        seen = look(path)
        if seen is not None and seen.heading.table == one.heading.table:
            yield seen


def _beside(path: Path) -> list[Path]:
    """Return the files of the same ending beside a file, by name."""
    try:
        found = [one for one in path.parent.iterdir() if one.suffix == path.suffix]
    except OSError:
        return []
    return sorted(found)[:NEIGHBOURS]


def apart(paths: Sequence[Path], named: Iterable[Path]) -> dict[Path, tuple[Path, ...]]:
    """Return one file of each transcript among these, with all its parts there.

    A file that is not one of several parts has none.  A copy of a part counts once.

    Raises:
      InvalidRequest: Two files are the same part, and both were ``named``.
    """
    seen = {path: one for path in paths if (one := look(path)) is not None}
    by_sum = dict[bytes, Seen]()
    both = {*named}
    for one in seen.values():
        other = by_sum.setdefault(one.sum, one)
        if other is not one and {other.path, one.path} <= both:
            twins = {"path": str(other.path), "other": str(one.path)}
            raise InvalidRequest("part-twice", part=one.heading.part, **twins)
    followed = {one.heading.before for one in by_sum.values()}
    found, wholes = dict[Path, tuple[Path, ...]](), set[tuple[Path, ...]]()
    for path in paths:
        if path not in seen:
            found[path] = ()
        elif by_sum[seen[path].sum].path == path and seen[path].sum not in followed:
            table = seen[path].heading.table
            mates = tuple(p for p, one in seen.items() if one.heading.table == table)
            files = _files_if_whole(path, mates)
            if files not in wholes:
                found[path] = mates
                wholes.add(files)
    return found


def entries(path: Path, given: Iterable[Path] = ()) -> Iterator[Entry]:
    """Yield the entries of a transcript, part by part, each in causal order.

    Raises:
      InvalidArchive: Something in it is wrong.
      ClientError: It can't be read, or is not whole.
    """
    files, reader = files_of(path, given), Reader()
    for number, file in enumerate(files, 1):
        data = whole(FilePart(file))
        for entry, _ in reader.read(data, is_last=number == len(files)):
            yield entry
