"""One value, one encoding: everything else is refused, and cheaply.

Sources: RFC 8949, appendix A (examples) and appendix F (not well-formed); what
cbor2 6.2.1 lets pass with all its strict options on.
"""

from __future__ import annotations

import cbor2
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from p2pgame.log.codec import Value, decode, encode
from p2pgame.log.errors import NotCanonical

EXAMPLES: list[tuple[str, Value]] = [
    ("00", 0),
    ("01", 1),
    ("0a", 10),
    ("17", 23),
    ("1818", 24),
    ("1819", 25),
    ("1864", 100),
    ("18ff", 255),
    ("190100", 256),
    ("1903e8", 1000),
    ("19ffff", 65535),
    ("1a00010000", 65536),
    ("1a000f4240", 1000000),
    ("1affffffff", (1 << 32) - 1),
    ("1b0000000100000000", 1 << 32),
    ("1b000000e8d4a51000", 1000000000000),
    ("1bffffffffffffffff", 18446744073709551615),
    ("3bffffffffffffffff", -18446744073709551616),
    ("20", -1),
    ("29", -10),
    ("3863", -100),
    ("3903e7", -1000),
    ("f4", False),
    ("f5", True),
    ("f6", None),
    ("40", b""),
    ("4401020304", b"\x01\x02\x03\x04"),
    ("60", ""),
    ("6161", "a"),
    ("6449455446", "IETF"),
    ("62225c", '"\\'),
    ("62c3bc", "\u00fc"),
    ("63e6b0b4", "\u6c34"),
    ("64f0908591", "\U00010151"),
    ("80", []),
    ("83010203", [1, 2, 3]),
    ("8301820203820405", [1, [2, 3], [4, 5]]),
    (
        "98190102030405060708090a0b0c0d0e0f101112131415161718181819",
        list(range(1, 26)),
    ),
    ("a0", {}),
    ("a26161016162820203", {"a": 1, "b": [2, 3]}),
    ("826161a161626163", ["a", {"b": "c"}]),
    (
        "a56161614161626142616361436164614461656145",
        {"a": "A", "b": "B", "c": "C", "d": "D", "e": "E"},
    ),
    ("a2617a0162616102", {"z": 1, "aa": 2}),
]

#: Examples of the appendix that are outside the subset.
OUTSIDE = [
    "c249010000000000000000",
    "c349010000000000000000",
    "f90000",
    "f98000",
    "f93c00",
    "fb3ff199999999999a",
    "f93e00",
    "f97bff",
    "fa47c35000",
    "fa7f7fffff",
    "fb7e37e43c8800759c",
    "f90001",
    "f90400",
    "f9c400",
    "fbc010666666666666",
    "f97c00",
    "f97e00",
    "f9fc00",
    "fa7f800000",
    "fa7fc00000",
    "faff800000",
    "fb7ff0000000000000",
    "fb7ff8000000000000",
    "fbfff0000000000000",
    "f7",
    "f0",
    "f818",
    "f8ff",
    "c074323031332d30332d32315432303a30343a30305a",
    "c11a514b67b0",
    "c1fb41d452d9ec200000",
    "d74401020304",
    "d818456449455446",
    "d82076687474703a2f2f7777772e6578616d706c652e636f6d",
    "a201020304",
    "5f42010243030405ff",
    "7f657374726561646d696e67ff",
    "9fff",
    "9f018202039f0405ffff",
    "9f01820203820405ff",
    "83018202039f0405ff",
    "83019f0203ff820405",
    "bf61610161629f0203ffff",
    "826161bf61626163ff",
    "bf6346756ef563416d7421ff",
]

