"""A full store is no full stop: what can't be kept is handed on, and room is made."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
import trio

from p2pgame.relay.sqlite import SqliteStore
from p2pgame.relay.sqlite.file import GAP
from p2pgame.transport.link import SIZES
from p2pgame.transport.relay.protocol import Deliver, Publish, Stored
from tests.children import WITHIN
from tests.relay.clients import Client, Writing, client, frame, number_of
from tests.relay.programs import fetch, program
from tests.relay.stores import SOON, append, read_all, running
from tests.relay.test_durable import fill
from tests.relay.test_stores import OTHER, TOPIC, put

TABLE, LATER = Writing(51), Writing(52)
FAST = ("publishes=1e6/1e6", "publish_bytes=1e9/1e9", "requests=1e6/1e6")


@contextmanager
def small_disk(folder: Path, size: int) -> Iterator[Path]:
    """Yield a file system of so many bytes."""
    folder.mkdir()
    if shutil.which("mount") is None:
        pytest.skip("nothing can be mounted here")
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "none", str(folder)]
    done = subprocess.run(mount, capture_output=True, timeout=WITHIN)
    if done.returncode:
        pytest.skip("only the superuser can mount a small disk")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True, timeout=WITHIN)


def size_of(folder: Path) -> int:
    """Return the bytes of all files of a folder."""
    return sum(file.stat().st_size for file in folder.iterdir())


async def publish(peer: Client, writing: Writing, count: int, size: int) -> list[int]:
    """Publish numbered frames, one after the other; return the places of each."""
    places = []
    for number in range(1, count + 1):
        await peer.say(Publish(writing.topic, number, frame(number, size)))
        places.append((await peer.expect(Stored)).sequence)
    return places


async def test_idle_topics_make_room_for_those_who_play(tmp_path: Path) -> None:
    """The idle ones go, oldest first; nobody who is connected loses anything."""
    disk = 2_000_000
    limits = (*FAST, f"disk={disk}")
    with program(f"sqlite:{tmp_path / 'db'}", *limits) as relay:
        async with client(relay.address) as anna:
            await anna.join(TABLE)
            assert all(await publish(anna, TABLE, 20, SIZES[2]))
            for number in range(100, 130):
                old = Writing(number)
                async with client(relay.address) as idle:
                    await idle.join(old)
                    assert all(await publish(idle, old, 8, SIZES[3]))
            # SQLite's index of its log comes on top.
            assert size_of(tmp_path) < disk + 2**16
            async with client(relay.address) as bea:
                assert len(await bea.join(TABLE)) == 20
            async with client(relay.address) as carl:
                assert await carl.join(Writing(100)) == []
                assert len(await carl.join(Writing(129))) == 8
        _, page = await fetch(relay.address, "/metrics")
    evicted = [line for line in page.splitlines() if "evicted_topics_total " in line]
    assert int(evicted[-1].split()[1]) > 10


async def test_a_table_goes_on_while_the_disk_is_full_and_is_kept_afterwards(
    tmp_path: Path,
) -> None:
    """Somebody else's file takes all of the disk, and goes again."""
    with (
        small_disk(tmp_path / "disk", 2**20) as disk,
        program(f"sqlite:{disk / 'db'}", *FAST) as relay,
    ):
        async with client(relay.address) as anna, client(relay.address) as bea:
            await anna.join(TABLE)
            await bea.join(TABLE)
            with suppress(OSError), (disk / "else").open("wb", 0) as other:
                while True:
                    other.write(bytes(4096))
            places = await publish(anna, TABLE, 100, SIZES[3])
            heard = [number_of(await bea.expect(Deliver)) for _ in places]
            assert heard == [*range(1, 101)]
            assert places[-1] == 0
            (disk / "else").unlink()
            assert all((await publish(anna, TABLE, 130, SIZES[0]))[100:])


