"""A subscription outlives its connections, its relay and its network."""

from __future__ import annotations

from dataclasses import replace

import pytest
import trio
from nacl.bindings import crypto_sign_open, crypto_sign_seed_keypair
from trio.testing import wait_all_tasks_blocked

from p2pgame.transport import wire
from p2pgame.transport.link import FRAME_LIMIT, LinkClosed, TransportError
from p2pgame.transport.relay import greeting as relay_greeting
from p2pgame.transport.relay.client import (
    Subscription,
)
from p2pgame.transport.relay.codec import encode
from p2pgame.transport.relay.greeting import WORK_LIMIT, RelayRefusal, work
from p2pgame.transport.relay.link import RelayLink
from p2pgame.transport.relay.protocol import (
    Claim,
    Enter,
    Live,
    Refusal,
    Subscribe,
    Work,
    claimed,
    entering,
    is_worked,
)
from p2pgame.transport.relay.topic_id import topic_of
from p2pgame.transport.relay.url import RelayUrl
from p2pgame.transport.wire_version import SPOKEN, Versions
from tests.transport.pairs import PATIENCE
from tests.transport.scripted import frame
from tests.transport.tiny_relay import WELCOME, relaying

SEED = bytes(range(32))
PUBLIC = crypto_sign_seed_keypair(SEED)[0]
TOPIC = topic_of(PUBLIC)


async def receive(link: RelayLink, count: int) -> list[bytes]:
    with trio.fail_after(PATIENCE):
        return [await link.receive() for _ in range(count)]


async def wait_live(link: RelayLink) -> None:
    """Receive nothing but that the backlog is over."""
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(link.receive)
            await link.live.wait()
            await wait_all_tasks_blocked()
            nursery.cancel_scope.cancel()


async def test_who_has_the_key_writes_and_all_others_read() -> None:
    async with relaying() as relay:
        near = await Subscription(relay.url, TOPIC, SEED).connect()
        watcher = await Subscription(relay.url, TOPIC).connect()
        await wait_live(watcher)
        await near.send(frame(1))
        await watcher.send(frame(2))
        assert await receive(watcher, 1) == [frame(1)]
        await near.aclose()
        await watcher.aclose()
        claims = [word for word in relay.heard if isinstance(word, Claim)]
        assert [claim.key for claim in claims] == [PUBLIC]
        signed = claims[0].signature + claimed(WELCOME.nonce)
        assert crypto_sign_open(signed, PUBLIC) == claimed(WELCOME.nonce)
        assert relay.kept == {TOPIC: [frame(1)]}


async def test_each_connection_goes_on_where_the_last_one_ended() -> None:
    async with relaying() as relay:
        writer = await Subscription(relay.url, TOPIC, SEED).connect()
        reader = Subscription(relay.url, TOPIC)
        for number in range(1, 6):
            await writer.send(frame(number))
        await writer.wait_stored()
        first = await reader.connect()
        assert await receive(first, 3) == [frame(1), frame(2), frame(3)]
        await first.aclose()
        assert reader.cursor == 3
        second = await reader.connect()
        assert await receive(second, 2) == [frame(4), frame(5)]
        await wait_live(second)
        await second.aclose()
        await writer.aclose()


async def test_a_long_backlog_comes_in_one_connection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(wire, "FRAME_BURST", 20.0)
    monkeypatch.setattr(wire, "FRAME_RATE", 1.0)
    count = 400
    async with relaying() as relay:
        relay.kept[TOPIC] = [frame(number) for number in range(count)]
        link = await Subscription(relay.url, TOPIC).connect()
        with trio.fail_after(2 * PATIENCE):
            assert [await link.receive() for _ in range(count)] == relay.kept[TOPIC]
        await link.aclose()


async def test_what_we_published_does_not_come_back() -> None:
    async with relaying() as relay:
        subscription = Subscription(relay.url, TOPIC, SEED)
        link = await subscription.connect()
        for number in range(1, 6):
            await link.send(frame(number))
        await link.wait_stored()
        await wait_live(link)
        assert subscription.cursor == 5
        await link.aclose()
        again = await subscription.connect()
        await wait_live(again)
        await again.aclose()
        assert Subscribe(TOPIC, 5) in relay.heard


async def test_a_relay_with_another_past_is_read_from_the_start() -> None:
    async with relaying() as relay:
        relay.kept[TOPIC] = [frame(number) for number in range(9)]
        subscription = Subscription(relay.url, TOPIC)
        link = await subscription.connect()
        await receive(link, 9)
        await link.aclose()
        relay.kept[TOPIC] = [frame(77)]
        with pytest.raises(LinkClosed, match="lost what it had"):
            await receive(await subscription.connect(), 1)
        await wait_all_tasks_blocked(0.01)
        link = await subscription.connect()
        assert await receive(link, 1) == [frame(77)]
        await link.aclose()


