"""Keeps one author's entries: an unbroken chain from number 0.

Two different entries with one number are a fork, and prove themselves.  An entry whose
``previous`` is not our newest one proves nothing yet: another branch must exist, but is
not here.
That is a gap: its sender is asked for the entries between, and the sibling that then
arrives proves the fork.
"""

from __future__ import annotations

from .entry import NONE, Entry
from .errors import Gap
from .fork import fork_of


class Feed:
    """One author's entries from number 0, each of which names the previous one."""

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