async def test_a_relay_starts_where_the_disk_is_full(tmp_path: Path) -> None:
    """It has kept some room for that; its tables go on, and are kept afterwards."""
    with small_disk(tmp_path / "disk", 8 * 2**20) as disk:
        store, spare = f"sqlite:{disk / 'db'}", disk / "db-spare"
        with program(store, *FAST) as relay:
            async with client(relay.address) as anna:
                await anna.join(TABLE)
                assert all(await publish(anna, TABLE, 5, SIZES[0]))
            relay.process.terminate()
            await trio.to_thread.run_sync(relay.end)
        assert spare.exists()
        with suppress(OSError), (disk / "else").open("wb", 0) as other:
            while True:
                other.write(bytes(4096))
        with program(store, *FAST) as relay:
            async with client(relay.address) as anna, client(relay.address) as bea:
                assert len(await anna.join(TABLE)) == len(await bea.join(TABLE)) == 5
                places = await publish(anna, TABLE, 100, SIZES[3])
                heard = [number_of(await bea.expect(Deliver)) for _ in places]
                assert heard == [*range(1, 101)]
                assert places[-1] == 0
                (disk / "else").unlink()
                assert all((await publish(anna, TABLE, 130, SIZES[0]))[100:])
                with trio.fail_after(SOON):
                    while not spare.exists():  # noqa: ASYNC110
                        await trio.sleep(0.05)


async def test_what_a_full_store_hands_on_never_ends(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "db", size=40 * 4096)
    async with running(store) as ears:
        store.follow(TOPIC)
        await store.bounds(TOPIC)
        await fill(store)
        before = len(ears.heard)
        for _ in range(3):
            told = [put(store, TOPIC, frame(n, 4096), 1) for n in range(GAP // 2)]
            assert await append(store, TOPIC, frame(1, 4096), b"") == 0
            assert all(each == [0] for each in told)
        assert len(ears.heard) == before + 3 * (GAP // 2 + 1)
        shown = ears.heard[-1].sequence
    # Nothing of it is on the disk, and no number of it is used again.
    store = SqliteStore(tmp_path / "db")
    async with running(store):
        assert await append(store, TOPIC, b"next", b"") > shown


async def test_the_log_of_the_database_is_bounded(tmp_path: Path) -> None:
    path = tmp_path / "db"
    store = SqliteStore(path, size=8 * 2**20)
    longest = 0
    async with running(store):
        for number in range(0, 1000, 4):
            async with trio.open_nursery() as four:
                for n in range(number, number + 4):
                    topic = bytes([n % 40]) * 16
                    four.start_soon(append, store, topic, frame(n, 2048), b"")
            log = path.with_name("db-wal").stat().st_size
            longest = max(longest, log)
        assert len(await read_all(store, bytes(16), 2**22)) == 25
    assert 2**20 < longest < 2.25 * 2**20


async def test_one_source_keeps_its_share_and_the_rest_is_handed_on(
    tmp_path: Path,
) -> None:
    limits = (*FAST, "prefix_kept=1/20000")
    with program(f"sqlite:{tmp_path / 'db'}", *limits) as relay:
        async with client(relay.address) as anna, client(relay.address) as bea:
            await anna.join(TABLE)
            await bea.join(TABLE)
            places = await publish(anna, TABLE, 30, SIZES[1])
            heard = [number_of(await bea.expect(Deliver)) for _ in places]
            assert heard == [*range(1, 31)]
            kept = sum(map(bool, places))
            assert 0 < kept < 30
            assert not any(places[kept:])
            async with client(relay.address) as carl:
                assert len(await carl.join(TABLE)) == kept


async def test_what_is_not_to_be_kept_stays_in_its_place(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "db")
    async with running(store) as ears:
        store.follow(TOPIC)
        await store.bounds(TOPIC)
        told: list[int | str] = []
        for number in range(9):
            keeps = number % 3 != 1
            store.append(TOPIC, b"%d" % number, b"", told.append, keeps=keeps)
        await append(store, OTHER, b"end", b"")
        kept = [each.frame for each in await read_all(store, TOPIC)]
    assert [bool(place) for place in told] == [True, False, True] * 3
    assert kept == [b"0", b"2", b"3", b"5", b"6", b"8"]
    assert ears.frames(TOPIC) == [b"%d" % number for number in range(9)]
