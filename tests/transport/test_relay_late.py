"""A relay shows frames at once and says later that they are stored."""

from __future__ import annotations

from trio.testing import MockClock

from tests.transport.scripted import end_of, frame, scripted, send_all


async def test_what_others_said_since_may_come_before_our_own_is_stored(
    autojump_clock: MockClock,
) -> None:
    async with scripted() as (link, relay, place):
        await relay.live()
        await send_all(link, 2)
        await relay.hear_publish()
        await relay.hear_publish()
        await relay.deliver(7)
        await relay.stored(1, 5)
        await relay.stored(2, 6)
        await relay.deliver(8)
        await link.wait_stored()
        assert await link.receive() == frame(7)
        assert await link.receive() == frame(8)
        # It never falls back to what we were told late.
        assert place.sequence == 8


async def test_our_own_are_stored_in_the_order_in_which_we_said_them(
    autojump_clock: MockClock,
) -> None:
    async with scripted(is_live=True) as (link, relay, _):
        await send_all(link, 2)
        await relay.hear_publish()
        await relay.hear_publish()
        await relay.stored(1, 5)
        await relay.stored(2, 4)
        assert "not in its order" in await end_of(link)


async def test_a_cursor_waits_for_nothing_of_ours(autojump_clock: MockClock) -> None:
    """What is not acknowledged when we come back is not asked for: we have it."""
    async with scripted() as (link, relay, place):
        await relay.live()
        await send_all(link, 1)
        await relay.hear_publish()
        await relay.deliver(7)
        assert await link.receive() == frame(7)
        assert place.sequence == 7
    async with scripted(place.sequence) as (link, relay, place):
        await relay.live(3, 20_000)
        await relay.deliver(20_001)
        assert await link.receive() == frame(20_001)
        assert place.sequence == 20_001
