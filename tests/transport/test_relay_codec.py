"""What peers and relays say: each message has one byte string, and no other is read."""

from __future__ import annotations

from dataclasses import replace
from hashlib import blake2b

import pytest

from p2pgame.transport.link import SIZES, InvalidFrame
from p2pgame.transport.relay.codec import deliver_head, encode, read_peer, read_relay
from p2pgame.transport.relay.protocol import (
    BODY_LIMIT,
    MESSAGE_LIMIT,
    TEXT_LIMIT,
    Claim,
    Closed,
    Deliver,
    Enter,
    FromPeer,
    FromRelay,
    Knock,
    Knocked,
    Live,
    Open,
    Opened,
    Publish,
    Refusal,
    Refused,
    Replied,
    Reply,
    Shut,
    Stored,
    Subscribe,
    Unsubscribe,
    Welcome,
    Work,
    claimed,
    entering,
    is_worked,
)
from p2pgame.transport.relay.topic_id import topic_of
from p2pgame.transport.wire_version import SPOKEN, Versions

TOPIC = bytes(range(16))
T = TOPIC.hex()
FRAME = b"\xaa" * 256

#: Each message and its bytes, by hand from the page; long rests are named.
PEER: list[tuple[FromPeer, str, bytes]] = [
    (Subscribe(TOPIC, 0x0102), f"01 {T} 0000000000000102", b""),
    (Unsubscribe(TOPIC), f"02 {T}", b""),
    (Claim(b"k" * 32, b"s" * 64), "03" + "6b" * 32 + "73" * 64, b""),
    (Publish(TOPIC, 7, FRAME), f"04 {T} 00000007", FRAME),
    (Work(b"workwork"), "05 776f726b776f726b", b""),
    (Open(600), "06 0258", b""),
    (Shut(41), "07 00000029", b""),
    (Knock(41, b"hi"), "08 00000029 6869", b""),
    (Reply(41, 3, b""), "09 00000029 00000003", b""),
    (Enter(Versions(2, 3), b"t" * 32), "0a 02 03" + "74" * 32, b""),
]
RELAY: list[tuple[FromRelay, str, bytes]] = [
    (
        Welcome(TOPIC, 18, 8 << 20, 1, "é:1", "hi"),
        f"41 02 03 {T} 00 12 0000000000800000 01 0004 c3a93a31 0002 6869",
        b"",
    ),
    (
        Welcome(TOPIC, 0, 0, 0, "", "", True, Versions(1, 9)),
        f"41 01 09 {T} 01 00 0000000000000000 00 0000 0000",
        b"",
    ),
    (Deliver(TOPIC, 5, FRAME), f"42 {T} 0000000000000005", FRAME),
    (Live(TOPIC, 2, 5), f"43 {T} 0000000000000002 0000000000000005", b""),
    (Stored(TOPIC, 7, 5), f"44 {T} 00000007 0000000000000005", b""),
    (Refused(7, Refusal.FULL), "45 00000007 0003", b""),
    (Opened(41), "46 00000029", b""),
    (Knocked(41, 3, b"hi"), "47 00000029 00000003 6869", b""),
    (Replied(41, b"hi"), "48 00000029 6869", b""),
    (Closed(41, 999), "49 00000029 03e7", b""),
]
MESSAGES = [*PEER, *RELAY]
GREETING = Welcome(TOPIC, 0, 0, 0, "", "")


@pytest.mark.parametrize(("word", "head", "rest"), PEER)
def test_what_a_peer_says_has_one_byte_string(
    word: FromPeer, head: str, rest: bytes
) -> None:
    data = bytes.fromhex(head) + rest
    assert encode(word) == data
    assert read_peer(data) == word
    with pytest.raises(InvalidFrame):
        read_relay(data)


@pytest.mark.parametrize(("word", "head", "rest"), RELAY)
def test_what_a_relay_says_has_one_byte_string(
    word: FromRelay, head: str, rest: bytes
) -> None:
    data = bytes.fromhex(head) + rest
    assert encode(word) == data
    assert read_relay(data) == word
    with pytest.raises(InvalidFrame):
        read_peer(data)


@pytest.mark.parametrize(("word", "head", "rest"), MESSAGES)
def test_a_message_cut_anywhere_is_another_or_none(
    word: FromPeer | FromRelay, head: str, rest: bytes
) -> None:
    data = bytes.fromhex(head) + rest
    read = read_peer if data[0] < 64 else read_relay
    is_open = isinstance(word, Knock | Reply | Knocked | Replied)
    for size in range(len(data)):
        try:
            shorter = read(data[:size])
        except InvalidFrame:
            continue
        assert is_open
        assert encode(shorter) == data[:size]


