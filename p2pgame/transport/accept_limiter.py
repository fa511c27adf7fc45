"""Limits how many connections a listener accepts a second; the system queues the rest.

To accept a connection and turn it away costs a fraction of a millisecond.  Thousands
a second would leave little time for open connections.  A connection that its address
excludes is closed here, before anything is allocated for it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import trio

from p2pgame.transport.link import CantListen
from p2pgame.transport.rate import TokenBucket

#: Seconds' worth of connections that may come at once.
_BURST = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class Arrival(trio.abc.AsyncResource):
    """A connection that was just accepted, and its remote address."""

    stream: trio.SocketStream
    remote: tuple[str, int]

    async def aclose(self) -> None:
        await self.stream.aclose()


class AcceptLimiter(trio.abc.Listener[Arrival]):
    """A listener that accepts ``rate`` connections a second.

    ``may`` returns whether a host's connection may come in.
    """

    def __init__(
        self,
        listener: trio.abc.Listener[trio.SocketStream],
        rate: float,
        may: Callable[[str], bool],
    ) -> None:
        self._listener = listener
        self._may = may
        self._accepted = TokenBucket(rate, rate * _BURST)

    async def accept(self) -> Arrival:
        while True:
            now = trio.current_time()
            self._accepted.charge(1, now=now)
            wait = self._accepted.ready_in(now=now)
            if wait > 0:
                await trio.sleep(wait)
            stream = await self._listener.accept()
            try:
                host, port = stream.socket.getpeername()[:2]
            except OSError:
                pass  # The peer has hung up already.
            else:
                if self._may(host):
                    return Arrival(stream, (host, port))
            stream.socket.close()

    async def aclose(self) -> None:
        await self._listener.aclose()


async def listen(
    host: str | None, port: int, rate: float, may: Callable[[str], bool]
) -> tuple[list[AcceptLimiter], tuple[tuple[str, int], ...]]:
    """Bind the port; return the listeners and the bound addresses.

    Raises:
      CantListen: The address can't be bound.
    """
    try:
        listeners = await trio.open_tcp_listeners(port, host=host)
    except (OSError, UnicodeError) as error:
        raise CantListen(port, error) from error
    addresses = tuple(one.socket.getsockname()[:2] for one in listeners)
    return [AcceptLimiter(one, rate, may) for one in listeners], addresses
