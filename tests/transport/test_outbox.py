"""One writer for each link: nobody waits for it and nothing is cut by it."""

from __future__ import annotations

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from p2pgame.transport.link import FRAME_LIMIT, LinkClosed
from p2pgame.transport.memory import memory_pair
from p2pgame.transport.outbox import SEND_WITHIN, Outbox
from tests.transport.pairs import PATIENCE, MakePair, Pair, receive_rest


def large_frame(number: int) -> bytes:
    return number.to_bytes(4) * (FRAME_LIMIT // 4)


async def test_what_is_posted_arrives_in_order(tied: Pair) -> None:
    near, far = tied
    outbox = Outbox(near)
    frames = [b"frame %d" % n for n in range(200)]
    for frame in frames[:100]:
        outbox.post(frame)
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(outbox.run)
            got = [await far.receive() for _ in range(100)]
            for frame in frames[100:]:
                outbox.post(frame)
            got += [await far.receive() for _ in range(100)]
            nursery.cancel_scope.cancel()
    assert got == frames


FULL = pytest.mark.parametrize(
    ("capacity", "room", "frame", "fits"),
    [(5, FRAME_LIMIT, b"small", 5), (99, 3 * FRAME_LIMIT, bytes(FRAME_LIMIT), 3)],
    ids=["by frames", "by bytes"],
)


@FULL
async def test_a_queue_holds_what_it_has_room_for(
    capacity: int, room: int, frame: bytes, fits: int
) -> None:
    near, far = memory_pair()
    outbox = Outbox(near, capacity=capacity, room=room)
    for _ in range(fits):
        outbox.post(frame)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(outbox.run)
        for _ in range(3):
            for _ in range(fits):
                assert await far.receive() == frame
            await outbox.flush()
            for _ in range(fits):
                outbox.post(frame)
        nursery.cancel_scope.cancel()


@FULL
@pytest.mark.attack(32)
async def test_one_frame_too_many_closes_the_link(
    tied: Pair, capacity: int, room: int, frame: bytes, fits: int
) -> None:
    near, far = tied
    outbox = Outbox(near, capacity=capacity, room=room)
    for _ in range(fits + 1):
        outbox.post(frame)
    with trio.fail_after(PATIENCE):
        await outbox.run()
    assert await receive_rest(far) == []


async def test_a_peer_that_never_reads_loses_its_link(tied: Pair) -> None:
    near, far = tied
    outbox = Outbox(near)
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(outbox.run)
            while nursery.child_tasks:
                outbox.post(bytes(FRAME_LIMIT))
                await trio.lowlevel.checkpoint()
    assert len(await receive_rest(far)) < 1000


async def test_a_send_that_takes_too_long_closes_the_link(
    autojump_clock: MockClock,
) -> None:
    near, far = memory_pair(limit=1)
    outbox = Outbox(near)
    outbox.post(b"taken")
    outbox.post(b"stuck")
    start = trio.current_time()
    await outbox.run()
    assert trio.current_time() - start == pytest.approx(SEND_WITHIN)
    assert await receive_rest(far) == [b"taken"]


async def test_a_slow_reader_that_reads_keeps_its_link(
    autojump_clock: MockClock,
) -> None:
    near, far = memory_pair(limit=0)
    outbox = Outbox(near)
    frames = [b"%d" % n for n in range(10)]
    for frame in frames:
        outbox.post(frame)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(outbox.run)
        for frame in frames:
            await trio.sleep(SEND_WITHIN * 0.9)
            assert await far.receive() == frame
        await trio.sleep(SEND_WITHIN * 5)
        outbox.post(b"after a long rest")
        assert await far.receive() == b"after a long rest"
        nursery.cancel_scope.cancel()


async def test_the_writer_ends_when_the_peer_closes(tied: Pair) -> None:
    near, far = tied
    outbox = Outbox(near)
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(outbox.run)
            await far.aclose()
            while nursery.child_tasks:
                outbox.post(b"to nobody")
                await wait_all_tasks_blocked()
    outbox.post(b"to nobody")
    await outbox.flush()


async def test_a_cancelled_writer_closes_its_link(tied: Pair) -> None:
    near, far = tied
    outbox = Outbox(near)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(outbox.run)
        outbox.post(b"through")
        assert await far.receive() == b"through"
        nursery.cancel_scope.cancel()
    assert await receive_rest(far) == []
    with pytest.raises(LinkClosed):
        await near.send(b"more")


@pytest.mark.parametrize("writer", [0, 1])
async def test_a_writer_cancelled_inside_a_frame_never_garbles_the_stream(
    make_tied: MakePair, writer: int
) -> None:
    pair = await make_tied()
    near, far = pair[writer], pair[1 - writer]
    outbox = Outbox(near, room=100 * FRAME_LIMIT)
    frames = [large_frame(n) for n in range(100)]
    async with trio.open_nursery() as nursery:
        nursery.start_soon(outbox.run)
        for frame in frames:
            outbox.post(frame)
        await wait_all_tasks_blocked(cushion=0.05)
        nursery.cancel_scope.cancel()
    got = await receive_rest(far)
    assert got == frames[: len(got)]
    assert len(got) < len(frames)


class PatientLink:
    """A link whose sends last until it is closed; keeps how they ended."""

    def __init__(self) -> None:
        self._closed = trio.Event()
        self.ended: list[str] = []

    async def send(self, frame: bytes) -> None:
        try:
            await self._closed.wait()
        except trio.Cancelled:
            self.ended.append("cancelled")
            raise
        self.ended.append("closed")
        raise LinkClosed

    async def receive(self) -> bytes:
        raise LinkClosed

    async def aclose(self) -> None:
        self._closed.set()


async def test_a_send_ends_by_the_closing_of_its_link_alone(
    autojump_clock: MockClock,
) -> None:
    for seconds in (1, SEND_WITHIN * 2):
        link = PatientLink()
        outbox = Outbox(link)
        outbox.post(b"frame")
        with trio.move_on_after(seconds):
            await outbox.run()
        assert link.ended == ["closed"]


async def test_flush_waits_until_everything_is_sent() -> None:
    near, far = memory_pair(limit=0)
    outbox = Outbox(near)
    await outbox.flush()
    outbox.post(b"last")
    flushed = trio.Event()

    async def flush() -> None:
        await outbox.flush()
        flushed.set()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(flush)
        nursery.start_soon(outbox.run)
        await wait_all_tasks_blocked()
        assert not flushed.is_set()
        assert await far.receive() == b"last"
        await flushed.wait()
        nursery.cancel_scope.cancel()


async def test_a_frame_that_fits_no_link_is_not_queued() -> None:
    near, _ = memory_pair()
    with pytest.raises(ValueError, match="fits no link"):
        Outbox(near).post(bytes(FRAME_LIMIT + 1))


@pytest.mark.attack(32)
async def test_a_stalled_reader_does_not_delay_the_others(make_tied: MakePair) -> None:
    stalled, live = await make_tied(), await make_tied()
    outboxes = [Outbox(near, room=100 * FRAME_LIMIT) for near, _ in (stalled, live)]
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            for outbox in outboxes:
                nursery.start_soon(outbox.run)
            for n in range(60):
                outboxes[0].post(large_frame(n))
            await wait_all_tasks_blocked(cushion=0.05)
            for n in range(100):
                outboxes[1].post(b"%d" % n)
                assert await live[1].receive() == b"%d" % n
            assert await stalled[1].receive() == large_frame(0)
            nursery.cancel_scope.cancel()
