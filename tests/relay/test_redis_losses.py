"""A Redis without room, or that drops or refuses what it has, and what is told then."""

from __future__ import annotations

import pytest
import trio

from p2pgame.relay.redis import RedisStore
from p2pgame.relay.store import StoreError
from tests.relay.redis_server import DURABLE, Gate, RedisServer
from tests.relay.stores import (
    SOON,
    append,
    append_at_last,
    read_all,
    refuse,
    running,
    sequences,
)

TOPIC, OTHER = b"t" * 16, b"o" * 16


async def test_scripts_that_somebody_removed_come_back(redis: RedisServer) -> None:
    store = RedisStore(redis.url, warn=refuse)
    async with running(store):
        redis.ask("SCRIPT", "FLUSH")
        assert await append(store, TOPIC, b"lost", b"") == 0
        await append_at_last(store, TOPIC, b"frame")
        assert [kept.frame for kept in await read_all(store, TOPIC)] == [b"frame"]


async def test_sequences_go_on_rising_in_a_database_that_was_emptied(
    redis: RedisServer,
) -> None:
    store = RedisStore(redis.url, warn=refuse)
    async with running(store) as ears:
        store.follow(TOPIC)
        await append(store, TOPIC, b"old", b"")
        await ears.wait_for(b"old")
        redis.ask("FLUSHALL")
        await append(store, TOPIC, b"new", b"")
        await ears.wait_for(b"new")
    assert sequences(ears) == sorted(set(sequences(ears)))


async def test_a_database_that_lost_what_was_heard_counts_on_from_there(
    redis: RedisServer,
) -> None:
    gate = Gate(redis.dial)
    async with trio.open_nursery() as nursery:
        await nursery.start(gate.run)
        store = RedisStore(f"redis://127.0.0.1:{gate.port}", warn=refuse)
        async with running(store) as ears:
            store.follow(TOPIC)
            redis.ask("SET", "p2pgame:last", "9007000000000000")
            await append(store, TOPIC, b"old", b"")
            await ears.wait_for(b"old")
            gate.shut()
            redis.ask("FLUSHALL")
            gate.open()
            await append_at_last(store, TOPIC, b"new")
            await ears.wait_for(b"new")
        nursery.cancel_scope.cancel()
    assert sequences(ears) == [9007000000000001, 9007000000000002]


async def test_a_database_without_room_hands_on_to_all(own_redis: RedisServer) -> None:
    store, other = (RedisStore(own_redis.url, warn=refuse) for _ in range(2))
    async with running(store) as ears, running(other) as far:
        for each in (store, other):
            each.follow(TOPIC)
            await each.bounds(TOPIC)
        await append(store, TOPIC, b"frame", b"")
        own_redis.ask("CONFIG", "SET", "maxmemory", "1")
        assert await append(store, TOPIC, b"more", b"") == 0
        assert store.health.troubles == {"full"}
        own_redis.ask("CONFIG", "SET", "maxmemory", "0")
        assert await append(store, TOPIC, b"again", b"")
        assert not store.health.troubles
        for heard in (ears, far):
            await heard.wait_for(b"again")
        kept = await read_all(store, TOPIC)
    assert [each.frame for each in kept] == [b"frame", b"again"]
    assert ears.heard == far.heard
    assert ears.frames(TOPIC) == [b"frame", b"more", b"again"]


async def test_idle_topics_make_room_in_a_full_database(own_redis: RedisServer) -> None:
    store, other = (RedisStore(own_redis.url, warn=refuse) for _ in range(2))
    idle = [bytes([number]) * 16 for number in range(40)]
    async with running(store), running(other):
        for topic in (TOPIC, OTHER):
            store.follow(TOPIC)
            other.follow(OTHER)
            await append(store, topic, b"old", b"")
        for topic in idle:
            await append(store, topic, bytes(200_000), b"")
        used = int(own_redis.ask("INFO", "memory").split("used_memory:")[1].split()[0])
        own_redis.ask("CONFIG", "SET", "maxmemory", str(used))
        for _ in range(30):
            assert await append(store, TOPIC, bytes(100_000), b"")
        assert 0 < store.health.evicted_topics < 40
        assert await store.bounds(idle[0]) == (0, 0)
        assert await store.bounds(idle[-1]) != (0, 0)
        assert len(await read_all(store, OTHER)) == 1


async def test_a_topic_that_redis_refuses_is_handed_on_and_harms_no_other(
    redis: RedisServer,
) -> None:
    redis.ask("SET", f"p2pgame:t:{TOPIC.hex()}", "what is no stream")
    store, other = (RedisStore(redis.url, warn=refuse) for _ in range(2))
    places: dict[bytes, list[int]] = {TOPIC: [], OTHER: []}

    async def write(topic: bytes) -> None:
        places[topic].append(await append(store, topic, b"frame", b""))

    async with running(store), running(other) as far:
        other.follow(TOPIC)
        await trio.testing.wait_all_tasks_blocked(0.05)
        async with trio.open_nursery() as nursery:
            for topic in (OTHER, TOPIC, OTHER, TOPIC, OTHER):
                nursery.start_soon(write, topic)
        assert len(await read_all(store, OTHER)) == 3
        await far.wait(lambda heard: len(heard) == 2)
        with pytest.raises(StoreError, match=r"^busy: "):
            await store.read(TOPIC, 0, 4096)
    assert all(places[OTHER])
    assert places[TOPIC] == [0, 0]


async def test_a_topic_that_the_database_has_dropped_is_told(
    redis: RedisServer,
) -> None:
    store, lost = RedisStore(redis.url, warn=refuse), list[bytes | None]()
    async with running(store) as ears:
        store.on_lost = lost.append
        for topic in (TOPIC, OTHER):
            store.follow(topic)
            await append(store, topic, b"one", b"")
        redis.ask("DEL", f"p2pgame:t:{TOPIC.hex()}")
        for topic in (TOPIC, OTHER):
            await append(store, topic, b"two", b"")
        await ears.wait(lambda heard: len(heard) == 4)
        assert lost == [TOPIC]
        redis.ask("FLUSHALL")
        with trio.fail_after(SOON):
            while lost != [TOPIC, None]:  # noqa: ASYNC110
                await trio.sleep(0.05)
        assert store.health.begun_anew == 1


@pytest.mark.parametrize(
    "options",
    [
        ("--appendonly", "no"),
        ("--appendonly", "yes", "--appendfsync", "everysec"),
        (*DURABLE, "--maxmemory", "1gb", "--maxmemory-policy", "allkeys-lru"),
        (*DURABLE, "--rename-command", "CONFIG", ""),
    ],
)
async def test_a_redis_that_may_lose_frames_is_warned_of(
    options: tuple[str, ...],
) -> None:
    server, warnings = RedisServer(*options), list[str]()
    try:
        server.start()
        async with running(RedisStore(server.url, warn=warnings.append)):
            pass
    finally:
        server.remove()
    assert len(warnings) == 1
    assert "appendfsync always" in warnings[0]
