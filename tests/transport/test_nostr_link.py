"""One connection to an honest relay of nostr, in virtual time."""

from __future__ import annotations

import pytest
import trio
from nacl.bindings import crypto_sign_seed_keypair
from trio.testing import MockClock

from p2pgame.transport.link import SIZES
from p2pgame.transport.nostr import link as nostr_link
from p2pgame.transport.nostr.events import LIFE, Event
from p2pgame.transport.nostr.link import OWED_WITHIN, REST
from p2pgame.transport.nostr.place import BURST, EVERY, SEEN, SLACK, Place
from p2pgame.transport.relay.topic_id import topic_of
from tests.transport.nostr_server import (
    EPOCH,
    TinyNostr,
    Visitor,
    author_of,
    receive_all,
    send_all,
)
from tests.transport.scripted import frame

SEED = bytes(range(32))
TOPIC = topic_of(crypto_sign_seed_keypair(SEED)[0])


def writer(tiny: TinyNostr, key: int = 1, room: int = 40_000) -> Visitor:
    return Visitor(tiny, TOPIC, author_of(SEED, TOPIC, key), room)


def watcher(tiny: TinyNostr) -> Visitor:
    return Visitor(tiny, TOPIC, None)


def frames(*numbers: int, size: int = 256) -> list[bytes]:
    return [frame(number, size) for number in numbers]


async def test_live_comes_after_the_last_frame_of_the_backlog(
    autojump_clock: MockClock,
) -> None:
    tiny = TinyNostr()
    async with writer(tiny).visit() as anna:
        await send_all(anna, frames(1))
        await send_all(anna, frames(2))
        async with watcher(tiny).visit() as link:
            assert link.is_whole
            await send_all(anna, frames(3))
            assert await link.receive() == frame(1)
            assert await link.receive() == frame(2)
            assert not link.live.is_set()
            assert await link.receive() == frame(3)
            assert link.live.is_set()


async def test_an_empty_topic_is_live_at_once(autojump_clock: MockClock) -> None:
    async with watcher(TinyNostr()).visit() as link:
        assert await receive_all(link) == []
        assert link.live.is_set()


async def test_of_what_we_say_nothing_comes_back(autojump_clock: MockClock) -> None:
    tiny = TinyNostr()
    anna, bo = writer(tiny), writer(tiny, 2)
    async with anna.visit() as ours, bo.visit() as theirs:
        await send_all(ours, frames(1))
        await send_all(theirs, frames(2))
        assert await receive_all(ours) == frames(2)
        assert await receive_all(theirs) == frames(1)
    async with anna.visit() as ours:
        assert await receive_all(ours) == []


async def test_a_later_connection_brings_what_the_ones_before_have_not(
    autojump_clock: MockClock,
) -> None:
    tiny = TinyNostr()
    bo = watcher(tiny)
    async with writer(tiny).visit() as anna:
        await send_all(anna, frames(1, 2, 3))
        async with bo.visit() as link:
            assert await link.receive() == frame(1)
        await trio.sleep(5)
        await send_all(anna, frames(4))
        async with bo.visit() as link:
            # They were in one event, of which not all had been received.
            assert await receive_all(link) == frames(1, 2, 3, 4)
        await trio.sleep(2 * SLACK)
        await send_all(anna, frames(5))
        tiny.heard.clear()
        async with bo.visit() as link:
            assert not link.is_whole
            assert await receive_all(link) == frames(5)
        since = [word[2]["since"] for word in tiny.heard if word[0] == "REQ"]
        assert {*since} == {EPOCH + 5 - SLACK}


async def test_a_clock_that_is_late_hides_nothing(autojump_clock: MockClock) -> None:
    """Times are those of the authors' machines, which may differ."""
    tiny = TinyNostr()
    bo = watcher(tiny)
    async with writer(tiny).visit() as anna:
        await trio.sleep(SLACK - 10)
        await send_all(anna, frames(1))
        async with bo.visit() as link:
            assert await receive_all(link) == frames(1)
        late = writer(tiny, 2)
        async with late.visit() as link:
            link._clock = lambda: EPOCH + 10
            await send_all(link, frames(2))
        async with bo.visit() as link:
            assert await receive_all(link) == frames(2)


async def test_a_clock_far_ahead_hides_nothing_either(
    autojump_clock: MockClock,
) -> None:
    tiny = TinyNostr()
    bo = watcher(tiny)
    async with writer(tiny).visit() as anna, writer(tiny, 2).visit() as early:
        early._clock = lambda: EPOCH + 10**6
        await send_all(early, frames(1))
        async with bo.visit() as link:
            assert await receive_all(link) == frames(1)
        await send_all(anna, frames(2))
        async with bo.visit() as link:
            assert await receive_all(link) == frames(2)


async def test_a_relay_that_has_lost_all_is_read_from_the_start(
    autojump_clock: MockClock,
) -> None:
    tiny = TinyNostr()
    bo = watcher(tiny)
    async with writer(tiny).visit() as anna:
        await send_all(anna, frames(1))
        async with bo.visit() as link:
            assert await receive_all(link) == frames(1)
        tiny.kept.clear()
        await send_all(anna, frames(2))
        async with bo.visit() as link:
            assert link.is_whole
            assert await receive_all(link) == frames(2)


async def test_of_a_relay_that_went_back_all_is_taken_in_once_more(
    autojump_clock: MockClock,
) -> None:
    """It is all that is kept there, whatever came by an earlier link."""
    tiny = TinyNostr()
    bo = watcher(tiny)
    async with writer(tiny).visit() as anna:
        await send_all(anna, frames(1))
        await send_all(anna, frames(2))
    async with bo.visit() as link:
        assert await receive_all(link) == frames(1, 2)
    tiny.kept.pop()
    async with bo.visit() as link:
        assert link.is_whole
        assert await receive_all(link) == frames(1)


