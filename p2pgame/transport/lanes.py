"""Who is read next: whoever sends much waits for itself, and others hardly notice.

A loop goes round all that have sent something, so a thousand busy connections of one
stranger would make each round a thousand steps long for everybody.  Connections that
belong together share a *lane* instead: in a round at most one of them is let through,
with a small piece of what it has sent, and the others queue.  So a round is as long as
there are lanes in use, and what nobody else needs is still anybody's.

Source: J. Nagle, "On packet switches with infinite storage", RFC 970 (1985): one queue
for each source, served in turn.
"""

from __future__ import annotations

import trio


class Lane:
    """What connections that belong together share."""

    __slots__ = ("_free", "_lanes")

    def __init__(self, lanes: Lanes) -> None:
        self._lanes = lanes
        self._free = trio.Semaphore(1)

    async def enter(self) -> None:
        """Return when it is one's turn, first come first served."""
        try:
            self._free.acquire_nowait()
        except trio.WouldBlock:
            await self._free.acquire()
        self._lanes.used(self)

    def open(self) -> None:
        """Let the next one through."""
        self._free.release()


class Lanes:
    """All lanes of one listener."""

    def __init__(self) -> None:
        self._used: list[Lane] = []
        self._wake = trio.Event()

    def used(self, lane: Lane) -> None:
        """Open this one again in the next round."""
        self._used.append(lane)
        self._wake.set()

    async def run(self) -> None:
        """Go round until cancelled."""
        while True:
            await self._wake.wait()
            self._wake = trio.Event()
            used, self._used = self._used, []
            for lane in used:
                lane.open()
