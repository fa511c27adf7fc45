"""What every store promises, on a disk or in Redis."""

from __future__ import annotations

import pytest
import trio

from p2pgame.relay.store import ORIGIN, TOO_LARGE, Kept, Store, StoreError
from tests.relay.stores import (
    AGE,
    ROOM,
    Place,
    append,
    is_rising,
    read_all,
    running,
)

TOPIC, OTHER = b"t" * 16, bytes(range(240, 256))


@pytest.mark.row("B64")
async def test_frames_come_back_in_order_under_rising_sequences(place: Place) -> None:
    frames = [bytes([number]) * (number + 1) for number in range(40)]
    store = place.open()
    async with running(store):
        for frame in frames:
            await append(store, TOPIC, frame, b"")
        kept = await read_all(store, TOPIC)
    assert [each.frame for each in kept] == frames
    assert is_rising(kept)
    assert kept[0].sequence > 0
    assert kept[-1].sequence < 2**63


async def test_a_topic_shows_nothing_of_another(place: Place) -> None:
    store = place.open()
    async with running(store):
        await append(store, TOPIC, b"mine", b"")
        await append(store, OTHER, b"yours", b"")
        (mine,) = await store.read(TOPIC, 0, 4096)
        (yours,) = await store.read(OTHER, 0, 4096)
        assert (mine.topic, mine.frame) == (TOPIC, b"mine")
        assert (yours.topic, yours.frame) == (OTHER, b"yours")
        assert await store.read(b"n" * 16, 0, 4096) == []


async def test_reading_goes_on_behind_a_sequence_in_steps(place: Place) -> None:
    store = place.open()
    async with running(store):
        for number in range(50):
            await append(store, TOPIC, bytes([number]) * 100, b"")
        step = await store.read(TOPIC, 0, 1000)
        assert 9 <= len(step) <= 11
        rest = await store.read(TOPIC, step[-1].sequence, 2**20)
        assert [kept.frame[0] for kept in step + rest] == list(range(50))
        assert len(await store.read(TOPIC, 0, 1)) == 1
        for cursor in (rest[-1].sequence, 2**63 - 1, 2**64 - 1):
            assert await store.read(TOPIC, cursor, 4096) == []


async def test_the_bounds_are_the_first_and_last_sequence(place: Place) -> None:
    store = place.open()
    async with running(store):
        assert await store.bounds(TOPIC) == (0, 0)
        await append(store, TOPIC, b"one", b"")
        first, last = await store.bounds(TOPIC)
        assert 0 < first == last
        await append(store, OTHER, b"two", b"")
        await append(store, TOPIC, b"three", b"")
        kept = await read_all(store, TOPIC)
        assert await store.bounds(TOPIC) == (kept[0].sequence, kept[-1].sequence)


