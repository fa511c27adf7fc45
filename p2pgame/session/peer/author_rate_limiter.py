"""Limits each author's entries that do not advance the game.

The limiter holds back entries beyond an author's rate, whichever peer brings them.  It
releases them when the author's token bucket has room, or at once when another player's
entry builds on them: without them that entry could not be read either.

No honest peer takes in more, so none builds on more, passes on more, or waits for more.
A flood stops at the first honest peer, and no peer is slowed for passing on entries.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from itertools import accumulate, islice

from p2pgame.log import Entry, History
from p2pgame.transport.rate import TokenBucket

#: Words of one author in a second, and at once; 4 KiB count for one more.  An author
#: that says more is in debt for as many at most.
WORD_RATE, WORDS = 64.0, 64.0
WORD_BYTES = 4096

#: Held entries are released in batches of this size: each is one record in the log,
#: and waits for the disk once.
BATCH = 16

#: Bytes of one author that are held back at most.
HELD_BYTES = 512 * 1024


class AuthorRateLimiter:
    """Hold back entries of authors that exceed their rate, and release them later.

    Entries of our ``own`` author are never held: we must know all that we have said.
    Times are seconds of a monotonic clock.
    """

    def __init__(self, history: History, own: bytes | None = None) -> None:
        self._history = history
        self._own = own
        self._held: dict[bytes, dict[int, Entry]] = {}
        self._raws: set[bytes] = set()
        #: Of each author, the place after the last that was held; and of whom
        #: something was dropped.
        self._ahead: dict[bytes, int] = {}
        self._dropped: set[bytes] = set()
        self._buckets: dict[bytes, TokenBucket] = {}

    def __contains__(self, raw: object) -> bool:
        """Return whether an entry of just these bytes is held back."""
        return raw in self._raws

    def __len__(self) -> int:
        return len(self._raws)

    def charge(self, taken: Iterable[Entry], now: float, *, free: int = 0) -> None:
        """Note what is taken in; so many of each author, the shortest, are free.

        What was held back has been charged for when it was let go.
        """
        free_of = dict[bytes, int]()
        known = [entry for entry in taken if entry.author in self._history.feeds]
        for entry in sorted(known, key=lambda entry: len(entry.raw)):
            left = free_of.setdefault(entry.author, free)
            free_of[entry.author] = left - 1
            if left <= 0:
                self._bucket(entry.author).charge(_cost(entry), now=now)

    def holds(self, entry: Entry, now: float) -> bool:
        """Hold a verified entry back if its author has said too much; else False.

        A word in a place that is taken is not held: it may prove a fork.  If too much
        is held, or the one before it has not come, it is dropped, and the history
        knows that it lacks something.
        """
        author, place = entry.author, entry.sequence
        held = self._held.get(author, {})
        is_plain = place >= self._length(author) and place not in held
        is_free = author == self._own or author in self._history.forks
        is_over = author in self._buckets and not self._bucket(author).has(0, now=now)
        if entry.table != self._history.table or is_free or not is_plain:
            return False
        if not (held or is_over):
            return False
        size = sum(len(one.raw) for one in held.values()) + len(entry.raw)
        ahead = max(self._length(author), self._ahead.get(author, 0))
        if size > HELD_BYTES or place > ahead:
            self._history.note(entry)
            self._dropped.add(author)
        else:
            self._held.setdefault(author, {})[place] = entry
            self._raws.add(entry.raw)
            self._ahead[author] = max(ahead, place + 1)
        return True

    @property
    def next_at(self) -> float:
        """When something will be due, if nobody's words build on it before."""
        return min(map(self._due_at, self._held), default=math.inf)

    def due(self, now: float) -> list[Entry]:
        """Return what there is room for by now; it is held no more."""
        ready = [author for author in self._held if self._due_at(author) <= now]
        return self._let_go({author: self._few(author) for author in ready}, now)

    def needed(self, now: float) -> list[Entry]:
        """Return what others' words wait for, and all before it; it is held no more."""
        return self._let_go(
            {author: self._awaited(author) for author in self._held}, now
        )

    def find(self, author: bytes, sequence: int) -> Entry | None:
        """Return the entry that is held back in this place, if any."""
        return self._held.get(author, {}).get(sequence)

    def _awaited(self, author: bytes) -> int:
        """Return how many of one author, from the first, somebody waits for.

        If that is something that has not come, and may have been dropped, all.
        """
        held, history = self._held[author], self._history
        awaited = history.awaited(author)
        if not awaited and author not in history.forks:
            return 0
        ids = {entry.id: place for place, entry in held.items()}
        if author in history.forks or (
            author in self._dropped and awaited - ids.keys()
        ):
            self._dropped.discard(author)
            return len(held)
        last = max((ids[id] for id in awaited & ids.keys()), default=-1)
        return sum(place <= last for place in held)

    def _bucket(self, author: bytes) -> TokenBucket:
        """Return this author's bucket, a full one at first."""
        new = TokenBucket(WORD_RATE, WORDS, debt=WORDS)
        return self._buckets.setdefault(author, new)

    def _length(self, author: bytes) -> int:
        feed = self._history.feeds.get(author)
        return 0 if feed is None else len(feed)

    def _due_at(self, author: bytes) -> float:
        few = islice(self._held[author].values(), BATCH)
        room = min(sum(map(_cost, few)), BATCH)
        bucket = self._buckets.get(author)
        return -math.inf if bucket is None else bucket.ready_at(room)

    def _few(self, author: bytes) -> int:
        """Return how many of one author, from the first, are a batch."""
        held = self._held[author]
        costs = accumulate(_cost(held[place]) for place in sorted(held))
        return max(1, sum(cost <= BATCH for cost in costs))

    def _let_go(self, counts: Mapping[bytes, int], now: float) -> list[Entry]:
        """Let go of so many of each author, in the order of its feed."""
        freed: list[Entry] = []
        for author, count in counts.items():
            held = self._held[author]
            freed += [held.pop(place) for place in sorted(held)[:count]]
            if not held:
                del self._held[author]
        self._raws.difference_update(entry.raw for entry in freed)
        self.charge(freed, now)
        return freed


def _cost(entry: Entry) -> float:
    return 1 + len(entry.raw) / WORD_BYTES
