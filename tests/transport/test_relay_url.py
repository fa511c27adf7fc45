"""A relay's address is read strictly, and has one spelling."""

from __future__ import annotations

import pytest

from p2pgame.transport.relay.greeting import greet
from p2pgame.transport.relay.url import InvalidUrl, RelayUrl


@pytest.mark.parametrize(
    ("text", "spelled"),
    [
        ("wss://relay.example", "wss://relay.example"),
        ("wss://relay.example:443/", "wss://relay.example"),
        ("ws://127.0.0.1:8080/table", "ws://127.0.0.1:8080/table"),
        ("ws://[::1]:80", "ws://[::1]"),
        ("wss://Relay.EXAMPLE/A", "wss://relay.example/A"),
        ("ws://[2001:DB8:0::0:1]:9", "ws://[2001:db8::1]:9"),
        ("nostr+wss://Relay.example:443/", "nostr+wss://relay.example"),
        ("nostr+ws://127.0.0.1:7/a", "nostr+ws://127.0.0.1:7/a"),
    ],
)
def test_one_place_has_one_spelling(text: str, spelled: str) -> None:
    assert str(RelayUrl.parse(text)) == spelled
    assert RelayUrl.parse(spelled) == RelayUrl.parse(text)


@pytest.mark.parametrize(
    "text",
    [
        *("", "relay.example", "http://relay.example", "wss://", "wss://a b"),
        *("wss://u@relay.example", "wss://relay.example:0", "wss://relay.example:x"),
        *("wss://relay.example?q", "wss://relay.example/#f", "wss://127.1/"),
        *("wss://relay.example//x", "ws://[::1", "wss://" + "a" * 300, "WSS://a"),
        *("nostr://a", "Nostr+wss://a", "nostr+https://a", "nostr+nostr+ws://a"),
        *("+wss://a", "nostrwss://a", "nostr+", "nostr+wss://" + "a." * 122),
        *("ws://[::ffff:1.2.3.4]", "ws://[::ffff:102:304]", "ws://1.2.3.4]"),
    ],
)
def test_what_is_no_address_of_a_relay_is_refused(text: str) -> None:
    with pytest.raises(InvalidUrl):
        RelayUrl.parse(text)


def test_whoever_speaks_nostr_there_is_another_relay() -> None:
    plain, nostr = map(RelayUrl.parse, ("wss://a.example", "nostr+wss://a.example"))
    assert plain != nostr
    assert not plain.is_nostr
    assert nostr.is_nostr


async def test_a_relay_of_nostr_is_not_greeted_as_one_of_ours() -> None:
    with pytest.raises(ValueError, match="other words"):
        await greet(RelayUrl.parse("nostr+ws://127.0.0.1:1"))
