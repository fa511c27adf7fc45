"""Whoever reads slowly, or not at all, loses nothing and delays nobody."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import trio
import trio.testing

from p2pgame.relay.counts import Counts
from p2pgame.relay.sqlite import SqliteStore
from p2pgame.transport.link import FRAME_LIMIT, LinkClosed
from p2pgame.transport.relay.codec import read_relay
from p2pgame.transport.relay.protocol import Deliver, Publish, Stored, Subscribe
from p2pgame.transport.websocket import connect
from tests.relay.clients import (
    GENEROUS,
    PATIENCE,
    Client,
    Writing,
    client,
    frame,
    number_of,
    relay,
)
from tests.transport.strangers import BINARY, END, REQUEST, read_head, stranger
from tests.transport.strangers import frame as masked

TABLE = Writing(5)


def store(path: Path) -> SqliteStore:
    return SqliteStore(path / "relay.db", room=64 * FRAME_LIMIT * 4)


async def publish(writer: Client, numbers: range, size: int) -> None:
    for number in numbers:
        await writer.say(Publish(TABLE.topic, number, frame(number, size)))
        await writer.expect(Stored)


async def read_all(link: Client) -> list[Deliver]:
    """Return what the connection still brings, until its end."""
    heard = []
    with trio.fail_after(PATIENCE):
        try:
            while True:
                message = read_relay(await link.link.receive())
                if isinstance(message, Deliver):
                    heard.append(message)
        except LinkClosed:
            return heard


@pytest.mark.attack(32)
async def test_a_reader_who_is_too_slow_is_cut_and_goes_on_where_it_was(
    tmp_path: Path,
) -> None:
    settings = replace(GENEROUS, queue_bytes=2 * FRAME_LIMIT)
    counts = Counts()
    async with relay(store(tmp_path), settings, counts) as address:
        async with client(address) as writer, client(address) as prompt:
            await writer.join(TABLE)
            await prompt.join(TABLE)
            async with client(address) as slow:
                await slow.join(TABLE)
                number = 0
                while not counts.cut_slow:
                    await publish(writer, range(number, number + 1), FRAME_LIMIT)
                    # The others hear of each at once.
                    assert number_of(await prompt.expect(Deliver)) == number
                    number += 1
                    assert number < 200
                heard = await read_all(slow)
        assert len(heard) < number
        async with client(address) as again:
            at = heard[-1].sequence if heard else 0
            await again.say(Subscribe(TABLE.topic, at))
            heard += (await again.catch_up())[0]
    assert [number_of(d) for d in heard] == list(range(number))


async def test_small_frames_that_wait_are_counted_too(tmp_path: Path) -> None:
    counts = Counts()
    settings = replace(GENEROUS, queue_frames=4, queue_bytes=2**40)
    serving = relay(store(tmp_path), settings, counts)
    async with serving as at, client(at) as writer, client(at) as slow:
        await writer.join(TABLE)
        await slow.join(TABLE)
        # First the pipe between is filled, then four small ones wait.
        for number in range(2000):
            await publish(writer, range(number, number + 1), 65536)
            if counts.cut_slow:
                break
        assert counts.cut_slow == 1


@pytest.mark.attack(32)
async def test_what_waits_for_all_together_is_bounded(tmp_path: Path) -> None:
    counts = Counts()
    settings = replace(GENEROUS, queue_bytes=2**40, memory=6 * FRAME_LIMIT)
    serving = relay(store(tmp_path), settings, counts)
    async with (
        serving as at,
        client(at) as writer,
        client(at) as one,
        client(at) as two,
    ):
        await writer.join(TABLE)
        for slow in (one, two):
            await slow.join(TABLE)
        number = 0
        while counts.cut_memory < 2:
            await publish(writer, range(number, number + 1), FRAME_LIMIT)
            number += 1
            assert number < 200
        await publish(writer, range(number, number + 1), FRAME_LIMIT)


async def test_what_is_old_is_read_no_faster_than_it_is_taken(
    tmp_path: Path,
) -> None:
    """So one who comes back and reads nothing costs a step, not a topic."""
    counts = Counts()
    serving = relay(store(tmp_path), GENEROUS, counts)
    async with serving as address, client(address) as writer:
        await writer.join(TABLE)
        await publish(writer, range(80), FRAME_LIMIT)
        async with stranger(address) as idle:
            await idle.send_all(REQUEST + END)
            await read_head(idle)
            ask = bytes([1]) + TABLE.topic + bytes(8)
            await idle.send_all(masked(BINARY, ask))
            async with client(address) as reader:
                old = await reader.join(TABLE)
                assert len(old) == 80
            # Kernels hold some megabytes on the way; the rest was never read.
            assert 80 < counts.delivered_old < 150
            assert counts.cut_slow == 0


@pytest.mark.attack(32)
async def test_one_that_does_not_read_or_answer_is_let_go(tmp_path: Path) -> None:
    counts = Counts()
    settings = replace(GENEROUS, sweep=0.02, ping_after=0.05, silent=2)
    serving = relay(store(tmp_path), settings, counts)
    async with serving as at, client(at) as alive, stranger(at) as dead:
        await alive.join(TABLE)
        await dead.send_all(REQUEST + END)
        await read_head(dead)
        ask = bytes([1]) + TABLE.topic + bytes(8)
        await dead.send_all(masked(BINARY, ask))
        with trio.fail_after(PATIENCE):
            while await dead.receive_some():
                pass
        assert counts.cut_silent == 1
        assert (await alive.publish(TABLE, 1)).number == 1


async def test_one_who_wants_nothing_is_let_go(tmp_path: Path) -> None:
    counts = Counts()
    settings = replace(GENEROUS, sweep=0.02, idle=0.2)
    serving = relay(store(tmp_path), settings, counts)
    async with serving as at, client(at) as busy, client(at) as idle:
        await busy.join(TABLE)
        await idle.wait_end()
        assert counts.cut_idle == 1
        assert (await busy.publish(TABLE, 1)).number == 1


@pytest.mark.attack(31)
async def test_a_slow_handshake_keeps_nobody_out(tmp_path: Path) -> None:
    settings = replace(GENEROUS, handshakes=8)
    serving = relay(store(tmp_path), settings)
    async with serving as address, trio.open_nursery() as nursery:

        async def dawdle(*, task_status: trio.TaskStatus[None]) -> None:
            async with stranger(address) as stream:
                await stream.send_all(REQUEST)
                task_status.started()
                await trio.sleep_forever()

        for _ in range(40):
            await nursery.start(dawdle)
        with trio.fail_after(1):
            link = await connect(*address)
            await link.receive()
            await link.aclose()
        nursery.cancel_scope.cancel()


@pytest.mark.attack(31)
async def test_a_crowd_of_slow_handshakes_makes_room_for_itself(tmp_path: Path) -> None:
    settings = replace(GENEROUS, prefix_handshakes=2)
    async with (
        relay(store(tmp_path), settings) as address,
        stranger(address) as first,
        stranger(address) as second,
    ):
        for one in (first, second):
            await one.send_all(REQUEST[:9])
        await trio.testing.wait_all_tasks_blocked(0.01)
        async with stranger(address) as third:
            with trio.fail_after(5):
                assert not await first.receive_some()
            for one in (second, third):
                await one.send_all((REQUEST[9:] if one is second else REQUEST) + END)
                with trio.fail_after(5):
                    assert (await one.receive_some()).startswith(b"HTTP/1.1 101")
