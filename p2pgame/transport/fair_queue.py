"""Shares reading fairly: each source of connections gets one turn in each round.

An event loop visits every connection that has sent something.  A thousand busy
connections of one stranger would make each round a thousand steps long for everybody.
Connections of one source therefore share a :class:`FairQueue`.  In each round one of
them is let through, with a small piece of what it has sent; the others wait.  So a
round takes as many steps as there are sources, and unused capacity is shared.

Source: J. Nagle, "On packet switches with infinite storage", RFC 970 (1985): one queue
for each source, served in turn.
"""

from __future__ import annotations

import trio


class FairQueue:
    """One source's queue: lets one of its connections through in each round."""

    __slots__ = ("_free", "_rounds")

    def __init__(self, rounds: RoundRobin) -> None:
        self._rounds = rounds
        self._free = trio.Semaphore(1)

    async def wait_turn(self) -> None:
        """Wait for one's turn, in the order of asking."""
        try:
            self._free.acquire_nowait()
        except trio.WouldBlock:
            await self._free.acquire()
        self._rounds.note_used(self)

    def release(self) -> None:
        """Let the next connection through."""
        self._free.release()


class FairStream(trio.abc.Stream):
    """A stream whose every read waits for a turn in a fair queue.

    TLS reads through one: a handshake takes 1 ms, so a crowd's handshakes in one round
    would delay everybody.
    """

    def __init__(self, stream: trio.abc.Stream, fair_queue: FairQueue) -> None:
        self._stream = stream
        self._fair_queue = fair_queue

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        data = bytes(await self._stream.receive_some(max_bytes))
        await self._fair_queue.wait_turn()
        return data

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        await self._stream.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        await self._stream.wait_send_all_might_not_block()

    async def aclose(self) -> None:
        await self._stream.aclose()


class RoundRobin:
    """Serves all fair queues of one listener in rounds."""

    def __init__(self) -> None:
        self._used: list[FairQueue] = []
        self._wake = trio.Event()

    def note_used(self, fair_queue: FairQueue) -> None:
        """Release this queue again in the next round."""
        self._used.append(fair_queue)
        self._wake.set()

    async def run(self) -> None:
        """Serve rounds until cancelled."""
        while True:
            await self._wake.wait()
            self._wake = trio.Event()
            used, self._used = self._used, []
            for fair_queue in used:
                fair_queue.release()
