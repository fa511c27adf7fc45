"""Direct links against peers that break the rules."""

from __future__ import annotations

import random
import time
import tracemalloc

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from p2pgame.transport import websocket
from p2pgame.transport.link import FRAME_LIMIT, LinkClosed
from p2pgame.transport.meter import FRAME_BURST
from p2pgame.transport.websocket import Incoming, connect
from tests.transport.pairs import PATIENCE
from tests.transport.strangers import (
    BINARY,
    CLOSE,
    CLOSE_NORMALLY,
    CONTINUED,
    END,
    MASK,
    MORE_BINARY,
    MORE_CONTINUED,
    PING,
    PONG,
    REQUEST,
    TEXT,
    check_open,
    closed_because,
    frame,
    guest,
    listening,
    read_rest,
    send_in_vain,
    stranger,
    until_closed,
)


async def test_text_ends_the_link() -> None:
    async with listening() as (table, address), guest(address) as stream:
        await stream.send_all(frame(TEXT, b"hello"))
        assert "text" in await closed_because(await table.next_link())
        await read_rest(stream)


async def test_a_link_of_text_has_frames_of_text_and_no_others() -> None:
    async with listening() as (table, address):
        near = await connect(*address, incoming=Incoming(is_text=True))
        far = await table.next_link()
        assert isinstance(far, websocket.Socket)
        far.is_text = True
        await near.send("é".encode())
        await far.send(b"[]")
        with trio.fail_after(PATIENCE):
            assert await far.receive() == "é".encode()
            assert await near.receive() == b"[]"
        far.is_text = False
        await far.send(b"[]")
        assert "text" in await closed_because(near)


async def test_a_fragmented_frame_is_put_together() -> None:
    async with listening() as (table, address), guest(address) as stream:
        link = await table.next_link()
        await stream.send_all(frame(MORE_BINARY, b"ab") + frame(MORE_CONTINUED, b"cd"))
        await stream.send_all(frame(PING, b"?") + frame(CONTINUED, b"ef"))
        assert await link.receive() == b"abcdef"
        assert await stream.receive_some(7) == b"\x8a\x01?"


FLOODS = {
    "empty fragments": frame(MORE_BINARY) + frame(MORE_CONTINUED) * 300_000,
    "one-byte fragments": frame(MORE_BINARY) + frame(MORE_CONTINUED, b"x") * 300_000,
    "tiny frames": frame(BINARY, b"x") * 300_000,
    "pings": frame(PING) * 300_000,
    "pongs": frame(PONG) * 300_000,
}


@pytest.mark.attack(29)
@pytest.mark.parametrize("flood", FLOODS.values(), ids=FLOODS)
async def test_a_flood_of_tiny_frames_is_cut_off(flood: bytes) -> None:
    async def send() -> None:
        try:
            await stream.send_all(flood)
        except trio.BrokenResourceError:
            cut.set()

    cut = trio.Event()
    async with listening() as (table, address), guest(address) as stream:
        link = await table.next_link()
        start = time.process_time()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(send)
            nursery.start_soon(read_rest, stream)
            received, why = await until_closed(link)
            await cut.wait()
        assert "too many" in why
        # Reading it all took the library seconds; the rate adds a little.
        assert time.process_time() - start < 2
        assert len(received) < FRAME_BURST * 2
        await check_open(table, address)


async def test_a_burst_within_the_budget_is_let_through() -> None:
    count = int(FRAME_BURST) - 1
    async with listening() as (table, address), guest(address) as stream:
        link = await table.next_link()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(stream.send_all, frame(BINARY, b"x") * count)
            with trio.fail_after(PATIENCE):
                for _ in range(count):
                    assert await link.receive() == b"x"


@pytest.mark.attack(26)
@pytest.mark.parametrize("claim", [FRAME_LIMIT + 1, 2**40, 2**63 - 1])
async def test_a_claimed_size_above_the_limit_costs_no_memory(claim: int) -> None:
    data = bytes([BINARY, 0xFF]) + claim.to_bytes(8) + MASK
    data += bytes(min(claim, 4 * FRAME_LIMIT))
    async with listening() as (table, address), guest(address) as stream:
        link = await table.next_link()
        async with trio.open_nursery() as nursery:
            tracemalloc.start()
            try:
                nursery.start_soon(send_in_vain, stream, data)
                assert "above the limit" in await closed_because(link)
                _, peak = tracemalloc.get_traced_memory()
            finally:
                tracemalloc.stop()
        assert peak < 3 * FRAME_LIMIT


