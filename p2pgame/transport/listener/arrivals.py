"""Queues accepted connections by source, and hands them on in turn.

The system queues the connections of all sources in one line.  One stranger that
connects faster than a listener shakes hands would make everybody wait behind it.  So
a listener takes each connection off that line at once, and each source waits in its
own queue here.  What exceeds a queue is closed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

import trio

from p2pgame.transport.address_prefix import prefix_of

#: Connections of one source that wait, and of all sources.
WAITING_EACH, WAITING = 64, 512


@dataclass(frozen=True, slots=True, eq=False)
class Arrival(trio.abc.AsyncResource):
    """A connection that was just accepted, and its remote address."""

    stream: trio.SocketStream
    remote: tuple[str, int]
    #: Whether it is only to be told that it may not come in.
    is_refused: bool = False

    async def aclose(self) -> None:
        await self.stream.aclose()

    def drop(self) -> None:
        """Close it at once."""
        self.stream.socket.close()


class Arrivals:
    """Accepted connections that wait, by source: ``each`` of one at most.

    ``dropped`` is told of each that is closed again.
    """

    def __init__(
        self, dropped: Callable[[Arrival], None], each: int = WAITING_EACH
    ) -> None:
        self._dropped, self._each = dropped, each
        self._queues: dict[bytes, deque[Arrival]] = {}
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, arrival: Arrival) -> None:
        """Queue a connection; above a limit, close the newest of the longest queue."""
        source = prefix_of(arrival.remote[0])
        queue = self._queues.setdefault(source, deque())
        queue.append(arrival)
        self._count += 1
        if len(queue) > self._each:
            self._drop(source)
        elif self._count > max(WAITING, self._each):
            self._drop(max(self._queues, key=lambda one: len(self._queues[one])))

    def take(self) -> Arrival:
        """Return the next connection: each source has one turn in each round."""
        source = next(iter(self._queues))
        queue = self._queues.pop(source)
        arrival = queue.popleft()
        self._count -= 1
        if queue:
            self._queues[source] = queue
        return arrival

    def close(self) -> None:
        """Close all that wait."""
        while self._count:
            self._drop(next(iter(self._queues)))

    def _drop(self, source: bytes) -> None:
        queue = self._queues[source]
        arrival = queue.pop()
        self._count -= 1
        if not queue:
            del self._queues[source]
        arrival.drop()
        self._dropped(arrival)
