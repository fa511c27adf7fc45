"""What is published: bounded, in order, and slower if the relay wants it."""

from __future__ import annotations

from contextlib import suppress

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from p2pgame.transport.link import SIZES, LinkClosed
from p2pgame.transport.relay.link import (
    OWED_WITHIN,
    QUEUE,
)
from p2pgame.transport.relay.protocol import (
    Refused,
)
from p2pgame.transport.relay.window import REST, WINDOW, WINDOW_BYTES
from tests.transport.scripted import (
    end_of,
    frame,
    scripted,
    send_all,
)


async def test_the_window_waits_for_the_relay(autojump_clock: MockClock) -> None:
    async with (
        scripted(is_live=True) as (link, relay, _),
        trio.open_nursery() as nursery,
    ):
        nursery.start_soon(send_all, link, WINDOW + 3)
        heard = [await relay.hear_publish() for _ in range(WINDOW)]
        assert heard == [(n, frame(n)) for n in range(1, WINDOW + 1)]
        with trio.move_on_after(1) as waited:
            await relay.hear()
        assert waited.cancelled_caught
        await relay.stored(1, 1)
        assert await relay.hear_publish() == (WINDOW + 1, frame(WINDOW + 1))
        await relay.stored(3, 2)
        await relay.stored(2, 3)
        for number in (WINDOW + 2, WINDOW + 3):
            assert await relay.hear_publish() == (number, frame(number))


async def test_the_window_has_a_size_in_bytes_and_takes_one_frame_of_any(
    autojump_clock: MockClock,
) -> None:
    async with (
        scripted(is_live=True) as (link, relay, _),
        trio.open_nursery() as nursery,
    ):
        nursery.start_soon(send_all, link, 9, 65536)
        for _ in range(WINDOW_BYTES // 65536):
            await relay.hear_publish()
        with trio.move_on_after(1) as waited:
            await relay.hear()
        assert waited.cancelled_caught
        nursery.cancel_scope.cancel()
    async with scripted(is_live=True) as (link, relay, _):
        with trio.fail_after(1):
            await link.send(frame(1, SIZES[-1]))


async def test_what_no_relay_takes_is_not_sent(autojump_clock: MockClock) -> None:
    async with scripted(is_live=True) as (link, _, _):
        for size in (0, 255, SIZES[-1] + 1):
            with pytest.raises(ValueError, match="no relay takes"):
                await link.send(bytes(size))


async def test_a_watcher_says_nothing(autojump_clock: MockClock) -> None:
    async with scripted(can_write=False) as (link, relay, _):
        await relay.live()
        await send_all(link, 3 * WINDOW)
        await link.wait_stored()
        with trio.move_on_after(2 * OWED_WITHIN) as waited:
            await relay.hear()
        assert waited.cancelled_caught
        assert link.why is None


async def test_who_only_sends_is_not_held_up(autojump_clock: MockClock) -> None:
    async with (
        scripted(is_live=True) as (link, relay, _),
        trio.open_nursery() as nursery,
    ):
        nursery.start_soon(send_all, link, 3 * QUEUE)
        for number in range(1, 3 * QUEUE + 1):
            assert await relay.hear_publish() == (number, frame(number))
            await relay.stored(number, number)
        with trio.fail_after(1):
            await link.wait_stored()


async def test_latency_follows_what_the_relay_takes(autojump_clock: MockClock) -> None:
    async with scripted(is_live=True) as (link, relay, _):
        assert link.latency is None
        for number in range(1, 60):
            await link.send(frame(number))
            await wait_all_tasks_blocked()
            await trio.sleep(0.1 if number == 1 else 0.02)
            await relay.stored(number, number)
            await link.wait_stored()
            if number == 1:
                assert link.latency == pytest.approx(0.1)
        assert link.latency == pytest.approx(0.02, rel=0.1)


async def test_a_relay_that_wants_less_gets_all_in_order_after_a_rest(
    autojump_clock: MockClock,
) -> None:
    kept: list[bytes] = []
    heard = 0
    async with (
        scripted(is_live=True) as (link, relay, _),
        trio.open_nursery() as nursery,
    ):
        nursery.start_soon(send_all, link, 3 * WINDOW)
        room = 20
        while len(kept) < 3 * WINDOW:
            with trio.move_on_after(REST / 2) as rest:
                number, data = await relay.hear_publish()
            heard += not rest.cancelled_caught
            if rest.cancelled_caught:
                room += 10
            elif room:
                room -= 1
                kept.append(data)
                await relay.stored(number, len(kept))
            else:
                await relay.say(Refused(number, 1))
        await link.wait_stored()
    assert kept == [frame(n) for n in range(1, 3 * WINDOW + 1)]
    assert heard < 2 * len(kept), "most of what is sent is refused"


async def test_what_was_refused_goes_before_what_came_later(
    autojump_clock: MockClock,
) -> None:
    async with scripted(is_live=True) as (link, relay, _):
        await send_all(link, 4)
        assert [(await relay.hear_publish())[0] for _ in range(4)] == [1, 2, 3, 4]
        await relay.stored(1, 1)
        await relay.say(Refused(2, 1), Refused(3, 1))
        await link.send(frame(5))
        await trio.sleep(2 * REST)
        await relay.say(Refused(4, 1))
        for number in (2, 3, 4, 5):
            with trio.fail_after(2 * REST):
                assert await relay.hear_publish() == (number, frame(number))
            await relay.stored(number, number)


async def test_a_relay_that_never_takes_a_frame_is_left(
    autojump_clock: MockClock,
) -> None:
    async with (
        scripted() as (link, relay, _),
        trio.open_nursery() as nursery,
    ):

        async def refuse() -> None:
            with suppress(LinkClosed):
                while True:
                    number, _ = await relay.hear_publish()
                    await relay.say(Refused(number, 1))

        nursery.start_soon(refuse)
        await relay.live()
        await link.send(frame(1))
        assert "owes us an answer" in await end_of(link)
        assert trio.current_time() < 2 * OWED_WITHIN
