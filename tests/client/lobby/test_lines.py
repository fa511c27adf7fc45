"""What players should know of a relay is told once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import trio
import trio.testing
from nacl.bindings import crypto_sign_seed_keypair

from p2pgame.client.events import Notice
from p2pgame.client.lobby import lines
from p2pgame.client.seat.links.links import Links
from p2pgame.client.subscriber import Subscriber
from p2pgame.client.words import message_of_error, refusal_message, say
from p2pgame.client.world import World
from p2pgame.engine import Message, plain
from p2pgame.transport.nostr.client import NostrSubscription
from p2pgame.transport.relay.client import Subscription
from p2pgame.transport.relay.greeting import RelayRefusal
from p2pgame.transport.relay.protocol import Refusal
from p2pgame.transport.relay.tended import TendedLink
from p2pgame.transport.relay.topic_id import topic_of
from p2pgame.transport.relay.url import RelayUrl
from tests.client.fronts import Recorder
from tests.transport.nostr_server import TinyNostr, tiny_nostr

NOSTR = RelayUrl.parse("nostr+wss://relay.example")
SEED = bytes(32)
TOPIC = topic_of(crypto_sign_seed_keypair(SEED)[0])


class Listening:
    """Keeps a place at a relay, and hears what is told of it."""

    links: Links

    def __init__(self) -> None:
        self.answered = False
        self.world = World.native()
        self.front = Recorder()

    def path(self) -> str:
        raise AssertionError("no address is dialled here")

    def say(self, message: Message) -> None:
        self.front.tell(Notice(message))


def unreached(url: RelayUrl, why: str) -> str:
    return say(Message.of("relay-unreached", relay=str(url), why=plain(why)))


async def _use(link: TendedLink) -> None:
    await link.receive()


@pytest.fixture
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "REACHED_WITHIN", 0.0)
    monkeypatch.setattr(lines, "LOOK_EVERY", 0.01)


@pytest.mark.usefixtures("_quick")
async def test_why_a_relay_is_of_no_use_is_told() -> None:
    seat = Listening()
    tiny = tiny_nostr(TinyNostr(), {"limitation": {"payment_required": True}})
    async with tiny as url, trio.open_nursery() as nursery:
        nursery.start_soon(lines.stay, seat, Subscriber(url, TOPIC, SEED), _use)
        why = "The relay is not for everybody."
        await seat.front.wait_said(unreached(url, why))
        nursery.cancel_scope.cancel()
    assert not seat.answered


@pytest.mark.usefixtures("_quick")
async def test_what_a_relay_says_to_people_is_told_as_its_own_words() -> None:
    seat = Listening()
    welcoming = TinyNostr(lambda word: [["NOTICE", "Be\x1b[2J kind."], word])
    async with tiny_nostr(welcoming) as url, trio.open_nursery() as nursery:
        nursery.start_soon(lines.stay, seat, Subscriber(url, TOPIC, SEED), _use)
        await seat.front.wait_said(f'The relay {url} says: "Be [2J kind."')
        nursery.cancel_scope.cancel()


async def test_a_relay_that_refuses_or_keeps_nothing_is_told_of_in_our_words(
    autojump_clock: trio.testing.MockClock,
) -> None:
    url, seat = RelayUrl.parse("ws://relay.example"), Listening()
    place = Subscriber(url, TOPIC, SEED)
    held = place._subscription
    assert isinstance(held, Subscription)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(lines._tell, seat, place)
        held.trouble, held.refusal = "Whatever", Refusal.TOKEN
        await trio.sleep(60)
        place.is_reached, held.refusal = True, Refusal.BUSY
        await trio.sleep(60)
        held.refusal, held.link = None, Full()  # type: ignore[assignment]
        await trio.sleep(60)
        nursery.cancel_scope.cancel()
    unreached, refused, full = seat.front.said
    assert "is no help yet: It admits only those who have its token" in unreached
    assert "ended the connection: It is too busy for us." in refused
    assert "hands on what is said to those who are there, and keeps nothing" in full


class Full:
    is_kept = False


@pytest.mark.parametrize("refusal", [*Refusal, 0, 999])
def test_each_refusal_has_a_sentence_and_no_word_of_a_relays(refusal: int) -> None:
    told = say(message_of_error(RelayRefusal(refusal)))
    other = say(refusal_message(65535)).replace("65535", str(int(refusal)))
    assert told.endswith(".")
    assert (told == other) is (refusal not in [*Refusal])


def test_the_page_has_each_refusal() -> None:
    page = (Path(__file__).parents[3] / "docs" / "wire.md").read_text()
    _, _, table = page.partition("### Refusals\n")
    rows = re.findall(r"^\| ([0-9]+) \|", table.partition("###")[0], re.M)
    assert [*map(int, rows)] == [*Refusal]


async def test_each_thing_is_told_once_and_trouble_only_of_a_relay_never_reached(
    autojump_clock: trio.testing.MockClock,
) -> None:
    url, seat = NOSTR, Listening()
    place = Subscriber(url, TOPIC, SEED)
    held = place._subscription
    assert isinstance(held, NostrSubscription)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(lines._tell, seat, place)
        await trio.sleep(lines.REACHED_WITHIN - 0.1)
        assert seat.front.said == []
        await trio.sleep(60)
        held.trouble = "The relay does not want us."
        await trio.sleep(60)
        place.is_reached, held.trouble = True, "The relay does not answer."
        for words in ("Hello.", "And again."):
            held._place.note_notice(words)
            await trio.sleep(60)
        nursery.cancel_scope.cancel()
    assert seat.front.said == [
        unreached(url, "There is no answer."),
        unreached(url, "The relay does not want us."),
        f'The relay {url} says: "Hello."',
    ]
