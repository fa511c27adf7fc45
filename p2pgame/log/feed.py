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
    """Entries in order, the oldest of which may be on disk alone.

    One thread may add and drop entries while others read those that are there.
    """

    __slots__ = ("_newest", "_read", "_stored")

    def __init__(self, read: Read | None, scratch: Scratch) -> None:
        self._read = read
        #: How many, from the first, are not in memory, and all that are.  A reader
        #: takes both at once.
        self._newest = 0, list[Entry]()
        #: Where the first ones are stored.
        self._stored = Numbers(_PLACE_BYTES, scratch)

    def __len__(self) -> int:
        cold, newest = self._newest
        return cold + len(newest)

    @overload
    def __getitem__(self, at: int) -> Entry: ...
    @overload
    def __getitem__(self, at: slice) -> list[Entry]: ...
    def __getitem__(self, at: int | slice) -> Entry | list[Entry]:
        if isinstance(at, slice):
            return [self[place] for place in range(*at.indices(len(self)))]
        cold, newest = self._newest
        place = at + cold + len(newest) if at < 0 else at
        if place >= cold:
            return newest[place - cold]
        return Entry.kept(self._old(place))

    def __iter__(self) -> Iterator[Entry]:
        return (self[place] for place in range(len(self)))

    @property
    def cold(self) -> int:
        """How many entries, from the first, are on disk alone."""
        return self._newest[0]

    def raw(self, place: int) -> bytes:
        """Return the bytes of an entry."""
        cold, newest = self._newest
        return newest[place - cold].raw if place >= cold else self._old(place)

    def _old(self, place: int) -> bytes:
        assert self._read is not None
        return self._read(self._stored[place])

    def append(self, entry: Entry) -> None:
        self._newest[1].append(entry)

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
        cold, newest = self._newest
        if len(newest) < 2 * HOT:
            return []
        count = min(len(newest) - HOT, len(self._stored) - cold)
        self._newest = cold + count, newest[count:]
        return newest[:count]


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
