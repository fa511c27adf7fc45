"""Pairs of joined links of every kind."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import trio

from p2pgame.transport.link import Link, LinkClosed
from p2pgame.transport.memory import memory_pair
from p2pgame.transport.websocket import connect, serve

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


KINDS = {"memory": memory_pairs, "direct": direct_pairs}


async def receive_rest(link: Link) -> list[bytes]:
    """Return what still comes until the link is closed."""
    frames = []
    with trio.fail_after(PATIENCE):
        try:
            while True:
                frames.append(await link.receive())
        except LinkClosed:
            return frames
