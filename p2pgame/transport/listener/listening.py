"""Accepts links on a port: limits connections, shakes hands, calls a handler."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

import trio

from p2pgame.transport.held import Held
from p2pgame.transport.link import TransportError
from p2pgame.transport.listener.accept_limiter import listen
from p2pgame.transport.listener.arrivals import Arrival
from p2pgame.transport.listener.reception import ListenerConfig, Reception
from p2pgame.transport.websocket import (
    CONNECT_WITHIN,
    Address,
    Shaken,
    Socket,
    accept,
)
from p2pgame.transport.wire import Wire

#: Links of one listener, and handshakes under way, at most.
LINKS_LIMIT = 64
HANDSHAKES_LIMIT = 32

Handler = Callable[[Socket], Awaitable[None]]


async def serve(
    host: str | None,
    port: int,
    handler: Handler,
    *,
    config: ListenerConfig | None = None,
    task_status: trio.TaskStatus[tuple[Address, ...]] = trio.TASK_STATUS_IGNORED,
) -> None:
    """Listen, and call ``handler`` with each new link, until cancelled.

    Reports the bound addresses as started.  ``host=None`` means all addresses of this
    machine, ``port=0`` any free port.  A link is closed when its handler returns.
    A handler that raises ``TransportError`` has lost its link, which ends nothing else;
    any other error ends the listening.

    Raises:
      TransportError: The address can't be bound.
    """
    config = config or ListenerConfig(LINKS_LIMIT, HANDSHAKES_LIMIT)
    reception = Reception(config)
    ways, addresses = await listen(
        host, port, config.arrivals, reception, config.waiting
    )
    acceptor = _Acceptor(handler, config, reception)
    async with trio.open_nursery() as nursery:
        await nursery.start(trio.serve_listeners, acceptor.admit, ways)
        task_status.started(addresses)


class _Acceptor:
    """Admits each accepted connection: shakes hands, or turns it away."""

    def __init__(
        self, handler: Handler, config: ListenerConfig, reception: Reception
    ) -> None:
        self._handler = handler
        self._config = config
        self._reception = reception

    async def admit(self, arrival: Arrival) -> None:
        stream, (host, _) = arrival.stream, arrival.remote
        total = self._config.total
        held = None if total is None else Held(total)
        secured = self._config.secured(stream, host)
        wire = Wire(secured, stream.socket, is_client=False, held=held)
        link = Socket(wire, arrival.remote, self._config.scheduler)
        self._reception.know(link, is_refused=arrival.is_refused)
        try:
            wire.fair_queue = self._reception.fair_queue_of(link)
            async with trio.open_nursery() as nursery:
                nursery.start_soon(link.tend, partial(self._answer, link))
                try:
                    if await self._is_welcome(link):
                        await self._handler(link)
                except* TransportError:
                    pass
                finally:
                    await link.aclose()
        finally:
            self._reception.leave(link)
            if held is not None:
                held.close()

    async def _is_welcome(self, link: Socket) -> bool:
        self._reception.knock(link)
        try:
            with trio.move_on_after(CONNECT_WITHIN):
                await link.wait_open()
                return True
            return False
        except TransportError:
            return False
        finally:
            self._reception.stop_knocking(link)

    async def _answer(self, link: Socket, nursery: trio.Nursery, wire: Wire) -> Shaken:
        head = await wire.read_head()
        page = self._reception.read(link, head)
        wire.fair_queue = self._reception.fair_queue_of(link)
        if page is not None:
            await wire.send_all(page)
            raise TransportError("A page was asked for.")
        refusal = self._reception.refusal(link, head)
        if refusal is not None:
            await wire.send_all(refusal)
            raise TransportError("It may not have a link.")
        queue, limit = self._config.queue, self._config.message
        return await accept(nursery, wire, queue=queue, limit=limit)
