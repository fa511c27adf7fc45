"""Damage is noticed: the file is set aside, a new one begun, and peers post again."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
import trio

from p2pgame.relay.sqlite import SqliteStore
from p2pgame.transport.link import SIZES
from tests.relay.clients import Writing, client, frame, number_of
from tests.relay.programs import fetch, program
from tests.relay.stores import SOON, append, append_at_last, read_all, running
from tests.relay.test_full import FAST, publish
from tests.relay.test_health import ADMIN
from tests.relay.whole_games import WholeGame, url_of

TABLE = Writing(71)
PAGE = 4096


def halved(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2 // PAGE * PAGE)


def headless(path: Path) -> None:
    with path.open("r+b") as file:
        file.write(bytes(100))


def garbage(path: Path) -> None:
    """Overwrite a third of the pages, but the first."""
    draw = Random(1)
    with path.open("r+b") as file:
        for page in range(1, path.stat().st_size // PAGE):
            if page % 3 == 1:
                file.seek(page * PAGE)
                file.write(draw.randbytes(PAGE))


def deleted(path: Path) -> None:
    for file in path.parent.glob(f"{path.name}*"):
        file.unlink()


async def filled(path: Path) -> None:
    """Leave a file with frames of many topics."""
    store = SqliteStore(path)
    async with running(store):
        for number in range(400):
            await append(store, bytes([number % 20]) * 16, frame(number, 1024), b"")


@pytest.mark.parametrize("harm", [halved, headless, garbage])
async def test_a_damaged_file_is_set_aside_when_a_relay_starts(
    tmp_path: Path, harm: Callable[[Path], None]
) -> None:
    path = tmp_path / "db"
    await filled(path)
    harm(path)
    with program(f"sqlite:{path}", more=ADMIN) as relay:
        at = relay.operators()
        async with client(relay.address) as anna:
            assert await anna.join(TABLE) == []
            assert (await anna.publish(TABLE, 1)).sequence
        assert await fetch(at, "/ready") == (200, "ready\n")
        _, page = await fetch(at, "/metrics")
        assert "\np2pgame_relay_store_begun_anew_total 1\n" in page
        relay.process.terminate()
        log = await trio.to_thread.run_sync(relay.end)
    assert "ERROR the store was damaged, and is set aside: it begins anew" in log
    assert path.with_name("db.damaged").exists()


@pytest.mark.parametrize("harm", [halved, headless, garbage, deleted])
async def test_harm_to_a_running_relay_s_file_is_noticed(
    tmp_path: Path, harm: Callable[[Path], None]
) -> None:
    """Those who are connected come back, and their numbers go on rising."""
    path = tmp_path / "db"
    await filled(path)
    with program(f"sqlite:{path}", *FAST, more=ADMIN) as relay:
        at = relay.operators()
        async with client(relay.address) as anna:
            await anna.join(TABLE)
            before = await publish(anna, TABLE, 50, SIZES[2])
            harm(path)
            await anna.wait_end()
        async with client(relay.address) as anna:
            assert await anna.join(TABLE, before[-1]) == []
            place = (await anna.publish(TABLE, 99)).sequence
            assert place > before[-1]
        assert await fetch(at, "/ready") == (200, "ready\n")
        relay.process.terminate()
        log = await trio.to_thread.run_sync(relay.end)
    assert log.count("it begins anew") == 1
    with program(f"sqlite:{path}") as relay:
        async with client(relay.address) as anna:
            (kept,) = await anna.join(TABLE)
            assert number_of(kept) == 99


async def test_a_file_that_is_put_in_its_place_is_read(tmp_path: Path) -> None:
    path, other = tmp_path / "db", tmp_path / "other"
    topic = bytes(16)
    await filled(other)
    store, lost = SqliteStore(path), list[bytes | None]()
    async with running(store):
        store.on_lost = lost.append
        await append(store, topic, b"here", b"")
        other.replace(path)
        with trio.fail_after(SOON):
            while not lost:  # noqa: ASYNC110
                await trio.sleep(0.05)
        assert len(await read_all(store, topic)) == 20
        assert lost == [None]


async def test_where_no_file_can_be_made_it_is_said_until_one_can(
    tmp_path: Path,
) -> None:
    """A folder is in the way; those who listen hear each other all the same."""
    path, topic = tmp_path / "db", bytes(16)
    store = SqliteStore(path)
    async with running(store) as ears:
        store.follow(topic)
        await append(store, topic, b"one", b"")
        deleted(path)
        path.mkdir()
        with trio.fail_after(SOON):
            while "damaged" not in store.health.troubles:  # noqa: ASYNC110
                await trio.sleep(0.05)
        assert await append(store, topic, b"two", b"") == 0
        path.rmdir()
        await append_at_last(store, topic, b"three")
        assert not store.health.troubles
        assert ears.frames(topic) == [b"one", b"two", b"three"]


async def test_a_file_of_something_else_is_refused_in_a_sentence(
    tmp_path: Path,
) -> None:
    path = tmp_path / "db"
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE topics (something TEXT)")
    told = r"db: The file can't be opened: no such"
    with pytest.raises(AssertionError, match=told), program(f"sqlite:{path}"):
        pass


async def test_players_post_again_what_they_hold(tmp_path: Path) -> None:
    """Their only way to each other is a relay whose files go in mid-game."""
    path = tmp_path / "db"
    with program(f"sqlite:{path}", more=ADMIN) as relay:
        game = WholeGame(tmp_path)
        try:
            here = [url_of(relay)]
            invite = await game.host(here, "holdem", "--players", "2", "--hands", "6")
            game.guest(invite, here)
            await game.wait(game.has_begun)
            deleted(path)
            assert await game.play_out(90)
            assert game.wrongs() == []
        finally:
            game.end()
        _, page = await fetch(relay.operators(), "/metrics")
    assert "\np2pgame_relay_store_begun_anew_total 1\n" in page
