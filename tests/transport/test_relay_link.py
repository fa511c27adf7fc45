"""One connection to a topic: in what order things come, and how it ends."""

from __future__ import annotations

from dataclasses import replace

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from p2pgame.transport.link import LinkClosed
from p2pgame.transport.relay.link import (
    CLOSE_WITHIN,
    OWED_WITHIN,
    QUEUE,
    QUEUE_BYTES,
)
from p2pgame.transport.relay.protocol import (
    Deliver,
)
from p2pgame.transport.relay.window import WINDOW
from tests.transport.pairs import receive_rest
from tests.transport.scripted import (
    TOPIC,
    WELCOME,
    end_of,
    frame,
    scripted,
    send_all,
)


async def test_live_comes_after_the_last_frame_of_the_backlog(
    autojump_clock: MockClock,
) -> None:
    async with scripted() as (link, relay, cursor):
        await relay.deliver(3, 4)
        await relay.live(3, 4)
        await relay.deliver(9)
        await wait_all_tasks_blocked()
        assert not link.live.is_set()
        assert [await link.receive(), await link.receive()] == [frame(3), frame(4)]
        assert cursor.sequence == 4
        assert not link.live.is_set()
        assert await link.receive() == frame(9)
        assert link.live.is_set()


async def test_an_empty_topic_is_live_at_once(autojump_clock: MockClock) -> None:
    async with scripted() as (link, relay, _), trio.open_nursery() as nursery:
        nursery.start_soon(receive_rest, link)
        await relay.live()
        with trio.fail_after(1):
            await link.live.wait()
        await link.aclose()


async def test_the_cursor_rises_by_what_is_received_only(
    autojump_clock: MockClock,
) -> None:
    async with scripted(2, is_live=True) as (link, relay, cursor):
        await link.send(frame(1))
        number, _ = await relay.hear_publish()
        await relay.deliver(5)
        await relay.stored(number, 6)
        await relay.deliver(7, 8)
        await wait_all_tasks_blocked()
        assert cursor.sequence == 2
        await link.receive()
        assert cursor.sequence == 5
        await link.receive()
        assert cursor.sequence == 7
        await link.aclose()
        assert cursor.sequence == 7


async def test_what_a_relay_has_lost_the_place_of_is_asked_for_from_the_start(
    autojump_clock: MockClock,
) -> None:
    async with scripted(9) as (link, relay, cursor):
        await relay.live(1, 4)
        assert "lost what it had" in await end_of(link)
        assert cursor.sequence == 0
    async with scripted(9) as (link, relay, cursor):
        await relay.live()
        await relay.deliver(3)
        assert "lost what it had" in await end_of(link)
        assert cursor.sequence == 0


async def test_a_frame_once_more_is_dropped(autojump_clock: MockClock) -> None:
    async with scripted(4) as (link, relay, _):
        await relay.deliver(4, 4, 5, 5, 6)
        assert [await link.receive(), await link.receive()] == [frame(5), frame(6)]


async def test_a_relay_that_stores_nothing_is_left(autojump_clock: MockClock) -> None:
    async with scripted() as (link, relay, _):
        await relay.live()
        await trio.sleep(2 * OWED_WITHIN)
        assert link.why is None
        begun = trio.current_time()
        await link.send(frame(1))
        assert "owes us an answer" in await end_of(link)
        assert trio.current_time() - begun == pytest.approx(OWED_WITHIN)


async def test_a_relay_that_says_nothing_at_all_is_left(
    autojump_clock: MockClock,
) -> None:
    async with scripted() as (link, _, _):
        assert "owes us an answer" in await end_of(link)
        assert trio.current_time() < 2 * OWED_WITHIN


async def test_a_relay_whose_backlog_has_no_end_in_sight_is_left(
    autojump_clock: MockClock,
) -> None:
    async with scripted() as (link, relay, _):
        await link.send(frame(1))  # which waits until it is live
        await relay.deliver(1)
        assert "owes us an answer" in await end_of(link)


async def test_a_relay_that_goes_on_is_not_left(autojump_clock: MockClock) -> None:
    async with scripted() as (link, relay, _), trio.open_nursery() as nursery:
        nursery.start_soon(end_of, link)
        for sequence in range(1, 9):
            await trio.sleep(0.9 * OWED_WITHIN)
            await relay.deliver(sequence)
        await relay.live(1, 8)
        await send_all(link, 8)
        for number in range(1, 9):
            await trio.sleep(0.9 * OWED_WITHIN)
            await relay.stored(number, 8 + number)
        await wait_all_tasks_blocked()
        assert link.why is None
        await link.aclose()


async def test_our_own_slowness_is_not_the_relays(autojump_clock: MockClock) -> None:
    async with scripted(is_live=True) as (link, relay, _):
        await link.send(frame(1))
        await relay.deliver(*range(1, 2 * QUEUE))
        await relay.stored(1, 2 * QUEUE)
        await trio.sleep(OWED_WITHIN / 2)
        await link.send(frame(2))
        await trio.sleep(3 * OWED_WITHIN)
        for sequence in range(1, 2 * QUEUE):
            assert await link.receive() == frame(sequence)
        assert link.why is None


