"""Holds the delivered entries: all feeds, and the entries that each builds on.

Every entry was delivered after all that it names.  So the order of delivery is a linear
extension of the causal order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .entry import Entry
from .feed import Feed


class Graph:
    """The delivered entries of one table, by author, by id and by cause.

    A forker's entry may also be *kept*: it counts as an ancestor of entries that name
    it, and is in no feed.
    """

    def __init__(self) -> None:
        self.feeds: dict[bytes, Feed] = {}
        self._entries: dict[bytes, Entry] = {}
        self._places: dict[bytes, int] = {}
        self._clocks: dict[bytes, dict[bytes, int]] = {}
        self._named: dict[bytes, dict[bytes, int]] = {}

    def __contains__(self, id: object) -> bool:
        return id in self._entries

    def __getitem__(self, id: bytes) -> Entry:
        return self._entries[id]

    def lacks(self, entry: Entry) -> list[bytes]:
        """Return the ids of entries that ``entry`` names and that are missing here."""
        named = entry.seen if entry.sequence == 0 else (entry.previous, *entry.seen)
        return [id for id in named if id not in self._entries]

    def follows(self, entry: Entry) -> bool:
        """Return whether ``entry`` continues its author's feed."""
        feed = self.feeds[entry.author]
        return entry.sequence == len(feed) and entry.previous == feed.head

    def append(self, entry: Entry) -> None:
        """Deliver an entry whose named entries are all here."""
        self.feeds[entry.author].append(entry)
        self._places[entry.id] = len(self._places)
        clock = dict(self._clocks.get(entry.previous, ()))
        named = self._named.setdefault(entry.author, {})
        for id in entry.seen:
            other = self._entries[id]
            named[other.author] = max(named.get(other.author, -1), other.sequence)
            for author, sequence in self._clocks.get(id, {}).items():
                clock[author] = max(clock.get(author, -1), sequence)
        clock[entry.author] = entry.sequence
        self._clocks[entry.id] = clock
        self._entries[entry.id] = entry

    def keep(self, entry: Entry) -> None:
        """Keep a forker's entry undelivered, so that entries that name it can go on."""
        self._entries[entry.id] = entry

    def place(self, entry: Entry) -> int:
        """Return the number of entries delivered before this one."""
        return self._places[entry.id]

    def clock(self, id: bytes) -> Mapping[bytes, int]:
        """Return, for each author, the last sequence that an entry builds on."""
        return self._clocks[id]

    def unnamed_by(self, author: bytes, among: Iterable[bytes]) -> tuple[bytes, ...]:
        """Return the newest entries of others that an author has not named yet.

        They are the ``seen`` of its next entry.  An entry that it named only indirectly
        counts as not named.
        """
        named = self._named.get(author, {})
        newest = (
            feed.head
            for feed in (self.feeds.get(other) for other in set(among) - {author})
            if feed is not None and len(feed) > 1 + named.get(feed.author, -1)
        )
        return tuple(sorted(newest))