async def test_fragments_above_the_limit_together_end_the_link() -> None:
    part = bytes(FRAME_LIMIT // 2)
    async with listening() as (table, address), guest(address) as stream:
        link = await table.next_link()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(
                send_in_vain,
                stream,
                frame(MORE_BINARY, part) + frame(MORE_CONTINUED, part) * 2,
            )
            assert "above the limit" in await closed_because(link)


@pytest.mark.parametrize(
    "broken",
    [
        b"\x82\x01x",
        b"\xf2\x80" + MASK,
        b"\x83\x80" + MASK,
        frame(CONTINUED, b"x"),
        frame(MORE_BINARY, b"x") + frame(BINARY, b"x"),
        frame(0x09, b"x"),
        b"\x89\xfe\x00\x80" + MASK + bytes(128),
        frame(CLOSE, b"x"),
        frame(CLOSE, b"\x00\x01"),
        frame(CLOSE, b"\x03\xe8\xff"),
        frame(TEXT, b"\xff"),
    ],
)
async def test_a_broken_frame_ends_only_its_link(broken: bytes) -> None:
    async with listening() as (table, address), guest(address) as stream:
        link = await table.next_link()
        await stream.send_all(broken)
        await closed_because(link)
        await link.aclose()
        await read_rest(stream)
        await check_open(table, address)


async def test_a_ping_while_we_say_goodbye_does_no_harm() -> None:
    async with listening() as (table, address), guest(address) as stream:
        link = await table.next_link()
        with trio.fail_after(websocket.CLOSE_WITHIN / 2):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(link.aclose)
                assert (await stream.receive_some(1))[0] == CLOSE
                await stream.send_all(frame(PING, b"still there?") * 3)
                await read_rest(stream)
        await check_open(table, address)


@pytest.mark.attack(72)
async def test_random_bytes_never_end_the_listening() -> None:
    chance = random.Random(20)
    heads = [b"", REQUEST, REQUEST + END, REQUEST + b"Origin: x\r\n" + END]
    async with listening() as (table, address):
        for n in range(120):
            noise = chance.randbytes(chance.randrange(200))
            async with stranger(address) as stream:
                await send_in_vain(stream, heads[n % 4] + noise)
                await stream.send_eof()
        await check_open(table, address)


async def test_a_goodbye_to_a_peer_that_reads_is_quick() -> None:
    async with listening() as (table, address):
        near = await connect(*address)
        far = await table.next_link()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(closed_because, near)
            nursery.start_soon(closed_because, far)
            await wait_all_tasks_blocked()
            with trio.fail_after(websocket.CLOSE_WITHIN / 2):
                await near.aclose()
        assert await closed_because(near) == "We closed the link."
        assert await closed_because(far) == "The other side closed the link."


async def test_a_goodbye_waits_for_its_answer() -> None:
    """Or a system that drops unread bytes at a close would drop our last frames."""
    async with listening() as (table, address), guest(address) as stream:
        link = await table.next_link()
        closed = trio.Event()

        async def close() -> None:
            await link.aclose()
            closed.set()

        async with trio.open_nursery() as nursery:
            nursery.start_soon(closed_because, link)
            nursery.start_soon(close)
            assert await stream.receive_some() == bytes([CLOSE, 2]) + CLOSE_NORMALLY
            await wait_all_tasks_blocked()
            assert not closed.is_set()
            await stream.send_all(frame(CLOSE, CLOSE_NORMALLY))
            with trio.fail_after(websocket.CLOSE_WITHIN / 2):
                await closed.wait()


async def test_links_that_are_gone_leave_no_task_behind() -> None:
    async with listening() as (table, address):
        await wait_all_tasks_blocked()
        before = trio.lowlevel.current_statistics().tasks_living
        for _ in range(3):
            near = await connect(*address)
            await near.aclose()
            async with stranger(address) as stream:
                await stream.send_all(REQUEST)
        for _ in range(3):
            await (await table.next_link()).aclose()
        with trio.fail_after(PATIENCE):
            # The handlers of the three links still stand by.
            while trio.lowlevel.current_statistics().tasks_living > before + 3:
                await wait_all_tasks_blocked()


async def test_a_send_cancelled_inside_a_frame_ends_the_link() -> None:
    async with listening() as (table, address):
        near = await connect(*address)
        far = await table.next_link()
        async with trio.open_nursery() as nursery:

            async def flood() -> None:
                for n in range(100):
                    await near.send(n.to_bytes(4) * (FRAME_LIMIT // 4))

            nursery.start_soon(flood)
            await wait_all_tasks_blocked(cushion=0.05)
            nursery.cancel_scope.cancel()
        with trio.fail_after(1), pytest.raises(LinkClosed):
            await near.send(b"would be read as the rest of the frame before")
        got, _ = await until_closed(far)
        assert got == [n.to_bytes(4) * (FRAME_LIMIT // 4) for n in range(len(got))]


@pytest.mark.attack(32)
async def test_a_peer_that_answers_no_ping_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(websocket, "PING_EVERY", 0.05)
    monkeypatch.setattr(websocket, "PONG_WITHIN", 0.05)
    async with listening() as (table, address), guest(address):
        assert "stopped answering" in await closed_because(await table.next_link())


async def test_a_peer_that_answers_pings_is_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(websocket, "PING_EVERY", 0.01)
    async with listening() as (table, address), guest(address) as stream:
        link = await table.next_link()
        for _ in range(10):
            with trio.fail_after(PATIENCE):
                ping = await stream.receive_some(6)
            assert ping[0] == PING
            await stream.send_all(frame(PONG, ping[2:]))
        await stream.send_all(frame(BINARY, b"here"))
        assert await link.receive() == b"here"
