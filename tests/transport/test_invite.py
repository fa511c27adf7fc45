"""Invites: one line of text, hard to mistype, strict about where it leads."""

from __future__ import annotations

import string
from base64 import b32encode
from contextlib import suppress
from dataclasses import replace
from hashlib import blake2b
from ipaddress import IPv6Address
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nacl.bindings import crypto_sign_seed_keypair

from p2pgame.client.words import message_of_error, say
from p2pgame.transport.envelope import Envelope, box_public, derive, open_key, seal_key
from p2pgame.transport.finding import chain
from p2pgame.transport.finding import invite as module
from p2pgame.transport.finding.invite import (
    AnyInvite,
    InvalidInvite,
    Invite,
    OtherRelease,
    Short,
    Watch,
)
from p2pgame.transport.link import InvalidFrame
from p2pgame.transport.relay.url import InvalidUrl, RelayUrl
from p2pgame.transport.wire_version import HIGHEST, LOWEST, Versions

TABLE = bytes(range(32))
SECRET = bytes(range(100, 116))
START = b"\x02\x02\x01" + TABLE + SECRET + b"\x04kuhn"
SHORT_START = b"\x02\x02\x02" + TABLE[:16] + SECRET + b"\0"
HOME = RelayUrl.parse("wss://relay.example")
GUARDED = replace(HOME, token=bytes(range(200, 216)))
INVITE = Invite(
    TABLE,
    SECRET,
    ("192.168.1.20:4040", "[2001:db8::5]:4040", "anna.example:9"),
    (GUARDED, RelayUrl.parse("ws://192.168.1.1:8080/p2pgame")),
    "kuhn",
)
SHORT = Short(TABLE[:16], SECRET)
CAPITALS = string.ascii_uppercase + "234567"
EVERY: tuple[AnyInvite, ...] = (
    *(INVITE, INVITE.watch, SHORT),
    Short(TABLE[:16], SECRET, GUARDED, "crazy-eights", Versions(1, 3)),
)


def is_usual(text: str) -> bool:
    """Return whether a machine, and no IPv4 address in disguise, is there."""
    address = IPv6Address(text)
    hidden = address.ipv4_mapped is not None
    return not (address.is_multicast or address.is_unspecified or hidden)


names = st.from_regex(
    r"[a-z]([a-z0-9-]{0,20}[a-z0-9])?(\.[a-z]{2,10}){0,3}", fullmatch=True
)
hosts = st.one_of(
    names,
    st.ip_addresses(v=4)
    .filter(lambda a: not (a.is_multicast or a.is_unspecified))
    .map(str),
    st.ip_addresses(v=6).map(str).filter(is_usual).map("[{}]".format),
)
addresses = st.builds("{}:{}".format, hosts, st.integers(1, 65535))
relays = st.builds(
    "{}://{}{}".format,
    st.sampled_from(["ws", "wss", "nostr+ws", "nostr+wss"]),
    addresses,
    st.sampled_from(["", "/", "/a/b.c"]),
).map(RelayUrl.parse)
guarded = st.builds(
    lambda relay, token: replace(relay, token=token),
    relays,
    st.just(b"") | st.binary(min_size=16, max_size=16),
)
games = st.sampled_from(["", "kuhn", "crazy-eights"])
ranges = st.builds(Versions, st.integers(1, LOWEST), st.integers(HIGHEST, 255))
tables = st.binary(min_size=32, max_size=32)
secrets = st.binary(min_size=16, max_size=16)
invites = st.builds(
    Invite,
    tables,
    secrets,
    st.lists(addresses, max_size=8).map(tuple),
    st.lists(guarded, max_size=3).map(tuple),
    games,
    ranges,
)
shorts = st.builds(Short, secrets, secrets, st.none() | guarded, games, ranges)
every = st.one_of(invites, invites.map(lambda invite: invite.watch), shorts)


def text_of(body: bytes, scheme: str = "P2PGAME:") -> str:
    """Return the text of an invite that was made to be wrong, not mistyped."""
    data = body + crc32(body).to_bytes(4)
    return scheme + b32encode(data).rstrip(b"=").decode()


def sized(data: bytes) -> bytes:
    return bytes([len(data)]) + data


