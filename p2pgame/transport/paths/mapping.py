"""A port at our router that leads to us, for as long as we play.

Routers differ, so two ways are tried: NAT-PMP, which costs a datagram, then UPnP.
A lease is asked for, not a port for good: if this program dies, the router forgets.
It is renewed well before its end, because a router that has started anew has
forgotten it already.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Protocol

import trio

from p2pgame.transport.link import TransportError
from p2pgame.transport.paths.candidates import Address, is_public

#: Seconds for which a port is asked, and after which it is asked for again at most.
LEASE = 3600
RENEW_EVERY = 600.0

#: Seconds until the next try after a renewal failed.
RETRY_EVERY = 60.0

#: Seconds for giving a port back when we leave.
REMOVE_WITHIN = 1.5


@dataclass(frozen=True, slots=True)
class Grant:
    """What a router gave: an address of its own, for so many seconds (0: for good)."""

    external: Address
    seconds: int


class Router(Protocol):
    """A router that can be asked for ports."""

    async def add(self, port: int, wanted: int, seconds: int) -> Grant:
        """Have TCP connections to the router's ``wanted`` port, or another, let in.

        Asking again renews.

        Raises:
          TransportError: It does not answer, or says no.
        """

    async def remove(self, port: int, external: Address) -> None:
        """Give the port back; errors as in ``add``."""


FindRouter = Callable[[], Awaitable[Router]]


class Mapping:
    """A port of ours that the router leads to, while ``external`` says where."""

    def __init__(self, router: Router, port: int, grant: Grant) -> None:
        #: Where others reach us; None while the router does not answer.
        self.external: Address | None = grant.external
        self._router = router
        self._port = port
        self._grant = grant
        self._changed = trio.Event()

    async def wait_changed(self) -> None:
        """Wait until ``external`` is another than now."""
        await self._changed.wait()

    async def keep(self) -> None:
        """Renew the lease until cancelled."""
        while True:
            half = self._grant.seconds / 2 or RENEW_EVERY
            await trio.sleep(
                RETRY_EVERY if self.external is None else min(half, RENEW_EVERY)
            )
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
        """Tell the router, if it listens, that we do not need the port any more."""
        with (
            trio.CancelScope(deadline=trio.current_time() + REMOVE_WITHIN, shield=True),
            suppress(TransportError),
        ):
            await self._router.remove(self._port, self._grant.external)


async def ask(router: Router, port: int, wanted: int) -> Grant:
    """Return the router's grant of a port that all the world can reach.

    Raises:
      TransportError: There is none.
    """
    grant = await router.add(port, wanted, LEASE)
    if is_public(grant.external[0]):
        return grant
    # There is another router behind this one, and it won't let anybody in.
    with suppress(TransportError):
        await router.remove(port, grant.external)
    raise TransportError("The router has no public address itself.")


@asynccontextmanager
async def mapped(port: int, finders: Sequence[FindRouter]) -> AsyncIterator[Mapping]:
    """Have a router lead a port to ours, by the first way that works.

    Takes seconds when no router answers: not for what people wait for.

    Raises:
      TransportError: No router lets anybody in.
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
