"""What an event holds: frames together or in pieces, and who may put them there."""

from __future__ import annotations

import random
from base64 import b64encode

import pytest
from nacl.bindings import crypto_sign_seed_keypair

from p2pgame.transport.link import SIZES, InvalidFrame
from p2pgame.transport.nostr.content import (
    LEAST_ROOM,
    PARTS_LIMIT,
    PIECES_IN_EVENT,
    PIECES_LIMIT,
    Claim,
    Joiner,
    Piece,
    claim,
    cut,
    decode,
    encode,
    size_of,
)
from p2pgame.transport.relay.topic_id import topic_of
from tests.transport.scripted import frame

SEED = bytes(range(32))
TOPIC = topic_of(crypto_sign_seed_keypair(SEED)[0])
ANNA, BO = b"a" * 32, b"b" * 32
CLAIM = claim(SEED, ANNA)
ROOM = 40_000


def content(*pieces: Piece) -> str:
    return encode(CLAIM, pieces)


def raw(data: bytes) -> str:
    """Return content with these bytes in place of pieces."""
    return b64encode(b"\x01" + CLAIM.key + CLAIM.signature + data).decode()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("room", [LEAST_ROOM, 6147, ROOM])
def test_a_frame_comes_whole_out_of_its_pieces_in_any_order(
    size: int, room: int
) -> None:
    pieces = cut(frame(size, size), room)
    assert all(size_of([piece]) <= room for piece in pieces)
    if len(pieces) > PIECES_LIMIT:
        assert size > 65536
        return
    print("seed", seed := random.randrange(2**32))
    random.Random(seed).shuffle(pieces)
    joiner, whole = Joiner(), []
    for piece in pieces:
        whole += joiner.take(ANNA, decode(content(piece), TOPIC, ANNA))
    assert whole == [frame(size, size)]


def test_the_least_room_holds_all_but_the_longest_frames() -> None:
    assert len(cut(frame(1, 65536), LEAST_ROOM)) <= PIECES_LIMIT
    assert len(cut(frame(1, 65536), LEAST_ROOM - 2)) > PIECES_LIMIT


def test_several_frames_go_together_and_the_size_is_known_before() -> None:
    pieces = [piece for n in range(9) for piece in cut(frame(n, 1024), ROOM)]
    text = content(*pieces)
    assert len(text) == (size_of(pieces) + 2) // 3 * 4
    whole = Joiner().take(ANNA, decode(text, TOPIC, ANNA))
    assert whole == [frame(n, 1024) for n in range(9)]


def test_one_content_has_one_spelling() -> None:
    (piece,) = cut(frame(1, 256), ROOM)
    text = content(piece)
    assert text.endswith("Q==")
    assert decode(text, TOPIC, ANNA) == [piece]
    for other in (text[:-3] + "R==", text[:-1], text + "=", text + "\n", " " + text):
        with pytest.raises(InvalidFrame):
            decode(other, TOPIC, ANNA)


def test_an_event_of_somebody_without_the_invite_is_refused() -> None:
    strangers = claim(bytes(32), ANNA)
    borrowed = Claim(CLAIM.key, strangers.signature)
    for made in (strangers, borrowed):
        with pytest.raises(InvalidFrame, match="no invite"):
            decode(encode(made, []), TOPIC, ANNA)


def test_a_claim_is_of_one_author_only() -> None:
    assert decode(content(), TOPIC, ANNA) == []
    with pytest.raises(InvalidFrame, match="no invite"):
        decode(content(), TOPIC, BO)


ONE = cut(frame(1), ROOM)[0]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "é",
        "AA=",
        "A" * 64,
        content(ONE)[:-4],
        content(ONE) + "\n",
        content(ONE).replace("A", " ", 1),
        raw(b"")[:-4],
        b64encode(b"\x02" + CLAIM.key + CLAIM.signature).decode(),
        raw(bytes(13)),
        raw(bytes(8) + b"\x00\x00" + bytes(4)),
        raw(bytes(8) + b"\x01\x01" + bytes(4)),
        raw(bytes(8) + bytes((0, PIECES_LIMIT + 1)) + bytes(4)),
        raw(bytes(8) + b"\x00\x01" + (1).to_bytes(4)),
        raw(bytes(8) + b"\x00\x01" + b"\xff" * 4),
        raw((bytes(8) + b"\x00\x01" + bytes(4)) * (PIECES_IN_EVENT + 1)),
    ],
)
def test_what_is_no_content_is_refused(text: str) -> None:
    with pytest.raises(InvalidFrame):
        decode(text, TOPIC, ANNA)


def test_pieces_that_do_not_make_a_frame_are_dropped() -> None:
    joiner = Joiner()
    wrong = Piece(ONE.frame, 0, 1, frame(2))
    short = Piece(ONE.frame, 0, 1, b"short")
    assert joiner.take(ANNA, [wrong, short, *cut(b"short", ROOM)]) == []
    assert joiner.take(ANNA, [ONE]) == [frame(1)]


def test_what_one_author_says_does_not_disturb_another() -> None:
    first, second = cut(frame(1, 1024), 800)
    joiner = Joiner()
    assert joiner.take(ANNA, [first]) == []
    assert joiner.take(BO, [second, Piece(first.frame, 0, 3, b"")]) == []
    assert joiner.take(ANNA, [second]) == [frame(1, 1024)]
    assert joiner.take(BO, [first]) == [frame(1, 1024)]


@pytest.mark.attack(26)
def test_pieces_that_never_come_take_bounded_room() -> None:
    joiner = Joiner()
    for number in range(5000):
        data = bytes(number % 3 * 30_000)
        joiner.take(ANNA, [Piece(number.to_bytes(8), 0, 2, data)])
        assert joiner._size <= PARTS_LIMIT
    assert joiner._size == sum(parts.size for parts in joiner._parts.values())
    first, second = cut(frame(1, 16384), 10_000)
    assert joiner.take(ANNA, [first, first, second]) == [frame(1, 16384)]
    assert joiner._size == sum(parts.size for parts in joiner._parts.values())
