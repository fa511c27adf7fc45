"""Frames of a topic that cannot be opened yet, kept until their key has come.

A topic need not bring things in the order in which they were said: relays of nostr
sort by their authors' clocks, and what a relay has lost is posted again behind all the
rest.  So a frame may come before the word that holds its key, and it comes once.
Whoever has a seat could ask for it again; who only looks on says nothing.

Many of these frames may never open, for they are others', so there is a bound.
"""

from __future__ import annotations

from collections import deque

#: Bytes of frames that are kept at most, and how much more each counts for.
UNREAD, FRAME_COST = 2 * 1024 * 1024, 256


class Unread:
    """What has come from one topic under keys that are not here; no frame twice."""

    def __init__(self) -> None:
        #: Whether some had to be given up.
        self.is_short = False
        self._kept: dict[bytes, None] = {}
        self._size = 0
        self._due: deque[bytes] = deque()

    def __len__(self) -> int:
        return len(self._kept) + len(self._due)

    def keep(self, frame: bytes) -> None:
        """Keep a frame until there is another key; the oldest fall out."""
        if frame in self._kept:
            return
        self._kept[frame] = None
        self._size += len(frame) + FRAME_COST
        while self._size > UNREAD:
            self._drop(next(iter(self._kept)))
            self.is_short = True

    def learn_key(self) -> bool:
        """Let all be tried once more; return whether some are missing."""
        self._due.extend(self._kept)
        self._kept.clear()
        self._size = 0
        was_short, self.is_short = self.is_short, False
        return was_short

    def due(self) -> bytes | None:
        """Return a frame to be tried with what we know now, the oldest first."""
        return self._due.popleft() if self._due else None

    def _drop(self, frame: bytes) -> None:
        del self._kept[frame]
        self._size -= len(frame) + FRAME_COST
