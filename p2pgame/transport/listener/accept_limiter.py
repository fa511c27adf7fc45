"""Accepts connections as fast as they come, and hands on so many a second.

To shake hands takes a fraction of a millisecond; thousands a second would leave little
time for open connections.  To accept a connection and close it takes 20 µs.  So all
are accepted at once.  A connection that its address excludes is closed here, before
anything is allocated for it, and takes nothing of the rate.  The others wait in
:mod:`.arrivals`, each source for itself.
"""

from __future__ import annotations

import errno
import math
import socket
from enum import Enum
from typing import Protocol

import trio

from p2pgame.transport.link import CantListen
from p2pgame.transport.listener.arrivals import WAITING_EACH, Arrival, Arrivals
from p2pgame.transport.rate import TokenBucket

#: Seconds' worth of connections that may come at once.
_BURST = 1.0

#: Connections accepted in one step of the event loop: at most 1 ms.
_STEP = 32

#: What the system says when it has no room for another connection.
_NO_ROOM = {errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOBUFS}


class Verdict(Enum):
    """What becomes of a connection."""

    IN = "in"
    TOLD = "told"
    OUT = "out"


class Watch(Protocol):
    """Says who may come in, by address."""

    def lets_in(self, host: str) -> Verdict:
        """Return whether one more may come; ``TOLD``: no, and it shall hear why."""

    def forgets(self, arrival: Arrival) -> None:
        """Forget one that was not out, and then closed before anybody saw it."""


class AcceptLimiter(trio.abc.Listener[Arrival]):
    """A listener that hands on ``rate`` connections a second, whoever else connects."""

    def __init__(
        self,
        listening: socket.socket,
        rate: float,
        watch: Watch,
        waiting: int = WAITING_EACH,
    ) -> None:
        """Own a socket that listens; so many of one source may wait."""
        listening.setblocking(False)
        self._socket = listening
        self._watch = watch
        self._accepted = TokenBucket(rate, rate * _BURST)
        self._arrivals = Arrivals(watch.forgets, waiting)
        #: With so many waiting there is room for as many as one step accepts.
        self._roomy = max(_STEP, waiting - _STEP)

    async def accept(self) -> Arrival:
        while True:
            await trio.lowlevel.checkpoint()
            now = trio.current_time()
            wait = self._accepted.ready_in(1, now=now)
            # A caller that can be served at once need not be dropped.
            has_more = len(self._arrivals) > self._roomy and wait <= 0
            has_more = has_more or self._accept_some()
            if self._arrivals and wait <= 0:
                self._accepted.charge(1, now=now)
                return self._arrivals.take()
            if not has_more:
                with trio.move_on_after(wait if self._arrivals else math.inf):
                    await trio.lowlevel.wait_readable(self._socket)

    def _accept_some(self) -> bool:
        """Take in what the system has; return whether there may be more."""
        for _ in range(_STEP):
            try:
                stream, remote = self._socket.accept()
            except BlockingIOError:
                return False
            except OSError as error:
                if error.errno not in _NO_ROOM:
                    continue  # This one has hung up already.
                if not self._arrivals:
                    raise
                return True
            verdict = self._watch.lets_in(remote[0])
            if verdict is Verdict.OUT:
                stream.close()
            else:
                made = trio.SocketStream(trio.socket.from_stdlib_socket(stream))
                is_refused = verdict is Verdict.TOLD
                self._arrivals.add(Arrival(made, remote[:2], is_refused))
        return True

    async def aclose(self) -> None:
        self._arrivals.close()
        self._socket.close()
        await trio.lowlevel.checkpoint()


async def listen(
    host: str | None, port: int, rate: float, watch: Watch, waiting: int
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
    # The system queues as many as it will; ours is the shorter queue.
    sockets = [socket.socket(fileno=one.socket.detach()) for one in listeners]
    return [AcceptLimiter(one, rate, watch, waiting) for one in sockets], addresses
