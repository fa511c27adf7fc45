"""Addresses and where a table can be reached: strict, because they are dialled."""

from __future__ import annotations

from dataclasses import replace

import pytest

from p2pgame.transport.address import InvalidAddress, split_address
from p2pgame.transport.finding import reach
from p2pgame.transport.finding.reach import Fields, InvalidReach
from p2pgame.transport.relay.url import RelayUrl


@pytest.mark.parametrize(
    "address",
    [
        "",
        "host",
        "host:",
        ":80",
        "host:0",
        "host:65536",
        "host:080",
        "host:+80",
        "host:8 0",
        "host:٨٠",
        "host:80:80",
        "-host:80",
        "host-:80",
        "ho st:80",
        "host..example:80",
        "host.:80",
        "host\n:80",
        "host:80\n",
        "host/path:80",
        "user@host:80",
        "häuser.example:80",
        "a" * 64 + ":80",
        "a." * 126 + "aa:80",
        ("a." * 126 + "a")[:253] + ":65535",
        "1.2.3:80",
        "1.2.3.4.5:80",
        "256.1.1.1:80",
        "010.1.1.1:80",
        "2130706433:80",
        "0x7f000001:80",
        "host.0x7f:80",
        "0.0.0.0:80",
        "224.0.0.1:80",
        "::1:80",
        "[::1:80",
        "::1]:80",
        "[]:80",
        "[::]:80",
        "[ff02::1]:80",
        "[fe80::1%eth0]:80",
        "[1.2.3.4]:80",
        "[host]:80",
    ],
)
def test_a_hostile_or_hopeless_address_is_refused(address: str) -> None:
    with pytest.raises(InvalidAddress):
        split_address(address)
    with pytest.raises(InvalidReach):
        reach.check((address,), ())
    raw = address.encode()
    if len(raw) < 256:
        with pytest.raises(InvalidReach):
            Fields(b"\x01" + bytes([len(raw)]) + raw + b"\0").reach()


@pytest.mark.parametrize(
    ("address", "parts"),
    [
        ("anna.example:4040", ("anna.example", 4040)),
        ("localhost:1", ("localhost", 1)),
        ("xn--huser-gra.example:65535", ("xn--huser-gra.example", 65535)),
        ("127.0.0.1:80", ("127.0.0.1", 80)),
        ("[::1]:80", ("::1", 80)),
        ("a" * 63 + ".example:80", ("a" * 63 + ".example", 80)),
    ],
)
def test_an_address_is_split_into_what_connect_takes(
    address: str, parts: tuple[str, int]
) -> None:
    assert split_address(address) == parts


def test_places_are_read_as_they_were_written() -> None:
    relays = (RelayUrl.parse("wss://relay.example"), RelayUrl.parse("ws://[::1]:9/x"))
    relays = relays[0], replace(relays[1], token=b"tokentokentoken!")
    data = reach.encode(("a.example:80", "[::1]:9"), relays)
    assert data == (
        b"\x02\x0ca.example:80\x07[::1]:9"
        b"\x02\x13wss://relay.example\0\x0ews://[::1]:9/x\x10tokentokentoken!"
    )
    assert Fields(data).reach_at_end() == (("a.example:80", "[::1]:9"), relays)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "damaged"),
        (b"\0", "damaged"),
        (b"\0\0\0", "damaged"),
        (b"\x01\x0ca.example:8", "damaged"),
        (b"\x01\x04\xc3\xa4:1\0", "damaged"),
        (b"\x09" + b"\x03a:1" * 9 + b"\0", "addresses 8"),
        (b"\0\x04" + b"\x07wss://a\0" * 4, "relays 3"),
        (b"\x01\x03a:0\0", "address"),
        (b"\0\x01\x03a:1", "relay"),
        (b"\0\x01\x07wss://A", "relay-spelling"),
        (b"\0\x01\x0bwss://a:443", "relay-spelling"),
        (b"\0\x01\x08wss://a/\0", "relay-spelling"),
        (b"\0\x01\x07wss://a\x0ftokentokentoken", "token"),
        (b"\0\x01\x0fws://[0:0::0:1]", "relay-spelling"),
    ],
)
def test_places_that_are_wrong_are_refused(data: bytes, sentence: str) -> None:
    with pytest.raises(InvalidReach, match=sentence):
        Fields(data).reach_at_end()


def test_a_relay_that_was_put_together_by_hand_is_spelled_like_any_other() -> None:
    for relay in (RelayUrl("A", 443, "/", True), RelayUrl("a", 443, "", True)):
        with pytest.raises(InvalidReach, match="relay-spelling"):
            reach.check((), (relay,))
