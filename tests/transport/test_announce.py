"""Announcements: how a short invite becomes a whole one, and nobody else's."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nacl import bindings as sodium

from p2pgame.transport import frames
from p2pgame.transport.finding import announce
from p2pgame.transport.finding.announce import Announcement, complete, read
from p2pgame.transport.finding.invite import Invite, Short
from p2pgame.transport.finding.reach import InvalidReach
from p2pgame.transport.frames import Announce
from p2pgame.transport.link import InvalidFrame
from p2pgame.transport.relay.url import RelayUrl

HOME, OTHER = map(RelayUrl.parse, ("wss://relay.example", "ws://[::1]:9/x"))
SECRET = bytes(range(100, 116))


def signer(seed: bytes) -> tuple[bytes, Callable[[bytes, bytes], bytes]]:
    """Return a key, and what signs with it as entries are signed."""
    public, secret = sodium.crypto_sign_seed_keypair(seed)

    def sign(domain: bytes, content: bytes) -> bytes:
        framed = b"".join(len(part).to_bytes(8) + part for part in (domain, content))
        return sodium.crypto_sign(framed, secret)[:64]

    return public, sign


TABLE, SIGN = signer(bytes(32))
STRANGER, FORGE = signer(b"s" * 32)
SHORT = Short(TABLE[:16], SECRET)
SAID = Announcement(TABLE, 1_790_000_000, ("anna.example:9",), (HOME,), "Anna: hold'em")


def test_a_short_invite_and_an_announcement_make_a_whole_one() -> None:
    message = announce.announce(SAID, SIGN)
    assert read(message) == SAID
    assert complete(SHORT, message) == Invite(
        TABLE, SECRET, ("anna.example:9",), (HOME,)
    )


def test_it_travels_in_a_message_of_its_own() -> None:
    message = announce.announce(SAID, SIGN)
    assert frames.decode(frames.encode(message)) == message


def test_the_relay_of_a_short_invite_is_kept_if_the_host_names_none() -> None:
    quiet = announce.announce(replace(SAID, relays=()), SIGN)
    assert complete(SHORT, quiet).relays == ()
    assert complete(replace(SHORT, relay=OTHER), quiet).relays == (OTHER,)
    named = announce.announce(SAID, SIGN)
    assert complete(replace(SHORT, relay=OTHER), named).relays == (HOME,)


@pytest.mark.attack(36)
def test_nobody_but_the_opener_announces_a_table() -> None:
    with pytest.raises(InvalidFrame, match="opener"):
        read(announce.announce(SAID, FORGE))
    own = announce.announce(replace(SAID, table=STRANGER), FORGE)
    assert read(own).table == STRANGER
    with pytest.raises(InvalidFrame, match="another table"):
        complete(SHORT, own)


@pytest.mark.attack(36)
def test_what_is_announced_is_signed_to_the_last_bit() -> None:
    message = announce.announce(SAID, SIGN)
    data = frames.encode(message)
    for at in range(1, len(data)):
        spoilt = frames.decode(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        assert isinstance(spoilt, Announce)
        with pytest.raises(InvalidFrame):
            complete(SHORT, spoilt)


def test_a_signature_made_for_anything_else_is_no_announcement() -> None:
    content = announce.announce(SAID, SIGN).content
    signature = SIGN(b"p2pgame entry", TABLE + content)
    with pytest.raises(InvalidFrame, match="opener"):
        read(Announce(TABLE, signature, content))


def said(content: bytes) -> Announce:
    return Announce(TABLE, SIGN(announce.DOMAIN, TABLE + content), content)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        bytes(8),
        bytes(9),
        bytes(8) + b"\x01\x03a:0\0",
        bytes(8) + b"\0\x01\x07wss://A",
        *(bytes(10) + label for label in (b"\xff", b" a", b"a\n", b"\x1b[2J")),
        bytes(10) + "\u202e".encode(),
        bytes(10) + "A\u0308".encode(),
        bytes(10) + b"a" * 161,
        bytes(10) + "\ue000".encode(),
    ],
)
def test_nonsense_is_refused_even_from_the_opener(content: bytes) -> None:
    with pytest.raises(InvalidFrame, match="no sense"):
        read(said(content))


@given(st.binary(max_size=60))
def test_what_the_opener_signs_is_refused_or_the_one_encoding(content: bytes) -> None:
    message = said(content)
    with suppress(InvalidFrame):
        assert announce.announce(read(message), SIGN) == message


@pytest.mark.parametrize(
    "wrong",
    [
        {"when": -1},
        {"when": 1 << 64},
        {"label": "a" * 161},
        {"label": "\ud800"},
        {"addresses": ("a:1",) * 9},
        {"relays": (HOME,) * 4},
    ],
)
def test_nothing_is_announced_that_nobody_would_read(wrong: dict[str, object]) -> None:
    with pytest.raises(InvalidReach):
        replace(SAID, **wrong)  # type: ignore[arg-type]


def test_the_longest_announcement_fits_its_message() -> None:
    address = "a" * 63 + "." + "b" * 63 + "." + "c" * 63 + "." + "d" * 57 + ":65535"
    relay = RelayUrl.parse("ws://a.example" + "/" + "b" * 60 + ("/" + "c" * 59) * 3)
    long = Announcement(TABLE, 0, (address[-255:],) * 8, (relay,) * 3, "ö" * 80)
    message = announce.announce(long, SIGN)
    assert read(message) == long
    assert len(message.content) < frames.CONTENT_LIMIT
