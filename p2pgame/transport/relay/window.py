"""What one connection has published at a relay and does not know to be stored yet.

It holds no more than a window, keeps what waits in the order in which it was said, and
lets fewer be under way after a relay has asked for less.  It reads no clock.
"""

from __future__ import annotations

import math
from heapq import heappop, heappush

from p2pgame.transport.link import FRAME_LIMIT

#: Frames, and bytes of them, that may be published before the first of them is
#: stored; no fewer bytes than the longest frame has.
WINDOW, WINDOW_BYTES = 32, FRAME_LIMIT

#: Seconds of rest when the relay wants less at once.
REST = 0.5


class Window:
    """Frames by their numbers, from publishing to stored; numbers begin at 1."""

    __slots__ = (
        *("_allowed", "_frames", "_number", "_sent", "_size", "_unsent"),
        "rest_until",
    )

    def __init__(self) -> None:
        #: When the relay may be given the next frame.
        self.rest_until = -math.inf
        self._number = 0
        self._frames: dict[int, bytes] = {}
        self._size = 0
        self._unsent: list[int] = []
        self._sent: dict[int, float] = {}
        self._allowed = WINDOW

    def __len__(self) -> int:
        return len(self._frames)

    def has_room(self, frame: bytes) -> bool:
        """Return whether one more frame may be taken in."""
        size = self._size + len(frame)
        return len(self._frames) < WINDOW and size <= WINDOW_BYTES

    def add(self, frame: bytes) -> None:
        """Take in a frame behind all others."""
        self._number += 1
        self._frames[self._number] = frame
        self._size += len(frame)
        heappush(self._unsent, self._number)

    def is_under_way(self, number: int) -> bool:
        """Return whether the relay may say something of this number."""
        return number in self._sent

    def is_ready(self) -> bool:
        """Return whether a frame may be published, after the rest."""
        return bool(self._unsent) and len(self._sent) < self._allowed

    def publish(self, now: float) -> tuple[int, bytes]:
        """Return the next frame and its number, which are under way from now on."""
        number = heappop(self._unsent)
        self._sent[number] = now
        return number, self._frames[number]

    def settle(self, number: int, now: float) -> float:
        """Note that what was under way is stored; return how many seconds it took."""
        taken = now - self._sent.pop(number)
        self._size -= len(self._frames.pop(number))
        self._allowed = min(self._allowed + 1, WINDOW)
        return taken

    def slow_down(self, number: int, now: float) -> None:
        """Note that what was under way has to wait for a while.

        It goes before all that came after it and is not under way, and few at once
        at first: a relay that refuses one may take the next.
        """
        del self._sent[number]
        heappush(self._unsent, number)
        self._allowed = 1
        self.rest_until = now + REST
