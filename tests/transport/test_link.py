"""What every kind of link promises."""

from __future__ import annotations

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from p2pgame.transport.link import SIZES, Link, LinkClosed
from tests.transport.pairs import PATIENCE, MakePair, Pair, receive_rest


def frame(text: str, size: int = SIZES[0]) -> bytes:
    """Return a frame of a length that every link takes."""
    return text.encode().ljust(size, b".")


async def send_all(link: Link, frames: list[bytes]) -> None:
    for frame in frames:
        await link.send(frame)


async def test_frames_arrive_whole_and_in_order_both_ways(pair: Pair) -> None:
    there = [frame(f"there {n}") for n in range(150)]
    back = [frame(f"back {n}") for n in range(150)]
    got: dict[int, list[bytes]] = {}

    async def receive(side: int) -> None:
        got[side] = [await pair[side].receive() for _ in range(150)]

    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(send_all, pair[0], there)
            nursery.start_soon(send_all, pair[1], back)
            nursery.start_soon(receive, 0)
            nursery.start_soon(receive, 1)
    assert got == {0: back, 1: there}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("sender", [0, 1])
async def test_a_frame_of_each_size_arrives(pair: Pair, size: int, sender: int) -> None:
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(pair[sender].send, frame("x", size))
            assert await pair[1 - sender].receive() == frame("x", size)


@pytest.mark.parametrize("closer", [0, 1])
async def test_what_was_sent_before_a_close_is_received_before_it(
    pair: Pair, closer: int
) -> None:
    frames = [frame(text) for text in ("one", "two", "three")]
    await send_all(pair[closer], frames)
    await pair[closer].aclose()
    with trio.fail_after(PATIENCE):
        assert [await pair[1 - closer].receive() for _ in frames] == frames


@pytest.mark.parametrize("closer", [0, 1])
async def test_a_closed_link_does_nothing_more(pair: Pair, closer: int) -> None:
    link = pair[closer]
    await link.aclose()
    with pytest.raises(LinkClosed):
        await link.send(frame("too late"))
    with pytest.raises(LinkClosed):
        await link.receive()
    await link.aclose()


async def test_a_close_wakes_those_who_wait_for_its_frames(pair: Pair) -> None:
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(receive_rest, pair[0])
            await wait_all_tasks_blocked()
            await pair[0].aclose()


async def test_a_cancelled_receive_loses_no_frame(pair: Pair) -> None:
    near, far = pair
    with trio.CancelScope() as scope:
        scope.cancel()
        await far.receive()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(far.receive)
        await wait_all_tasks_blocked()
        nursery.cancel_scope.cancel()
    await near.send(frame("first"))
    assert await far.receive() == frame("first")


async def test_many_links_do_not_mix(make_pair: MakePair) -> None:
    with trio.fail_after(4 * PATIENCE):
        pairs = [await make_pair() for _ in range(40)]
        async with trio.open_nursery() as nursery:
            for number, (near, far) in enumerate(pairs):
                nursery.start_soon(check_own_frames, number, near, far)


async def check_own_frames(number: int, near: Link, far: Link) -> None:
    frames = [frame(f"{number}/{n}") for n in range(8)]
    async with trio.open_nursery() as nursery:
        nursery.start_soon(send_all, near, frames)
        for sent in frames:
            assert await far.receive() == sent