#: Other bytes for values that have an encoding, or for none.
REFUSED = {
    "no bytes": "",
    "integer not shortest, 8 bits": "1800",
    "integer not shortest, 8 bits, at the edge": "1817",
    "integer not shortest, 16 bits": "1900ff",
    "integer not shortest, 32 bits": "1a0000ffff",
    "integer not shortest, 64 bits": "1b0000000000000001",
    "integer not shortest, 64 bits, at the edge": "1b00000000ffffffff",
    "negative not shortest": "3800",
    "length of bytes not shortest": "5801ff",
    "length of text not shortest": "780161",
    "length of array not shortest": "980101",
    "length of map not shortest": "b801616101",
    "number of tag not shortest": "d80100",
    "bytes, indefinite": "5f4101ff",
    "text, indefinite": "7f6161ff",
    "array, indefinite": "9f01ff",
    "map, indefinite": "bf616101ff",
    "keys out of order": "a2616201616101",
    "keys out of order by length": "a262616101617a02",
    "keys equal": "a2616101616102",
    "keys equal among integers": "a201010102",
    "keys equal but for their form": "a20101180102",
    "keys 1 and 1.0": "a20101f93c0002",
    "keys 1 and true": "a20101f502",
    "keys 0 and -0.0": "a20001f9800002",
    "keys 0 and false": "a20001f402",
    "keys not a number": "a2f97e0001f97e0102",
    "key an integer": "a10102",
    "key bytes": "a1410102",
    "key an array": "a18001",
    "key null": "a1f601",
    "one byte after the value": "0100",
    "two values": "820102820102",
    "bignum for a small integer": "c24101",
    "bignum with leading zeros": "c2420001",
    "bignum, empty": "c240",
    "bignum, negative": "c34101",
    "float for an integer, 16 bits": "f93c00",
    "float not shortest, 32 bits": "fa3f800000",
    "float not shortest, 64 bits": "fb3ff0000000000000",
    "not a number, with payload": "fb7ff8000000000001",
    "minus zero": "f98000",
    "infinity": "f97c00",
    "undefined": "f7",
    "simple value 16": "f0",
    "simple value 255": "f8ff",
    "simple value that needs no second byte": "f8f5",
    "simple value reserved": "f818",
    "tag unknown": "d9fffe00",
    "tag 0, a date": "c074323031332d30332d32315432303a30343a30305a",
    "tag 1, a time": "c100",
    "tag 4, a decimal fraction": "c4820001",
    "tag 5, a bigfloat": "c5820001",
    "tag 30, a fraction": "d81e820204",
    "tag 35, a regular expression": "d8236161",
    "tag 37, a UUID": "d8255000000000000000000000000000000000",
    "tag 52, an IPv4 address": "d8344401020304",
    "tag 100, a day": "d86400",
    "tag 258, a set": "d90102820101",
    "tag 1004, a full date": "d903ec6a323031332d30332d3231",
    "tag 43000": "d9a7f800",
    "tag 55799, this is CBOR": "d9d9f700",
    "tag 55799 twice": "d9d9f7d9d9f700",
    "tags 28 and 29, a shared reference": "82d81c80d81d00",
    "tags 28 and 29, a list in itself": "d81c81d81d00",
    "tags 256 and 25, a text reference": "d901008263616161d81900",
    "a tag in itself, on which cbor2 kills the process": "d81cd7d81d00",
    "text that is not UTF-8": "61ff",
    "text, overlong": "62c080",
    "text with a surrogate": "63eda080",
    "text cut inside a character": "61c3",
    "reserved length 28": "1c",
    "reserved length 29": "5d",
    "reserved length 30": "9e",
    "reserved length 31 of an integer": "1f",
    "break without a beginning": "ff",
    "break in an array": "81ff",
    "head cut off, 8 bits": "18",
    "head cut off, 16 bits": "1901",
    "head cut off, 32 bits": "1a010203",
    "head cut off, 64 bits": "1b01020304050607",
    "bytes cut off": "41",
    "bytes announced, 2^64 - 1": "5bffffffffffffffff",
    "text announced, 2^64 - 1": "7bffffffffffffffff",
    "array announced, 2^32": "9b0000000100000000",
    "array announced, 2^64 - 1": "9bffffffffffffffff",
    "map announced, 2^64 - 1": "bbffffffffffffffff",
    "array cut off": "8201",
    "map cut off": "a1",
    "map cut off after a key": "a16161",
}

