"""What a relay of nostr, or a stranger at it, can do to us, and what not."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import pytest
import trio
from nacl.bindings import crypto_sign_seed_keypair
from trio.testing import MockClock

from p2pgame.transport.link import LinkClosed, TransportError
from p2pgame.transport.nostr import line as nostr_line
from p2pgame.transport.nostr import place as nostr_place
from p2pgame.transport.nostr.content import cut
from p2pgame.transport.nostr.events import LIFE, our_tags, written
from p2pgame.transport.nostr.link import OWED_WITHIN, QUEUE, RESTS
from p2pgame.transport.nostr.place import BACKLOG_WITHIN
from p2pgame.transport.relay.notice import NOTICE_LIMIT
from p2pgame.transport.relay.topic_id import topic_of
from tests.transport.nostr_server import (
    EPOCH,
    Lie,
    TinyNostr,
    Visitor,
    Word,
    author_of,
    in_place_of,
    receive_all,
    send_all,
)
from tests.transport.scripted import frame

SEED = bytes(range(32))
TOPIC = topic_of(crypto_sign_seed_keypair(SEED)[0])
OTHER_SEED = bytes(32)
OTHER = topic_of(crypto_sign_seed_keypair(OTHER_SEED)[0])


def writer(tiny: TinyNostr, key: int = 1, room: int = 40_000) -> Visitor:
    return Visitor(tiny, TOPIC, author_of(SEED, TOPIC, key), room)


def watcher(tiny: TinyNostr) -> Visitor:
    return Visitor(tiny, TOPIC, None)


def honest_event(number: int = 1) -> dict[str, Any]:
    author = author_of(SEED, TOPIC, 7)
    event = author.write(cut(frame(number), 40_000), EPOCH + number)
    said: dict[str, Any] = json.loads(json.dumps(written(event)))
    return said


async def reason_of(talk: Callable[[], Awaitable[None]], within: float = 60) -> str:
    """Return why a talk with a relay ends."""
    why: list[BaseException] = []
    with trio.fail_after(within):
        try:
            await talk()
        except* TransportError as errors:
            why.append(errors)
    error = why[0]
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return str(error)


async def end_of(visitor: Visitor, within: float = 60) -> str:
    """Return why the next visit ends, or does not begin."""

    async def talk() -> None:
        async with visitor.visit() as link:
            await link.send(frame(1))
            while True:
                await link.receive()

    return await reason_of(talk, within)


def changed(**changes: object) -> Callable[[], dict[str, Any]]:
    return lambda: {**honest_event(), **changes}


def signed_for_another_topic() -> dict[str, Any]:
    event = author_of(OTHER_SEED, OTHER).write([], EPOCH)
    return written(event)


EVENTS: dict[str, tuple[Callable[[], dict[str, Any]], str]] = {
    "another's signature": (
        lambda: {**honest_event(1), "sig": honest_event(2)["sig"]},
        "nobody has signed",
    ),
    "a wrong id": (changed(id="00" * 32), "wrong ids"),
    "another text": (changed(content="else"), "wrong ids"),
    "another topic": (signed_for_another_topic, "nobody asked for"),
    "no event": (changed(kind="1"), "does not speak nostr"),
}


@pytest.mark.attack(38)
@pytest.mark.parametrize("is_live", [False, True], ids=["stored", "live"])
@pytest.mark.parametrize(("make", "why"), EVENTS.values(), ids=EVENTS)
async def test_a_relay_that_hands_on_lies_is_left(
    make: Callable[[], dict[str, Any]],
    why: str,
    is_live: bool,
    autojump_clock: MockClock,
) -> None:
    ending: Word = ["EOSE", "table"]
    lies: list[Word] = [ending, ["EVENT", "table", make()]]
    tiny = TinyNostr(in_place_of("EOSE", *(lies if is_live else lies[::-1])))
    assert why in await end_of(watcher(tiny))


async def test_an_honest_event_in_their_place_is_taken(
    autojump_clock: MockClock,
) -> None:
    event = ["EVENT", "table", honest_event()]
    tiny = TinyNostr(in_place_of("EOSE", event, ["EOSE", "table"], event))
    async with watcher(tiny).visit() as link:
        assert await receive_all(link) == [frame(1)]


WORDS_OF_A_LIAR: dict[str, tuple[Lie, str]] = {
    "never the end": (in_place_of("EOSE"), "does not answer"),
    "the subscription is closed": (
        in_place_of("EOSE", ["CLOSED", "table", "auth-required: pay"]),
        "not for everybody",
    ),
    "closed later": (
        in_place_of("EOSE", ["EOSE", "table"], ["CLOSED", "table", "error: x"]),
        "in trouble",
    ),
    "what nobody asked": (in_place_of("EOSE", ["EOSE", "mine"]), "did not ask"),
    "an answer to nothing": (
        in_place_of("EOSE", ["EOSE", "table"], ["OK", "ab" * 32, True, ""]),
        "did not say",
    ),
    "an answer to nothing, without an id": (
        in_place_of("EOSE", ["EOSE", "table"], ["OK", "", False, "invalid: x"]),
        "did not say",
    ),
    "no answer": (in_place_of("OK"), "owes us an answer"),
    "an answer for another event": (
        in_place_of("OK", ["OK", "ab" * 32, True, ""]),
        "did not say",
    ),
    "not our protocol": (in_place_of("EOSE", ["EOSE"]), "does not speak nostr"),
}
#: Those that a watcher never comes to.
ANSWERS = {"no answer", "an answer for another event"}


@pytest.mark.attack(38)
@pytest.mark.parametrize("name", WORDS_OF_A_LIAR)
async def test_a_lie_ends_one_connection_with_a_sentence(
    name: str, autojump_clock: MockClock
) -> None:
    lie, why = WORDS_OF_A_LIAR[name]
    tiny = TinyNostr(lie)
    visitor = writer(tiny) if name in ANSWERS else watcher(tiny)
    assert why in await end_of(visitor)
    assert trio.current_time() <= OWED_WITHIN + 1
    tiny.lie = lambda word: [word]
    async with visitor.visit() as link:
        await receive_all(link)


async def test_what_comes_twice_or_too_late_is_dropped(
    autojump_clock: MockClock,
) -> None:
    now, old = (honest_event(number) for number in (LIFE, 1))
    again = [["EVENT", "table", event] for event in (now, old, now)]
    tiny = TinyNostr(in_place_of("EOSE", ["EOSE", "table"], *again))
    await trio.sleep(LIFE + 2)
    async with watcher(tiny).visit() as link:
        await trio.sleep(1)
        assert await receive_all(link) == [frame(LIFE)]
        assert link._heard_size == 0


REFUSALS = {
    "blocked: no": "does not want us",
    "invalid: too large": "does not take",
    "pow: 26 is less than 30": "work",
    "restricted: members": "not for everybody",
    "auth-required: sign in": "not for everybody",
    "error: disk": "in trouble",
    "": "refused",
    "\x1b[31mrate-limited:": "refused",
}


@pytest.mark.parametrize("with_id", [True, False], ids=["id", "no id"])
@pytest.mark.parametrize("reason", REFUSALS)
async def test_a_refusal_is_told_in_one_sentence_of_ours(
    reason: str, with_id: bool, autojump_clock: MockClock
) -> None:
    def lie(word: Word) -> Iterable[Word]:
        if word[0] == "OK":
            return [["OK", word[1] if with_id else "", False, reason]]
        return [word]

    tiny = TinyNostr(lie)
    told = await end_of(writer(tiny))
    assert REFUSALS[reason] in told
    assert reason not in told or not reason
    assert REFUSALS[reason] in await reason_of(writer(tiny).prove)


async def test_a_relay_that_wants_less_gets_the_same_event_later(
    autojump_clock: MockClock,
) -> None:
    asked: list[str] = []

    def lie(word: Word) -> Iterable[Word]:
        if word[0] == "OK":
            asked.append(word[1])
            if asked.count(word[1]) <= 4:
                tiny.kept.pop()
                return [["OK", word[1], False, "rate-limited: slow down"]]
        return [word]

    tiny = TinyNostr(lie)
    async with writer(tiny).visit() as link:
        await send_all(link, [frame(1)])
        await send_all(link, [frame(2)])
        assert 2 * (1 + 2 + 4 + 8) <= trio.current_time() <= 40
    said = [event["id"] for event in tiny.published()]
    assert [said.count(one) for one in dict.fromkeys(said)] == [5, 5]


async def test_a_relay_that_wants_less_for_ever_is_left(
    autojump_clock: MockClock,
) -> None:
    lie = in_place_of("OK", ["OK", "", False, "rate-limited: no"])
    tiny = TinyNostr(lie)
    assert "no more from us" in await end_of(writer(tiny))
    assert len(tiny.published()) == RESTS + 1


async def test_an_event_that_the_relay_has_already_is_kept(
    autojump_clock: MockClock,
) -> None:
    def lie(word: Word) -> Iterable[Word]:
        if word[0] == "OK":
            yield ["OK", word[1], False, "duplicate: exists"]
            yield ["OK", word[1], True, ""]
        else:
            yield word

    async with writer(TinyNostr(lie)).visit() as link:
        await send_all(link, [frame(1)])
        await send_all(link, [frame(2)])


async def test_a_relay_has_to_show_that_it_keeps_what_it_takes(
    autojump_clock: MockClock,
) -> None:
    await writer(TinyNostr()).prove()
    forgetful = TinyNostr()
    forgetful.lie = lambda word: [] if word[0] == "EVENT" else [word]
    why = await reason_of(writer(forgetful).prove)
    assert "does not keep what it says that it keeps" in why
    forgetful.lie = in_place_of("EVENT", ["EVENT", "probe", honest_event()])
    why = await reason_of(writer(forgetful).prove)
    assert "does not keep what it says that it keeps" in why
    other = TinyNostr(in_place_of("OK", ["OK", "ab" * 32, True, ""]))
    assert "did not say" in await reason_of(writer(other).prove)


@pytest.mark.parametrize("kind", ["OK", "EOSE"])
async def test_a_probe_is_not_waited_for_without_end(
    kind: str, autojump_clock: MockClock
) -> None:
    for said in ([], [["NOTICE", "wait"]], [["EVENT", "probe", honest_event()]] * 999):
        tiny = TinyNostr(in_place_of(kind, *said))
        why = await reason_of(writer(tiny).prove)
        assert "does not answer" in why or "come to an end" in why
    assert trio.current_time() < 60


@pytest.mark.attack(26)
@pytest.mark.parametrize("limit", ["BACKLOG", "BACKLOG_SIZE"])
async def test_a_backlog_that_no_table_has_ends(
    limit: str, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    enough = 12 if limit == "BACKLOG" else 12 * len(honest_event()["content"])
    for size in (12, 13):
        tiny = TinyNostr(cap=5)
        tiny.kept.extend(honest_event(number) for number in range(size))
        monkeypatch.setattr(nostr_place, limit, enough)
        if size == 13:
            assert "more at this relay than a table" in await end_of(watcher(tiny))
        else:
            async with watcher(tiny).visit() as link:
                assert await receive_all(link) == [frame(n) for n in range(12)]


async def test_a_backlog_that_trickles_ends(autojump_clock: MockClock) -> None:
    async def trickle() -> None:
        number = 0
        while True:
            number += 1
            event = honest_event(number)
            await tiny._say(next(iter(tiny._subscribed)), ["EVENT", "table", event])
            await trio.sleep(5)

    tiny = TinyNostr(in_place_of("EOSE"))
    async with trio.open_nursery() as nursery:
        why: list[str] = []

        async def visit() -> None:
            why.append(await end_of(watcher(tiny), 2 * BACKLOG_WITHIN))
            nursery.cancel_scope.cancel()

        nursery.start_soon(visit)
        await trio.sleep(1)
        nursery.start_soon(trickle)
    assert why == ["The relay does not come to an end."]


@pytest.mark.attack(29)
@pytest.mark.parametrize(
    "word",
    [["NOTICE", "x"], ["AUTH", "x"], ["EVENT", "table", honest_event()]],
    ids=lambda word: str(word[0]),
)
async def test_a_flood_is_cut_off(
    word: Word, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nostr_line, "WORDS", 1000)
    flood = [word] * 1100
    tiny = TinyNostr(in_place_of("EOSE", ["EOSE", "table"], *flood))
    assert "too many" in await end_of(watcher(tiny))


@pytest.mark.attack(32)
async def test_a_reader_that_is_slow_makes_the_relay_wait(
    autojump_clock: MockClock,
) -> None:
    tiny = TinyNostr()
    async with watcher(tiny).visit() as link, writer(tiny).visit() as anna:
        for number in range(QUEUE + 50):
            await send_all(anna, [frame(number)])
        assert len(link._heard) == QUEUE
        assert await receive_all(link) == [frame(n) for n in range(QUEUE + 50)]


@pytest.mark.attack(35)
async def test_what_a_stranger_publishes_is_dropped_without_a_word(
    autojump_clock: MockClock,
) -> None:
    """On nostr everybody may publish under every tag, watchers as well."""
    tiny = TinyNostr()
    stranger = author_of(OTHER_SEED, OTHER, 9)
    tags = our_tags(TOPIC, EPOCH + 5)
    event = stranger._signed(cut(frame(1), 40_000), EPOCH + 5, tags)
    tiny.kept.append(json.loads(json.dumps(written(event))))
    bo = watcher(tiny)
    for _ in range(2):
        async with bo.visit() as link:
            assert await receive_all(link) == []
            assert link.why is None
            assert link.is_whole, "it does not count as something that we have"


async def test_a_notice_is_kept_once_and_can_be_shown(
    autojump_clock: MockClock,
) -> None:
    lie = in_place_of(
        "EOSE",
        ["NOTICE", "\x1b[2J" + "be nice\n" * 100],
        ["NOTICE", "second"],
        ["EOSE", "table"],
    )
    bo = watcher(TinyNostr(lie))
    for _ in range(2):
        async with bo.visit() as link:
            await receive_all(link)
    assert bo.place.notice is not None
    assert bo.place.notice.startswith(" [2Jbe nice be nice")
    assert bo.place.notice.isprintable()
    assert len(bo.place.notice) == NOTICE_LIMIT


async def test_a_relay_with_events_too_small_for_a_frame_is_left(
    autojump_clock: MockClock,
) -> None:
    async with writer(TinyNostr(), room=6000).visit() as link:
        await link.send(frame(1, 65536))
        with pytest.raises(LinkClosed, match="too small for what is to be said"):
            await link.send(frame(1, 262144))
