"""Pairs of joined links of every kind."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
import trio
from nacl.bindings import crypto_sign_seed_keypair

from p2pgame.transport.link import Link, LinkClosed
from p2pgame.transport.listener.listening import serve
from p2pgame.transport.memory import memory_pair
from p2pgame.transport.nostr import place as nostr_place
from p2pgame.transport.nostr.client import NostrSubscription
from p2pgame.transport.relay.client import Subscription
from p2pgame.transport.relay.topic_id import topic_of
from p2pgame.transport.websocket import connect
from tests.transport.nostr_server import TinyNostr, tiny_nostr
from tests.transport.real_relay import real_relay

Pair = tuple[Link, Link]
MakePair = Callable[[], Awaitable[Pair]]

#: Seconds after which a test that waits for a real socket has failed.
PATIENCE = 10.0


@asynccontextmanager
async def memory_pairs() -> AsyncIterator[MakePair]:
    made: list[Link] = []

    async def make() -> Pair:
        pair = memory_pair()
        made.extend(pair)
        return pair

    yield make
    for link in made:
        await link.aclose()


@asynccontextmanager
async def direct_pairs() -> AsyncIterator[MakePair]:
    to_test, from_handler = trio.open_memory_channel[Link](math.inf)
    made: list[Link] = []

    async def hand_over(link: Link) -> None:
        to_test.send_nowait(link)
        await trio.sleep_forever()

    async with trio.open_nursery() as nursery, to_test, from_handler:
        (address,) = await nursery.start(serve, "127.0.0.1", 0, hand_over)

        async def make() -> Pair:
            near = await connect(*address)
            made.append(near)
            return near, await from_handler.receive()

        yield make
        for link in made:
            await link.aclose()
        nursery.cancel_scope.cancel()


@asynccontextmanager
async def relay_pairs() -> AsyncIterator[MakePair]:
    """Join two members of one topic at a relay, each time of another topic."""
    made: list[Link] = []
    async with real_relay() as url:

        async def make() -> Pair:
            seed = len(made).to_bytes(32)
            topic = topic_of(crypto_sign_seed_keypair(seed)[0])
            near = await Subscription(url, topic, seed).connect()
            far = await Subscription(url, topic, seed).connect()
            made.extend((near, far))
            return near, far

        yield make
        for link in made:
            await link.aclose()


@asynccontextmanager
async def nostr_pairs() -> AsyncIterator[MakePair]:
    """Join two members of one topic at a relay of nostr, each time of another topic."""
    made: list[Link] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(nostr_place, "EVERY", 0.01)
        async with tiny_nostr(TinyNostr()) as url:

            async def make() -> Pair:
                seed = len(made).to_bytes(32)
                topic = topic_of(crypto_sign_seed_keypair(seed)[0])
                near = await NostrSubscription(url, topic, seed).connect()
                far = await NostrSubscription(url, topic, seed).connect()
                made.extend((near, far))
                return near, far

            yield make
            for link in made:
                await link.aclose()


#: Links to one peer, whose end is the other's, too.
TIED = {"memory": memory_pairs, "direct": direct_pairs}

#: All kinds of links.
KINDS = {**TIED, "relay": relay_pairs, "nostr": nostr_pairs}


async def receive_rest(link: Link) -> list[bytes]:
    """Return what still comes until the link is closed."""
    frames = []
    with trio.fail_after(PATIENCE):
        try:
            while True:
                frames.append(await link.receive())
        except LinkClosed:
            return frames
