"""A place at a topic of a relay of nostr, over real sockets."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio
from nacl.bindings import crypto_sign_seed_keypair

from p2pgame.transport.link import Link, LinkClosed, TransportError
from p2pgame.transport.nostr.client import PROBE_LIFE, NostrSubscription
from p2pgame.transport.nostr.events import MESSAGE_LIMIT
from p2pgame.transport.nostr.limits import limits_of
from p2pgame.transport.relay.topic_id import topic_of
from p2pgame.transport.relay.url import RelayUrl
from p2pgame.transport.websocket import Socket
from tests.transport.certificates import contexts
from tests.transport.nostr_server import (
    EPOCH,
    TinyNostr,
    Word,
    in_place_of,
    tiny_nostr,
    truth,
)
from tests.transport.pairs import PATIENCE
from tests.transport.scripted import frame

SEED = bytes(range(32))
TOPIC = topic_of(crypto_sign_seed_keypair(SEED)[0])
OTHER_SEED = bytes(32)
NOWHERE = RelayUrl("x", 1, "/", False, is_nostr=True)

#: Ten minutes before EPOCH.
LATE = b"HTTP/1.1 200 OK\r\nDate: Tue, 14 Nov 2023 22:03:20 GMT\r\n\r\n{}"


async def trouble_of(tiny: TinyNostr, about: object = None) -> str:
    async with tiny_nostr(tiny, about) as url:
        with pytest.raises(TransportError) as caught:
            await NostrSubscription(url, TOPIC, SEED).connect()
        return str(caught.value)


async def test_a_relay_that_says_that_it_would_refuse_us_is_not_spoken_to() -> None:
    tiny = TinyNostr()
    about = {"limitation": {"payment_required": True}}
    assert "not for everybody" in await trouble_of(tiny, about)
    assert tiny.heard == []
    async with tiny_nostr(tiny, about) as url:
        link = await NostrSubscription(url, TOPIC).connect()  # but may be read
        await link.aclose()


async def test_a_relay_that_refuses_us_is_left_alone_for_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tiny = TinyNostr(in_place_of("OK", ["OK", "", False, "blocked: go away"]))
    async with tiny_nostr(tiny) as url:
        place = NostrSubscription(url, TOPIC, SEED)
        for _ in range(3):
            with pytest.raises(LinkClosed, match="does not want us"):
                await place.connect()
        assert len(tiny.published()) == 1
        tiny.lie = truth
        monkeypatch.setattr(place._place, "_alone_until", trio.current_time())
        link = await place.connect()
        tiny.lie = in_place_of("OK", ["OK", "", False, "blocked: go away"])
        await link.send(frame(1))
        with pytest.raises(LinkClosed, match="does not want us"):
            await link.wait_stored()
        await link.aclose()
        with pytest.raises(LinkClosed, match="does not want us"):
            await place.connect()
    assert len(tiny.published()) == 3


@pytest.mark.attack(36)
async def test_only_a_relay_with_a_trusted_certificate_is_talked_to(
    tmp_path: Path,
) -> None:
    server, trusting = contexts(tmp_path)
    about = {"limitation": {"max_message_length": 32_768}}
    tiny = TinyNostr()
    async with tiny_nostr(tiny, about, tls=server) as url:
        with pytest.raises(TransportError, match="certificate"):
            await NostrSubscription(url, TOPIC, SEED).connect()
        assert tiny.heard == []
        place = NostrSubscription(url, TOPIC, SEED, tls=trusting)
        link = await place.connect()
        await link.send(frame(1, 65536))
        with trio.fail_after(PATIENCE):
            await link.wait_stored()
        await link.aclose()
    assert 20_000 < max(len(one["content"]) for one in tiny.published()) < 32_768


async def test_only_a_relay_that_has_shown_it_is_used_and_shows_it_once() -> None:
    forgetful = TinyNostr(lambda word: [] if word[0] == "EVENT" else [word])
    assert "does not keep" in await trouble_of(forgetful)
    tiny = TinyNostr()
    async with tiny_nostr(tiny) as url:
        place = NostrSubscription(url, TOPIC, SEED)
        for _ in range(2):
            link = await place.connect()
            assert link.is_whole, "it is no frame"
            await link.aclose()
        assert place.link is link
    (probe,) = tiny.published()
    assert int(probe["tags"][1][1]) == probe["created_at"] + PROBE_LIFE
    assert probe["tags"][0] == ["x", TOPIC.hex()]


class Rude(TinyNostr):
    """A relay that answers with bytes, as text or not."""

    def __init__(self, data: bytes, *, is_text: bool) -> None:
        super().__init__()
        self._data, self._is_text = data, is_text

    async def _say(self, link: Link, word: Word) -> None:
        assert isinstance(link, Socket)
        link.is_text = self._is_text
        await link.send(self._data)


async def test_bytes_or_a_giant_message_end_the_connection() -> None:
    assert "text" in await trouble_of(Rude(b"[]", is_text=False))
    giant = b"[" * (2 * MESSAGE_LIMIT)
    assert "above the limit" in await trouble_of(Rude(giant, is_text=True))


async def test_a_connection_at_a_time_and_a_key_that_fits() -> None:
    with pytest.raises(ValueError, match="does not let anybody write"):
        NostrSubscription(NOWHERE, TOPIC, OTHER_SEED)
    with pytest.raises(ValueError, match="16 bytes"):
        NostrSubscription(NOWHERE, b"")
    with pytest.raises(ValueError, match="no relay of nostr"):
        NostrSubscription(RelayUrl("x", 1, "/", False), TOPIC, SEED)
    async with tiny_nostr(TinyNostr()) as url:
        place = NostrSubscription(url, TOPIC)
        link = await place.connect()
        with pytest.raises(ValueError, match="one connection at a time"):
            await place.connect()
        await link.aclose()
        assert link.is_over
        with pytest.raises(LinkClosed, match="We closed"):
            await link.receive()
        with pytest.raises(LinkClosed, match="We closed"):
            await link.send(frame(1))


@pytest.mark.attack(25)
async def test_events_are_stamped_by_the_relays_clock() -> None:
    """Else a relay refuses what comes from a machine whose clock is wrong."""
    tiny = TinyNostr()
    async with tiny_nostr(tiny) as url:
        place = NostrSubscription(url, TOPIC, SEED, clock=lambda: EPOCH)
        place._limits = limits_of(LATE, EPOCH)
        link = await place.connect()
        await link.aclose()
    (probe,) = tiny.published()
    assert probe["created_at"] == EPOCH - 600


def test_secrets_are_not_shown() -> None:
    place = NostrSubscription(NOWHERE, TOPIC, SEED)
    assert repr(place) == "NostrSubscription(nostr+ws://x:1)"
    assert repr(place._author) == "Author()"