def body_of(invite: AnyInvite) -> bytes:
    """Return what stands in an invite, but for its checksum, as its page says."""
    body = bytes([invite.versions.lowest, invite.versions.highest])
    relays: tuple[RelayUrl, ...]
    match invite:
        case Short(start, secret, relay):
            body += b"\x02" + start + secret
            relays = () if relay is None else (relay,)
        case Watch(table, secret, topic, _, relays):
            body += b"\x03" + table + secret + topic
        case Invite(table, secret, _, relays):
            body += b"\x01" + table + secret
    body += sized(invite.game.encode())
    if not isinstance(invite, Short):
        body += bytes([len(invite.addresses)])
        body += b"".join(sized(text.encode()) for text in invite.addresses)
    body += bytes([len(relays)])
    return body + b"".join(sized(str(r).encode()) + sized(r.token) for r in relays)


def scheme_of(invite: AnyInvite) -> str:
    return invite.encode().partition(":")[0] + ":"


@given(every)
def test_an_invite_is_read_as_it_was_written(invite: AnyInvite) -> None:
    text = invite.encode()
    assert module.parse(text) == invite
    assert module.parse(f"  {text}\n") == invite


def test_the_text_is_what_its_description_says() -> None:
    for invite in EVERY:
        assert invite.encode() == text_of(body_of(invite), scheme_of(invite))
    assert {scheme_of(invite) for invite in EVERY} == {*("P2PGAME:", "P2PGAME-WATCH:")}


@pytest.mark.parametrize("invite", EVERY, ids=type)
def test_every_mistyped_character_is_noticed(invite: AnyInvite) -> None:
    text = invite.encode()
    for at in range(len(text)):
        for char in CAPITALS:
            if char != text[at]:
                with pytest.raises(InvalidInvite):
                    module.parse(text[:at] + char + text[at + 1 :])


@pytest.mark.parametrize("invite", EVERY, ids=type)
def test_missing_doubled_and_swapped_characters_are_noticed(
    invite: AnyInvite,
) -> None:
    text = invite.encode()
    for at in range(len(text)):
        swapped = text[:at] + text[at : at + 2][::-1] + text[at + 2 :]
        doubled = text[: at + 1] + text[at:]
        for wrong in (text[:at], text[:at] + text[at + 1 :], doubled, swapped):
            if wrong != text:
                with pytest.raises(InvalidInvite):
                    module.parse(wrong)


@pytest.mark.parametrize("invite", EVERY, ids=type)
def test_an_invite_has_no_other_spelling(invite: AnyInvite) -> None:
    text = invite.encode()
    scheme = scheme_of(invite)
    letters = text.removeprefix(scheme)
    others = [text.lower(), text.upper(), text + "=", scheme + "-" + letters]
    others += [other + letters for other in ("P2PGAME:", "P2PGAME-WATCH:")]
    for other in others:
        if other != text:
            with pytest.raises(InvalidInvite):
                module.parse(other)


@given(
    st.sampled_from(["P2PGAME:", "P2PGAME-WATCH:", "https://a/#P2PGAME:"]), st.text()
)
def test_any_text_is_an_invite_or_is_refused(scheme: str, text: str) -> None:
    with pytest.raises(InvalidInvite):
        module.parse(scheme + text)


