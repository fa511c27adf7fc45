"""Step 5, the graph: the past of each entry, and whom entries may name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from .entries import Entry, Feeds
from .errors import Refused, demand

Clock: TypeAlias = Mapping[bytes, int]


class Graph:
    """All entries of a file, each with its past: author → last sequence in there."""

    def __init__(self, feeds: Feeds) -> None:
        self.feeds = feeds
        self.entries = {entry.id: entry for feed in feeds.values() for entry in feed}
        self._pasts: dict[bytes, dict[bytes, int]] = {}
        self._depths: dict[bytes, int] = {}
        for name in self.entries:
            self._reach(name)

    def _reach(self, name: bytes) -> None:
        """Work out a past, and before it those that it is made of.

        An id is a hash of all that an entry names, so this comes to an end.
        """
        waiting = [name]
        while waiting:
            entry = self.entries[waiting[-1]]
            missing = [i for i in self._causes(entry) if i not in self._pasts]
            if missing:
                waiting += missing
                continue
            self._pasts[entry.id] = self._merge(entry)
            causes = [self._depths[name] for name in self._causes(entry)]
            self._depths[entry.id] = 1 + max(causes, default=-1)
            waiting.pop()

    def _causes(self, entry: Entry) -> Iterable[bytes]:
        names = (entry.previous, *entry.seen) if entry.sequence else entry.seen
        for name in names:
            demand(name in self.entries, "an entry names one that is missing")
        return names

    def _merge(self, entry: Entry) -> dict[bytes, int]:
        past: dict[bytes, int] = {}
        for name in self._causes(entry):
            cause = self.entries[name]
            for author, last in (
                *self._pasts[name].items(),
                (cause.author, cause.sequence),
            ):
                past[author] = max(last, past.get(author, last))
        return past

    def has(self, entry: Entry, earlier: Entry) -> bool:
        """Say whether the ``earlier`` entry is in the past of the other."""
        return self._pasts[entry.id].get(earlier.author, -1) >= earlier.sequence

    def closure(self, entries: Iterable[Entry]) -> dict[bytes, int]:
        """Return these entries and all of their pasts, as author → last sequence."""
        whole: dict[bytes, int] = {}
        for entry in entries:
            past = {**self._pasts[entry.id], entry.author: entry.sequence}
            for author, last in past.items():
                whole[author] = max(last, whole.get(author, last))
        return whole

    def check_parts(self, parts: Iterable[Iterable[Entry]]) -> None:
        """Refuse parts that do not share the entries by depth, then by author."""
        last = -1, b""
        for part in parts:
            places = sorted((self._depths[entry.id], entry.author) for entry in part)
            demand(not places or places[0] > last, "parts share the entries otherwise")
            last = places[-1] if places else last

    def check_names(self, entry: Entry, players: frozenset[bytes]) -> None:
        """Refuse a player's entry that names its own author's, or a stranger's."""
        for name in entry.seen:
            author = self.entries[name].author
            if author == entry.author or author not in players:
                raise Refused("an entry names what it must not", "seen", entry.author)