#: Text is bytes that are valid UTF-8: what may be shown is not for the codec.
TEXTS = ["a\0b", "\x1b[2J", "\u202eabc", "\ufeff", "e\u0301", "\u00e9"]

values: st.SearchStrategy[Value] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(1 << 64), (1 << 64) - 1)
    | st.sampled_from([0, 23, 24, 255, 256, 65535, 65536, 1 << 32, (1 << 32) - 1])
    | st.binary(max_size=40)
    | st.text(max_size=30),
    lambda inner: (
        st.lists(inner, max_size=6)
        | st.dictionaries(st.text(max_size=30), inner, max_size=6)
    ),
    max_leaves=20,
)


@pytest.mark.parametrize(("data", "value"), EXAMPLES)
def test_the_examples_of_the_rfc_are_read_and_written(data: str, value: Value) -> None:
    assert repr(decode(bytes.fromhex(data))) == repr(value)
    assert encode(value).hex() == data


@pytest.mark.parametrize("data", OUTSIDE)
def test_the_examples_outside_the_subset_are_refused(data: str) -> None:
    with pytest.raises(NotCanonical):
        decode(bytes.fromhex(data))


@pytest.mark.attack(16)
@pytest.mark.parametrize("data", REFUSED.values(), ids=REFUSED.keys())
def test_whatever_is_not_the_one_encoding_is_refused(data: str) -> None:
    with pytest.raises(NotCanonical):
        decode(bytes.fromhex(data))
    with pytest.raises(NotCanonical):
        decode(b"\x81" + bytes.fromhex(data))


@pytest.mark.parametrize("text", TEXTS)
def test_any_valid_text_is_kept_as_it_is(text: str) -> None:
    assert decode(encode(text)) == text


def test_the_second_half_of_a_shared_reference_bomb_is_refused() -> None:
    bomb = b"\xd8\x1c\x80"
    for level in range(30):
        bomb = b"\xd8\x1c\x82" + bomb + b"\xd8\x1d" + encode(level)
    with pytest.raises(NotCanonical):
        decode(bomb)


@given(values)
@settings(deadline=None)
def test_what_is_written_is_read_back(value: Value) -> None:
    data = encode(value)
    assert repr(_sorted(decode(data))) == repr(_sorted(value))
    assert data == cbor2.dumps(value, canonical=True)


@given(values, st.data())
@settings(deadline=None, max_examples=300)
def test_what_is_read_is_what_cbor2_reads_and_has_no_other_encoding(
    value: Value, data: st.DataObject
) -> None:
    written = bytearray(encode(value))
    for _ in range(data.draw(st.integers(0, 3))):
        at = data.draw(st.integers(0, len(written)))
        cut = data.draw(st.integers(0, 2))
        written[at : at + cut] = data.draw(st.binary(max_size=2))
    _check_against_cbor2(bytes(written))


@given(st.binary(max_size=60))
@example(bytes.fromhex("d81cd7d81d00"))
@example(bytes.fromhex("a2617a0162616102"))
@settings(deadline=None, max_examples=300)
def test_random_bytes_are_refused_or_read_as_cbor2_does(data: bytes) -> None:
    _check_against_cbor2(data)


@pytest.mark.attack(16)
def test_no_two_inputs_of_up_to_two_bytes_mean_the_same() -> None:
    found: dict[str, bytes] = {}
    inputs = [bytes([a]) for a in range(256)]
    inputs += [bytes([a, b]) for a in range(256) for b in range(256)]
    for data in inputs:
        try:
            meaning = repr(decode(data))
        except NotCanonical:
            continue
        assert found.setdefault(meaning, data) == data
    assert len(found) == 55 + 232 + 232 + 256 + 128 + 55


def _check_against_cbor2(data: bytes) -> None:
    try:
        value = decode(data)
    except NotCanonical:
        return
    assert encode(value) == data
    assert repr(cbor2.loads(data)) == repr(value)


def _sorted(value: Value) -> Value:
    if isinstance(value, list):
        return [_sorted(item) for item in value]
    if isinstance(value, dict):
        return {key: _sorted(value[key]) for key in sorted(value)}
    return value
