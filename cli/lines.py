"""The lines of a seat: kept for as long as the game lasts, whatever happens to them."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Protocol

import trio

from p2pgame.session.topic import Topic
from p2pgame.transport import websocket
from p2pgame.transport.address import split_address
from p2pgame.transport.link import TransportError
from p2pgame.transport.relay.client import Subscription, keep
from p2pgame.transport.relay.link import RelayLink
from p2pgame.transport.relay.url import RelayUrl

from .links import Links
from .sitting import Sitting

#: Seconds after which a line that is lost was a good one.
LASTS = 1.0
#: Seconds after which a relay that has not answered is told of, and how.
REACHED_WITHIN = 3.0
UNREACHED = "The relay {} can't be reached yet; trying again and again."


class Dialling(Protocol):
    """Whoever keeps lines, with a seat or without."""

    links: Links
    #: Whether anybody has ever answered.
    answered: bool

    def say(self, text: str) -> None: ...


async def dial(sitting: Dialling, address: str) -> None:
    """Keep a line to ``address`` for as long as the game lasts."""
    wait = 0.1
    while True:
        try:
            link = await websocket.connect(*split_address(address))
            since = trio.current_time()
            sitting.answered = True
            await sitting.links.attach(link)
            # Who is sent away at once is not to be here again at once.
            if trio.current_time() - since > LASTS:
                wait = 0.1
        except TransportError:
            pass
        await trio.sleep(wait)
        wait = min(2 * wait, 5.0)


@asynccontextmanager
async def relayed(sitting: Sitting) -> AsyncIterator[None]:
    """Keep a place at each of the table's relays meanwhile, and look for paths."""
    async with trio.open_nursery() as nursery:
        if sitting.paths is not None:
            await nursery.start(sitting.paths.run)
        for url in sitting.ticket.way.relays:
            nursery.start_soon(subscribe, sitting, url)
        yield
        nursery.cancel_scope.cancel()


async def subscribe(sitting: Sitting, url: RelayUrl) -> None:
    """Keep a place at a relay, through one connection after the other."""
    way, topic, paths = sitting.ticket.way, Topic(), sitting.paths
    subscription = Subscription(url, way.topic, way.writing)
    if paths is not None:
        subscription.source = paths.source

    async def use(link: RelayLink) -> None:
        sitting.answered = True
        async with trio.open_nursery() as nursery:
            if paths is not None:
                nursery.start_soon(paths.at_relay, str(url), link)
            await sitting.links.read(link, topic)
            nursery.cancel_scope.cancel()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(tell_unreached, sitting, subscription)
        nursery.start_soon(keep, subscription, use, os.urandom)


async def tell_unreached(sitting: Dialling, subscription: Subscription) -> None:
    """Say once that a relay is not to be had, if it is not there soon."""
    await trio.sleep(REACHED_WITHIN)
    if subscription.link is None and not subscription.cursor:
        sitting.say(UNREACHED.format(subscription.url))
