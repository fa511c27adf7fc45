"""What Redis adds: many processes over one database, and a database that goes away."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
import trio

from p2pgame.relay.redis import RedisStore
from p2pgame.relay.store import StoreError
from tests.relay.redis_server import DURABLE, Gate, RedisServer
from tests.relay.stores import (
    SOON,
    Ears,
    append,
    append_at_last,
    read_all,
    refuse,
    running,
)

TOPIC, OTHER = b"t" * 16, b"o" * 16


@pytest.fixture
def own_redis() -> Iterator[RedisServer]:
    """A server that a test may kill."""
    server = RedisServer()
    try:
        server.start()
        yield server
    finally:
        server.remove()


def sequences(ears: Ears) -> list[int]:
    return [kept.sequence for kept in ears.heard]


async def wait_away(store: RedisStore) -> None:
    """Wait until a store knows that its database is away."""
    with trio.fail_after(SOON), suppress(StoreError):
        while True:
            await store.bounds(TOPIC)


async def test_stores_of_one_database_hear_the_same_in_the_same_order(
    redis: RedisServer,
) -> None:
    stores = [RedisStore(redis.url, warn=refuse) for _ in range(3)]

    async def write(who: int) -> None:
        for number in range(30):
            origin = b"%d %d" % (who, number)
            await append(stores[who], TOPIC, b"frame of " + origin, origin)

    async with running(stores[0]) as a, running(stores[1]) as b, running(stores[2]):
        for store in stores[:2]:
            store.follow(TOPIC)
            await store.bounds(TOPIC)  # what others append from here on is heard
        async with trio.open_nursery() as nursery:
            for who in range(3):
                nursery.start_soon(write, who)
        for ears in (a, b):
            await ears.wait(lambda heard: len(heard) == 90)
        kept = await read_all(stores[2], TOPIC)
    assert a.heard == b.heard == kept
    assert sequences(a) == sorted(set(sequences(a)))


async def test_what_was_acknowledged_outlives_the_server(
    own_redis: RedisServer,
) -> None:
    store, other = (RedisStore(own_redis.url, warn=refuse) for _ in range(2))
    acknowledged: list[bytes] = []
    handed_on: list[bytes] = []
    lost: list[bytes | None] = []
    store.on_lost = lost.append

    async def write(who: int) -> None:
        for number in range(100):
            frame = b"%d %d" % (who, number)
            if not await append(store, TOPIC, frame, b""):
                handed_on.append(frame)
                return
            acknowledged.append(frame)

    async with running(store) as ears, running(other) as far:
        for each in (store, other):
            each.follow(TOPIC)
            await each.bounds(TOPIC)
        async with trio.open_nursery() as nursery:
            for who in range(4):
                nursery.start_soon(write, who)
            await ears.wait(lambda heard: len(heard) > 60)
            own_redis.kill()
        assert len(handed_on) == 4
        with pytest.raises(StoreError, match=r"^busy: "):
            await store.read(TOPIC, 0, 4096)
        own_redis.start()
        await append_at_last(store, TOPIC, b"end")
        await ears.wait_for(b"end")
        await far.wait_for(b"end")
        kept = await read_all(other, TOPIC)
    assert set(acknowledged) <= {each.frame for each in kept}
    assert sequences(far) == [each.sequence for each in kept]
    assert sequences(ears) == sorted(set(sequences(ears)))
    heard = set(ears.frames(TOPIC))
    assert set(handed_on) <= heard
    # What was kept, but not yet told when the server went, is read again: those who
    # listen are told that they have missed something.
    assert set(acknowledged) <= heard or TOPIC in lost


async def test_whoever_was_away_catches_up(redis: RedisServer) -> None:
    gate = Gate(redis.dial)
    near = RedisStore(redis.url, warn=refuse)
    async with trio.open_nursery() as nursery, running(near):
        await nursery.start(gate.run)
        far = RedisStore(f"redis://127.0.0.1:{gate.port}/0", warn=refuse)
        async with running(far) as ears:
            far.follow(TOPIC)
            await far.bounds(TOPIC)
            await append(near, OTHER, b"before", b"")
            await append(near, TOPIC, b"first", b"1")
            await ears.wait_for(b"first")
            far.follow(OTHER)
            await far.bounds(OTHER)
            for turn in range(3):
                gate.shut()
                await wait_away(far)
                for number in range(20):
                    frame = b"%d %d" % (turn, number)
                    await append(near, TOPIC, frame, b"origin")
                    await append(near, OTHER, b"other " + frame, b"")
                gate.open()
                await append_at_last(far, TOPIC, b"end %d" % turn)
                await ears.wait_for(b"end %d" % turn)
            kept = await read_all(near, TOPIC)
            others = (await read_all(near, OTHER))[1:]
        nursery.cancel_scope.cancel()
    assert [each for each in ears.heard if each.topic == TOPIC] == kept
    assert [each for each in ears.heard if each.topic == OTHER] == others
    assert len(kept) == 64


async def test_whoever_stops_waits_for_an_answer_that_is_under_way(
    own_redis: RedisServer,
) -> None:
    store = RedisStore(own_redis.url, warn=refuse)

    async def go_on() -> None:
        await trio.testing.wait_all_tasks_blocked()
        with pytest.raises(StoreError, match="about to stop"):
            await append(store, TOPIC, b"too late", b"")
        own_redis.go_on()

    async with trio.open_nursery() as nursery, running(store):
        own_redis.pause()
        nursery.start_soon(append, store, TOPIC, b"first", b"")
        await trio.testing.wait_all_tasks_blocked()
        nursery.start_soon(append, store, TOPIC, b"second", b"")
        await trio.testing.wait_all_tasks_blocked()
        nursery.start_soon(go_on)
    store = RedisStore(own_redis.url, warn=refuse)
    async with running(store):
        kept = await read_all(store, TOPIC)
    assert [each.frame for each in kept] == [b"first", b"second"]


async def test_what_waits_for_redis_is_bounded(
    own_redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("p2pgame.relay.redis.queue.WAITING_LIMIT", 1000)
    store = RedisStore(own_redis.url, warn=refuse)
    async with running(store):
        for _ in range(3):
            own_redis.pause()
            async with trio.open_nursery() as nursery:
                nursery.start_soon(append, store, TOPIC, bytes(600), b"")
                await trio.testing.wait_all_tasks_blocked()
                with pytest.raises(StoreError, match=r"^busy: .* too slow"):
                    await append(store, TOPIC, bytes(600), b"")
                own_redis.go_on()
        assert len(await read_all(store, TOPIC)) == 3


async def test_what_was_handed_on_is_not_kept_later(own_redis: RedisServer) -> None:
    """Those at this process hear it; it may be kept if it was under way."""
    store = RedisStore(own_redis.url, warn=refuse)
    told: list[int | str] = []
    lost: list[bytes | None] = []
    async with running(store) as ears:
        store.on_lost = lost.append
        store.follow(TOPIC)
        await store.bounds(TOPIC)
        own_redis.pause()
        for frame in (b"under way", b"waiting"):
            store.append(TOPIC, frame, b"", told.append)
            await trio.testing.wait_all_tasks_blocked()
        own_redis.kill()
        await ears.wait_for(b"waiting")
        await append(store, TOPIC, b"away", b"")
        own_redis.start()
        await append_at_last(store, TOPIC, b"end")
        await ears.wait_for(b"end")
        kept = await read_all(store, TOPIC)
    assert told == [0, 0]
    assert [each.frame for each in kept] == [b"end"]
    assert ears.frames(TOPIC) == [b"under way", b"waiting", b"away", b"end"]
    assert sequences(ears) == sorted(set(sequences(ears)))
    # Players elsewhere have not heard of it: the peers are to ask each other.
    assert lost == [TOPIC]


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


async def test_databases_of_one_server_are_apart(redis: RedisServer) -> None:
    one = RedisStore(redis.url + "?db=1", warn=refuse)
    two = RedisStore(redis.url + "?db=2", warn=refuse)
    async with running(one) as ears, running(two):
        one.follow(TOPIC)
        await append(two, TOPIC, b"elsewhere", b"")
        assert await one.bounds(TOPIC) == (0, 0)
        await append(one, TOPIC, b"here", b"")
        await ears.wait_for(b"here")
    assert ears.frames(TOPIC) == [b"here"]


async def test_what_nobody_needs_any_more_leaves_no_key(redis: RedisServer) -> None:
    store = RedisStore(redis.url, age=1000, warn=refuse)
    async with running(store):
        await append(store, TOPIC, b"frame", b"")
        assert len(redis.ask("KEYS", "*").split()) == 5
        redis.age(1001)
        left = {"p2pgame:last", "p2pgame:life"}
        assert {*redis.ask("KEYS", "*").split()} == left


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


async def test_a_relay_reads_only_what_somebody_at_it_follows(
    redis: RedisServer,
) -> None:
    store = RedisStore(redis.url, warn=refuse)
    async with running(store):
        store.follow(TOPIC)
        await store.bounds(TOPIC)
        assert redis.ask("PUBSUB", "CHANNELS", "*:t:*").split() == [
            f"p2pgame:0:t:{TOPIC.hex()}"
        ]
        store.unfollow(TOPIC)
        store.follow(OTHER)
        await store.bounds(OTHER)
        assert redis.ask("PUBSUB", "CHANNELS", "*:t:*").split() == [
            f"p2pgame:0:t:{OTHER.hex()}"
        ]


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


async def test_a_redis_that_is_not_there_is_said_at_once(tmp_path: Path) -> None:
    store = RedisStore(f"unix:{tmp_path}/none")
    with pytest.raises(StoreError, match="cannot be reached"):
        await store.run(print)