async def test_a_full_topic_forgets_as_few_of_its_oldest_as_it_must(
    place: Place,
) -> None:
    store = place.open()
    quarters = [bytes([number]) * (ROOM // 4) for number in range(6)]
    async with running(store) as ears:
        store.follow(TOPIC)
        await append(store, OTHER, b"of another topic", b"")
        for frame in quarters:
            await append(store, TOPIC, frame, b"")
        kept = await read_all(store, TOPIC)
        assert [each.frame for each in kept] == quarters[2:]
        assert await store.bounds(TOPIC) == (kept[0].sequence, kept[-1].sequence)
        await append(store, TOPIC, b"more", b"")
        assert [k.frame for k in await read_all(store, TOPIC)] == [
            *quarters[3:],
            b"more",
        ]
        await append(store, TOPIC, bytes(ROOM), b"")
        await ears.wait_for(bytes(ROOM))
        (last,) = await read_all(store, TOPIC)
        assert await store.bounds(TOPIC) == (last.sequence, last.sequence)
        assert await store.read(TOPIC, kept[1].sequence, 4096) == [last]
        assert len(await read_all(store, OTHER)) == 1
    assert ears.frames(TOPIC) == [*quarters, b"more", bytes(ROOM)]
    assert is_rising(ears.heard)


async def test_a_frame_larger_than_a_topic_is_refused_and_drives_nothing_out(
    place: Place,
) -> None:
    store = place.open()
    async with running(store):
        await append(store, TOPIC, b"here", b"")
        for topic in (TOPIC, OTHER):
            with pytest.raises(StoreError, match=r"^too-large: "):
                await append(store, topic, bytes(ROOM + 1), b"")
        assert [kept.frame for kept in await read_all(store, TOPIC)] == [b"here"]
        assert await store.bounds(OTHER) == (0, 0)


async def test_more_at_once_than_a_topic_holds_leaves_the_newest(place: Place) -> None:
    store = place.open()
    frames = [bytes([number]) * (ROOM // 8) for number in range(40)]
    async with running(store) as ears:
        store.follow(TOPIC)
        async with trio.open_nursery() as nursery:
            for frame in frames:
                nursery.start_soon(append, store, TOPIC, frame, b"")
        await ears.wait(lambda heard: len(heard) == 40)
        kept = await read_all(store, TOPIC)
    assert kept == [Kept(k.topic, k.sequence, k.frame) for k in ears.heard[-8:]]
    assert sorted(ears.frames(TOPIC)) == frames


async def test_what_nobody_has_written_to_for_long_is_forgotten(place: Place) -> None:
    store = place.open()
    async with running(store):
        await append(store, TOPIC, bytes(ROOM), b"")
        await append(store, OTHER, b"old", b"")
        (old,) = await store.read(TOPIC, 0, 4096)
        place.age(AGE - 60)
        await append(store, OTHER, b"new", b"")
        await store.read(TOPIC, 0, 4096)
        await store.expire()
        assert await store.bounds(TOPIC) == (old.sequence, old.sequence)
        place.age(120 + 3600)
        await store.expire()
        assert await store.bounds(TOPIC) == (0, 0)
        assert await store.read(TOPIC, 0, 4096) == []
        assert [k.frame for k in await read_all(store, OTHER)] == [b"old", b"new"]
        await append(store, TOPIC, bytes(ROOM), b"")
        (again,) = await store.read(TOPIC, old.sequence, 4096)
        assert again.sequence > old.sequence


async def test_the_listener_hears_once_in_order_of_what_is_followed(
    place: Place,
) -> None:
    store = place.open()
    async with running(store) as ears:
        await append(store, TOPIC, b"before", b"")
        store.follow(TOPIC)
        store.follow(TOPIC)
        for number in range(30):
            await append(store, TOPIC, bytes([number]), b"origin %d" % number)
            await append(store, OTHER, b"of no interest", b"")
        await ears.wait_for(bytes([29]))
        kept = (await read_all(store, TOPIC))[1:]
    assert [k.origin for k in ears.heard] == [b"origin %d" % n for n in range(30)]
    assert [(k.topic, k.sequence, k.frame) for k in ears.heard] == [
        (k.topic, k.sequence, k.frame) for k in kept
    ]


async def test_nothing_is_heard_of_a_topic_that_is_followed_no_more(
    place: Place,
) -> None:
    store = place.open()
    async with running(store) as ears:
        store.follow(TOPIC)
        store.follow(OTHER)
        store.unfollow(TOPIC)
        store.unfollow(b"n" * 16)
        await append(store, TOPIC, b"unheard", b"")
        store.follow(TOPIC)
        await append(store, TOPIC, b"heard", b"")
        await ears.wait_for(b"heard")
    assert [kept.frame for kept in ears.heard] == [b"heard"]


async def test_interest_that_comes_and_goes_loses_and_doubles_nothing(
    place: Place,
) -> None:
    store = place.open()
    promised: list[bytes] = []

    async def write() -> None:
        for number in range(150):
            await append(store, TOPIC, b"%d" % number, b"")

    async with running(store) as ears, trio.open_nursery() as nursery:
        nursery.start_soon(write)
        for turn in range(40):
            store.follow(TOPIC)
            promised.append(b"turn %d" % turn)
            await append(store, TOPIC, promised[-1], b"")
            await ears.wait_for(promised[-1])
            store.unfollow(TOPIC)
            await trio.lowlevel.checkpoint()
    assert set(promised) <= set(ears.frames(TOPIC))
    assert is_rising(ears.heard)


async def test_whoever_reads_after_following_has_all_of_both(place: Place) -> None:
    store = place.open()

    async def write() -> None:
        for number in range(200):
            await append(store, TOPIC, b"%d" % number, b"")

    async with running(store) as ears, trio.open_nursery() as nursery:
        nursery.start_soon(write)
        while await store.bounds(TOPIC) == (0, 0):
            await trio.lowlevel.checkpoint()
        store.follow(TOPIC)
        backlog = await read_all(store, TOPIC)
        await ears.wait_for(b"199")
    seam = backlog[-1].sequence
    both = backlog + [kept for kept in ears.heard if kept.sequence > seam]
    assert [kept.frame for kept in both] == [b"%d" % number for number in range(200)]


async def test_many_may_append_at_once(place: Place) -> None:
    store = place.open()

    async def write(who: int) -> None:
        for number in range(20):
            await append(store, TOPIC, b"%d %d" % (who, number), b"")

    async with running(store) as ears:
        store.follow(TOPIC)
        async with trio.open_nursery() as nursery:
            for who in range(20):
                nursery.start_soon(write, who)
        await ears.wait(lambda heard: len(heard) == 400)
        kept = await read_all(store, TOPIC)
    assert is_rising(kept)
    assert [k.sequence for k in ears.heard] == [k.sequence for k in kept]
    for who in range(20):
        mine = [k.frame for k in kept if k.frame.startswith(b"%d " % who)]
        assert mine == [b"%d %d" % (who, number) for number in range(20)]


async def test_what_is_under_way_at_the_end_is_kept(place: Place) -> None:
    store = place.open()
    kept: list[bytes] = []

    async def write(frame: bytes) -> None:
        await append(store, TOPIC, frame, b"")
        kept.append(frame)

    frames = [b"%d" % number for number in range(30)]
    async with trio.open_nursery() as writers, running(store):
        for frame in frames:
            writers.start_soon(write, frame)
        await trio.testing.wait_all_tasks_blocked()
    with pytest.raises(StoreError, match=r"^busy: "):
        await append(store, TOPIC, b"too late", b"")
    assert sorted(kept) == sorted(frames)
    store = place.open()
    async with running(store):
        found = await read_all(store, TOPIC)
        assert sorted(each.frame for each in found) == sorted(frames)
        await append(store, TOPIC, b"next", b"")
        (after,) = await store.read(TOPIC, found[-1].sequence, 4096)
    assert after.frame == b"next"


def put(store: Store, topic: bytes, frame: bytes, writer: int) -> list[int | str]:
    """Append; return where it is told what became of it."""
    told: list[int | str] = []
    try:
        store.append(topic, frame, writer.to_bytes(ORIGIN) + b"more", told.append)
    except StoreError as error:
        told.append(str(error))
    return told


def is_kept(told: list[int | str]) -> bool:
    (answer,) = told
    return isinstance(answer, int) and answer > 0


async def test_what_is_behind_a_refused_frame_is_refused_for_its_writer_only(
    place: Place,
) -> None:
    """Unless its writer knew already when it came."""
    store = place.open()
    async with running(store):
        first = put(store, TOPIC, b"first", 1)
        large = put(store, TOPIC, bytes(ROOM + 1), 1)
        was_known = bool(large)
        behind = [put(store, TOPIC, b"behind", 1), put(store, TOPIC, b"behind", 1)]
        elsewhere = put(store, OTHER, b"elsewhere", 1)
        anothers = put(store, TOPIC, b"another's", 2)
        await append(store, OTHER, b"end", b"")
        assert large == [TOO_LARGE]
        assert all(map(is_kept, (first, elsewhere, anothers)))
        assert [is_kept(told) for told in behind] == [was_known] * 2
        await append(store, TOPIC, b"again", (1).to_bytes(ORIGIN))
        kept = [each.frame for each in await read_all(store, TOPIC)]
    between = [b"behind"] * (2 * was_known)
    assert kept == [b"first", *between, b"another's", b"again"]


async def test_what_waits_behind_a_refused_frame_is_refused_before_it_is_kept(
    place: Place,
) -> None:
    """It may come while the refused one is on its way, and be the next to go."""
    store = place.open()
    async with running(store):
        for turn in range(60):
            refused = put(store, TOPIC, bytes(ROOM + 1), 1)
            for _ in range(turn):
                await trio.lowlevel.checkpoint()
            was_known = bool(refused)
            behind = put(store, TOPIC, b"behind", 1)
            await append(store, OTHER, b"end", b"")
            assert refused == [TOO_LARGE]
            assert is_kept(behind) == was_known


async def test_what_is_told_to_be_kept_is_told_where(place: Place) -> None:
    store = place.open()
    async with running(store):
        places = [await append(store, TOPIC, b"%d" % n, b"") for n in range(3)]
        kept = await read_all(store, TOPIC)
    assert [each.sequence for each in kept] == places
