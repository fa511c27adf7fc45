"""Maps a port of the router to ours, for as long as we play.

Routers differ, so two protocols are tried: NAT-PMP, which costs a datagram, then UPnP.
It asks for a lease, not for ever: if this program dies, the router forgets.
It renews the lease well before its end, because a restarted router has forgotten it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Protocol

import trio

from p2pgame.transport.link import TransportError
from p2pgame.transport.paths.candidates import Address, is_public

#: Seconds of a lease, and the longest time before it is renewed.
LEASE = 3600
RENEW_EVERY = 600.0

#: Seconds until the next try after a renewal failed, and between two at least: a
#: router's leases may be as short as it likes, and each new address is told to all.
RETRY_EVERY = 60.0

#: Seconds for giving a port back on leaving.
REMOVE_WITHIN = 1.5


@dataclass(frozen=True, slots=True)
class Grant:
    """A router's mapping: its address, and the lease in seconds (0: no end)."""

    external: Address
    seconds: int


class Router(Protocol):
    """A router that can map ports."""

    async def add(self, port: int, wanted: int, seconds: int) -> Grant:
        """Map the router's ``wanted`` TCP port, or another, to ``port``.

        Asking again renews.

        Raises:
          TransportError: The router does not answer, or refuses.
        """

    async def remove(self, port: int, external: Address) -> None:
        """Remove the mapping; errors as in ``add``."""


FindRouter = Callable[[], Awaitable[Router]]


class Mapping:
    """A mapped port; ``external`` is its public address."""

    def __init__(self, router: Router, port: int, grant: Grant) -> None:
        #: Where others reach us; None while the router does not answer.
        self.external: Address | None = grant.external
        self._router = router
        self._port = port
        self._grant = grant
        self._changed = trio.Event()

    async def wait_changed(self) -> None:
        """Wait until ``external`` changes."""
        await self._changed.wait()

    async def keep(self) -> None:
        """Renew the lease until cancelled."""
        while True:
            half = self._grant.seconds / 2 or RENEW_EVERY
            soon = RETRY_EVERY if self.external is None else min(half, RENEW_EVERY)
            await trio.sleep(max(soon, RETRY_EVERY))
            try:
                wanted = self._grant.external[1]
                self._grant = await ask(self._router, self._port, wanted)
                external = self._grant.external
            except TransportError:
                external = None
            if external != self.external:
                self.external = external
                self._changed.set()
                self._changed = trio.Event()

    async def give_back(self) -> None:
        """Remove the mapping, if the router answers."""
        with (
            trio.CancelScope(deadline=trio.current_time() + REMOVE_WITHIN, shield=True),
            suppress(TransportError),
        ):
            await self._router.remove(self._port, self._grant.external)


async def ask(router: Router, port: int, wanted: int) -> Grant:
    """Ask the router for a port that the whole internet can reach.

    Raises:
      TransportError: It gives none.
    """
    grant = await router.add(port, wanted, LEASE)
    if is_public(grant.external[0]):
        return grant
    # Another router is behind this one, and does not forward the port.
    with suppress(TransportError):
        await router.remove(port, grant.external)
    raise TransportError("The router has no public address itself.")


@asynccontextmanager
async def mapped(port: int, finders: Sequence[FindRouter]) -> AsyncIterator[Mapping]:
    """Map a port with the first protocol that works.

    It takes seconds if no router answers, so nobody should wait for it.

    Raises:
      TransportError: No router maps a port.
    """
    mapping = await _first(port, finders)
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(mapping.keep)
            yield mapping
            nursery.cancel_scope.cancel()
    finally:
        await mapping.give_back()


async def _first(port: int, finders: Sequence[FindRouter]) -> Mapping:
    for find in finders:
        with suppress(TransportError):
            router = await find()
            return Mapping(router, port, await ask(router, port, port))
    raise TransportError("No router here gives ports away.")