def test_frames_have_the_lengths_of_frames() -> None:
    for size in SIZES:
        frame = bytes(size)
        assert read_peer(encode(Publish(TOPIC, 1, frame))) == Publish(TOPIC, 1, frame)
        deliver = deliver_head(TOPIC, 9) + frame
        assert read_relay(deliver) == Deliver(TOPIC, 9, frame)
        assert len(deliver) <= MESSAGE_LIMIT
        for other in (size - 1, size + 1):
            with pytest.raises(InvalidFrame, match="no frame has"):
                read_peer(encode(Publish(TOPIC, 1, bytes(other))))
            with pytest.raises(InvalidFrame, match="no frame has"):
                read_relay(deliver_head(TOPIC, 9) + bytes(other))


def test_bodies_and_texts_have_limits() -> None:
    assert read_peer(encode(Knock(1, bytes(BODY_LIMIT)))) == Knock(1, bytes(BODY_LIMIT))
    with pytest.raises(InvalidFrame, match="too long"):
        read_peer(encode(Knock(1, bytes(BODY_LIMIT + 1))))
    longest = replace(GREETING, message="x" * TEXT_LIMIT)
    assert read_relay(encode(longest)) == longest
    with pytest.raises(ValueError, match="are allowed"):
        encode(replace(GREETING, message="é" * (TEXT_LIMIT // 2) + "x"))
    said = (TEXT_LIMIT + 1).to_bytes(2) + b"x" * (TEXT_LIMIT + 1)
    with pytest.raises(InvalidFrame, match="too long"):
        read_relay(encode(GREETING)[:-2] + said)


@pytest.mark.parametrize("text", [b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xe2\x82"])
def test_a_text_is_text(text: bytes) -> None:
    with pytest.raises(InvalidFrame, match="text that is none"):
        read_relay(encode(GREETING)[:-2] + len(text).to_bytes(2) + text)


@pytest.mark.attack(68)
def test_of_a_relay_of_other_versions_the_versions_are_read_and_no_more() -> None:
    data = b"\x41\x04\x09" + TOPIC + b"whatever it says then"
    read = read_relay(data)
    assert isinstance(read, Welcome)
    assert read.versions == Versions(4, 9)
    for wrong in (b"\x00\x02", b"\x04\x03"):
        with pytest.raises(InvalidFrame, match="versions that are none"):
            read_relay(b"\x41" + wrong + encode(GREETING)[3:])
        with pytest.raises(InvalidFrame, match="versions that are none"):
            read_peer(b"\x0a" + wrong + bytes(32))
    with pytest.raises(InvalidFrame, match="neither closed nor open"):
        read_relay(encode(GREETING)[:19] + b"\2" + encode(GREETING)[20:])


@pytest.mark.attack(34)
def test_a_tag_is_of_one_token_one_connection_and_one_range() -> None:
    right = entering(b"t" * 16, b"n" * 16, SPOKEN)
    # By hashlib: blake2b(nonce + b"\2\3", 32 bytes, key=token, person).
    assert (
        right
        == blake2b(
            b"n" * 16 + b"\2\3", digest_size=32, key=b"t" * 16, person=b"p2pgame enter"
        ).digest()
    )
    assert right != entering(b"u" * 16, b"n" * 16, SPOKEN)
    assert right != entering(b"t" * 16, b"m" * 16, SPOKEN)
    assert right != entering(b"t" * 16, b"n" * 16, Versions(1, 2))


def test_a_topic_is_the_hash_of_its_key() -> None:
    # By hashlib: blake2b(bytes(32), digest_size=16, person=b"p2pgame topic").
    assert topic_of(bytes(32)).hex() == "8ec21cd60668b68bf1a6a4cd03cdd5af"
    assert topic_of(b"\1" * 32) != topic_of(bytes(32))
    assert claimed(b"n" * 16) == b"p2pgame relay claim" + b"n" * 16


def test_work_is_leading_zeros() -> None:
    assert all(is_worked(bytes(16), bytes(8), 0) for _ in range(2))
    answers = [number.to_bytes(8) for number in range(4096)]
    share = sum(is_worked(bytes(16), answer, 4) for answer in answers)
    assert 180 < share < 340
    assert not is_worked(bytes(16), bytes(8), 255)