def test_what_is_remembered_of_the_past_is_bounded() -> None:
    place = Place(TOPIC)
    author = author_of(SEED, TOPIC)
    for number in range(SEEN + 10):
        event = Event(author.public, number, 1, (), "")
        place.note(event, EPOCH)
    assert len(place._seen) == SEEN
    assert event in place
    assert place.since == SEEN + 9 - SLACK


async def test_what_may_be_forgotten_is(autojump_clock: MockClock) -> None:
    tiny = TinyNostr()
    async with writer(tiny).visit() as anna:
        await send_all(anna, frames(1))
        await trio.sleep(LIFE + 10)
        await send_all(anna, frames(2))
        async with watcher(tiny).visit() as link:
            assert await receive_all(link) == frames(2)


async def test_a_long_backlog_comes_in_pages_the_oldest_first(
    autojump_clock: MockClock,
) -> None:
    tiny = TinyNostr(cap=7)
    async with writer(tiny).visit() as anna, writer(tiny, 2).visit() as bo:
        for number in range(0, 40, 2):
            await send_all(anna, frames(number))
            await send_all(bo, frames(number + 1))
            await trio.sleep(1)
    assert len(tiny.kept) == 40
    async with watcher(tiny).visit() as link:
        got = await receive_all(link)
    assert sorted(got) == frames(*range(40))
    for first in (0, 1):
        assert [one for one in got if one in frames(*range(first, 40, 2))] == frames(
            *range(first, 40, 2)
        )


async def test_no_more_than_an_event_a_second_is_published(
    autojump_clock: MockClock,
) -> None:
    tiny = TinyNostr()
    anna = writer(tiny)
    for _ in range(3):  # a new connection brings no new rest
        async with anna.visit() as link:
            for number in range(10):
                await send_all(link, frames(number))
    times = [
        at
        for word, at in zip(tiny.heard, tiny.heard_at, strict=True)
        if word[0] == "EVENT"
    ]
    assert len(times) == 30
    for start in range(30 - BURST):
        assert times[start + BURST] - times[start] >= EVERY * 0.99
    assert times[-1] - times[0] <= 30 * EVERY
    assert times[BURST - 1] - times[0] < EVERY / 2, "a few may go at once"


async def test_what_waits_goes_together(autojump_clock: MockClock) -> None:
    tiny = TinyNostr()
    async with writer(tiny).visit() as anna, watcher(tiny).visit() as bo:
        sent = frames(*range(200))
        await send_all(anna, sent)
        assert len(tiny.published()) <= 8
        assert await receive_all(bo) == sent


async def test_the_longest_frame_goes_in_pieces_within_the_limit(
    autojump_clock: MockClock,
) -> None:
    tiny = TinyNostr()
    async with writer(tiny).visit() as anna, watcher(tiny).visit() as bo:
        sent = [frame(size, size) for size in SIZES]
        await send_all(anna, sent)
        assert max(len(event["content"]) for event in tiny.published()) <= 53_336
        assert await receive_all(bo) == sent


async def test_send_waits_when_much_is_not_kept_yet_but_not_for_long(
    autojump_clock: MockClock,
) -> None:
    """An outbox gives one frame 20 seconds."""
    tiny = TinyNostr()
    async with writer(tiny).visit() as anna:
        longest = 0.0
        for _ in range(12):
            before = trio.current_time()
            await anna.send(frame(1, SIZES[-1]))
            longest = max(longest, trio.current_time() - before)
        assert 3 < longest < 10


async def test_each_event_of_an_author_has_a_time_of_its_own(
    autojump_clock: MockClock,
) -> None:
    tiny = TinyNostr()
    async with writer(tiny).visit() as anna:
        for number in range(9):
            await send_all(anna, frames(number))
    times = [event["created_at"] for event in tiny.published()]
    assert times == sorted({*times})
    assert times[-1] <= EPOCH + trio.current_time() + BURST


async def test_a_relay_owes_nothing_while_it_is_not_heard(
    autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nostr_link, "QUEUE", 2)
    tiny = TinyNostr()
    async with writer(tiny).visit() as anna, writer(tiny, 2).visit() as bo:
        for number in range(5):
            await send_all(bo, frames(number))
        await anna.send(frame(9))
        await trio.sleep(10 * OWED_WITHIN)
        assert anna.why is None
        assert await receive_all(anna) == frames(*range(5))
        await anna.wait_stored()


async def test_a_watcher_says_nothing(autojump_clock: MockClock) -> None:
    tiny = TinyNostr()
    async with watcher(tiny).visit() as link:
        assert not link.can_write
        await send_all(link, frames(1))
    assert tiny.published() == []


async def test_what_is_not_known_to_be_kept_comes_back_by_the_next_link(
    autojump_clock: MockClock,
) -> None:
    """Whoever talks by the link does not know either whether it has to say it again."""
    tiny = TinyNostr(lambda word: [] if word[0] == "OK" else [word])
    anna = writer(tiny)
    async with anna.visit() as link:
        await link.send(frame(1))
        assert await receive_all(link) == []
    async with anna.visit() as link:
        assert await receive_all(link) == frames(1)


async def test_latency_is_that_of_the_answers(autojump_clock: MockClock) -> None:
    tiny = TinyNostr()
    async with writer(tiny).visit() as anna:
        assert anna.latency is None
        await send_all(anna, frames(1))
        assert anna.latency is not None
        assert 0 <= anna.latency < REST
