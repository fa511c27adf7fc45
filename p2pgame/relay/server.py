"""Runs a relay: it stores sealed frames by topic and delivers them; it knows nobody.

It listens for WebSockets; :class:`.connection.Connection` serves each.  It delivers
what its store reports, published here or by another process that shares the store.
The same port answers ``GET /health``, and ``/metrics`` unless an operator has a port of
its own (:mod:`.admin`).  The log has only counts: no
address, topic or rendezvous.
"""

from __future__ import annotations

import logging
import traceback
from functools import partial

import trio

from p2pgame.relay import metrics
from p2pgame.relay.admin import readiness
from p2pgame.relay.connection import Connection, Shared
from p2pgame.relay.counts import Counts
from p2pgame.relay.doors import Doors
from p2pgame.relay.leaving import Leaving
from p2pgame.relay.logs import fields
from p2pgame.relay.memory import keep_within
from p2pgame.relay.prefixes import Prefixes
from p2pgame.relay.rendezvous import RendezvousRegistry
from p2pgame.relay.settings import Settings
from p2pgame.relay.store import Store, StoreError
from p2pgame.relay.topics import Topics
from p2pgame.transport.held import Total
from p2pgame.transport.link import LinkClosed
from p2pgame.transport.listener.listening import serve
from p2pgame.transport.listener.reception import ListenerConfig
from p2pgame.transport.relay.protocol import MESSAGE_LIMIT
from p2pgame.transport.websocket import Address, Socket
from p2pgame.transport.writer import WriteScheduler

_log = logging.getLogger("p2pgame.relay")

_DEFAULT = Settings()

#: Messages that wait while an earlier one is handled; more wait at the peer.
_QUEUE = 2


async def serve_relay(
    store: Store,
    host: str | None,
    port: int,
    *,
    settings: Settings = _DEFAULT,
    stop: trio.Event | None = None,
    counts: Counts | None = None,
    task_status: trio.TaskStatus[tuple[Address, ...]] = trio.TASK_STATUS_IGNORED,
) -> None:
    """Run a relay until cancelled, or until ``stop`` is set and goodbyes are sent.

    Reports the bound addresses as started, and counts in ``counts``.

    Raises:
      TransportError: The address can't be bound.
    """
    relay = _Relay(store, settings, counts or Counts())
    async with trio.open_nursery() as keeping:
        await keeping.start(store.run, relay.shared.topics.hear)
        async with trio.open_nursery() as nursery:
            listening = partial(serve, config=relay.listener_config())
            bound = await nursery.start(listening, host, port, relay.attend)
            nursery.start_soon(relay.scheduler.run)
            nursery.start_soon(relay.shared.prefixes.round_robin.run)
            nursery.start_soon(relay.shared.leaving.run)
            nursery.start_soon(relay.sweep)
            nursery.start_soon(relay.expire)
            nursery.start_soon(keep_within, relay.total, relay.connections)
            _log.info("listening")
            task_status.started(bound)
            await (trio.Event() if stop is None else stop).wait()
            _log.info("stopping")
            await relay.goodbye()
            nursery.cancel_scope.cancel()
        keeping.cancel_scope.cancel()
    _log.info("stopped; %s", relay.summary(), extra=fields(**relay.counted()))


class _Relay:
    """Owns a relay's parts and its connections."""

    def __init__(self, store: Store, settings: Settings, counts: Counts) -> None:
        rendezvous = RendezvousRegistry(settings, counts)
        self.shared = Shared(
            settings,
            store,
            counts,
            Topics(store, counts),
            rendezvous,
            Doors(rendezvous, store.board, settings),
            Prefixes(settings, counts),
            Leaving(),
        )
        store.on_lost = self.lose
        self.scheduler = WriteScheduler()
        #: What is held for all connections.
        self.total = Total(settings.memory)
        self._connections: dict[Connection, None] = {}
        self._is_stopping = False

    def listener_config(self) -> ListenerConfig:
        """Return the listener's limits and services."""
        settings = self.shared.settings
        return ListenerConfig(
            settings.connections,
            settings.handshakes,
            settings.prefix_handshakes,
            message=MESSAGE_LIMIT,
            queue=_QUEUE,
            tls=settings.tls,
            gate=self.shared.prefixes,
            waiting=settings.connections,
            proxies=settings.proxies,
            pages=self._page,
            total=self.total,
            scheduler=self.scheduler,
        )

    async def attend(self, socket: Socket) -> None:
        """Serve one connection."""
        if socket.writer is None or self._is_stopping:
            return
        connection = Connection(socket, socket.writer, self.shared)
        counts = self.shared.counts
        counts.arrived += 1
        counts.connections_now += 1
        self._connections[connection] = None
        try:
            await connection.run()
        except LinkClosed:
            raise
        except Exception as error:
            # One peer's trigger of a fault must not end the relay for all others.
            counts.faults += 1
            _log.error("a connection ended by a fault: %s", _place(error))
        finally:
            counts.connections_now -= 1
            del self._connections[connection]

    def lose(self, topic: bytes | None) -> None:
        """End the connections of a topic that the store has lost, of all if None.

        They come back at once, find the topic empty, and post again what they hold.
        """
        for reader in self.shared.topics.readers(topic):
            reader.cut(is_lost=True)

    def connections(self) -> list[Connection]:
        """Return all connections."""
        return list(self._connections)

    async def sweep(self) -> None:
        """Check all connections, again and again."""
        while True:
            await trio.sleep(self.shared.settings.sweep)
            now = trio.current_time()
            for connection in list(self._connections):
                connection.look(now)
            self.shared.rendezvous.sweep()
            self.shared.prefixes.forget()

    async def expire(self) -> None:
        """Expire old topics, again and again, and log the counts."""
        while True:
            await trio.sleep(self.shared.settings.expire)
            try:
                forgotten = await self.shared.store.expire()
            except StoreError:
                _log.warning("the store can't forget")
            else:
                extra = fields(forgotten=forgotten, **self.counted())
                _log.info("forgotten: %d; %s", forgotten, self.summary(), extra=extra)

    async def goodbye(self) -> None:
        """Close all connections, and accept no more."""
        self._is_stopping = True
        with trio.move_on_after(self.shared.settings.goodbye):
            async with trio.open_nursery() as nursery:
                for connection in list(self._connections):
                    nursery.start_soon(connection.goodbye)

    def counted(self) -> dict[str, int]:
        """Return a few counts, by name."""
        counts = self.shared.counts
        return {
            "connections": len(self._connections),
            "topics": counts.topics_now,
            "published": counts.published,
            "refused": counts.refused.total(),
        }

    def summary(self) -> str:
        """Return a few counts, for the log."""
        return ", ".join(f"{name}: {count}" for name, count in self.counted().items())

    def _page(self, path: str) -> tuple[int, str]:
        store, counts = self.shared.store, self.shared.counts
        if path == "/health":
            status, _ = readiness(store.health, is_stopping=self._is_stopping)
            return status, "ok\n" if status == 200 else "not ready\n"
        if path == "/metrics" and self.shared.settings.shows_metrics:
            counts.held_bytes_now = self.total.held
            return 200, metrics.page(counts, store.health)
        return 404, ""


def _place(error: Exception) -> str:
    """Return an error's kind and place; its text may contain a peer's data."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {frame.name}, line {frame.lineno}"
