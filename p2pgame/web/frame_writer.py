"""Writes the frames to one front end, in one task: none is left half done."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress

import trio

#: Answers that wait, at most.
REPLIES_LIMIT = 256


class FrameWriter:
    """Writes texts by ``write``, which may be slow; :meth:`run` does it all.

    ``running`` is cancelled if the front end asks and asks, and does not read.
    """

    def __init__(
        self, write: Callable[[str], Awaitable[None]], running: trio.CancelScope
    ) -> None:
        self._write, self._running = write, running
        self._out, self._written = trio.open_memory_channel[str](0)
        self._replies, self._replied = trio.open_memory_channel[str](REPLIES_LIMIT)

    async def run(self) -> None:
        """Write what is to be sent, until this is cancelled."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._pass_replies)
            with self._written:
                async for text in self._written:
                    await self._write(text)

    async def send(self, text: str) -> None:
        """Send a text; waits while the front end reads nothing."""
        with suppress(trio.BrokenResourceError):  # it has hung up
            await self._out.send(text)

    def reply(self, text: str) -> None:
        """Send a text when there is time; never waits."""
        try:
            self._replies.send_nowait(text)
        except trio.WouldBlock:
            self._running.cancel()

    async def _pass_replies(self) -> None:
        async for text in self._replied:
            await self._out.send(text)
