"""Holds the delivered entries: all feeds, and the entries that each builds on.

Every entry was delivered after all that it names.  So the order of delivery is a linear
extension of the causal order.

Of an old entry that is on disk no more is kept here than numbers: its place in the
order, what it builds on, and the start of its id, by which it is found.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from heapq import merge

from .clocks import Clocks
from .entry import Entry, named
from .feed import Feed, Read
from .packed import PackedMap
from .rows import Numbers
from .scratch import Scratch

#: Bytes of a number of entries.
COUNT_BYTES = 4

#: Bytes of an id by which an old entry is found; then its whole id is compared.
SHORT_ID = 16

_SEQUENCE_BITS = 32


class Graph:
    """The delivered entries of one table, by author, by id and by cause.

    A forker's entry may also be *kept*: it counts as an ancestor of entries that name
    it, and is in no feed.

    ``read`` returns the bytes that were stored in a place; without it all entries stay
    in memory.  ``scratch`` has what is kept of the old ones.
    """

    def __init__(self, scratch: Scratch) -> None:
        self.read: Read | None = None
        self._scratch = scratch
        self.feeds: dict[bytes, Feed] = {}
        self._entries: dict[bytes, Entry] = {}
        self._kept: dict[bytes, Entry] = {}
        self._raws: set[bytes] = set()
        self._old = PackedMap(SHORT_ID, scratch)
        self._authors: list[bytes] = []
        self._numbers: dict[bytes, Numbers] = {}
        self._clocks = Clocks(scratch)
        #: By place, how many entries are on the longest way back from each.
        self.depths = Numbers(COUNT_BYTES, scratch)
        self._named: dict[bytes, dict[bytes, int]] = {}

    def __contains__(self, id: bytes) -> bool:
        return id in self._entries or id in self._kept or self._find(id) is not None

    def __getitem__(self, id: bytes) -> Entry:
        entry = self._entries.get(id) or self._kept.get(id)
        if entry is not None:
            return entry
        found = self._find(id)
        if found is None:
            raise KeyError(id)
        author, sequence = found
        return self.feeds[author].entries[sequence]

    def __len__(self) -> int:
        """Return the number of delivered entries."""
        return len(self._clocks)

    def add_feed(self, author: bytes) -> None:
        """Begin the feed of an author."""
        self.feeds[author] = Feed(author, self.read, self._scratch)

    def has_raw(self, raw: bytes) -> bool:
        """Return whether an entry with exactly these bytes has been delivered."""
        if raw in self._raws:
            return True
        return len(self._old) > 0 and self._place_of_old(raw) is not None

    def place_of(self, raw: bytes) -> int | None:
        """Return the number of entries delivered before that of these bytes."""
        if raw not in self._raws:
            return self._place_of_old(raw)
        author, sequence = named(raw)
        return self._numbers[author][sequence]

    def _place_of_old(self, raw: bytes) -> int | None:
        author, sequence = named(raw)
        feed = self.feeds.get(author)
        if feed is None or sequence >= feed.entries.cold:
            return None
        is_it = feed.entries.raw(sequence) == raw
        return self._numbers[author][sequence] if is_it else None

    def lacks(self, entry: Entry) -> list[bytes]:
        """Return the ids of entries that ``entry`` names and that are missing here."""
        needed = entry.seen if entry.sequence == 0 else (entry.previous, *entry.seen)
        return [id for id in needed if id not in self]

    def follows(self, entry: Entry) -> bool:
        """Return whether ``entry`` continues its author's feed."""
        feed = self.feeds[entry.author]
        return entry.sequence == len(feed) and entry.previous == feed.head

    def append(self, entry: Entry) -> None:
        """Deliver an entry whose named entries are all here."""
        author = entry.author
        builds_on = [entry.previous] if entry.sequence else []
        known = self._named.setdefault(author, {})
        for id in entry.seen:
            other = self[id]
            known[other.author] = max(known.get(other.author, -1), other.sequence)
            if id not in self._kept:
                builds_on.append(id)
        numbers = [self._number(id) for id in builds_on]
        self.feeds[author].append(entry)
        if author not in self._numbers:
            self._numbers[author] = Numbers(COUNT_BYTES, self._scratch)
            self._authors.append(author)
        number = self._clocks.add(author, entry.sequence, numbers)
        self._numbers[author].append(number)
        depths = self.depths
        depths.append(max((1 + depths[one] for one in numbers), default=0))
        self._entries[entry.id] = entry
        self._raws.add(entry.raw)

    def keep(self, entry: Entry) -> None:
        """Keep a forker's entry undelivered, so that entries that name it can go on."""
        self._kept[entry.id] = entry

    def is_stored(self, entry: Entry) -> bool:
        """Return whether a delivered entry is known to be on disk."""
        return self.feeds[entry.author].entries.is_stored(entry.sequence)

    def store(self, entry: Entry, where: int) -> None:
        """Note where a delivered entry is on disk: old ones are kept there alone."""
        index = self._authors.index(entry.author)
        for old in self.feeds[entry.author].entries.store(entry.sequence, where):
            del self._entries[old.id]
            self._raws.discard(old.raw)
            self._old.add(old.id[:SHORT_ID], index << _SEQUENCE_BITS | old.sequence)

    def place(self, author: bytes, sequence: int) -> int:
        """Return the number of entries delivered before this one."""
        return self._numbers[author][sequence]

    def clock(self, id: bytes) -> Mapping[bytes, int]:
        """Return, for each author, the last sequence that an entry builds on.

        Raises:
          KeyError: The entry has not been delivered.
        """
        return self._clocks.of(self._number(id))

    def delivered(self) -> Iterator[tuple[int, Entry]]:
        """Yield all delivered entries in their order, each with its place."""

        def of(author: bytes) -> Iterator[tuple[int, bytes, int]]:
            numbers = self._numbers[author]
            return ((number, author, n) for n, number in enumerate(numbers))

        for number, author, sequence in merge(*map(of, self._authors)):
            yield number, self.feeds[author].entries[sequence]

    def unnamed_by(self, author: bytes, among: Iterable[bytes]) -> tuple[bytes, ...]:
        """Return the newest entries of others that an author has not named yet.

        They are the ``seen`` of its next entry.  An entry that it named only indirectly
        counts as not named.
        """
        known = self._named.get(author, {})
        newest = (
            feed.head
            for feed in (self.feeds.get(other) for other in set(among) - {author})
            if feed is not None and len(feed) > 1 + known.get(feed.author, -1)
        )
        return tuple(sorted(newest))

    def _number(self, id: bytes) -> int:
        entry = self._entries.get(id)
        if entry is not None:
            return self._numbers[entry.author][entry.sequence]
        found = self._find(id)
        if found is None:
            raise KeyError(id)
        author, sequence = found
        return self._numbers[author][sequence]

    def _find(self, id: bytes) -> tuple[bytes, int] | None:
        """Return author and number of an entry that is on disk alone, or None."""
        if not len(self._old):
            return None
        found = self._old.get(id[:SHORT_ID])
        if found is None:
            return None
        index, sequence = found >> _SEQUENCE_BITS, found & (1 << _SEQUENCE_BITS) - 1
        author = self._authors[index]
        is_it = self.feeds[author].entries[sequence].id == id
        return (author, sequence) if is_it else None
