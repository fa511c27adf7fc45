"""Keeps one author's entries: an unbroken chain from number 0.

Two different entries with one number are a fork, and prove themselves.  An entry whose
``previous`` is not our newest one proves nothing yet: another branch must exist, but is
not here.
That is a gap: its sender is asked for the entries between, and the sibling that then
arrives proves the fork.

The newest entries are in memory.  Older ones are dropped from there once they are known
to be on disk, and read back when somebody asks for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias, overload

from .entry import NONE, Entry
from .errors import Gap
from .fork import fork_of
from .rows import Numbers
from .scratch import Scratch

#: Entries of an author that stay in memory, at least; at most twice as many do.
HOT = 64

#: Bytes of a place on the disk.
_PLACE_BYTES = 8

#: Returns the bytes that were stored in a place.
Read: TypeAlias = Callable[[int], bytes]


class Entries(Sequence[Entry]):
    """Entries in order, the oldest of which may be on disk alone."""

    __slots__ = ("_cold", "_hot", "_read", "_stored")

    def __init__(self, read: Read | None, scratch: Scratch) -> None:
        self._read = read
        self._hot: list[Entry] = []
        #: How many, from the first, are not in memory.
        self._cold = 0
        #: Where the first ones are stored.
        self._stored = Numbers(_PLACE_BYTES, scratch)

    def __len__(self) -> int:
        return self._cold + len(self._hot)

    @overload
    def __getitem__(self, at: int) -> Entry: ...
    @overload
    def __getitem__(self, at: slice) -> list[Entry]: ...
    def __getitem__(self, at: int | slice) -> Entry | list[Entry]:
        if isinstance(at, slice):
            return [self[place] for place in range(*at.indices(len(self)))]
        place = at + len(self) if at < 0 else at
        if place >= self._cold:
            return self._hot[place - self._cold]
        return Entry.kept(self.raw(place))

    def __iter__(self) -> Iterator[Entry]:
        return (self[place] for place in range(len(self)))

    @property
    def cold(self) -> int:
        """How many entries, from the first, are on disk alone."""
        return self._cold

    def raw(self, place: int) -> bytes:
        """Return the bytes of an entry."""
        if place >= self._cold:
            return self._hot[place - self._cold].raw
        assert self._read is not None
        return self._read(self._stored[place])

    def append(self, entry: Entry) -> None:
        self._hot.append(entry)

    def is_stored(self, place: int) -> bool:
        """Return whether an entry is known to be on disk."""
        return place < len(self._stored)

    def store(self, place: int, where: int) -> list[Entry]:
        """Note where an entry is on disk; return those that are dropped from memory.

        Nothing behind an entry of which that is not known is dropped.
        """
        if self._read is None or place != len(self._stored):
            return []
        self._stored.append(where)
        if len(self._hot) < 2 * HOT:
            return []
        count = min(len(self._hot) - HOT, len(self._stored) - self._cold)
        dropped = self._hot[:count]
        del self._hot[:count]
        self._cold += count
        return dropped


class Feed:
    """One author's entries from number 0, each of which names the previous one."""

    __slots__ = ("author", "entries")

    def __init__(
        self, author: bytes, read: Read | None = None, scratch: Scratch | None = None
    ) -> None:
        self.author = author
        self.entries = Entries(read, scratch or Scratch())

    def __len__(self) -> int:
        return len(self.entries)

    @property
    def head(self) -> bytes:
        """The id of the newest entry, or ``NONE``."""
        return self.entries[-1].id if self.entries else NONE

    def append(self, entry: Entry) -> bool:
        """Add this author's next entry; return False if it is already here.

        Raises:
          Fork: Another entry has its number.
          Gap: The previous entry that it names is not here.
          ValueError: Its author is another.
        """
        if entry.author != self.author:
            raise ValueError("an entry of another author")
        if entry.sequence < len(self.entries):
            mine = self.entries[entry.sequence]
            if mine.id == entry.id:
                return False
            raise fork_of(mine, entry)
        if entry.sequence > len(self.entries) or entry.previous != self.head:
            raise Gap(f"what comes before {entry!r} is not here")
        self.entries.append(entry)
        return True