async def test_once_we_keep_up_again_the_relay_has_to(
    autojump_clock: MockClock,
) -> None:
    async with scripted() as (link, relay, _):
        await relay.live()
        await link.send(frame(1))
        await relay.deliver(*range(1, 2 * QUEUE))
        await trio.sleep(3 * OWED_WITHIN)
        assert link.why is None
        assert "owes us an answer" in await end_of(link)


@pytest.mark.attack(32)
async def test_what_waits_for_a_slow_receiver_is_bounded(
    autojump_clock: MockClock,
) -> None:
    async with scripted() as (link, relay, _):
        await relay.deliver(*range(1, 3 * QUEUE))
        await wait_all_tasks_blocked()
        assert len(link._heard) == QUEUE
    async with scripted() as (link, relay, _):
        for sequence in range(1, 40):
            await relay.say(Deliver(TOPIC, sequence, frame(sequence, 65536)))
        await wait_all_tasks_blocked()
        assert link._heard_size == QUEUE_BYTES


async def test_what_came_before_the_end_is_received_before_it(
    autojump_clock: MockClock,
) -> None:
    async with scripted() as (link, relay, cursor):
        await relay.deliver(1, 2)
        await relay.far.aclose()
        await trio.sleep(1)
        assert await receive_rest(link) == [frame(1), frame(2)]
        assert cursor.sequence == 2


async def test_closing_waits_a_moment_for_what_is_not_stored(
    autojump_clock: MockClock,
) -> None:
    async with (
        scripted(is_live=True) as (link, relay, _),
        trio.open_nursery() as nursery,
    ):
        await send_all(link, 2)
        nursery.start_soon(link.aclose)
        for number in (1, 2):
            await relay.hear_publish()
            await trio.sleep(CLOSE_WITHIN / 3)
            assert not link.is_over
            await relay.deliver(2 * number)
            await relay.stored(number, 2 * number + 1)
        await wait_all_tasks_blocked()
        assert link.is_over
    async with scripted() as (link, _, _):
        await link.send(frame(1))
        begun = trio.current_time()
        await link.aclose()
        assert link.is_over
        assert trio.current_time() - begun == pytest.approx(CLOSE_WITHIN)


async def test_closing_hears_what_is_stored_behind_what_nobody_receives(
    autojump_clock: MockClock,
) -> None:
    async with scripted() as (link, relay, cursor):
        await link.send(frame(1))
        await relay.deliver(*range(1, 2 * QUEUE))
        await relay.stored(1, 2 * QUEUE)
        await wait_all_tasks_blocked()
        await link.aclose()
        assert trio.current_time() < CLOSE_WITHIN
        assert len(link._heard) <= QUEUE
        with pytest.raises(LinkClosed, match="We closed"):
            await link.receive()
        assert cursor.sequence == 0


async def test_a_close_ends_a_send_that_waits(autojump_clock: MockClock) -> None:
    async with scripted() as (link, _, _), trio.open_nursery() as nursery:

        async def send() -> None:
            with pytest.raises(LinkClosed, match="We closed"):
                await send_all(link, 2 * WINDOW)

        nursery.start_soon(send)
        await wait_all_tasks_blocked()
        await link.aclose()


async def test_a_cancelled_close_closes_nevertheless(
    autojump_clock: MockClock,
) -> None:
    async with scripted() as (link, _, _):
        with trio.CancelScope() as scope:
            scope.cancel()
            await link.aclose()
        await wait_all_tasks_blocked()
        assert link.is_over


@pytest.mark.parametrize(
    ("said", "observed"),
    [
        ("192.0.2.7:4400", ("192.0.2.7", 4400)),
        ("[2001:db8::7]:80", ("2001:db8::7", 80)),
        ("", None),
        ("\x1b[2J:80", None),
        ("192.0.2.7", None),
    ],
)
async def test_where_the_relay_sees_us_is_read_strictly(
    said: str, observed: tuple[str, int] | None
) -> None:
    async with scripted() as (link, _, _):
        link.welcome = replace(WELCOME, address=said)
        assert link.observed == observed


async def test_what_is_handed_on_and_not_kept_is_no_place_in_the_topic(
    autojump_clock: MockClock,
) -> None:
    async with scripted(2) as (link, relay, cursor), trio.open_nursery() as nursery:
        nursery.start_soon(receive_rest, link)
        await relay.live(1, 2)
        assert link.is_kept
        numbers = []
        for one in range(3):
            await link.send(frame(one))
            numbers.append((await relay.hear_publish())[0])
        for number, sequence in zip(numbers, (0, 5, 0), strict=True):
            await relay.stored(number, sequence)
            await wait_all_tasks_blocked()
            assert link.is_kept is (sequence > 0)
        # All are settled, and the relay owes nothing.
        with trio.fail_after(1):
            await link.wait_stored()
        assert cursor.sequence == 5
        await link.aclose()
