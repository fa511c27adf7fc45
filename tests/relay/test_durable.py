"""A frame is shown at once, and acknowledged when it is on the disk and not before.

The disk is held up by a real lock: another connection has begun to write to the file,
so no commit gets through until it is done.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
import trio

from p2pgame.relay.sqlite import SqliteStore
from p2pgame.relay.sqlite.file import GAP, Ends, File
from p2pgame.relay.store import StoreError
from p2pgame.transport.relay.protocol import Deliver, Publish, Stored, Subscribe
from tests.relay.clients import Writing, client, frame, number_of, relay
from tests.relay.programs import bare
from tests.relay.stores import SOON, Ears, append, read_all, running
from tests.relay.test_stores import TOPIC, is_kept, put

TABLE, OTHER = Writing(31), Writing(32)

#: Seconds in which nothing comes that must not come.
A_WHILE = 0.15


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "relay.db"


@contextmanager
def stuck(path: Path) -> Iterator[None]:
    """Let no commit through, for less than SQLite waits."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


async def fill(store: SqliteStore) -> list[bytes]:
    """Append until the disk is full; return what was kept."""
    kept: list[bytes] = []
    for number in range(1, 100):
        if not await append(store, TOPIC, frame(number, 4096), b""):
            break
        kept.append(frame(number, 4096))
    assert 10 < len(kept) < 98
    return kept


async def test_others_hear_while_the_disk_is_stuck_and_the_writer_afterwards(
    path: Path,
) -> None:
    async with relay(path) as at, client(at) as anna, client(at) as bea:
        await anna.join(TABLE)
        await bea.join(TABLE)
        with stuck(path):
            await anna.say(Publish(TABLE.topic, 1, frame(1)))
            one = await bea.expect(Deliver)
            await bea.say(Publish(TABLE.topic, 1, frame(2)))
            two = await anna.expect(Deliver)
            with trio.move_on_after(A_WHILE):
                raise AssertionError(await anna.hear())
        assert one.sequence < two.sequence
        # Its place is below what the writer has heard of meanwhile.
        assert await anna.expect(Stored) == Stored(TABLE.topic, 1, one.sequence)
        assert await bea.expect(Stored) == Stored(TABLE.topic, 1, two.sequence)


async def test_whoever_comes_while_the_disk_is_stuck_misses_nothing(
    path: Path,
) -> None:
    async with (
        relay(path) as at,
        client(at) as anna,
        client(at) as bea,
        client(at) as carl,
    ):
        await anna.join(TABLE)
        await carl.join(TABLE)
        await anna.publish(TABLE, 1)
        with stuck(path):
            for number in range(2, 6):
                await anna.say(Publish(TABLE.topic, number, frame(number)))
            assert [number_of(await carl.expect(Deliver)) for _ in range(5)] == [
                *range(1, 6)
            ]
            await bea.say(Subscribe(TABLE.topic))
            await anna.say(Publish(TABLE.topic, 6, frame(6)))
            with trio.move_on_after(A_WHILE):
                raise AssertionError(await bea.hear())
        await anna.say(Publish(TABLE.topic, 7, frame(7)))
        old, _ = await bea.catch_up()
        heard = [number_of(each) for each in old]
        while len(heard) < 7:
            heard.append(number_of(await bea.expect(Deliver)))
        assert heard == [1, 2, 3, 4, 5, 6, 7]


async def test_a_stuck_disk_holds_up_no_reader_of_another_topic(path: Path) -> None:
    store, other = SqliteStore(path), b"o" * 16
    async with running(store):
        await append(store, other, b"there", b"")
        with stuck(path):
            told = put(store, TOPIC, b"under way", 1)
            for _ in range(20):
                await trio.lowlevel.checkpoint()
            (kept,) = await read_all(store, other)
            assert await store.bounds(other) == (kept.sequence, kept.sequence)
            assert told == []
        await append(store, TOPIC, b"end", b"")
        assert is_kept(told)


async def test_a_full_disk_keeps_nothing_and_the_others_hear_all_the_same(
    path: Path,
) -> None:
    size = 40 * 4096
    store = SqliteStore(path, size=size)
    async with running(store) as ears:
        store.follow(TOPIC)
        await store.bounds(TOPIC)
        kept = await fill(store)
        number = len(kept) + 1
        # What one writer has under way keeps its order: all or the first of it.
        told = [put(store, TOPIC, frame(n, 4096), 1) for n in range(900, 903)]
        assert await append(store, TOPIC, frame(903, 4096), b"") == 0
        assert told == [[0], [0], [0]]
        shown = ears.frames(TOPIC)
        assert shown[:-4] == [*kept, frame(number, 4096)]
        assert shown[-4:] == [frame(n, 4096) for n in range(900, 904)]
        assert [each.frame for each in await read_all(store, TOPIC)] == kept
        with closing(sqlite3.connect(path)) as other:
            other.execute("DELETE FROM frames")
            other.commit()
        place = await append(store, TOPIC, frame(7), b"")
        assert place > ears.heard[-2].sequence
        assert place == ears.heard[-1].sequence


