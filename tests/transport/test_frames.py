"""What peers say, read strictly."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pgame.transport.envelope import PLAINTEXT_LIMIT
from p2pgame.transport.frames import (
    BRIEF_LIMIT,
    BRIEF_SEATS,
    BRIEF_SEQUENCES,
    CONTENT_LIMIT,
    ENTRIES_LIMIT,
    ENTRY_LIMIT,
    HEADS_LIMIT,
    WHISPER_LEAST,
    WHISPER_LIMIT,
    Announce,
    Brief,
    Entries,
    Have,
    Message,
    Recall,
    Recalled,
    Whisper,
    batches,
    decode,
    encode,
)
from p2pgame.transport.link import InvalidFrame

HEAD = (b"a" * 32, 7, b"i" * 32)

ids = st.binary(min_size=32, max_size=32)
haves = st.lists(
    st.tuples(ids, st.integers(0, 2**64 - 1), ids), max_size=HEADS_LIMIT
).map(lambda heads: Have(tuple(heads)))
raws = st.lists(st.binary(min_size=1, max_size=300), max_size=20)
nonces, signatures = (
    st.binary(min_size=16, max_size=16),
    st.binary(min_size=64, max_size=64),
)
recalls = st.builds(Recall, ids, nonces, signatures)
answers = st.builds(Recalled, ids, nonces, ids, signatures, st.binary(max_size=300))
entries = raws.map(lambda raws: Entries(tuple(raws)))
announced = st.builds(Announce, ids, signatures, st.binary(max_size=300))
whispered = st.builds(Whisper, st.binary(min_size=64, max_size=300))
#: In the last seats, so that none of the steps is the author's own.
briefs = st.builds(
    Brief,
    st.integers(8, BRIEF_SEATS - 1),
    st.integers(1, BRIEF_SEQUENCES - 1),
    st.binary(max_size=8).map(lambda steps: steps.rstrip(b"\0")),
    signatures,
    st.binary(max_size=60),
)
messages = st.one_of(haves, entries, recalls, answers, announced, whispered, briefs)


@given(messages)
def test_what_is_encoded_is_decoded(message: Message) -> None:
    assert decode(encode(message)) == message


def read_or_refuse(data: bytes) -> None:
    """Check that the bytes are refused, or the one encoding of what they mean."""
    try:
        message = decode(data)
    except InvalidFrame:
        return
    assert encode(message) == data


@given(st.binary(max_size=400))
def test_random_bytes_are_refused_or_are_the_one_encoding(data: bytes) -> None:
    read_or_refuse(data)


@given(st.sampled_from([1, 2, 3, 4, 5]), st.integers(0, 5), st.binary(max_size=400))
def test_random_bodies_are_refused_or_are_the_one_encoding(
    kind: int, count: int, body: bytes
) -> None:
    read_or_refuse(bytes([kind]) + count.to_bytes(2) + body)


@given(messages, st.data())
def test_a_changed_message_is_refused_or_means_something_else(
    message: Message, data: st.DataObject
) -> None:
    raw = bytearray(encode(message))
    at = data.draw(st.integers(0, len(raw) - 1))
    raw[at] ^= data.draw(st.integers(1, 255))
    read_or_refuse(bytes(raw))
    cut = data.draw(st.integers(0, len(raw) - 1))
    read_or_refuse(bytes(raw[:cut]))


def test_a_have_is_what_its_description_says() -> None:
    data = b"\1\0\1" + b"a" * 32 + bytes(7) + b"\7" + b"i" * 32
    assert encode(Have((HEAD,))) == data
    assert decode(data) == Have((HEAD,))


def test_entries_are_what_their_description_says() -> None:
    data = b"\2\0\2" + b"\0\0\0\2ab" + b"\0\0\0\1c"
    assert encode(Entries((b"ab", b"c"))) == data
    assert decode(data) == Entries((b"ab", b"c"))


@pytest.mark.attack(27)
@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\1\0",
        b"\0\0\0",
        b"\3\0\0",
        b"\1\0\0\0",
        b"\1\0\1" + bytes(71),
        b"\1\0\1" + bytes(73),
        b"\1\0\x81" + bytes(72 * 129),
        b"\1\xff\xff",
        b"\2\0\1",
        b"\2\0\1\0\0\0",
        b"\2\0\1\0\0\0\0",
        b"\2\0\1\0\0\0\2a",
        b"\2\0\1\0\0\0\1ab",
        b"\2\0\1\xff\xff\xff\xff",
        b"\2\0\1" + (ENTRY_LIMIT + 1).to_bytes(4) + bytes(ENTRY_LIMIT + 1),
        b"\2\1\1" + b"\0\0\0\1a" * 257,
        b"\2\xff\xff" + b"\0\0\0\1a" * 65535,
        b"\2\0\2" + 2 * (ENTRY_LIMIT.to_bytes(4) + bytes(ENTRY_LIMIT)),
    ],
)
def test_what_breaks_a_bound_is_refused(data: bytes) -> None:
    with pytest.raises(InvalidFrame):
        decode(data)


@pytest.mark.parametrize(
    "heads",
    [
        (HEAD,) * (HEADS_LIMIT + 1),
        ((b"short", 7, HEAD[2]),),
        ((HEAD[0], 7, b"short"),),
        ((HEAD[0], -1, HEAD[2]),),
        ((HEAD[0], 2**64, HEAD[2]),),
    ],
)
def test_no_have_is_made_that_nobody_would_read(
    heads: tuple[tuple[bytes, int, bytes], ...],
) -> None:
    with pytest.raises(ValueError):
        Have(heads)


@pytest.mark.parametrize(
    "raws",
    [
        (b"a",) * (ENTRIES_LIMIT + 1),
        (b"",),
        (bytes(ENTRY_LIMIT + 1),),
        (bytes(ENTRY_LIMIT), bytes(ENTRY_LIMIT)),
    ],
)
def test_no_entries_are_made_that_nobody_would_read(raws: tuple[bytes, ...]) -> None:
    with pytest.raises(ValueError):
        Entries(raws)


def test_the_largest_messages_are_read() -> None:
    have = Have((HEAD,) * HEADS_LIMIT)
    one = Entries((bytes(ENTRY_LIMIT),))
    many = Entries((b"a",) * ENTRIES_LIMIT)
    full = Entries((bytes(ENTRY_LIMIT), bytes(PLAINTEXT_LIMIT - 11 - ENTRY_LIMIT)))
    assert len(encode(full)) == PLAINTEXT_LIMIT
    for message in (have, one, many, full):
        assert decode(encode(message)) == message


@given(
    st.lists(st.sampled_from([1, 9000, 60_000, 120_000, ENTRY_LIMIT]), max_size=12),
    st.integers(1, 300),
)
def test_batches_keep_order_and_limits_and_are_few(
    sizes: list[int], small: int
) -> None:
    raws = [bytes([n % 256]) * size for n, size in enumerate(sizes + [5] * small)]
    made = list(batches(raws))
    assert [raw for batch in made for raw in batch.raws] == raws
    for batch, after in pairwise(made):
        with pytest.raises(ValueError):
            Entries((*batch.raws, after.raws[0]))


def test_no_entries_make_no_batch() -> None:
    assert list(batches([])) == []


def test_an_answer_holds_an_entry_within_its_limit_or_nothing() -> None:
    for size in (0, 1, ENTRY_LIMIT):
        told = Recalled(b"a" * 32, b"n" * 16, b"b" * 32, b"s" * 64, b"e" * size)
        assert decode(encode(told)) == told
    with pytest.raises(ValueError):
        Recalled(b"a" * 32, b"n" * 16, b"b" * 32, b"s" * 64, b"e" * (ENTRY_LIMIT + 1))
    with pytest.raises(InvalidFrame):
        decode(b"\4" + bytes(144) + b"e" * (ENTRY_LIMIT + 1))


@pytest.mark.parametrize("data", [b"\3" + bytes(111), b"\3" + bytes(113)])
def test_a_question_of_another_length_is_refused(data: bytes) -> None:
    with pytest.raises(InvalidFrame):
        decode(data)


def test_an_announcement_has_a_content_within_its_limit() -> None:
    for size in (0, 1, CONTENT_LIMIT):
        told = Announce(b"t" * 32, b"s" * 64, b"c" * size)
        assert encode(told) == b"\5" + b"t" * 32 + b"s" * 64 + b"c" * size
        assert decode(encode(told)) == told
    for size in (95, 97 + CONTENT_LIMIT):
        with pytest.raises(InvalidFrame):
            decode(b"\5" + bytes(size))


def test_a_whisper_is_as_long_as_one_may_be() -> None:
    for size in (WHISPER_LEAST, WHISPER_LIMIT):
        told = Whisper(b"s" * size)
        assert encode(told) == b"\6" + b"s" * size
        assert decode(encode(told)) == told
    for size in (WHISPER_LEAST - 1, WHISPER_LIMIT + 1):
        with pytest.raises(InvalidFrame):
            decode(b"\6" + bytes(size))
        with pytest.raises(ValueError):
            Whisper(bytes(size))


def test_what_has_not_the_right_size_is_not_even_made() -> None:
    for parts in ((31, 64, 0), (32, 63, 0), (32, 64, CONTENT_LIMIT + 1)):
        with pytest.raises(ValueError):
            Announce(*(bytes(size) for size in parts))
    for sizes in ((31, 16, 64), (32, 15, 64), (32, 16, 65)):
        with pytest.raises(ValueError):
            Recall(*(bytes(size) for size in sizes))
    with pytest.raises(ValueError):
        Recalled(bytes(32), bytes(16), bytes(33), bytes(64), b"")


SIGNED = b"s" * 64
BRIEF = b"\x07\x02\x00\x09\x02\x01\x03" + SIGNED + b"said"


def test_a_brief_stands_as_the_page_says() -> None:
    brief = Brief(2, 9, b"\x01\x03", SIGNED, b"said")
    assert encode(brief) == BRIEF
    assert decode(BRIEF) == brief


@pytest.mark.parametrize(
    "data",
    [
        BRIEF[:4],
        BRIEF[: 7 + 63],
        b"\x07\x40" + BRIEF[2:],
        b"\x07\x02\x00\x00" + BRIEF[4:],
        b"\x07\x02\x00\x09\x02\x01\x00" + BRIEF[7:],
        b"\x07\x01" + BRIEF[2:],
        BRIEF[:4] + b"\x41" + b"\x01" * 65 + BRIEF[7:],
        BRIEF + bytes(BRIEF_LIMIT - len(BRIEF) + 1),
    ],
    ids=[
        *("cut", "half a signature", "seat 64", "entry 0", "no last step"),
        *("a step of its own", "65 seats", "too long"),
    ],
)
def test_what_no_brief_can_be_is_refused(data: bytes) -> None:
    with pytest.raises(InvalidFrame):
        decode(data)


def test_the_longest_brief_fits_the_smallest_frame() -> None:
    assert BRIEF_LIMIT == 256 - 49
    longest = BRIEF.ljust(BRIEF_LIMIT, b"!")
    assert encode(decode(longest)) == longest


@pytest.mark.parametrize(
    ("seat", "sequence", "steps", "signature", "size"),
    [
        (64, 1, b"", SIGNED, 0),
        (-1, 1, b"", SIGNED, 0),
        (0, 0, b"", SIGNED, 0),
        (0, BRIEF_SEQUENCES, b"", SIGNED, 0),
        (0, 1, b"\x01", SIGNED, 0),
        (0, 1, b"\0\x01\0", SIGNED, 0),
        (70, 1, b"\x01" * 65, SIGNED, 0),
        (0, 1, b"", SIGNED[1:], 0),
        (0, 1, b"", SIGNED, BRIEF_LIMIT - 68),
    ],
)
def test_no_brief_is_made_that_nobody_would_read(
    seat: int, sequence: int, steps: bytes, signature: bytes, size: int
) -> None:
    with pytest.raises(ValueError, match=r".+"):
        Brief(seat, sequence, steps, signature, bytes(size))