@given(every, st.data())
def test_a_changed_invite_is_refused_or_another_invite(
    invite: AnyInvite, data: st.DataObject
) -> None:
    body = bytearray(body_of(invite))
    at = data.draw(st.integers(0, len(body) - 1))
    body[at] ^= data.draw(st.integers(1, 255))
    if data.draw(st.booleans()):
        body += data.draw(st.binary(max_size=40))
    text = text_of(bytes(body), scheme_of(invite))
    with suppress(InvalidInvite):
        assert module.parse(text).encode() == text


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "scheme P2PGAME:"),
        ("http://example.com", "scheme P2PGAME:"),
        ("https://example.com/#", "scheme P2PGAME:"),
        ("p2pgame:AAAAAAAA", "scheme P2PGAME:"),
        ("P2PGAME:", "characters"),
        ("P2PGAME:AAAA AAAA", "mistyped"),
        ("P2PGAME:AAAA-AAAA", "characters"),
        ("P2PGAME:AAAA====", "characters"),
        ("P2PGAME:" + "A" * 100_000, "characters"),
        ("P2PGAME:AAAA1AAA", "characters"),
        ("P2PGAME:aaaaaaaa", "characters"),
        ("P2PGAME:AAAAAAAA", "mistyped"),
        ("P2PGAME:AAAAAAAAA", "mistyped"),
        (text_of(b""), "damaged"),
        (text_of(b"\x02"), "damaged"),
        (text_of(b"\0" + START[1:] + b"\0\0"), "damaged"),
        (text_of(b"\x03" + START[1:] + b"\0\0"), "damaged"),
        (text_of(b"\x02\x02\x03" + START[3:] + b"\0\0"), "kind"),
        (text_of(START + b"\0\0", "P2PGAME-WATCH:"), "kind"),
        (text_of(START[:-6]), "damaged"),
        (text_of(START[:-1]), "damaged"),
        (text_of(START + b"\0"), "damaged"),
        (text_of(START + b"\0\0\0"), "damaged"),
        (text_of(START[:51] + b"\x01 \0\0"), "game"),
        (text_of(START[:51] + b"\x21" + b"x" * 33 + b"\0\0"), "game"),
        (text_of(START + b"\x09" + b"\x03a:1" * 9 + b"\0"), "addresses 8"),
        (text_of(START + b"\0\x04" + b"\x07wss://a\0" * 4), "relays 3"),
        (text_of(START + b"\0\x01\x07wss://a\x01x"), "token"),
        (text_of(START + b"\x01\x04a:1\0"), "damaged"),
        (text_of(SHORT_START[:32]), "damaged"),
        (text_of(SHORT_START + b"\x02" + b"\x07wss://a\0" * 2), "short-relays"),
        (text_of(SHORT_START + b"\x01\x06ws://\xff\0"), "damaged"),
        (text_of(SHORT_START + b"\x01\x0bwss://a:443\0"), "relay-spelling"),
        (text_of(SHORT_START + b"\x01\x08http://a\0"), "relay"),
        (text_of(START[:2] + b"\x03" + START[3:] + b"\0\0", "P2PGAME-WATCH:"), "."),
    ],
)
def test_one_sentence_says_what_is_wrong(text: str, sentence: str) -> None:
    with pytest.raises(InvalidInvite, match=sentence):
        module.parse(text)


@pytest.mark.parametrize(
    ("table", "secret", "addresses", "count"),
    [
        (TABLE, bytes(15), (), 0),
        (TABLE, bytes(17), (), 0),
        (TABLE[1:], SECRET, (), 0),
        (TABLE, SECRET, ("a:1",) * 9, 0),
        (TABLE, SECRET, ("a:0",), 0),
        (TABLE, SECRET, (), 4),
        (TABLE, SECRET, (f"{'.'.join(['x' * 62] * 4)}:4400"[1:],) * 8, 3),
    ],
)
def test_no_invite_is_made_that_nobody_would_read(
    table: bytes, secret: bytes, addresses: tuple[str, ...], count: int
) -> None:
    long = RelayUrl.parse("wss://relay.example" + ("/" + "p" * 64) * 3)
    relays = (long,) * count
    with pytest.raises(InvalidInvite):
        Invite(table, secret, addresses, relays)
    with pytest.raises(InvalidInvite):
        Watch(table, secret, bytes(16), addresses, relays)


def test_no_short_invite_is_made_that_nobody_would_read() -> None:
    for start, secret, relay in (
        (TABLE, SECRET, None),
        (TABLE[:16], SECRET + b"x", None),
        (TABLE[:16], SECRET, RelayUrl("A", 1, "/", True)),
    ):
        with pytest.raises(InvalidInvite):
            Short(start, secret, relay)
    with pytest.raises(InvalidInvite):
        replace(SHORT, game="x" * 33)
    with pytest.raises(InvalidUrl):
        replace(HOME, token=bytes(15))
    with pytest.raises(InvalidInvite):
        Watch(TABLE, SECRET, bytes(15), ())


def test_a_short_invite_fits_the_third_smallest_kind_of_qr_code() -> None:
    text = replace(INVITE, game="").short()
    assert module.parse(text) == SHORT
    assert module.parse(INVITE.short()) == replace(SHORT, game="kuhn")
    assert len(text) <= 77
    assert {*text} <= {*string.ascii_uppercase, *string.digits, *" $%*+-./:"}
    placed = Short(TABLE[:16], SECRET, GUARDED, "kuhn")
    assert module.parse(INVITE.short(GUARDED)) == placed


