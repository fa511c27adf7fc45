"""Invites: one line of text, hard to mistype, strict about where it leads."""

from __future__ import annotations

import string
from base64 import urlsafe_b64encode
from contextlib import suppress
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pgame.transport.envelope import derive
from p2pgame.transport.invite import InvalidInvite, Invite, split_address

TABLE = bytes(range(32))
SECRET = bytes(range(16))
START = b"\x01" + TABLE + SECRET
INVITE = Invite(
    TABLE, SECRET, ("192.168.1.20:4040", "[2001:db8::5]:4040", "anna.example:9")
)
ALPHABET = string.ascii_letters + string.digits + "-_"

names = st.from_regex(
    r"[a-z]([a-z0-9-]{0,20}[a-z0-9])?(\.[a-z]{2,10}){0,3}", fullmatch=True
)
hosts = st.one_of(
    names,
    st.ip_addresses(v=4)
    .filter(lambda a: not (a.is_multicast or a.is_unspecified))
    .map(str),
    st.ip_addresses(v=6)
    .filter(lambda a: not (a.is_multicast or a.is_unspecified))
    .map(lambda a: f"[{a}]"),
)
addresses = st.builds("{}:{}".format, hosts, st.integers(1, 65535))
invites = st.builds(
    Invite,
    st.binary(min_size=32, max_size=32),
    st.binary(min_size=16, max_size=16),
    st.lists(addresses, max_size=8).map(tuple),
)


def text_of(body: bytes) -> str:
    """Return the text of an invite that was made to be wrong, not mistyped."""
    data = body + crc32(body).to_bytes(4)
    return "p2pgame:" + urlsafe_b64encode(data).rstrip(b"=").decode()


@given(invites)
def test_an_invite_is_read_as_it_was_written(invite: Invite) -> None:
    text = invite.encode()
    assert Invite.parse(text) == invite
    assert Invite.parse(f"  {text}\n") == invite


def test_the_text_is_what_its_description_says() -> None:
    invite = Invite(TABLE, SECRET, ("a.example:80",))
    assert invite.encode() == text_of(START + b"\x01" + b"\x0ca.example:80")


def test_every_mistyped_character_is_noticed() -> None:
    text = INVITE.encode()
    for at in range(len(text)):
        for char in ALPHABET:
            if char != text[at]:
                with pytest.raises(InvalidInvite):
                    Invite.parse(text[:at] + char + text[at + 1 :])


def test_missing_doubled_and_swapped_characters_are_noticed() -> None:
    text = INVITE.encode()
    for at in range(len(text)):
        swapped = text[:at] + text[at : at + 2][::-1] + text[at + 2 :]
        doubled = text[: at + 1] + text[at:]
        for wrong in (text[:at], text[:at] + text[at + 1 :], doubled, swapped):
            if wrong != text:
                with pytest.raises(InvalidInvite):
                    Invite.parse(wrong)


@given(st.text(max_size=200))
def test_any_text_is_an_invite_or_is_refused(text: str) -> None:
    with pytest.raises(InvalidInvite):
        Invite.parse("p2pgame:" + text)


@given(st.binary(max_size=200))
def test_bytes_with_a_good_checksum_are_an_invite_or_are_refused(body: bytes) -> None:
    text = text_of(b"\x01" + body)
    with suppress(InvalidInvite):
        assert Invite.parse(text).encode() == text


@given(invites, st.data())
def test_a_changed_invite_is_refused_or_another_invite(
    invite: Invite, data: st.DataObject
) -> None:
    body = bytearray(b"\x01" + invite.table + invite.secret)
    body.append(len(invite.addresses))
    for address in invite.addresses:
        body += bytes([len(address)]) + address.encode()
    assert text_of(bytes(body)) == invite.encode()
    at = data.draw(st.integers(1, len(body) - 1))
    body[at] ^= data.draw(st.integers(1, 255))
    text = text_of(bytes(body))
    with suppress(InvalidInvite):
        assert Invite.parse(text).encode() == text


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "begins with p2pgame:"),
        ("http://example.com", "begins with p2pgame:"),
        ("P2PGAME:AAAA", "begins with p2pgame:"),
        ("p2pgame:", "characters"),
        ("p2pgame:AAAA AAAA", "characters"),
        ("p2pgame:AAAA====", "characters"),
        ("p2pgame:" + "A" * 100_000, "characters"),
        ("p2pgame:AAAAAAAA", "mistyped"),
        (text_of(b"\x02" + START[1:] + b"\0"), "another version"),
        (text_of(START[:-1]), "damaged"),
        (text_of(START + b"\x09" + b"\x03a:1" * 9), "at most 8"),
        (text_of(START + b"\x01\x04a:1"), "damaged"),
        (text_of(START + b"\0\0"), "damaged"),
        (text_of(START + b"\x01\x04\xc3\xa4:1"), "damaged"),
    ],
)
def test_one_sentence_says_what_is_wrong(text: str, sentence: str) -> None:
    with pytest.raises(InvalidInvite, match=sentence):
        Invite.parse(text)


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
    with pytest.raises(InvalidInvite):
        Invite(TABLE, SECRET, (address,))
    raw = address.encode()
    if len(raw) < 256:
        with pytest.raises(InvalidInvite):
            Invite.parse(text_of(START + b"\x01" + bytes([len(raw)]) + raw))


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


@pytest.mark.parametrize(
    ("table", "secret", "addresses"),
    [
        (TABLE, bytes(15), ()),
        (TABLE, bytes(17), ()),
        (TABLE[1:], SECRET, ()),
        (TABLE, SECRET, ("a:1",) * 9),
    ],
)
def test_no_invite_is_made_that_nobody_would_read(
    table: bytes, secret: bytes, addresses: tuple[str, ...]
) -> None:
    with pytest.raises(InvalidInvite):
        Invite(table, secret, addresses)


def test_the_key_comes_from_the_secret_alone() -> None:
    elsewhere = Invite(bytes(32), SECRET, ())
    assert INVITE.epoch_key == elsewhere.epoch_key == derive(SECRET, b"epoch 0")


@pytest.mark.attack(66)
def test_the_secret_is_not_shown() -> None:
    assert repr(INVITE) == str(INVITE)
    assert repr(SECRET) not in repr(INVITE)
    broken = INVITE.encode()[:-1] + "!"
    with pytest.raises(InvalidInvite) as caught:
        Invite.parse(broken)
    assert broken[20:40] not in str(caught.value)
