"""Keeps frames of a topic that can't be opened yet, until their key has come.

A topic may bring frames out of order: nostr relays sort by their authors' clocks, and
peers post again, at the end, what a relay has lost.  So a frame may come before the
entry that holds its key, and it comes once.  A player could ask for it again; a
spectator can't.

Strangers' frames never open, so there is a bound.
"""

from __future__ import annotations

from collections import deque

#: Bytes of frames that are kept at most, and how much more each counts for.
UNREAD, FRAME_COST = 2 * 1024 * 1024, 256


class Unread:
    """Keep frames of one topic under unknown keys, each frame once."""

    def __init__(self) -> None:
        #: Whether some were dropped.
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
        """Let each frame be tried once more; return whether some were dropped."""
        self._due.extend(self._kept)
        self._kept.clear()
        self._size = 0
        was_short, self.is_short = self.is_short, False
        return was_short

    def due(self) -> bytes | None:
        """Return the oldest frame to try with the keys that we know now."""
        return self._due.popleft() if self._due else None

    def _drop(self, frame: bytes) -> None:
        del self._kept[frame]
        self._size -= len(frame) + FRAME_COST
