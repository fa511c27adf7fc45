"""The seam between what is old and what is new, at every possible moment.

A store whose answers and news take their time, as a distant one's would: an answer
tells what was so at some moment after the question, and news come in order, some time
after their frame can be read.
"""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random, SystemRandom

import trio
from trio.testing import MockClock

from p2pgame.relay.counts import Counts
from p2pgame.relay.health import Health
from p2pgame.relay.store import ORIGIN, Forgotten, Kept, Listener, Settle
from p2pgame.relay.topics import Subscription, Topics
from p2pgame.transport.relay.codec import read_relay
from p2pgame.transport.relay.protocol import Deliver, FromRelay, Live, Stored
from tests.relay.clients import frame
from tests.relay.stores import append

TOPIC = bytes(16)
ROUNDS, FRAMES = 60, 30


class DistantStore:
    """Frames in memory, by way of a slow line."""

    health = Health()
    board = None
    on_lost: Forgotten = staticmethod(lambda topic: None)

    def __init__(self, random: Random) -> None:
        self._random = random
        self._frames: list[Kept] = []
        self._told, self._news = trio.open_memory_channel[Kept](math.inf)
        self._put, self._coming = trio.open_memory_channel[tuple[Kept, Settle]](
            math.inf
        )
        self._followed = False

    async def pause(self) -> None:
        await trio.sleep(self._random.choice((0, 0, 0.1, 0.5, 1, 3)))

    def append(
        self,
        topic: bytes,
        frame: bytes,
        origin: bytes,
        settle: Settle,
        *,
        keeps: bool = True,
    ) -> None:
        self._put.send_nowait((Kept(topic, 0, frame, origin), settle))

    async def _keep(self) -> None:
        async for kept, settle in self._coming:
            await self.pause()
            kept = replace(kept, sequence=len(self._frames) + 1)
            self._frames.append(replace(kept, origin=b""))
            if self._followed:
                self._told.send_nowait(kept)
            await self.pause()
            settle(kept.sequence)

    async def read(self, topic: bytes, after: int, limit: int) -> list[Kept]:
        await self.pause()
        frames = self._frames[after : after + limit]
        await self.pause()
        return frames

    async def bounds(self, topic: bytes) -> tuple[int, int]:
        await self.pause()
        count = len(self._frames)
        await self.pause()
        return (min(1, count), count)

    def follow(self, topic: bytes) -> None:
        self._followed = True

    def unfollow(self, topic: bytes) -> None:
        self._followed = False

    async def expire(self) -> int:
        return 0

    async def run(
        self,
        listener: Listener,
        *,
        task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
    ) -> None:
        task_status.started()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._keep)
            async for kept in self._news:
                await self.pause()
                listener(kept)


class Reader:
    def __init__(self, number: int) -> None:
        self.id = number.to_bytes(ORIGIN)
        self.heard: list[FromRelay] = []

    def cut(self, *, is_lost: bool = False) -> None: ...

    def post(self, built: bytes) -> None:
        while built:
            size, at = built[1], 2
            if size == 126:
                size, at = int.from_bytes(built[2:4]), 4
            self.heard.append(read_relay(built[at : at + size]))
            built = built[at + size :]


async def round_(random: Random) -> None:
    store, reader, news = DistantStore(random), Reader(1), 0
    topics = Topics(store, Counts())
    cursor = random.randrange(5)

    async def write() -> None:
        nonlocal news
        for number in range(FRAMES):
            mine = subscription is not None and subscription.is_live
            mine = mine and random.random() < 0.3
            origin = reader.id if mine else Reader(2).id
            place = await append(
                store, TOPIC, frame(number), origin + number.to_bytes(4)
            )
            if mine and subscription is not None:
                subscription.acknowledge(number, place)
            news += mine

    subscription: Subscription | None = None
    async with trio.open_nursery() as nursery:
        await nursery.start(store.run, topics.hear)
        async with trio.open_nursery() as writing:
            writing.start_soon(write)
            await trio.sleep(random.choice((0, 1, 10, 20, 40)))
            subscription = Subscription(reader, TOPIC, cursor)
            topics.add(subscription)
            while not subscription.is_live:
                await subscription.step(store, random.choice((1, 3, 10)))
        await trio.sleep(1000)
        nursery.cancel_scope.cancel()
    places = [m.sequence for m in reader.heard if isinstance(m, Deliver | Stored)]
    for number, message in enumerate(reader.heard):
        if isinstance(message, Stored):
            # What comes later is later, so that a cursor may be there.
            later = [m for m in reader.heard[number:] if isinstance(m, Deliver)]
            assert all(m.sequence > message.sequence for m in later)
    delivered = [m.sequence for m in reader.heard if isinstance(m, Deliver)]
    assert delivered == sorted(delivered)
    places.sort()
    # A cursor above what there was then is of another store, and all is new.
    first = places[0]
    assert first in (1, cursor + 1)
    assert places == list(range(first, FRAMES + 1))
    assert sum(isinstance(m, Live) for m in reader.heard) == 1
    assert sum(isinstance(m, Stored) for m in reader.heard) == news


async def test_each_frame_comes_once_and_in_order_wherever_the_seam_is(
    autojump_clock: MockClock,
) -> None:
    seed = SystemRandom().randrange(2**32)
    print(f"seed {seed}")
    random = Random(seed)
    for _ in range(ROUNDS):
        await round_(random)
