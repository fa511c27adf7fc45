"""What links to one peer promise besides: the end of one is the other's."""

from __future__ import annotations

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from p2pgame.transport.link import FRAME_LIMIT, Link, LinkClosed
from tests.transport.pairs import PATIENCE, Pair, receive_rest


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


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65535, 65536, FRAME_LIMIT])
@pytest.mark.parametrize("sender", [0, 1])
async def test_a_frame_of_any_size_up_to_the_limit_arrives(
    tied: Pair, size: int, sender: int
) -> None:
    frame = (bytes(range(256)) * (size // 256 + 1))[:size]
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(tied[sender].send, frame)
            assert await tied[1 - sender].receive() == frame


@pytest.mark.attack(26)
@pytest.mark.parametrize("sender", [0, 1])
async def test_a_frame_above_the_limit_ends_the_link(tied: Pair, sender: int) -> None:
    async with trio.open_nursery() as nursery:
        nursery.start_soon(tied[sender].send, bytes(FRAME_LIMIT + 1))
        with trio.fail_after(PATIENCE), pytest.raises(LinkClosed, match="limit"):
            await tied[1 - sender].receive()
    assert await receive_rest(tied[sender]) == []


@pytest.mark.parametrize("closer", [0, 1])
async def test_a_close_is_the_other_ends_after_what_was_sent_before_it(
    tied: Pair, closer: int
) -> None:
    for frame in (b"one", b"two", b"three"):
        await tied[closer].send(frame)
    await tied[closer].aclose()
    other = tied[1 - closer]
    assert await receive_rest(other) == [b"one", b"two", b"three"]
    with pytest.raises(LinkClosed):
        await other.send(b"too late")


@pytest.mark.parametrize("closer", [0, 1])
async def test_a_close_wakes_those_who_wait_for_frames(tied: Pair, closer: int) -> None:
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            for link in tied:
                nursery.start_soon(receive_rest, link)
            await wait_all_tasks_blocked()
            await tied[closer].aclose()


async def test_a_sender_waits_for_a_reader_and_nothing_is_lost(tied: Pair) -> None:
    near, far = tied
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
async def test_a_close_ends_a_send_that_waits(tied: Pair, closer: int) -> None:
    flood = Flood(tied[0])
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(flood.run)
            await flood.wait_stuck()
            await tied[closer].aclose()
            await flood.closed.wait()
    assert flood.sent < len(flood.frames)