async def test_what_would_fit_is_not_kept_behind_what_the_disk_has_no_room_for(
    path: Path,
) -> None:
    """It may come while the large one is on its way, and be the next to go."""
    store = SqliteStore(path, size=40 * 4096)
    late = 0
    async with running(store):
        await fill(store)
        for turn in range(40):
            large = put(store, TOPIC, frame(0, 4096), 1)
            for _ in range(turn):
                await trio.lowlevel.checkpoint()
            was_known = bool(large)
            small = put(store, TOPIC, b"x", 1)
            with trio.fail_after(SOON):
                while not (large and small):
                    await trio.lowlevel.checkpoint()
            assert not is_kept(large)
            assert is_kept(small) == was_known
            late += not was_known
    assert late


async def test_no_more_is_shown_above_the_disk_than_a_crash_may_take_back(
    path: Path,
) -> None:
    store = SqliteStore(path)
    answers: list[int | str] = []
    async with running(store):
        store.follow(TOPIC)
        await store.bounds(TOPIC)
        with stuck(path):
            for _ in range(GAP):
                store.append(TOPIC, b"x", b"", answers.append)
            with pytest.raises(StoreError, match=r"^busy: "):
                store.append(TOPIC, b"x", b"", answers.append)
        await append(store, b"o" * 16, b"", b"")
        first, last = answers[0], answers[-1]
        assert isinstance(first, int)
        assert last == first + GAP - 1
        assert await append(store, TOPIC, b"x", b"") == first + GAP


async def test_after_a_kill_no_sequence_stands_for_another_frame(path: Path) -> None:
    """Whoever was shown what the kill took back gets what is new, and that alone."""
    cursors: dict[Writing, int] = {}
    with bare(path) as running:
        at = running.address
        async with client(at) as anna, client(at) as bea:
            for table in (TABLE, OTHER):
                await anna.join(table)
                await bea.join(table)
            await anna.publish(TABLE, 1)
            await bea.expect(Deliver)
            with stuck(path):
                for table in (TABLE, OTHER):
                    for number in range(2, 12):
                        await anna.say(Publish(table.topic, number, frame(number)))
                        heard = await bea.expect(Deliver)
                        assert number_of(heard) == number
                        cursors[table] = heard.sequence
                running.process.kill()
                running.end()
    before = {TABLE: [1], OTHER: list[int]()}
    for life in (100, 101):
        with bare(path) as running:
            at = running.address
            for table in (TABLE, OTHER):
                async with client(at) as anna, client(at) as bea, client(at) as eve:
                    assert await anna.join(table, cursors[table]) == []
                    place = (await anna.publish(table, life)).sequence
                    (new,) = await bea.join(table, cursors[table])
                    assert new == Deliver(table.topic, place, frame(life))
                    before[table].append(life)
                    everything = [number_of(each) for each in await eve.join(table)]
                    assert everything == before[table]
                    assert place > cursors[table]
                    cursors[table] = place


async def test_what_was_never_kept_of_many_lives_is_used_only_once(path: Path) -> None:
    """Each life shows something, and ends before anything of it is on the disk."""
    seen: set[int] = set()
    for _ in range(4):
        store, ears = SqliteStore(path), Ears()
        async with trio.open_nursery() as nursery:
            await nursery.start(store.run, ears)
            store.follow(TOPIC)
            await store.bounds(TOPIC)
            with stuck(path):
                store.append(TOPIC, b"shown", b"", lambda answer: None)
                (kept,) = ears.heard
                # As after a kill: the next one opens the file as it is now.
                copy = path.with_name(f"{path.name}.{len(seen)}")
                for suffix in ("", "-wal"):
                    source = path.with_name(path.name + suffix)
                    copy.with_name(copy.name + suffix).write_bytes(source.read_bytes())
            nursery.cancel_scope.cancel()
        assert kept.sequence not in seen
        seen.add(kept.sequence)
        path = copy


async def test_the_file_is_not_closed_under_a_thread_that_reads(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite would read freed memory then, which kills the process at times."""
    reads, is_closed = threading.Event(), threading.Event()
    read, close = File.ends, File.close
    closed_while_reading = None

    def slow_read(file: File, topic: bytes) -> Ends:
        nonlocal closed_while_reading
        reads.set()
        closed_while_reading = is_closed.wait(A_WHILE)
        return read(file, topic)

    def told_close(file: File) -> None:
        is_closed.set()
        close(file)

    monkeypatch.setattr(File, "ends", slow_read)
    monkeypatch.setattr(File, "close", told_close)
    store = SqliteStore(path)
    async with trio.open_nursery() as nursery:
        await nursery.start(store.run, Ears())
        nursery.start_soon(store.bounds, TOPIC)
        assert await trio.to_thread.run_sync(reads.wait, SOON)
        nursery.cancel_scope.cancel()
    assert is_closed.is_set()
    assert closed_while_reading is False


async def test_the_numbers_of_a_topic_go_on_while_nobody_is_there(path: Path) -> None:
    """They are forgotten and read again, but for those that the file does not know."""
    size = 30 * 4096
    store = SqliteStore(path, size=size)
    async with running(store) as ears:
        for _ in range(3):
            store.follow(TOPIC)
            await store.bounds(TOPIC)
            await append(store, TOPIC, b"small", b"")
            store.unfollow(TOPIC)
        store.follow(TOPIC)
        await store.bounds(TOPIC)
        await fill(store)
        refused = ears.heard[-1].sequence
        store.unfollow(TOPIC)
        store.follow(TOPIC)
        await store.bounds(TOPIC)
        store.append(TOPIC, b"next", b"", lambda answer: None)
        assert ears.heard[-1].sequence == refused + 1
    assert [k.sequence for k in ears.heard] == [
        *range(ears.heard[0].sequence, refused + 2)
    ]
