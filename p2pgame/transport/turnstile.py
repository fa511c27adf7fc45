"""Lets so many connections in each second; the others wait with the system.

To take in a connection and turn it away costs a fraction of a millisecond, so thousands
of them in a second would leave little time for those who are in.
"""

from __future__ import annotations

import math

import trio

#: Seconds' worth of connections that may come at once.
_BURST = 1.0


class Turnstile(trio.abc.Listener[trio.SocketStream]):
    """A listener that is in no hurry: ``rate`` connections a second."""

    def __init__(
        self, listener: trio.abc.Listener[trio.SocketStream], rate: float
    ) -> None:
        self._listener = listener
        self._each = 1 / rate
        self._taken_until = -math.inf

    async def accept(self) -> trio.SocketStream:
        earliest = trio.current_time() - _BURST
        self._taken_until = max(self._taken_until, earliest) + self._each
        await trio.sleep_until(self._taken_until)
        return await self._listener.accept()

    async def aclose(self) -> None:
        await self._listener.aclose()
