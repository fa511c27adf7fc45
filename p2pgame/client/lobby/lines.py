"""Keeps the lines of a seat for as long as its game lasts: dials again and again."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Protocol

import trio

from p2pgame.engine import Message
from p2pgame.session.peer.topic.topic import Topic
from p2pgame.transport.link import TransportError

from ..seat.links.dials import OURS, Dials, connect
from ..seat.links.links import Links
from ..words import reason, refusal_message
from ..world import World
from .seat_session import SeatSession

if TYPE_CHECKING:
    from p2pgame.transport.relay.client import Use
    from p2pgame.transport.relay.tended import TendedLink
    from p2pgame.transport.relay.url import RelayUrl

    from ..subscriber import Subscriber

#: Seconds after which a line that is lost was a good one.
LASTS = 1.0
#: Seconds after which a relay that is not there yet is told of, and how.
REACHED_WITHIN = 3.0
#: Seconds between two looks at what a relay has said.
LOOK_EVERY = 1.0


class Dialling(Protocol):
    """A player or spectator that keeps lines."""

    links: Links
    #: Whether anybody has ever answered.
    answered: bool

    @property
    def world(self) -> World: ...
    def path(self) -> str: ...
    def say(self, message: Message) -> None: ...


async def dial(sitting: Dialling, dials: Dials, address: str) -> None:
    """Keep a line to ``address`` for as long as the game lasts."""
    wait = 0.1
    while True:
        try:
            link = await connect(dials, sitting.world, address, sitting.path())
            since = trio.current_time()
            sitting.answered = True
            await sitting.links.attach(link)
            # A guest that is sent away at once must not be back at once.
            if trio.current_time() - since > LASTS:
                wait = 0.1
        except TransportError:
            pass
        await trio.sleep(wait)
        wait = min(2 * wait, 5.0)


@asynccontextmanager
async def relayed(sitting: SeatSession) -> AsyncIterator[None]:
    """Keep a place at each of the table's relays meanwhile, and look for paths."""
    async with trio.open_nursery() as nursery:
        if sitting.reporter.paths is not None:
            await nursery.start(sitting.reporter.paths.run)
        for url in sitting.ticket.way.relays:
            nursery.start_soon(subscribe, sitting, url)
        yield
        nursery.cancel_scope.cancel()


async def subscribe(sitting: SeatSession, url: RelayUrl) -> None:
    """Keep a place at a relay, through one connection after the other."""
    way, topic, paths = sitting.ticket.way, Topic(), sitting.reporter.paths
    source = None if paths is None else paths.source
    dials = sitting.seat.dials if sitting.offer is None else OURS
    place = await placed(
        *(sitting.world, dials, url), way.topic, way.writing, source=source
    )
    if place is None:
        return

    async def use(link: TendedLink) -> None:
        async with trio.open_nursery() as nursery:
            if paths is not None:
                nursery.start_soon(paths.at_relay, str(url), link)
            await sitting.links.read(link, topic)
            nursery.cancel_scope.cancel()

    await stay(sitting, place, use)


async def placed(
    world: World,
    dials: Dials,
    url: RelayUrl,
    topic: bytes,
    writing: bytes | None,
    *,
    source: int | None = None,
) -> Subscriber | None:
    """Return a subscriber at a relay, None: an invite may not lead us there."""
    if await dials.is_passed_over(url, world):
        return None
    allows = dials.at_relay(url)
    return world.subscribe(url, topic, writing, source=source, allows=allows)


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
    told: list[Message] = []
    await trio.sleep(REACHED_WITHIN)
    while True:
        for message in _news(place):
            if message not in told:
                told.append(message)
                sitting.say(message)
        await trio.sleep(LOOK_EVERY)


def _news(place: Subscriber) -> Iterator[Message]:
    if not place.is_reached:
        yield Message.of("relay-unreached", relay=str(place.url), why=_why(place))
    elif place.refusal is not None:
        yield Message.of("relay-refuses", relay=str(place.url), why=_why(place))
    if not place.is_kept:
        yield Message.of("relay-keeps-nothing", relay=str(place.url))
    if place.notice is not None:
        yield Message.of("relay-says", relay=str(place.url), text=place.notice)


def _why(place: Subscriber) -> Message:
    if place.refusal is not None:
        return refusal_message(place.refusal)
    if place.trouble is None:
        return Message.of("no-answer-there")
    return reason(place.trouble)
