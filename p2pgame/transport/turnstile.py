"""Takes in so many connections in each second; the others wait with the system.

To take in a connection and turn it away costs a part of a millisecond, so thousands
of them in a second would leave little time for those who are in.  Those who may not
come in at all are turned away right here, before anything is made for them.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import trio

from p2pgame.transport.link import TransportError

#: Seconds' worth of connections that may come at once.
_BURST = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class Arrival(trio.abc.AsyncResource):
    """A connection that has just come, and from where."""

    stream: trio.SocketStream
    remote: tuple[str, int]

    async def aclose(self) -> None:
        await self.stream.aclose()


class Turnstile(trio.abc.Listener[Arrival]):
    """A listener that is in no hurry: ``rate`` connections a second.

    ``may`` says whether whoever comes from a host may come in.
    """

    def __init__(
        self,
        listener: trio.abc.Listener[trio.SocketStream],
        rate: float,
        may: Callable[[str], bool],
    ) -> None:
        self._listener = listener
        self._each = 1 / rate
        self._may = may
        self._taken_until = -math.inf

    async def accept(self) -> Arrival:
        while True:
            earliest = trio.current_time() - _BURST
            self._taken_until = max(self._taken_until, earliest) + self._each
            if self._taken_until > trio.current_time():
                await trio.sleep_until(self._taken_until)
            stream = await self._listener.accept()
            try:
                host, port = stream.socket.getpeername()[:2]
            except OSError:
                pass  # Gone already.
            else:
                if self._may(host):
                    return Arrival(stream, (host, port))
            stream.socket.close()

    async def aclose(self) -> None:
        await self._listener.aclose()


async def listen(
    host: str | None, port: int, rate: float, may: Callable[[str], bool]
) -> tuple[list[Turnstile], tuple[tuple[str, int], ...]]:
    """Return what lets connections in, and the addresses that are bound.

    Raises:
      TransportError: The address can't be bound.
    """
    try:
        listeners = await trio.open_tcp_listeners(port, host=host)
    except (OSError, UnicodeError) as error:
        raise TransportError(f"Port {port} can't be listened on.") from error
    addresses = tuple(one.socket.getsockname()[:2] for one in listeners)
    return [Turnstile(one, rate, may) for one in listeners], addresses
