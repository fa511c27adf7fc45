"""Ends connections one after the other, since the end of each takes time.

When a hundred readers of one topic are too slow at the same moment, the loop would
have nothing else to do for a tenth of a second than to see them off.
"""

from __future__ import annotations

from collections import deque

import trio

from p2pgame.transport.websocket import Socket


class Leaving:
    """Connections that are to end, the first first."""

    def __init__(self) -> None:
        self._queue: deque[tuple[Socket, str]] = deque()
        self._wake = trio.Event()

    def end(self, socket: Socket, why: str) -> None:
        """Write nothing more to it from now on, and end it when it is its turn."""
        if socket.writer is not None:
            socket.writer.close()
        self._queue.append((socket, why))
        self._wake.set()

    async def run(self) -> None:
        """End one in each round, until cancelled."""
        while True:
            await self._wake.wait()
            self._wake = trio.Event()
            while self._queue:
                socket, why = self._queue.popleft()
                socket.stop(why)
                await trio.lowlevel.checkpoint()
