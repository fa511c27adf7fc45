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


class LanedStream(trio.abc.Stream):
    """A stream that is read in a lane, for whoever works at each piece: as TLS does.

    A handshake of TLS takes a millisecond, so a crowd's would hold up everybody.
    """

    def __init__(self, stream: trio.abc.Stream, lane: Lane) -> None:
        self._stream = stream
        self._lane = lane

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        data = bytes(await self._stream.receive_some(max_bytes))
        await self._lane.enter()
        return data

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        await self._stream.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        await self._stream.wait_send_all_might_not_block()

    async def aclose(self) -> None:
        await self._stream.aclose()


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
