"""Tracks the frames that one connection has published and that are not yet stored.

It holds at most a window and keeps the frames' order.  After a relay has asked for less
speed, it lets fewer be under way.  It reads no clock.
"""

from __future__ import annotations

import math
from heapq import heappop, heappush

from p2pgame.transport.link import FRAME_LIMIT

#: Frames, and bytes of them, that may be published before the first is stored; at
#: least one frame of any length fits.
WINDOW, WINDOW_BYTES = 32, FRAME_LIMIT

#: Seconds of rest after a relay has asked for less speed.
REST = 0.5


class Window:
    """Numbers frames from 1, and keeps them until they are stored."""

    __slots__ = (
        *("_allowed", "_frames", "_number", "_sent", "_size", "_unsent"),
        "rest_until",
    )

    def __init__(self) -> None:
        #: When the next frame may be published.
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
        """Return whether one more frame fits."""
        size = self._size + len(frame)
        return len(self._frames) < WINDOW and size <= WINDOW_BYTES

    def add(self, frame: bytes) -> None:
        """Add a frame behind all others."""
        self._number += 1
        self._frames[self._number] = frame
        self._size += len(frame)
        heappush(self._unsent, self._number)

    def is_under_way(self, number: int) -> bool:
        """Return whether the relay may answer for this number."""
        return number in self._sent

    def is_ready(self) -> bool:
        """Return whether a frame may be published once the rest is over."""
        return bool(self._unsent) and len(self._sent) < self._allowed

    def publish(self, now: float) -> tuple[int, bytes]:
        """Return the next frame and its number; it is under way from now on."""
        number = heappop(self._unsent)
        self._sent[number] = now
        return number, self._frames[number]

    def settle(self, number: int, now: float) -> float:
        """Note that a frame is stored; return the seconds that it took."""
        taken = now - self._sent.pop(number)
        self._size -= len(self._frames.pop(number))
        self._allowed = min(self._allowed + 1, WINDOW)
        return taken

    def slow_down(self, number: int, now: float) -> None:
        """Note that a frame under way was refused for its speed.

        It goes first among the frames that are not under way.  Few at once follow it at
        first: a relay that refuses one may accept the next.
        """
        del self._sent[number]
        heappush(self._unsent, number)
        self._allowed = 1
        self.rest_until = now + REST
