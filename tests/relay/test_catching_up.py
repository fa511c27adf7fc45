"""What is old is read in as few looks at the store as it takes, and delays nothing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import trio

from p2pgame.relay.sqlite import SqliteStore
from p2pgame.relay.store import Kept
from p2pgame.transport.link import SIZES
from p2pgame.transport.relay.protocol import Deliver, Open, Opened, Subscribe
from tests.relay.clients import GENEROUS, Writing, client, number_of, relay

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
    async with (
        relay(store) as address,
        client(address) as bert,
        client(address) as anna,
    ):
        await bert.say(Subscribe(OTHER.topic))
        await store.held.wait()
        await anna.say(*[Subscribe(TABLE.topic)] * 5)
        await anna.say(Open(60))
        await anna.expect(Opened)
        store.free.set()
        old, _ = await anna.catch_up()
        assert old == []
        assert store.asked == [OTHER.topic, TABLE.topic]


async def test_what_is_new_at_one_topic_does_not_wait_for_what_is_old_at_another(
    tmp_path: Path,
) -> None:
    store = Watched(tmp_path / "relay.db")
    async with (
        relay(store) as address,
        client(address) as anna,
        client(address) as bert,
    ):
        await anna.join(TABLE)
        await bert.join(TABLE)
        await bert.say(Subscribe(OTHER.topic))
        await store.held.wait()
        for number in range(3):
            await anna.publish(TABLE, number)
            assert number_of(await bert.expect(Deliver)) == number
        store.free.set()
        await bert.catch_up()
