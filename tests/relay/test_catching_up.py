"""What is old is read in as few looks at the store as it takes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import trio

from p2pgame.relay.counts import Counts
from p2pgame.relay.sqlite import SqliteStore
from p2pgame.relay.store import Kept
from p2pgame.transport.link import SIZES
from p2pgame.transport.relay.protocol import Publish, Subscribe
from tests.relay.clients import (
    GENEROUS,
    PATIENCE,
    Writing,
    client,
    frame,
    number_of,
    relay,
)

TABLE, OTHER = Writing(7), Writing(8)

#: Some pieces of four and what is less than one.
FRAMES = 18


class Watched(SqliteStore):
    """Notes what it is asked; what it says of one topic can be held back."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.asked: list[bytes] = []
        self.read_from: list[int] = []
        self.held, self.free = trio.Event(), trio.Event()

    async def bounds(self, topic: bytes) -> tuple[int, int]:
        self.asked.append(topic)
        if topic == OTHER.topic:
            self.held.set()
            await self.free.wait()
        return await super().bounds(topic)

    async def read(self, topic: bytes, after: int, limit: int) -> list[Kept]:
        self.read_from.append(after)
        return await super().read(topic, after, limit)


async def test_where_a_topic_ends_is_asked_once_for_all_its_pieces(
    tmp_path: Path,
) -> None:
    store = Watched(tmp_path / "relay.db")
    async with relay(store, replace(GENEROUS, step=4 * SIZES[0])) as address:
        async with client(address) as anna:
            await anna.join(TABLE)
            for number in range(FRAMES):
                await anna.publish(TABLE, number)
        store.asked.clear()
        async with client(address) as bert:
            old = await bert.join(TABLE)
    assert [number_of(message) for message in old] == list(range(FRAMES))
    assert store.asked == [TABLE.topic]
    assert store.read_from == [0, *(message.sequence for message in old[3::4])]


@pytest.mark.attack(33)
async def test_who_asks_anew_before_its_turn_comes_costs_one_look(
    tmp_path: Path,
) -> None:
    store = Watched(tmp_path / "relay.db")
    counts = Counts()
    async with (
        relay(store, counts=counts) as address,
        client(address) as bert,
        client(address) as anna,
    ):
        await bert.say(Subscribe(OTHER.topic))
        await store.held.wait()
        await anna.say(*[Subscribe(TABLE.topic)] * 5)
        await anna.say(Publish(TABLE.topic, 1, frame(1)))
        with trio.fail_after(PATIENCE):
            while not counts.refused:
                await trio.lowlevel.checkpoint()
        store.free.set()
        assert await anna.refused() == "not-claimed"
        old, _ = await anna.catch_up()
        assert old == []
        assert store.asked == [OTHER.topic, TABLE.topic]
