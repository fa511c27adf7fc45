"""CBOR from the grammar, right or nearly: each rule of docs/wire.md can be broken.

A *sin* is one way to be no canonical encoding: a head that is too long, keys out
of order, a tag, a count that lies.  With no sins what is written must be read.
"""

from __future__ import annotations

from random import Random

from tests.fuzz.havoc import NUMBERS, below, noise, one_of
from tests.wire_values import Value, write_cbor

DEPTH, ITEMS = 16, 10_000
_SIMPLE = bytes.fromhex("f4f5f6")
_TEXTS = tuple(
    text.encode()
    for text in (
        *(
            "",
            "a",
            "b",
            "aa",
            "ab",
            "bet",
            "hello",
            "answer",
            " a",
            "a ",
            "x" * 23,
            "x" * 24,
        ),
        *(
            "ö",
            "o\u0308",
            "\0",
            "\x1b[2J",
            "\u202eabc",
            "\ufeff",
            "\U0001f0a1",
            "e" * 300,
        ),
    )
)
#: What is no UTF-8: cut, overlong, surrogates, beyond the last code point.
_NO_TEXTS = tuple(
    map(
        bytes.fromhex,
        ("ff", "c3", "c080", "eda080", "edb080", "f4908080", "80", "e280"),
    )
)
_KEYS = tuple(sorted({t for t in _TEXTS if len(t) < 24}, key=lambda t: (len(t), t)))
#: Tags (references, regular expressions, self-described), floats, simple values.
_FOREIGN = tuple(
    map(
        bytes.fromhex,
        (
            *(
                "c0",
                "c1",
                "c240",
                "c34101",
                "d81c",
                "d81d00",
                "d81c81d81d00",
                "d8236161",
            ),
            *(
                "d9d9f7",
                "d90102",
                "f7",
                "f0",
                "f8ff",
                "f820",
                "f814",
                "f90000",
                "f97e00",
            ),
            *("fa3f800000", "fb3ff0000000000000", "ff", "f81c", "fc", "fd", "fe", "e0"),
        ),
    )
)
_EDGES: tuple[int, ...] = (
    0,
    1,
    23,
    24,
    25,
    255,
    256,
    65535,
    65536,
    (1 << 32) - 1,
    1 << 32,
)
_EDGES += ((1 << 63) - 1, 1 << 63, (1 << 64) - 1)


def encoding(chance: Random, sin: float) -> bytes:
    """Return the bytes of a value; each of its parts is wrong with chance ``sin``."""
    out = bytearray()
    _write(chance, out, 4, sin)
    if chance.random() < sin:
        out += noise(chance, 4)
    return bytes(out)


