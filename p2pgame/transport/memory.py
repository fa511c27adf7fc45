"""Joins two links in memory: for tests, simulations and bots in one process.

They promise what a socket does: bounded room between the ends, waiting instead of loss,
and a close that both ends notice.
"""

from __future__ import annotations

import trio

from p2pgame.transport.link import FRAME_LIMIT, Link, LinkClosed


def memory_pair(limit: int = 16) -> tuple[Link, Link]:
    """Return two links; what one sends, the other receives.

    ``limit`` is how many frames may be under way each way before ``send`` waits.
    """
    left_out, right_in = trio.open_memory_channel[bytes](limit)
    right_out, left_in = trio.open_memory_channel[bytes](limit)
    return _MemoryLink(left_out, left_in), _MemoryLink(right_out, right_in)


class _MemoryLink:
    __slots__ = ("_frames_in", "_frames_out")

    def __init__(
        self,
        frames_out: trio.MemorySendChannel[bytes],
        frames_in: trio.MemoryReceiveChannel[bytes],
    ) -> None:
        self._frames_out = frames_out
        self._frames_in = frames_in

    async def send(self, frame: bytes) -> None:
        try:
            await self._frames_out.send(frame)
        except (trio.ClosedResourceError, trio.BrokenResourceError):
            raise LinkClosed("The link is closed.") from None

    async def receive(self) -> bytes:
        try:
            frame = await self._frames_in.receive()
        except (trio.ClosedResourceError, trio.EndOfChannel):
            raise LinkClosed("The link is closed.") from None
        if len(frame) > FRAME_LIMIT:
            await self.aclose()
            raise LinkClosed("The other side sent a frame above the limit.")
        return frame

    async def aclose(self) -> None:
        self._frames_out.close()
        self._frames_in.close()
        await trio.lowlevel.checkpoint()
