"""The lines of a seat: kept for as long as the game lasts, whatever happens to them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Protocol

import trio

from p2pgame.session.peer.topic import Topic
from p2pgame.transport import websocket
from p2pgame.transport.address import split_address
from p2pgame.transport.link import TransportError
from p2pgame.transport.relay.client import Use
from p2pgame.transport.relay.tended import TendedLink
from p2pgame.transport.relay.url import RelayUrl

from .links import Links
from .sitting import Sitting
from .topics import Subscriber

#: Seconds after which a line that is lost was a good one.
LASTS = 1.0
#: Seconds after which a relay that is not there yet is told of, and how.
REACHED_WITHIN = 3.0
UNREACHED = "The relay {} is no help yet: {} Trying again and again."
NO_ANSWER = "There is no answer."
#: Seconds between two looks at what a relay has said.
LOOK_EVERY = 1.0


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
    source = None if paths is None else paths.source
    place = Subscriber(url, way.topic, way.writing, source=source)

    async def use(link: TendedLink) -> None:
        async with trio.open_nursery() as nursery:
            if paths is not None:
                nursery.start_soon(paths.at_relay, str(url), link)
            await sitting.links.read(link, topic)
            nursery.cancel_scope.cancel()

    await stay(sitting, place, use)


async def stay(sitting: Dialling, place: Subscriber, use: Use[TendedLink]) -> None:
    """Keep a place for ever, and tell what people should know of the relay."""

    async def answered(link: TendedLink) -> None:
        sitting.answered = True
        await use(link)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(_tell, sitting, place)
        nursery.start_soon(place.keep, answered)


async def _tell(sitting: Dialling, place: Subscriber) -> None:
    """Say each thing once that people should know of a relay."""
    told: set[str] = set()
    await trio.sleep(REACHED_WITHIN)
    while True:
        for text in _news(place):
            if text not in told:
                told.add(text)
                sitting.say(text)
        await trio.sleep(LOOK_EVERY)


def _news(place: Subscriber) -> Iterator[str]:
    if not place.is_reached:
        yield UNREACHED.format(place.url, place.trouble or NO_ANSWER)
    if place.notice is not None:
        yield f'The relay {place.url} says: "{place.notice}"'
