"""Tracks which entries a topic keeps, as far as we know.

Of each author it notes the newest entry that is kept there, and of single entries
how often and when they have come or were posted.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from hashlib import blake2b

from p2pgame.log import Entry, History
from p2pgame.transport.frames import Head

#: Seconds in which what was posted is under way to whoever says that it lacks it;
#: after so many times doubled each time that it is posted again, up to so often: who
#: has gone may ask for what it cannot read any more.
UNDER_WAY, TIMES, DOUBLED = 2.0, 4, 12

#: Entries that have come, by their hashes.
CAME = 4096


class KeptEntries:
    """What one topic has brought, and what we have posted there."""

    def __init__(self) -> None:
        self._heads: dict[bytes, Head] = {}
        #: The same, by this connection alone.
        self._here: dict[bytes, Head] = {}
        #: How often an entry has come, or was posted, and when it was the last time.
        self._came: dict[bytes, tuple[int, float]] = {}
        self._came_before: dict[bytes, tuple[int, float]] = {}
        self._sent: list[bytes] = []

    def begin(self) -> None:
        """Note a new connection: what was not surely kept by the last is not there."""
        for raw in self._sent:
            self._came.pop(_digest(raw), None)
        self._came_before, self._came = self._came, {}
        self._sent.clear()
        self._here.clear()

    def go_live(self, *, whole: bool) -> None:
        """Take it that all that is kept has come; ``whole``: by this connection."""
        if whole:
            self._heads = dict(self._here)
        else:
            self._came = {**self._came_before, **self._came}
        self._came_before = {}

    def note(self, raw: bytes, now: float) -> None:
        """Note that an entry has come, or was posted."""
        digest = _digest(raw)
        times, _ = self._came.pop(digest, (0, 0.0))
        self._came[digest] = times + 1, now
        while len(self._came) > CAME:
            del self._came[next(iter(self._came))]

    def note_posted(self, raw: bytes, now: float) -> None:
        """Note that we have posted an entry, which is on its way to being kept."""
        self.note(raw, now)
        self._sent.append(raw)

    def note_kept(self, entry: Entry) -> None:
        """Note that an entry is kept, and so all before it in its feed."""
        head = entry.author, entry.sequence, entry.id
        for heads in (self._heads, self._here):
            known = heads.get(entry.author)
            if known is None or known[1] < entry.sequence:
                heads[entry.author] = head

    @property
    def sent(self) -> tuple[bytes, ...]:
        """What we have posted and do not know to be kept."""
        return tuple(self._sent)

    def keep(self, sent: Sequence[bytes], history: History) -> None:
        """Note that these, of what was sent the oldest, are kept."""
        del self._sent[: len(sent)]
        for raw in sent:
            if raw in history:
                self.note_kept(Entry.kept(raw))

    def has_come(self, raw: bytes) -> bool:
        """Return whether an entry has come from there, or was posted."""
        return _digest(raw) in self._came

    def is_under_way(self, raw: bytes, now: float) -> bool:
        """Return whether an entry was posted so lately that it may not have come."""
        times, latest = self._came.get(_digest(raw), (0, -math.inf))
        return now - latest < UNDER_WAY * (1 << min(max(0, times - TIMES), DOUBLED))

    def absent(self, history: History) -> list[bytes]:
        """Return what we have and the place has neither brought nor been sent."""
        missing = history.missing(self._heads.values())
        return [raw for raw in missing if not self.has_come(raw)]


def _digest(raw: bytes) -> bytes:
    return blake2b(raw, digest_size=16).digest()
