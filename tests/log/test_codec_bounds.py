"""What is too deep, too long, too much or of no exact type goes no further."""

from __future__ import annotations

import enum
from time import process_time

import cbor2
import pytest

from p2pgame.log.codec import DEPTH, ITEMS, LIMIT, Value, decode, encode
from p2pgame.log.errors import NotCanonical


@pytest.mark.attack(27)
def test_nesting_has_a_floor() -> None:
    deepest: Value = []
    for _ in range(DEPTH - 1):
        deepest = [deepest]
    assert decode(encode(deepest)) == deepest
    with pytest.raises(ValueError, match="deep"):
        encode([deepest])
    for opening in (b"\x81", b"\xa1\x60"):
        with pytest.raises(NotCanonical, match="deep"):
            decode(opening * (DEPTH + 1) + b"\x00")


@pytest.mark.attack(28)
def test_a_message_has_a_bounded_number_of_items() -> None:
    most: Value = [[0] * (ITEMS - 1)]
    assert decode(encode(most)) == most
    with pytest.raises(ValueError, match="items"):
        encode([[0] * ITEMS])
    with pytest.raises(NotCanonical, match="items"):
        decode(b"\x81" + encode([0] * (ITEMS - 1))[:1] + b"\x27\x10" + bytes(ITEMS))


def test_a_key_and_its_value_are_two_items() -> None:
    most: Value = {str(number): 0 for number in range(ITEMS // 2)}
    assert decode(encode(most)) == most
    more: Value = {str(number): 0 for number in range(ITEMS // 2 + 1)}
    with pytest.raises(ValueError, match="items"):
        encode(more)
    with pytest.raises(NotCanonical, match="items"):
        decode(cbor2.dumps(more, canonical=True))


@pytest.mark.attack(26)
def test_a_message_has_a_bounded_length() -> None:
    data = encode(bytes(LIMIT - 5))
    assert len(data) == LIMIT
    assert decode(data) == bytes(LIMIT - 5)
    with pytest.raises(ValueError, match="bytes"):
        encode(bytes(LIMIT - 4))
    with pytest.raises(NotCanonical, match="bytes"):
        decode(data + b"\0")
    with pytest.raises(NotCanonical, match="100 are allowed"):
        decode(bytes(101), 100)


@pytest.mark.attack(27)
@pytest.mark.parametrize(
    "bomb",
    [
        b"\x81" * 100_000,
        b"\x9b" + b"\xff" * 8 + bytes(100),
        b"\x9a\x00\x03\xff\xf0" + b"\x80" * 0x3FFF0,
        b"\xbb" + b"\xff" * 8,
        b"\xb9\x4e\x20" + b"".join(b"\x1a" + bytes(4) for _ in range(40_000)),
    ],
    ids=["depth", "length", "empty items", "pairs", "integer keys"],
)
def test_bombs_are_refused_at_once(bomb: bytes) -> None:
    begin = process_time()
    with pytest.raises(NotCanonical):
        decode(bomb)
    assert process_time() - begin < 0.02


class _Number(enum.IntEnum):
    ONE = 1


class _Text(str):
    __slots__ = ()


@pytest.mark.parametrize(
    "value",
    [
        1.0,
        (1, 2),
        range(3),
        memoryview(b"x"),
        bytearray(b"x"),
        _Number.ONE,
        _Text("x"),
        {1},
        {1: 2},
        {b"k": 1},
        {_Text("k"): 1},
        object(),
    ],
    ids=lambda value: type(value).__name__,
)
def test_only_the_exact_types_are_written(value: object) -> None:
    with pytest.raises(TypeError):
        encode([value])  # type: ignore[list-item]


@pytest.mark.parametrize("value", [1 << 64, -(1 << 64) - 1, "\ud800", {"\ud800": 1}])
def test_values_without_an_encoding_are_refused(value: Value) -> None:
    with pytest.raises(ValueError):
        encode(value)
