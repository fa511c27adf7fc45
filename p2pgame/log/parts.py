"""Cuts a transcript that is too long for one file into parts, and reads parts.

The entries are taken by their depth (:meth:`.History.by_depth`), and each part takes as
many as fit.  So whatever an entry names is in its own part or in one before, and a
reader needs one part in memory at a time.  Which entries a part has follows from the
entries alone, so the parts are the same for every peer, like a single file.  Each part
names the checksum of the one before, so the last one stands for all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

from .archive import (
    ARCHIVE_LIMIT,
    AROUND_BYTES,
    EMPTY_BYTES,
    ENTRIES_LIMIT,
    PARTS_LIMIT,
    SUM_BYTES,
    Heading,
    encode_part,
    entry_at,
)
from .entry import NONE, Entry
from .feed import Feed

#: Bytes that are read at once when one entry is read: most are shorter.
_AT_ONCE = 4096


class Part(Protocol):
    """A file that may be one part of a transcript, wherever its bytes are."""

    def read(self, at: int, length: int) -> bytes:
        """Return so many bytes from a place on; fewer if it ends before."""
        ...


class InMemory:
    """A part whose bytes are in memory."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def read(self, at: int, length: int) -> bytes:
        """Return so many bytes from a place on; fewer if it ends before."""
        return self._data[at : at + length]


def whole(part: Part) -> bytes:
    """Return all of a part, or more bytes than it may have."""
    return part.read(0, ARCHIVE_LIMIT + 1)


def entry_in(part: Part, at: int) -> bytes:
    """Return the entry whose place :meth:`.Reader.read` has told.

    Its signature is checked again: the file may have been changed since.

    Raises:
      InvalidEntry: There is no entry any more.
    """
    raw, size = entry_at(part.read(at, _AT_ONCE))
    if size > _AT_ONCE:
        raw, _ = entry_at(part.read(at, size))
    return Entry.read(raw).raw


class Parts:
    """The transcript of a table, cut into parts: iterating yields the bytes of each.

    ``ordered`` are author and number of its entries, by depth, and each of these
    entries is read when its part is.  A part has at most ``limit`` bytes.

    Raises:
      ValueError: There are too many parts.

    Cost: each entry is read once to cut, and once to encode; one part is in memory.
    """

    def __init__(
        self,
        table: bytes,
        feeds: Mapping[bytes, Feed],
        ordered: Iterable[tuple[bytes, int]],
        limit: int = ARCHIVE_LIMIT,
    ) -> None:
        self._table = table
        self._feeds = feeds
        #: Of each part, how many entries, and the first and the next number by author.
        self._cuts: list[tuple[int, dict[bytes, tuple[int, int]]]] = []
        self._cut(ordered, limit)

    def __len__(self) -> int:
        return len(self._cuts)

    def __iter__(self) -> Iterator[bytes]:
        before = NONE
        for part, (count, _) in enumerate(self._cuts, 1):
            heading = Heading(self._table, part, part == len(self), before, count)
            data = encode_part(heading, self._raws(part - 1))
            before = data[-SUM_BYTES:]
            yield data

    def beginning(self) -> bytes:
        """Return the entries of the first part in a file that has no other parts."""
        count, _ = self._cuts[0]
        heading = Heading(self._table, 1, True, NONE, count)
        return encode_part(heading, self._raws(0))

    def _raws(self, cut: int) -> list[bytes]:
        _, spans = self._cuts[cut]
        return [
            self._feeds[author].entries.raw(sequence)
            for author in sorted(spans)
            for sequence in range(*spans[author])
        ]

    def _cut(self, ordered: Iterable[tuple[bytes, int]], limit: int) -> None:
        count, size = 0, EMPTY_BYTES
        spans: dict[bytes, tuple[int, int]] = {}
        for author, sequence in ordered:
            needs = AROUND_BYTES + len(self._feeds[author].entries.raw(sequence))
            if count == ENTRIES_LIMIT or (count and size + needs > limit):
                self._cuts.append((count, spans))
                count, size, spans = 0, EMPTY_BYTES, {}
            first, _ = spans.get(author, (sequence, sequence))
            spans[author] = first, sequence + 1
            count, size = count + 1, size + needs
        self._cuts.append((count, spans))
        if len(self) > PARTS_LIMIT:
            raise ValueError(f"a transcript has at most {PARTS_LIMIT} parts")
