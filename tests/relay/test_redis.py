"""What Redis adds: many processes over one database, and a database that goes away."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
import trio

from p2pgame.relay.redis import RedisStore
from p2pgame.relay.store import StoreError
from tests.relay.redis_server import Gate, RedisServer
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


async def test_a_redis_that_is_not_there_is_said_at_once(tmp_path: Path) -> None:
    store = RedisStore(f"unix:{tmp_path}/none")
    with pytest.raises(StoreError, match="cannot be reached"):
        await store.run(print)


def of_topic(topic: bytes) -> str:
    return f"p2pgame:t:{topic.hex()}"


#: What somebody may have written where a relay keeps something, by kind.
JUNK = {
    "text": ("SET", "{}", "junk"),
    "list": ("RPUSH", "{}", "junk"),
    "hash": ("HSET", "{}", "junk", "junk"),
    "stream": ("XADD", "{}", "5-3", "junk", "junk"),
    "fields": ("XADD", "{}", "99999999999999999-0", "a", "b", "c", "d", "e", "f"),
}
#: Keys that one topic has, and those that all have.
OF_ONE = (of_topic(TOPIC), f"{of_topic(TOPIC)}:state")
OF_ALL = tuple(f"p2pgame:{name}" for name in ("last", "life", "idle", "doors"))


@pytest.mark.parametrize("kind", JUNK)
@pytest.mark.parametrize("key", OF_ONE)
async def test_junk_in_a_topics_key_harms_no_other_topic(
    redis: RedisServer, key: str, kind: str
) -> None:
    """It is written while a relay runs, and is there when another one begins."""
    store = RedisStore(redis.url, warn=refuse)
    async with running(store) as ears:
        for topic in (TOPIC, OTHER):
            store.follow(topic)
            await append(store, topic, b"first", b"")
        redis.ask("DEL", key)
        redis.ask(*(word.format(key) for word in JUNK[kind]))
        redis.ask("PUBLISH", f"p2pgame:0:t:{TOPIC.hex()}", "junk")
        redis.ask("PUBLISH", f"p2pgame:0:t:{TOPIC.hex()}", f"{10**17} {10**17 - 1} 0 ")
        redis.ask("CLIENT", "KILL", "TYPE", "normal")
        with suppress(StoreError):
            await append(store, TOPIC, b"second", b"")
        with suppress(StoreError):
            await store.read(TOPIC, 0, 4096)
        await append_at_last(store, OTHER, b"second")
        await ears.wait_for(b"second")
        again = RedisStore(redis.url, warn=refuse)
        async with running(again):
            again.follow(TOPIC)
            frames = [one.frame for one in await read_all(again, OTHER)]
    assert frames == [b"first", b"second"]


@pytest.mark.parametrize("kind", JUNK)
@pytest.mark.parametrize("key", OF_ALL)
async def test_a_relay_outlives_junk_in_a_key_of_all_topics(
    redis: RedisServer, key: str, kind: str
) -> None:
    store = RedisStore(redis.url, warn=refuse)
    async with running(store):
        await append(store, TOPIC, b"first", b"")
        redis.ask("DEL", key)
        redis.ask(*(word.format(key) for word in JUNK[kind]))
        redis.ask("CLIENT", "KILL", "TYPE", "normal")
        for _ in range(3):
            with suppress(StoreError):
                await append(store, TOPIC, b"second", b"")
            with suppress(StoreError):
                await store.board.reserve(5, 10, (10, 2))
            with suppress(StoreError):
                await store.expire()
        redis.ask("DEL", key)
        await append_at_last(store, TOPIC, b"third")
        assert await store.board.reserve(5, 10, (10, 2)) is not None


@pytest.mark.parametrize("key", ["p2pgame:last", "p2pgame:life"])
async def test_a_relay_says_at_its_start_that_its_database_is_not_its_own(
    redis: RedisServer, key: str
) -> None:
    redis.ask("RPUSH", key, "junk")
    with pytest.raises(StoreError, match="Give the relay a database of its own"):
        await RedisStore(redis.url, warn=refuse).run(lambda kept: None)
