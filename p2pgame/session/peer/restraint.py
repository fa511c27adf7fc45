"""What one author says too much of waits here, whoever brings it.

Each author may say so much in a second by which the game does not go on.  What goes
beyond it is held back until there is room for it again; but as soon as another
player's words build on it, it is due, for without it those could not be heard either.
No honest peer takes in more than that, so none builds on more, passes on more, or
waits for more: a flood stops at the first who hears it, and nobody is slowed for
passing on what others say.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from itertools import accumulate, islice

from p2pgame.log import Entry, History

#: Words of one author in a second, and at once; 4 KiB count for one more.
WORD_RATE, WORDS = 64.0, 64.0
WORD_BYTES = 4096

#: Nobody is in debt for longer, in seconds.
LONGEST = 2 * WORDS / WORD_RATE

#: What is held back goes on so many at a time: as one record, and one wait for the
#: disk.
BATCH = 16

#: Bytes of one author that are held back.
HELD_BYTES = 512 * 1024


class Restraint:
    """What is held back of each author of a history, and what each has said of late.

    Nothing of our ``own`` is, for we must know all that we have said.  Times are those
    of a clock that nobody can set.
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
        #: When an author's words will have been paid for.
        self._paid_at: dict[bytes, float] = {}

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
                begun = max(self._paid_at.get(entry.author, -math.inf), now)
                paid_at = begun + _cost(entry) / WORD_RATE
                self._paid_at[entry.author] = min(paid_at, now + LONGEST)

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
        is_over = self._paid_at.get(author, -math.inf) > now + WORDS / WORD_RATE
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

    def _length(self, author: bytes) -> int:
        feed = self._history.feeds.get(author)
        return 0 if feed is None else len(feed)

    def _due_at(self, author: bytes) -> float:
        few = islice(self._held[author].values(), BATCH)
        room = min(sum(map(_cost, few)), BATCH)
        return self._paid_at.get(author, -math.inf) - (WORDS - room) / WORD_RATE

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