async def test_a_subscription_has_one_connection_at_a_time() -> None:
    async with relaying() as relay:
        subscription = Subscription(relay.url, TOPIC)
        link = await subscription.connect()
        with pytest.raises(ValueError, match="one connection"):
            await subscription.connect()
        await link.aclose()
        refused: list[str] = []

        async def attempt() -> None:
            try:
                await subscription.connect()
            except ValueError as error:
                refused.append(str(error))

        async with trio.open_nursery() as nursery:
            nursery.start_soon(attempt)
            nursery.start_soon(attempt)
        assert len(refused) == 1
        assert subscription.link is not None
        await subscription.link.aclose()


def test_a_subscription_shows_neither_topic_nor_key() -> None:
    shown = repr(Subscription(RelayUrl("a.example", 443, "/", True), TOPIC, SEED))
    assert shown == "Subscription(wss://a.example)"


def test_a_key_of_another_topic_is_refused() -> None:
    url = RelayUrl("a.example", 443, "/", True)
    with pytest.raises(ValueError, match="does not let"):
        Subscription(url, bytes(16), SEED)
    with pytest.raises(ValueError, match="16 bytes"):
        Subscription(url, bytes(15))


async def test_the_largest_frame_passes() -> None:
    async with relaying() as relay:
        writer = await Subscription(relay.url, TOPIC, SEED).connect()
        reader = await Subscription(relay.url, TOPIC).connect()
        largest = frame(1, FRAME_LIMIT)
        with trio.fail_after(PATIENCE):
            await writer.send(largest)
            assert await reader.receive() == largest
            await writer.wait_stored()
        await writer.aclose()
        await reader.aclose()


@pytest.mark.parametrize("bits", [0, 1, 7, 8, 13])
async def test_work_is_what_the_relay_asks_for(bits: int) -> None:
    answer = await work(bytes(16), bits)
    assert is_worked(bytes(16), answer, bits)
    assert not is_worked(bytes(16), answer, 64)


async def test_work_is_done_before_anything_else() -> None:
    async with relaying(welcome=replace(WELCOME, bits=9)) as relay:
        link = await Subscription(relay.url, TOPIC, SEED).connect()
        await wait_live(link)
        await link.aclose()
        match relay.heard:
            case [Enter(), Work(answer), Claim(), Subscribe()]:
                assert is_worked(WELCOME.nonce, answer, 9)
            case heard:
                raise AssertionError(heard)


@pytest.mark.attack(36)
async def test_a_relay_that_asks_for_too_much_work_is_left() -> None:
    async with relaying(welcome=replace(WELCOME, bits=WORK_LIMIT + 1)) as relay:
        with pytest.raises(TransportError, match="more work than we do"):
            await Subscription(relay.url, TOPIC).connect()
        assert relay.heard == []


async def test_a_relay_hears_our_versions_also_if_it_has_others() -> None:
    async with relaying(welcome=replace(WELCOME, versions=Versions(4, 5))) as relay:
        with pytest.raises(TransportError, match="install a later release"):
            await Subscription(relay.url, TOPIC).connect()
        await relay.wait_heard(Enter(SPOKEN, bytes(32)))


async def test_a_token_is_shown_and_not_sent() -> None:
    token = bytes(range(16))
    async with relaying(welcome=replace(WELCOME, is_closed=True, bits=20)) as relay:
        with pytest.raises(RelayRefusal) as caught:
            await Subscription(relay.url, TOPIC, SEED).connect()
        assert caught.value.refusal == Refusal.TOKEN
        guarded = replace(relay.url, token=token)
        link = await Subscription(guarded, TOPIC, SEED).connect()
        await wait_live(link)
        await link.aclose()
        shown = Enter(SPOKEN, entering(token, WELCOME.nonce, SPOKEN))
        # No work is asked of who has the token, and nothing is asked by who has not.
        assert [type(word) for word in relay.heard] == [Enter, Enter, Claim, Subscribe]
        assert relay.heard[1] == shown
        assert not any(token in encode(word) for word in relay.heard)


FIRST: dict[str, tuple[bytes | str, str]] = {
    "a newer version": (
        b"\x41\4\5" + encode(WELCOME)[3:],
        "4 to 5 .* a later",
    ),
    "an older version": (b"\x41\1\1" + encode(WELCOME)[3:], "the relay needs p2pgame"),
    "no version": (b"\x41\2\1" + encode(WELCOME)[3:], "versions that are none"),
    "no welcome": (encode(Live(TOPIC, 0, 0)), "is not a relay"),
    "garbage": (b"nonsense", "unknown kind"),
    "text": ("hello", "text"),
}


@pytest.mark.attack(36)
@pytest.mark.parametrize("first", FIRST)
async def test_what_is_no_relay_is_told_in_one_sentence(first: str) -> None:
    said, why = FIRST[first]
    async with relaying(lambda: lambda word: [said]) as relay:
        with pytest.raises(TransportError, match=why):
            await Subscription(relay.url, TOPIC).connect()
        await relay.wait_gone()


async def test_a_relay_that_does_not_welcome_us_is_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(relay_greeting, "ANSWER_WITHIN", 0.05)
    async with relaying(lambda: lambda word: []) as relay:
        with pytest.raises(TransportError, match="does not answer"):
            await Subscription(relay.url, TOPIC).connect()
