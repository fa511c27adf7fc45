"""An entry is what its author signed, to the last byte, or it is nothing."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2pgame.log import Entry, InvalidEntry, Value, decode, encode
from p2pgame.log.entry import (
    ENTRY_LIMIT,
    NONE,
    PAYLOAD_LIMIT,
    SEEN_LIMIT,
    SEQUENCE_LIMIT,
    claim,
)
from tests.log.authors import (
    ANN,
    BEN,
    TABLE,
    after,
    body_of,
    chain,
    first,
    signed_again,
)

IDS = st.binary(min_size=32, max_size=32)
ENTRY = after(first(ANN), b"payload", seen=chain(BEN, 3)[1:])
BODY = decode(body_of(ENTRY))

TABLE_, AUTHOR, SEQUENCE, PREVIOUS, SEEN, PAYLOAD = range(2, 8)


@given(
    st.integers(1, SEQUENCE_LIMIT - 1),
    IDS.filter(lambda id: id != NONE),
    st.lists(IDS, unique=True, max_size=5).map(sorted),
    st.binary(max_size=300),
)
@settings(deadline=None)
def test_what_is_written_is_read_back(
    sequence: int, previous: bytes, seen: list[bytes], payload: bytes
) -> None:
    entry = Entry.write(
        ANN,
        TABLE,
        sequence=sequence,
        previous=previous,
        seen=tuple(seen),
        payload=payload,
    )
    assert Entry.read(entry.raw) == entry
    assert entry.author == ANN.public
    assert entry.table == TABLE


def test_the_longest_entry_fits() -> None:
    entry = Entry.write(
        ANN,
        TABLE,
        sequence=SEQUENCE_LIMIT - 1,
        previous=b"p" * 32,
        seen=tuple(bytes([number]) * 32 for number in range(SEEN_LIMIT)),
        payload=bytes(PAYLOAD_LIMIT),
    )
    assert len(entry.raw) <= ENTRY_LIMIT
    assert Entry.read(entry.raw) == entry


@pytest.mark.attack(14)
def test_flipping_any_bit_of_an_entry_leaves_no_entry() -> None:
    for bit in range(8 * len(ENTRY.raw)):
        flipped = bytearray(ENTRY.raw)
        flipped[bit // 8] ^= 1 << bit % 8
        with pytest.raises(InvalidEntry):
            Entry.read(bytes(flipped))


def test_a_cut_or_longer_entry_is_no_entry() -> None:
    for length in range(len(ENTRY.raw)):
        with pytest.raises(InvalidEntry):
            Entry.read(ENTRY.raw[:length])
    with pytest.raises(InvalidEntry):
        Entry.read(ENTRY.raw + b"\0")


@given(st.binary(max_size=300))
@settings(deadline=None)
def test_random_bytes_are_no_entry(data: bytes) -> None:
    with pytest.raises(InvalidEntry):
        Entry.read(data)
    assert claim(data) is None


@given(st.data())
@settings(deadline=None, max_examples=200)
def test_a_changed_entry_is_refused_and_says_no_more_than_that(
    data: st.DataObject,
) -> None:
    raw = bytearray(ENTRY.raw)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(raw)))
        cut = data.draw(st.integers(0, 40))
        raw[at : at + cut] = data.draw(st.binary(max_size=40))
    if bytes(raw) != ENTRY.raw:
        with pytest.raises(InvalidEntry):
            Entry.read(bytes(raw))


MALFORMED: dict[str, dict[int, Value]] = {
    "another kind": {0: "p2pgame ballot"},
    "a kind that is no text": {0: b"p2pgame entry"},
    "another version": {1: 2},
    "a version that is true": {1: True},
    "a short table": {TABLE_: b"T" * 31},
    "a long table": {TABLE_: b"T" * 33},
    "a table that is text": {TABLE_: "T" * 32},
    "a short author": {AUTHOR: ANN.public[:31]},
    "a long author": {AUTHOR: ANN.public + b"\0"},
    "a negative sequence": {SEQUENCE: -1},
    "a sequence that is true": {SEQUENCE: True},
    "a sequence out of bounds": {SEQUENCE: SEQUENCE_LIMIT},
    "a first entry that follows another": {SEQUENCE: 0},
    "a later entry that follows none": {PREVIOUS: NONE},
    "a short previous": {PREVIOUS: b"p" * 31},
    "seen that is no array": {SEEN: b"s" * 32},
    "seen that holds text": {SEEN: ["s" * 32]},
    "seen that holds a short id": {SEEN: [b"s" * 31]},
    "seen twice": {SEEN: [b"s" * 32, b"s" * 32]},
    "seen out of order": {SEEN: [b"t" * 32, b"s" * 32]},
    "seen too many": {SEEN: [bytes([n]) * 32 for n in range(SEEN_LIMIT + 1)]},
    "a payload that is text": {PAYLOAD: "payload"},
    "a payload too long": {PAYLOAD: bytes(PAYLOAD_LIMIT + 1)},
}


@pytest.mark.parametrize("change", MALFORMED.values(), ids=MALFORMED.keys())
def test_a_malformed_entry_is_refused_though_it_is_signed(
    change: dict[int, Value],
) -> None:
    assert isinstance(BODY, list)
    body = encode([change.get(place, value) for place, value in enumerate(BODY)])
    raw = encode([body, ANN.sign(b"p2pgame entry", body)])
    with pytest.raises(InvalidEntry):
        Entry.read(raw)


def test_the_bodies_of_that_test_would_be_good_unchanged() -> None:
    body = encode(BODY)
    assert Entry.read(encode([body, ANN.sign(b"p2pgame entry", body)])) == ENTRY


@pytest.mark.parametrize("drop", range(8))
def test_a_body_with_a_field_less_or_more_is_refused(drop: int) -> None:
    assert isinstance(BODY, list)
    for fields in ([*BODY[:drop], *BODY[drop + 1 :]], [*BODY, None]):
        body = encode(fields)
        with pytest.raises(InvalidEntry):
            Entry.read(encode([body, ANN.sign(b"p2pgame entry", body)]))


@pytest.mark.attack(16)
def test_a_body_in_another_encoding_is_refused_though_it_is_signed() -> None:
    body = encode(BODY)
    assert body[0] == 0x88
    longer = b"\x98\x08" + body[1:]
    with pytest.raises(InvalidEntry, match="shortest"):
        Entry.read(encode([longer, ANN.sign(b"p2pgame entry", longer)]))


@pytest.mark.pitfall(21)
def test_a_signature_for_another_purpose_is_refused() -> None:
    body = encode(BODY)
    for domain in (b"", b"p2pgame author 1", b"p2pgame entry "):
        with pytest.raises(InvalidEntry):
            Entry.read(encode([body, ANN.sign(domain, body)]))


def test_a_signature_by_somebody_else_is_refused() -> None:
    body = encode(BODY)
    with pytest.raises(InvalidEntry):
        Entry.read(encode([body, BEN.sign(b"p2pgame entry", body)]))


@pytest.mark.parametrize("halves", [[], [b""], [b"", b""], [b"", b"s" * 64], ["", ""]])
def test_halves_that_are_none_are_refused(halves: list[Value]) -> None:
    with pytest.raises(InvalidEntry):
        Entry.read(encode(halves))


@pytest.mark.attack(26)
def test_an_oversized_entry_is_refused_before_it_is_read() -> None:
    with pytest.raises(InvalidEntry, match="bytes"):
        Entry.read(b"\x9f" * (ENTRY_LIMIT + 1))


@pytest.mark.attack(15)
def test_one_body_signed_twice_is_one_entry() -> None:
    again = signed_again(ENTRY)
    assert again.raw != ENTRY.raw
    assert again.id == ENTRY.id


def test_every_field_is_in_the_id() -> None:
    others = [
        first(ANN, b"a"),
        first(ANN, b"b"),
        first(BEN, b"a"),
        first(ANN, b"a", seen=[first(BEN)]),
        after(first(ANN, b"a"), b"a"),
        after(first(ANN, b"b"), b"a"),
        after(after(first(ANN, b"a"), b"a"), b"a"),
        Entry.write(ANN, b"U" * 32, sequence=0, previous=NONE, seen=(), payload=b"a"),
    ]
    assert len({entry.id for entry in others}) == len(others)


@pytest.mark.parametrize(
    ("sequence", "previous", "seen", "payload"),
    [
        (-1, NONE, (), b""),
        (SEQUENCE_LIMIT, b"p" * 32, (), b""),
        (0, b"p" * 32, (), b""),
        (1, NONE, (), b""),
        (1, b"p", (), b""),
        (0, NONE, (b"s",), b""),
        (0, NONE, (b"t" * 32, b"s" * 32), b""),
        (0, NONE, tuple(bytes([n]) * 32 for n in range(SEEN_LIMIT + 1)), b""),
        (0, NONE, (), bytes(PAYLOAD_LIMIT + 1)),
    ],
)
def test_we_do_not_sign_what_nobody_could_read(
    sequence: int, previous: bytes, seen: tuple[bytes, ...], payload: bytes
) -> None:
    with pytest.raises(ValueError):
        Entry.write(
            ANN,
            TABLE,
            sequence=sequence,
            previous=previous,
            seen=seen,
            payload=payload,
        )


@pytest.mark.attack(14)
def test_the_bytes_received_are_the_bytes_kept() -> None:
    assert Entry.read(ENTRY.raw).raw is ENTRY.raw


def test_a_claim_names_who_is_said_to_have_written_it() -> None:
    broken = ENTRY.raw[:-1] + bytes([ENTRY.raw[-1] ^ 1])
    assert claim(broken) == (ANN.public, 1)


def test_an_entry_is_shown_without_its_payload() -> None:
    assert repr(ENTRY) == f"<entry 1 of {ANN.public.hex()[:16]}>"
