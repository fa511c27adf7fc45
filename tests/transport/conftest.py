"""Pairs of joined links of every kind, for the promises that all of them keep."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
import trio

from p2pgame.transport.direct import connect, serve
from p2pgame.transport.link import Link
from p2pgame.transport.memory import memory_pair

MakePair = Callable[[], Awaitable[tuple[Link, Link]]]


@asynccontextmanager
async def memory_pairs() -> AsyncIterator[MakePair]:
    made: list[Link] = []

    async def make() -> tuple[Link, Link]:
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

        async def make() -> tuple[Link, Link]:
            near = await connect(*address)
            made.append(near)
            return near, await from_handler.receive()

        yield make
        for link in made:
            await link.aclose()
        nursery.cancel_scope.cancel()


KINDS = {"memory": memory_pairs, "direct": direct_pairs}


@pytest.fixture(params=KINDS)
async def make_pair(request: pytest.FixtureRequest) -> AsyncIterator[MakePair]:
    """Make joined links of one kind; each test runs once for each kind."""
    async with KINDS[request.param]() as make:
        yield make


@pytest.fixture
async def pair(make_pair: MakePair) -> tuple[Link, Link]:
    return await make_pair()
