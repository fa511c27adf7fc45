"""Decides which connections a listener admits, and which make room for others."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from socket import SO_RCVBUF, SO_SNDBUF, SOL_SOCKET
from ssl import SSLContext
from typing import Protocol

import trio

from p2pgame.transport import page
from p2pgame.transport.address_prefix import prefix_of
from p2pgame.transport.fair_queue import FairQueue, FairStream
from p2pgame.transport.first_frame import LinkRequest
from p2pgame.transport.held import Total
from p2pgame.transport.link import FRAME_LIMIT, TransportError
from p2pgame.transport.listener.accept_limiter import Verdict
from p2pgame.transport.listener.arrivals import WAITING_EACH, Arrival
from p2pgame.transport.listener.forwarded import (
    BadForwarded,
    Network,
    forwarded_for,
    is_in,
)
from p2pgame.transport.listener.places import Caller, Places
from p2pgame.transport.tls import TlsStream
from p2pgame.transport.wire_version import SPOKEN
from p2pgame.transport.writer import WriteScheduler

#: What somebody hears from whose address no more may come in.
CROWDED = (
    "No more connections are let in from this address.  The relay's operator can raise "
    "that: --limit club, or --trust ADDRESS.\n"
)

#: What to do about a proxy that does not say who comes.
ADVICE = "Let the proxy set that header itself, to the address that comes.\n"

#: Frames that may wait for ``receive`` before the peer has to wait.
QUEUE_FRAMES = 8

#: Bytes that the system buffers for a slow reader of a busy server, and of a writer
#: that has to wait; its default is megabytes.
SEND_BUFFER = RECEIVE_BUFFER = 64 * 1024


class Gate(Protocol):
    """Admits connections by their remote address."""

    def enter(self, host: str) -> bool:
        """Return whether one more connection may come; if so, ``leave`` must follow."""

    def explains(self, host: str) -> bool:
        """Return whether one that may not come in shall hear why."""

    def handshakes(self, host: str) -> int:
        """Return how many handshakes may be under way from there."""

    def leave(self, host: str) -> None: ...

    def fair_queue(self, host: str) -> FairQueue | None:
        """Return the queue that all connections of this address share, if any."""


class Recogniser(Protocol):
    """Tells callers from strangers, by their first frames."""

    def recognise(self, path: str) -> LinkRequest: ...

    def may_enter(self, request: LinkRequest) -> bool: ...


@dataclass(frozen=True, slots=True)
class ListenerConfig:
    """A listener's limits and services; the defaults suit a peer.

    - ``links``, ``handshakes``: the most at once.
    - ``crowd``: the most handshakes at once of one source (an IPv4 address, an IPv6
      /64).
    - ``arrivals``: the most connections accepted a second.
    - ``message``: the limit of a received message, in bytes.
    - ``queue``: messages that may wait before the sender has to wait.
    - ``waiting``: accepted connections of one source that may wait.
    - ``gate``: admits guests by address; those that come by way of ``proxies`` by the
      address that the proxy forwards.
    - ``pages``: answers plain HTTP.
    - ``callers``: reads each first frame, and says who gets a link at all.
    - ``total``: counts what is held for all links together.
    - ``scheduler``: gives each link a writer in place of ``send``.  The link's holder
      must then check that the link is alive, and run the scheduler.
    """

    links: int
    handshakes: int
    crowd: int = 8
    arrivals: float = 500.0
    message: int = FRAME_LIMIT
    queue: int = QUEUE_FRAMES
    tls: SSLContext | None = None
    waiting: int = WAITING_EACH
    gate: Gate | None = None
    proxies: tuple[Network, ...] = ()
    pages: page.Pages | None = None
    callers: Recogniser | None = None
    total: Total | None = None
    scheduler: WriteScheduler | None = None

    def secured(self, stream: trio.SocketStream, host: str) -> trio.abc.Stream:
        """Return the stream as it is, or wrapped in TLS.

        A server with a scheduler limits each stream's buffers.  TLS reads through
        the address's fair queue, because its handshakes are expensive.
        """
        if self.scheduler is not None:
            # Some systems refuse this for a connection that is cut already.
            with suppress(OSError):
                stream.setsockopt(SOL_SOCKET, SO_SNDBUF, SEND_BUFFER)
                stream.setsockopt(SOL_SOCKET, SO_RCVBUF, RECEIVE_BUFFER)
        if self.tls is None:
            return stream
        fair_queue = (
            None
            if self.gate is None or is_in(host, self.proxies)
            else self.gate.fair_queue(host)
        )
        below = stream if fair_queue is None else FairStream(stream, fair_queue)
        return TlsStream(below, self.tls)


class Reception:
    """Tracks the connections of one listener, the oldest first."""

    def __init__(self, config: ListenerConfig) -> None:
        self._config = config
        self._known: dict[Caller, str] = {}
        self._refused: set[Caller] = set()
        self._knocking: dict[Caller, bytes] = {}
        self._places = Places(config.links)

    def lets_in(self, host: str) -> Verdict:
        gate = self._config.gate
        if gate is None or self._is_proxy(host) or gate.enter(host):
            return Verdict.IN
        return Verdict.TOLD if gate.explains(host) else Verdict.OUT

    def forgets(self, arrival: Arrival) -> None:
        gate, host = self._config.gate, arrival.remote[0]
        if gate is not None and not arrival.is_refused and not self._is_proxy(host):
            gate.leave(host)

    def _is_proxy(self, host: str) -> bool:
        return bool(self._config.proxies) and is_in(host, self._config.proxies)

    def know(self, guest: Caller, *, is_refused: bool = False) -> None:
        """Remember the address of an admitted connection, unless a proxy hides it."""
        if is_refused:
            self._refused.add(guest)
        elif self._config.gate is not None and not self._is_proxy(guest.remote[0]):
            self._known[guest] = guest.remote[0]

    def read(self, guest: Caller, head: bytes) -> bytes | None:
        """Read a guest's HTTP head; return the page that it asks for, if any, or why
        its address may not come in.

        Raises:
          TransportError: Its address may not come in, and has heard why.
        """
        if guest in self._refused:
            return page.refusal(429, CROWDED)
        if self._is_proxy(guest.remote[0]):
            try:
                told = forwarded_for(head)
            except BadForwarded as error:
                return page.refusal(400, f"{error} {ADVICE}")
            # Without the header it is the proxy itself, on a health check.
            guest.remote = told or guest.remote[0], guest.remote[1]
            if not self._passes(guest):
                return page.refusal(429, CROWDED)
        return self._config.pages and page.answer(head, self._config.pages)

    def refusal(self, guest: Caller, head: bytes) -> bytes | None:
        """Recognise a guest by its first frame, and give it a place; return the answer
        if it is refused.

        This is all that a stranger's request costs: no WebSocket, nothing kept, and no
        operation on a curve.
        """
        callers = self._config.callers
        if callers is not None:
            guest.request = request = callers.recognise(page.path_of(head))
            if not callers.may_enter(request):
                return page.refusal(403)
            if request.versions.shared(SPOKEN) is None:
                return page.refusal(426, versions=SPOKEN)
        return None if self._places.enter(guest) else page.refusal(503)

    def fair_queue_of(self, guest: Caller) -> FairQueue | None:
        """Return the fair queue of the guest's address, once that is known."""
        host, gate = self._known.get(guest), self._config.gate
        return None if host is None or gate is None else gate.fair_queue(host)

    def _passes(self, guest: Caller) -> bool:
        """Ask the gate for somebody who comes by way of a proxy."""
        host, gate = guest.remote[0], self._config.gate
        if gate is None:
            return True
        if gate.enter(host):
            self._known[guest] = host
            return True
        if not gate.explains(host):
            raise TransportError("Too many come from there.")
        return False

    def knock(self, guest: Caller) -> None:
        """Begin a handshake; above a limit, end the oldest one of its source.

        An honest handshake takes milliseconds.  So the oldest one under way is the
        likeliest to come from a stranger that only takes up room, and of all sources
        the one with most of them.  Behind a proxy all have one source.
        """
        host, gate = guest.remote[0], self._config.gate
        source, count = prefix_of(host), Counter(self._knocking.values())
        most = self._config.crowd if gate is None else gate.handshakes(host)
        if count[source] >= most and not self._is_proxy(host):
            self._hurry(source)
        elif len(self._knocking) >= self._config.handshakes:
            self._hurry(count.most_common(1)[0][0])
        self._knocking[guest] = source

    def _hurry(self, source: bytes) -> None:
        oldest = next(one for one, of in self._knocking.items() if of == source)
        del self._knocking[oldest]
        oldest.stop("Too many from there are knocking.")

    def stop_knocking(self, guest: Caller) -> None:
        """End a handshake, whether it succeeded or failed."""
        self._knocking.pop(guest, None)

    def leave(self, guest: Caller) -> None:
        """Remove a guest that has gone."""
        self._places.leave(guest)
        self._refused.discard(guest)
        host = self._known.pop(guest, None)
        if host is not None and self._config.gate is not None:
            self._config.gate.leave(host)
