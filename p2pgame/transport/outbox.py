"""What waits to be sent on one link.

A frame cut in the middle ruins every frame after it, so one task alone writes
to a link and its writing is shielded from cancellation: a send ends because
the frame is through or because the link has been closed.  A peer that does not
keep up must not hold up the others either: nobody waits to post, and a link
whose queue is full is closed.  What was lost with it is caught up by sync on
the next link.
"""

from __future__ import annotations

import math
from collections import deque

import trio

from p2pgame.transport.link import FRAME_LIMIT, Link, LinkClosed

#: Seconds that one frame may take before its link counts as stalled.
SEND_WITHIN = 20.0

#: Bytes that may wait for one link.
QUEUE_LIMIT = 8 * FRAME_LIMIT


class Outbox:
    """The only writer of a link.

    ``capacity`` is how many frames may wait, ``room`` how many bytes.
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

        Closes the link if it is too slow for one more frame, and does nothing
        once the link is closed.

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

    async def flush(self) -> None:
        """Wait until all that was posted is sent, or the link is gone."""
        await self._idle.wait()

    async def run(self) -> None:
        """Write until the link is gone; close it when cancelled.

        Returns without an error however the link ended: whoever receives from
        it is told why.
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
        # Only the closing of the link ends a send, never a cancellation.
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
