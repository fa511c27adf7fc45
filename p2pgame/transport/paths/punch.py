"""Punches through two routers that let nobody in: both sides dial at once.

A router lets in what it takes for an answer.  Both players dial one another at the same
moment, from the ports at which the relay saw them.  Each router sees its own side's
call leave before the other's arrives, and TCP makes one connection of both (RFC 9293,
§3.5).
If a call arrives where no router blocks it, it is simply accepted: we listen on the
port that we dial from.

Both agree on the moment over the relay, as in libp2p's DCUtR.  One side measures the
round trip, says go, and waits for half of it.
It works where a router keeps a port's number, or gives all calls from one port the same
number.  With a random number for each call the relay stays.
"""

from __future__ import annotations

import random
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import TypeVar

import trio

from p2pgame.transport.link import TransportError
from p2pgame.transport.paths.candidates import Address
from p2pgame.transport.ports import shared_socket

#: Seconds for one attempt, and the number of attempts.
PUNCH_WITHIN = 5.0
TRIES = 3

#: Calls to one address in one attempt, at most: a refusing router ends each at once.
_CALLS = 20
#: Seconds between such calls, at random: two programs in step could miss each other
#: for ever.
_PAUSES = 0.02, 0.3

_FAMILIES = (socket.AF_INET, socket.AF_INET6)
_BACKLOG = 16
_FULL_PAUSE = 0.1

T = TypeVar("T")
Become = Callable[[trio.SocketStream], Awaitable[T]]


class Puncher:
    """The shared port from which we dial through routers, and on which we listen."""

    def __init__(self, port: int) -> None:
        #: Dial from this port to be seen there.
        self.port = port
        self._expected: dict[Address, trio.MemorySendChannel[trio.SocketStream]] = {}

    async def punch(self, targets: Sequence[Address], become: Become[T]) -> T:
        """Return what ``become`` makes of the first connection that it accepts.

        ``become`` is called with each connection.  It closes a wrong one and raises
        ``TransportError``.

        Raises:
          TransportError: No connection came in :data:`PUNCH_WITHIN` seconds.
        """
        made: list[T] = []
        to_us, streams = trio.open_memory_channel[trio.SocketStream](_BACKLOG)

        async def judge(stream: trio.SocketStream) -> None:
            try:
                made.append(await become(stream))
                nursery.cancel_scope.cancel()
            except (TransportError, OSError):
                await trio.aclose_forcefully(stream)

        fresh = [target for target in targets if target not in self._expected]
        self._expected |= dict.fromkeys(fresh, to_us)
        try:
            with trio.move_on_after(PUNCH_WITHIN):
                async with trio.open_nursery() as nursery:
                    for target in fresh:
                        nursery.start_soon(self._call, target, to_us)
                    async for stream in streams:
                        nursery.start_soon(judge, stream)
        finally:
            for target in fresh:
                del self._expected[target]
            to_us.close()
            _close_rest(streams)
        if not made:
            raise TransportError("No way through the routers.")
        return made[0]

    async def _call(
        self, target: Address, to_us: trio.MemorySendChannel[trio.SocketStream]
    ) -> None:
        family = socket.AF_INET6 if ":" in target[0] else socket.AF_INET
        for _ in range(_CALLS):
            with suppress(OSError):
                calling = shared_socket(family, self.port)
                try:
                    await calling.connect(target)
                    to_us.send_nowait(trio.SocketStream(calling))
                    return
                except BaseException:
                    calling.close()
                    raise
            await trio.sleep(random.uniform(*_PAUSES))

    async def accept(self, listener: trio.SocketListener) -> None:
        """Pass each connection to the punch that expects it, until cancelled."""
        while True:
            try:
                stream = await listener.accept()
                caller = stream.socket.getpeername()[:2]
            except OSError:
                await trio.sleep(_FULL_PAUSE)
                continue
            try:
                self._to_whom(caller).send_nowait(stream)
            except (LookupError, trio.WouldBlock, trio.BrokenResourceError):
                await trio.aclose_forcefully(stream)

    def _to_whom(self, caller: Address) -> trio.MemorySendChannel[trio.SocketStream]:
        """Return the channel that expects a call from this address, or at least this
        host.

        Raises:
          LookupError: No punch expects one.
        """
        if caller in self._expected:
            return self._expected[caller]
        alike = [to for (host, _), to in self._expected.items() if host == caller[0]]
        return alike[0]


def _close_rest(streams: trio.MemoryReceiveChannel[trio.SocketStream]) -> None:
    with suppress(trio.WouldBlock, trio.EndOfChannel):
        while True:
            streams.receive_nowait().socket.close()
    streams.close()


@asynccontextmanager
async def open_puncher(port: int = 0) -> AsyncIterator[Puncher]:
    """Bind a shared port, ``port`` or any free one, and listen there.

    Raises:
      TransportError: It can't be bound.
    """
    listening: list[trio.socket.SocketType] = []
    try:
        try:
            for family in _FAMILIES:
                listening += _listening(family, port)
                port = listening[0].getsockname()[1] if listening else port
        except OSError as error:
            raise TransportError(f"Port {port} can't be had.") from error
        puncher = Puncher(port)
        async with trio.open_nursery() as nursery:
            for made in listening:
                nursery.start_soon(puncher.accept, trio.SocketListener(made))
            yield puncher
            nursery.cancel_scope.cancel()
    finally:
        for made in listening:
            made.close()


def _listening(family: int, port: int) -> list[trio.socket.SocketType]:
    try:
        made = shared_socket(family, port)
    except OSError:
        if family == socket.AF_INET6:
            return []
        raise
    made.listen(_BACKLOG)
    return [made]
