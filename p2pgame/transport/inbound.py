"""Follows what has come by one connection: frames, and bytes that nobody has taken."""

from __future__ import annotations

import math

import trio

from p2pgame.transport.held import Held
from p2pgame.transport.meter import FrameMeter


class Inbound:
    """Meters frames, and counts what was not taken yet in ``held``, if there is one."""

    __slots__ = ("_held", "_meter", "_size", "unfinished_since")

    def __init__(self, held: Held | None) -> None:
        self._held = held
        self._meter = FrameMeter()
        self._size = 0
        #: Since when nothing but the rest of a message is waited for; infinite: it is
        #: not.
        self.unfinished_since = math.inf

    def read(self, data: bytes, most: int | None) -> tuple[int, int]:
        """Meter what has come; as :meth:`.FrameMeter.take`."""
        return self._meter.take(data, most)

    def note(self, ahead: int) -> None:
        """Count what has come; so many bytes of it are not metered yet."""
        if self._held is None:
            return
        if not self._meter.is_unfinished:
            self.unfinished_since = math.inf
        elif self.unfinished_since == math.inf:
            self.unfinished_since = trio.current_time()
        size = self._meter.held + ahead
        if size != self._size:
            self._held.add(size - self._size)
            self._size = size

    def taken(self, ahead: int) -> None:
        """Note that a whole message was taken."""
        self._meter.taken()
        self.unfinished_since = math.inf
        self.note(ahead)
