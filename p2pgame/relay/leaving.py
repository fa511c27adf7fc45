"""Ends connections one after the other, because ending one takes time.

If a hundred readers of one topic are too slow at once, ending them all would occupy the
event loop for 0.1 s.
"""

from __future__ import annotations

from collections import deque

import trio

from p2pgame.transport.websocket import Socket


class Leaving:
    """Queues connections that are to end."""

    def __init__(self) -> None:
        self._queue: deque[tuple[Socket, str]] = deque()
        self._wake = trio.Event()

    def end(self, socket: Socket, why: str) -> None:
        """Send nothing more, and end the connection when its turn comes."""
        if socket.writer is not None:
            socket.writer.close()
        self._queue.append((socket, why))
        self._wake.set()

    async def run(self) -> None:
        """End one connection in each round, until cancelled."""
        while True:
            await self._wake.wait()
            self._wake = trio.Event()
            while self._queue:
                socket, why = self._queue.popleft()
                socket.stop(why)
                await trio.lowlevel.checkpoint()