def giant(chance: Random) -> bytes:
    """Return what is at a bound of depth, of items or of size, or just beyond it."""
    few = below(chance, 3) - 1
    match below(chance, 6):
        case 0:
            return b"\x81" * (DEPTH + few) + b"\x80"
        case 1:
            return b"\xa1\x61a" * (DEPTH + few) + b"\x00"
        case 2:
            return b"\x99" + (ITEMS + few).to_bytes(2) + bytes(ITEMS + few)
        case 3:
            pairs = ITEMS // 2 + few
            keys = (b"\x63%03x\x00" % n for n in range(min(pairs, 4096)))
            return b"\xb9" + pairs.to_bytes(2) + b"".join(keys)
        case 4:
            return b"\x82\x80" * (ITEMS // 2 + few) + b"\x00"
    size = (1 << 18) + few * 5 - 5
    return b"\x5a" + size.to_bytes(4) + bytes(size)


def deep(chance: Random) -> bytes:
    """Return very deep nesting of one kind, which must not exhaust a stack."""
    return one_of(chance, (b"\x81", b"\xa1\x60", b"\x9f", b"\xc1", b"\x82\x00")) * (
        one_of(chance, (15, 16, 17, 18, 500, 5000, 20000))
    ) + bytes(below(chance, 2))


def _write(chance: Random, out: bytearray, depth: int, sin: float) -> None:
    if sin and chance.random() < sin:
        out += one_of(chance, _FOREIGN)
        if chance.random() < 0.5:
            return
    kind = below(chance, 16 if depth else 10)
    if kind < 3:
        _head(chance, out, 0, _number(chance), sin)
    elif kind < 5:
        _head(chance, out, 1, _number(chance), sin)
    elif kind < 6:
        out.append(one_of(chance, _SIMPLE))
    elif kind < 8:
        data = chance.randbytes(one_of(chance, (0, 1, 2, 23, 24, 32, 64)))
        _head(chance, out, 2, len(data), sin)
        out += data
    elif kind < 10:
        _text(chance, out, one_of(chance, _TEXTS), sin)
    elif kind < 13:
        count = one_of(chance, (0, 1, 2, 3, 5))
        _head(chance, out, 4, count, sin)
        for _ in range(count):
            _write(chance, out, depth - 1, sin)
    else:
        _map(chance, out, depth, sin)


def _map(chance: Random, out: bytearray, depth: int, sin: float) -> None:
    start = below(chance, len(_KEYS))
    keys = list(_KEYS[start : start + below(chance, 4)])
    if keys and chance.random() < sin:
        if chance.random() < 0.5:
            chance.shuffle(keys)
        else:
            keys.append(keys[-1])
    _head(chance, out, 5, len(keys), sin)
    for key in keys:
        if chance.random() < sin:
            _write(chance, out, 0, sin)
        else:
            _text(chance, out, key, sin)
        _write(chance, out, depth - 1, sin)


def _text(chance: Random, out: bytearray, text: bytes, sin: float) -> None:
    if chance.random() < sin:
        text += one_of(chance, _NO_TEXTS)
    _head(chance, out, 3, len(text), sin)
    out += text


def _number(chance: Random) -> int:
    if chance.random() < 0.5:
        return below(chance, 24)
    return one_of(chance, _EDGES)


def _head(
    chance: Random, out: bytearray, major: int, argument: int, sin: float
) -> None:
    if sin and chance.random() < sin:
        match below(chance, 6):
            case 0:
                info = one_of(chance, (28, 29, 30, 31))
                out.append(major << 5 | info)
                return
            case 1:
                argument += one_of(chance, (-1, 1, 256))
            case 2:
                argument = one_of(chance, (*_EDGES, *NUMBERS))
            case 3:
                major = below(chance, 8)
            case _:
                _long_head(chance, out, major, argument)
                return
    argument %= 1 << 64
    if argument < 24:
        out.append(major << 5 | argument)
    else:
        width = next(w for w in range(4) if argument < 1 << (8 << w))
        out.append(major << 5 | 24 + width)
        out += argument.to_bytes(1 << width)


def _long_head(chance: Random, out: bytearray, major: int, argument: int) -> None:
    """Write a head that is mostly longer than it need be."""
    width = below(chance, 4)
    out.append(major << 5 | 24 + width)
    out += (argument % (1 << (8 << width))).to_bytes(1 << width)


def changed(chance: Random, value: Value) -> Value:
    """Return a value with one of its parts changed."""
    if isinstance(value, list) and value and chance.random() < 0.85:
        at = below(chance, len(value))
        match below(chance, 12):
            case 0:
                return value[:at] + value[at + 1 :]
            case 1:
                return [*value[:at], value[at], *value[at:]]
            case 2:
                return [*value[:at], _leaf(chance), *value[at:]]
            case 3:
                other = below(chance, len(value))
                swapped = [*value]
                swapped[at], swapped[other] = value[other], value[at]
                return swapped
        return [*value[:at], changed(chance, value[at]), *value[at + 1 :]]
    if isinstance(value, dict) and value and chance.random() < 0.7:
        key = one_of(chance, [*value])
        return {**value, key: changed(chance, value[key])}
    if chance.random() < 0.25:
        return _leaf(chance)
    return _near(chance, value)


def _near(chance: Random, value: Value) -> Value:
    """Return a value of the same type that is close to this one."""
    match value:
        case None | bool():
            return not value
        case 0 | 1 if chance.random() < 0.3:
            return value == 1
        case int():
            near = value + one_of(chance, (-1, 1, 2, 255, -value, 1 << 16, 1 << 32))
            return max(-1 << 64, min(near, (1 << 64) - 1))
        case bytes() if value:
            at = below(chance, len(value))
            if chance.random() < 0.3:
                return value[:at]
            return (
                value[:at]
                + bytes([value[at] ^ 1 << below(chance, 8)])
                + value[at + 1 :]
            )
        case str():
            other = one_of(chance, _TEXTS).decode()
            return other if chance.random() < 0.5 else value[:20] + other
        case list():
            return [_leaf(chance)] * below(chance, 4)
    return _leaf(chance)


def _leaf(chance: Random) -> Value:
    match below(chance, 6):
        case 0:
            return one_of(chance, (None, True, False))
        case 1:
            return one_of(chance, (*NUMBERS, -1))
        case 2:
            return one_of(chance, _TEXTS).decode()
        case 3:
            return []
        case 4:
            return {}
    return chance.randbytes(one_of(chance, (0, 1, 31, 32, 32, 33, 64, 80)))


def respelt(chance: Random, value: Value) -> bytes:
    """Return the encoding of a value, at times with one head too long."""
    data = write_cbor(value)
    if chance.random() < 0.95 or not data or data[0] & 31 >= 24:
        return data
    return bytes([data[0] & 0xE0 | 24, data[0] & 31]) + data[1:]
