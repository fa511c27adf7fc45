"""Queues frames for one link, and writes them in one task.

A frame cut in the middle ruins every frame after it.  So only this task writes to the
link, shielded from cancellation: a send ends when the frame is through or the link is
closed.
A slow peer must not delay the others: posting never waits, and a full queue closes its
link.  Sync on the next link brings what was lost.
"""

from __future__ import annotations

import math
from collections import deque

import trio

from p2pgame.transport.link import FRAME_LIMIT, Link, LinkClosed

#: Seconds that one frame may take before the link counts as stalled.
SEND_WITHIN = 20.0

#: Bytes that may wait for one link.
QUEUE_LIMIT = 8 * FRAME_LIMIT


class Outbox:
    """The only writer of a link.

    ``capacity`` is the number of frames that may wait, ``room`` the number of bytes.
    """

    def __init__(
        self, link: Link, *, capacity: int = 256, room: int = QUEUE_LIMIT
    ) -> None:
        self._link = link
        self._capacity = capacity
        self._room = room
        self._waiting: deque[bytes] = deque()
        self._size = 0
        self._posted = trio.Event()
        self._idle = trio.Event()
        self._idle.set()
        self._over = trio.Event()
        self._stalled = trio.CancelScope()

    def post(self, frame: bytes) -> None:
        """Queue a frame; never wait.

        Closes the link if the queue is full; does nothing on a closed link.

        Raises:
          ValueError: The frame is above the limit of every link.
        """
        if len(frame) > FRAME_LIMIT:
            raise ValueError(f"a frame of {len(frame)} bytes fits no link")
        if self._over.is_set():
            return
        full = len(self._waiting) >= self._capacity
        if full or self._size + len(frame) > self._room:
            self._stop()
            return
        self._waiting.append(frame)
        self._size += len(frame)
        self._idle = trio.Event() if self._idle.is_set() else self._idle
        self._posted.set()

    async def flush(self) -> bool:
        """Wait until every posted frame is sent; return False if the link is gone."""
        await self._idle.wait()
        return not self._over.is_set()

    async def run(self) -> None:
        """Write until the link is gone; close it when cancelled.

        Returns without an error however the link ended: its receiver learns the reason.
        """
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._write)
            try:
                with self._stalled:
                    await self._over.wait()
            finally:
                self._stop()
                with trio.CancelScope(shield=True):
                    await self._link.aclose()

    async def _write(self) -> None:
        # Only closing the link ends a send; a cancellation never does.
        with trio.CancelScope(shield=True):
            while not self._over.is_set():
                while self._waiting:
                    await self._send(self._waiting.popleft())
                await self._wait_posted()

    async def _wait_posted(self) -> None:
        if not self._over.is_set():
            self._idle.set()
            self._posted = trio.Event()
            await self._posted.wait()

    async def _send(self, frame: bytes) -> None:
        self._stalled.deadline = trio.current_time() + SEND_WITHIN
        try:
            await self._link.send(frame)
        except LinkClosed:
            self._stop()
            return
        self._stalled.deadline = math.inf
        self._size -= len(frame)

    def _stop(self) -> None:
        self._waiting.clear()
        self._over.set()
        self._posted.set()
        self._idle.set()
