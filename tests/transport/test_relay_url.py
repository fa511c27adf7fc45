"""A relay's address is read strictly, and has one spelling."""

from __future__ import annotations

import pytest

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
        *("ws://[::ffff:1.2.3.4]", "ws://[::ffff:102:304]", "ws://1.2.3.4]"),
    ],
)
def test_what_is_no_address_of_a_relay_is_refused(text: str) -> None:
    with pytest.raises(InvalidUrl):
        RelayUrl.parse(text)
