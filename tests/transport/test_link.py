"""What every kind of link promises."""

from __future__ import annotations

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from p2pgame.transport.link import FRAME_LIMIT, Link, LinkClosed
from tests.transport.pairs import PATIENCE, MakePair, Pair, receive_rest


async def send_all(link: Link, frames: list[bytes]) -> None:
    for frame in frames:
        await link.send(frame)


class Flood:
    """Sends until the link is full; counts what is through."""

    def __init__(self, link: Link, size: int = 64 * 1024, count: int = 1000) -> None:
        self.link = link
        self.frames = [n.to_bytes(4) * (size // 4) for n in range(count)]
        self.sent = 0
        self.closed = trio.Event()

    async def run(self) -> None:
        try:
            for frame in self.frames:
                await self.link.send(frame)
                self.sent += 1
        except LinkClosed:
            self.closed.set()

    async def wait_stuck(self) -> None:
        before = -1
        while self.sent > before:
            before = self.sent
            await wait_all_tasks_blocked(cushion=0.05)


async def test_frames_arrive_whole_and_in_order_both_ways(pair: Pair) -> None:
    there = [f"there {n}".encode() * n for n in range(300)]
    back = [f"back {n}".encode() * n for n in range(300)]
    got: dict[int, list[bytes]] = {}

    async def receive(side: int) -> None:
        got[side] = [await pair[side].receive() for _ in range(300)]

    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(send_all, pair[0], there)
            nursery.start_soon(send_all, pair[1], back)
            nursery.start_soon(receive, 0)
            nursery.start_soon(receive, 1)
    assert got == {0: back, 1: there}


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65535, 65536, FRAME_LIMIT])
@pytest.mark.parametrize("sender", [0, 1])
async def test_a_frame_of_any_size_up_to_the_limit_arrives(
    pair: Pair, size: int, sender: int
) -> None:
    frame = (bytes(range(256)) * (size // 256 + 1))[:size]
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(pair[sender].send, frame)
            assert await pair[1 - sender].receive() == frame


@pytest.mark.attack(26)
@pytest.mark.parametrize("sender", [0, 1])
async def test_a_frame_above_the_limit_ends_the_link(pair: Pair, sender: int) -> None:
    async with trio.open_nursery() as nursery:
        nursery.start_soon(pair[sender].send, bytes(FRAME_LIMIT + 1))
        with trio.fail_after(PATIENCE), pytest.raises(LinkClosed, match="limit"):
            await pair[1 - sender].receive()
    assert await receive_rest(pair[sender]) == []


@pytest.mark.parametrize("closer", [0, 1])
async def test_what_was_sent_before_a_close_is_received_before_it(
    pair: Pair, closer: int
) -> None:
    await send_all(pair[closer], [b"one", b"two", b"three"])
    await pair[closer].aclose()
    other = pair[1 - closer]
    assert await receive_rest(other) == [b"one", b"two", b"three"]
    with pytest.raises(LinkClosed):
        await other.send(b"too late")


@pytest.mark.parametrize("closer", [0, 1])
async def test_a_closed_link_does_nothing_more(pair: Pair, closer: int) -> None:
    link = pair[closer]
    await link.aclose()
    with pytest.raises(LinkClosed):
        await link.send(b"frame")
    with pytest.raises(LinkClosed):
        await link.receive()
    await link.aclose()


@pytest.mark.parametrize("closer", [0, 1])
async def test_a_close_wakes_those_who_wait_for_frames(pair: Pair, closer: int) -> None:
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            for link in pair:
                nursery.start_soon(receive_rest, link)
            await wait_all_tasks_blocked()
            await pair[closer].aclose()


async def test_a_cancelled_receive_loses_no_frame(pair: Pair) -> None:
    near, far = pair
    with trio.CancelScope() as scope:
        scope.cancel()
        await far.receive()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(far.receive)
        await wait_all_tasks_blocked()
        nursery.cancel_scope.cancel()
    await near.send(b"first")
    assert await far.receive() == b"first"


async def test_a_sender_waits_for_a_reader_and_nothing_is_lost(pair: Pair) -> None:
    near, far = pair
    flood = Flood(near, count=400)
    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(flood.run)
            await flood.wait_stuck()
            assert flood.sent < len(flood.frames), "the link has no bound"
            for frame in flood.frames:
                assert await far.receive() == frame
    assert flood.sent == len(flood.frames)


@pytest.mark.parametrize("closer", [0, 1])
async def test_a_close_ends_a_send_that_waits(pair: Pair, closer: int) -> None:
    flood = Flood(pair[0])
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(flood.run)
            await flood.wait_stuck()
            await pair[closer].aclose()
            await flood.closed.wait()
    assert flood.sent < len(flood.frames)


async def test_many_links_do_not_mix(make_pair: MakePair) -> None:
    with trio.fail_after(PATIENCE):
        pairs = [await make_pair() for _ in range(40)]
        async with trio.open_nursery() as nursery:
            for number, (near, far) in enumerate(pairs):
                nursery.start_soon(check_own_frames, number, near, far)


async def check_own_frames(number: int, near: Link, far: Link) -> None:
    frames = [b"%d/%d" % (number, n) for n in range(20)]
    async with trio.open_nursery() as nursery:
        nursery.start_soon(send_all, near, frames)
        for frame in frames:
            assert await far.receive() == frame
