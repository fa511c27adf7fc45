"""Crowds of strangers at a listener: they come, say something, and come again."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress

import trio

from p2pgame.transport.websocket import Address
from tests.transport.strangers import BINARY, END, REQUEST, frame

#: A frame of a good size, which opens under nobody's key.
JUNK = bytes(256)

#: What is usual.
PAUSE = 1.0


class Crowd:
    """So many strangers; counts what they have done."""

    def __init__(
        self, address: Address, path: Callable[[], str], said: bytes, count: int
    ) -> None:
        self._address, self._path, self._said = address, path, said
        self._count = count
        #: Seconds between two calls of one stranger.
        self.pause = PAUSE
        self.calls = self.admitted = self.inside = 0
        self.called = trio.Event()

    async def come(self, source: str) -> None:
        """Call again and again; stay inside for as long as one may."""
        while True:
            with suppress(OSError, trio.BrokenResourceError):
                await self._call(source)
            await trio.sleep(self.pause)

    async def _call(self, source: str) -> None:
        self.calls += 1
        if self.calls == self._count:
            self.called.set()
        to, port = self._address
        async with await trio.open_tcp_stream(to, port, local_address=source) as line:
            asked = REQUEST.replace(b"GET / ", f"GET {self._path()} ".encode())
            await line.send_all(asked + END)
            if b" 101 " not in await line.receive_some(4096):
                return
            self.admitted += 1
            self.inside += 1
            try:
                await line.send_all(frame(BINARY, self._said))
                while await line.receive_some():
                    pass
            finally:
                self.inside -= 1


@asynccontextmanager
async def crowd(
    address: Address,
    path: Callable[[], str],
    *,
    count: int = 70,
    sources: Sequence[str] = ("127.0.0.2",),
    said: bytes = JUNK,
    pause: float = PAUSE,
) -> AsyncIterator[Crowd]:
    """Have a crowd at a listener, each of which has called."""
    strangers = Crowd(address, path, said, count)
    strangers.pause = pause
    async with trio.open_nursery() as nursery:
        for number in range(count):
            nursery.start_soon(strangers.come, sources[number % len(sources)])
        await strangers.called.wait()
        yield strangers
        nursery.cancel_scope.cancel()