@pytest.mark.parametrize("invite", EVERY, ids=type)
def test_text_code_and_link_have_the_same_characters(invite: AnyInvite) -> None:
    text = invite.encode()
    # What QR codes hold most of, and the fragment of a url takes as it is (RFC 3986).
    assert {*text} <= {*CAPITALS, ":", "-"}
    for link in (
        f"https://p2pgame.example/play/#{text}",
        f"http://localhost:8000#{text}",
        f" HTTPS://P2PGAME.EXAMPLE/?from=%23#{text}\n",
    ):
        assert module.parse(link) == invite
    for other in (f"ftp://a/#{text}", f"https://a/{text}", f"https://a/#?{text}"):
        with pytest.raises(InvalidInvite):
            module.parse(other)


def test_the_game_and_its_relays_tokens_travel_in_every_kind() -> None:
    short = module.parse(INVITE.short(GUARDED))
    assert isinstance(short, Short)
    assert short.relay is not None
    assert short.relay.token == INVITE.watch.relays[0].token == GUARDED.token
    assert short.game == INVITE.watch.game == "kuhn"
    read = Invite.parse(INVITE.encode())
    assert [relay.token for relay in read.relays] == [GUARDED.token, b""]
    assert GUARDED.token.hex() not in repr(read) + str(read.relays[0])


def test_a_guest_of_another_release_hears_who_needs_which() -> None:
    # Whatever such an invite holds otherwise is not looked at.
    body = b"\x63" + TABLE
    old, new = text_of(b"\x01\x01" + body), text_of(b"\x04\x07" + body)
    with pytest.raises(OtherRelease) as caught:
        module.parse(old)
    assert say(message_of_error(caught.value)) == (
        "The host speaks version 1 of the wire, and this program 2–3: "
        "the host needs p2pgame 0.1 or a later release."
    )
    with pytest.raises(OtherRelease) as caught:
        module.parse(f"https://p2pgame.example/#{new}")
    assert say(message_of_error(caught.value)) == (
        "The host speaks version 4–7 of the wire, and this program 2–3: "
        "install a later release of p2pgame than 0.2."
    )
    wider = replace(INVITE, versions=Versions(1, 9))
    assert module.parse(wider.encode()) == wider


def test_all_keys_come_from_the_secret_alone() -> None:
    elsewhere = Invite(bytes(32), SECRET, ())
    assert (
        INVITE.watch_secret == elsewhere.watch_secret == derive(SECRET, b"watch")[:16]
    )
    watched = derive(INVITE.watch_secret, b"epoch 0")
    assert INVITE.epoch_key == elsewhere.epoch_key == SHORT.epoch_key == watched
    assert INVITE.writing == SHORT.writing == derive(SECRET, b"relay write")
    public, _ = crypto_sign_seed_keypair(INVITE.writing)
    topic = blake2b(public, digest_size=16, person=b"p2pgame topic").digest()
    assert INVITE.topic == elsewhere.topic == SHORT.topic == topic


def test_who_has_a_watch_link_reads_what_players_say_under_the_first_key() -> None:
    watch = INVITE.watch
    assert watch == Watch(
        *(TABLE, INVITE.watch_secret, INVITE.topic, INVITE.addresses),
        *(INVITE.relays, "kuhn"),
    )
    frame = Envelope({0: INVITE.epoch_key}).seal(b"said", bytes)
    assert Envelope({0: watch.epoch_key}).open(frame) == (0, b"said")
    box = seal_key(TABLE, box_public(watch.box_secret), lambda size: b"e" * size)
    assert open_key(box, INVITE.watch.box_secret) == TABLE
    with pytest.raises(InvalidFrame):
        open_key(box, watch.epoch_key)


@pytest.mark.attack(39)
def test_a_watch_link_holds_nothing_that_lets_its_holder_write_or_sit_down() -> None:
    watch = INVITE.watch
    known = {watch.secret, watch.epoch_key, watch.box_secret, watch.topic}
    joining = chain.joining_key(SECRET)
    assert not known & {SECRET, INVITE.writing, joining}
    assert chain.joining_key(watch.secret) != joining
    # Even taken for an invite's secret it leads to another topic and another key.
    posed = Invite(TABLE, watch.secret, ())
    assert posed.topic != INVITE.topic
    assert posed.epoch_key != INVITE.epoch_key


@pytest.mark.attack(66)
@pytest.mark.parametrize("invite", EVERY, ids=type)
def test_the_secret_is_not_shown(invite: AnyInvite) -> None:
    assert repr(invite) == str(invite)
    assert repr(invite.secret) not in repr(invite)
    broken = invite.encode()[:-1] + "!"
    with pytest.raises(InvalidInvite) as caught:
        module.parse(broken)
    assert broken[20:40] not in str(caught.value)
