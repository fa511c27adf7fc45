"""Everything one author said, in order, with no number twice.

A feed holds an unbroken chain from number 0.  Two different entries with one
number are a fork, and prove themselves.  An entry whose ``previous`` is not
our newest one proves nothing yet: another branch must exist, but it is not
here.  So it is a gap, and whoever sent it is asked for what lies between; the
sibling that then arrives convicts.
"""

from __future__ import annotations

from .entry import NONE, Entry
from .errors import Gap
from .fork import fork_of


class Feed:
    """One author's entries from number 0, each naming the one before it."""

    __slots__ = ("author", "entries")

    def __init__(self, author: bytes) -> None:
        self.author = author
        self.entries: list[Entry] = []

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
          Gap: The entry that it names as previous is not here.
          ValueError: It is by somebody else.
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
