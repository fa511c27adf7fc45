"""Encodes values as bytes, in exactly one way: a small, strict subset of CBOR.

Signed or hashed values must have one encoding, or a relay could change an entry's bytes
without changing its meaning.  The reader accepts integers, byte strings, text, arrays,
maps with text keys, true, false and null, each in the shortest form.
It refuses all else: floats, tags, bignums, simple values, indefinite lengths, unsorted
or repeated keys, trailing bytes.  It checks every length against the remaining bytes
first.

Source: RFC 8949, sections 3 and 4.2.1 (core deterministic encoding).
"""

from __future__ import annotations

from typing import TypeAlias

from .errors import NotCanonical

Value: TypeAlias = int | bytes | str | bool | list["Value"] | dict[str, "Value"] | None

#: Bytes of a message, at most, unless its reader sets another limit.
LIMIT = 256 * 1024

#: The depth of nested arrays and maps, at most.
DEPTH = 16

#: Items of one message, at most; an empty item costs one byte on the wire and eighty
#: in memory.
ITEMS = 10_000

_UNSIGNED, _NEGATIVE, _BYTES, _TEXT, _ARRAY, _MAP = range(6)
#: A call for each item is expensive.  Most are keys, hashes or signatures: these are
#: the heads of byte strings of 24 to 255 bytes, and the size of each with its head.
_SHORT = {bytes((_BYTES << 5 | 24, size)): 2 + size for size in range(24, 256)}
_SIMPLE: dict[int, Value] = {0xF4: False, 0xF5: True, 0xF6: None}
_INTEGERS = range(-(1 << 64), 1 << 64)
#: For each additional information from 24 to 27: the width of the argument,
#: and the smallest one that needs it.
_WIDTHS = {24: (1, 24), 25: (2, 1 << 8), 26: (4, 1 << 16), 27: (8, 1 << 32)}


def encode(value: Value, limit: int = LIMIT) -> bytes:
    """Return the one encoding of ``value``, for readers with this limit.

    Raises:
      TypeError: Something in it is not exactly of one of the allowed types
        (a tuple, an enumeration and a memoryview are not).
      ValueError: An integer needs more than 64 bits, a text is no valid
        Unicode, or the whole is too deep or too large to be read back.
    """
    out = bytearray()
    if _write(value, out, depth=DEPTH) > ITEMS:
        raise ValueError(f"more than {ITEMS} items in one message")
    if len(out) > limit:
        raise ValueError(f"a message of {len(out)} bytes; {limit} are allowed")
    return bytes(out)


def decode(data: bytes, limit: int = LIMIT) -> Value:
    """Return the value whose encoding is ``data``; its cost is linear in them.

    Raises:
      NotCanonical: ``data`` is longer than ``limit``, or is not the encoding
        of exactly one value.
    """
    if len(data) > limit:
        raise NotCanonical(f"a message of {len(data)} bytes; {limit} are allowed")
    value, end = _read(data, 0, DEPTH, [ITEMS])
    if end != len(data):
        raise NotCanonical(f"byte {end}: more follows the value")
    return value


def _write(value: Value, out: bytearray, *, depth: int) -> int:
    """Append the encoding of ``value``; return how many items are inside it."""
    if type(value) is bytes:
        _head(out, _BYTES, len(value))
        out += value
    elif type(value) is int:
        if value not in _INTEGERS:
            raise ValueError("an integer of more than 64 bits")
        if value < 0:
            _head(out, _NEGATIVE, -1 - value)
        else:
            _head(out, _UNSIGNED, value)
    elif type(value) is str:
        text = value.encode()
        _head(out, _TEXT, len(text))
        out += text
    elif type(value) is list:
        _head(out, _ARRAY, len(value))
        return _write_all(value, out, depth=depth)
    elif type(value) is dict:
        _head(out, _MAP, len(value))
        return _write_all(_sorted_pairs(value), out, depth=depth)
    elif value is None or type(value) is bool:
        out.append(0xF6 if value is None else 0xF4 + value)
    else:
        raise TypeError(f"a {type(value).__name__} has no encoding")
    return 0


def _write_all(items: list[Value], out: bytearray, *, depth: int) -> int:
    if depth == 0:
        raise ValueError(f"nested more than {DEPTH} deep")
    return len(items) + sum([_write(item, out, depth=depth - 1) for item in items])


def _sorted_pairs(value: dict[str, Value]) -> list[Value]:
    """Return key, value, key, value … in the order of the encoded keys.

    The encoding of a shorter text begins with a smaller head, so the order is
    by length first.
    """
    for key in value:
        if type(key) is not str:
            raise TypeError(f"a {type(key).__name__} as the key of a map")
    keys = sorted((key.encode() for key in value), key=lambda key: (len(key), key))
    texts = [key.decode() for key in keys]
    return [item for text in texts for item in (text, value[text])]


def _head(out: bytearray, major: int, argument: int) -> None:
    if argument < 24:
        out.append(major << 5 | argument)
    elif argument < 1 << 8:
        out += bytes((major << 5 | 24, argument))
    elif argument < 1 << 16:
        out.append(major << 5 | 25)
        out += argument.to_bytes(2, "big")
    elif argument < 1 << 32:
        out.append(major << 5 | 26)
        out += argument.to_bytes(4, "big")
    else:
        out.append(major << 5 | 27)
        out += argument.to_bytes(8, "big")


def _read(data: bytes, at: int, depth: int, budget: list[int]) -> tuple[Value, int]:
    """Return the value that starts at ``at``, and where it ends.

    ``budget`` holds how many more items the message may have.
    """
    if at >= len(data):
        raise NotCanonical(f"byte {at}: cut off")
    first = data[at]
    major = first >> 5
    argument = first & 31
    start, at = at, at + 1
    if major > _MAP:
        if first not in _SIMPLE:
            raise NotCanonical(f"byte {start}: a tag, a float or a simple value")
        return _SIMPLE[first], at
    if argument == 24 and at < len(data) and data[at] >= 24:
        argument, at = data[at], at + 1  # as of every key, hash and signature
    elif argument >= 24:
        argument, at = _long_argument(data, start)
    if major == _UNSIGNED:
        return argument, at
    if major == _NEGATIVE:
        return -1 - argument, at
    if argument > len(data) - at:
        raise NotCanonical(f"byte {start}: announces more than is there")
    if major == _BYTES:
        return data[at : at + argument], at + argument
    if major == _TEXT:
        return _text(data, at, argument), at + argument
    budget[0] -= argument if major == _ARRAY else 2 * argument
    if budget[0] < 0:
        raise NotCanonical(f"byte {start}: more than {ITEMS} items")
    if depth == 0:
        raise NotCanonical(f"byte {start}: nested more than {DEPTH} deep")
    if major == _MAP:
        return _read_map(data, at, argument, depth - 1, budget)
    items: list[Value] = []
    end = len(data)
    for _ in range(argument):
        size = _SHORT.get(data[at : at + 2])
        if size is not None and at + size <= end:
            items.append(data[at + 2 : at + size])
            at += size
            continue
        if at < end and (small := data[at]) < 24:
            items.append(small)
            at += 1
            continue
        item, at = _read(data, at, depth - 1, budget)
        items.append(item)
    return items, at


def _long_argument(data: bytes, start: int) -> tuple[int, int]:
    """Return an argument that does not fit the first byte, and where it ends."""
    width, smallest = _WIDTHS.get(data[start] & 31, (0, 0))
    if width == 0:
        raise NotCanonical(f"byte {start}: an indefinite or reserved length")
    end = start + 1 + width
    if end > len(data):
        raise NotCanonical(f"byte {start}: cut off")
    argument = int.from_bytes(data[start + 1 : end], "big")
    if argument < smallest:
        raise NotCanonical(f"byte {start}: not the shortest form")
    return argument, end


def _text(data: bytes, at: int, length: int) -> str:
    try:
        return data[at : at + length].decode()
    except UnicodeDecodeError:
        raise NotCanonical(f"byte {at}: not a valid text") from None


def _read_map(
    data: bytes, at: int, pairs: int, depth: int, budget: list[int]
) -> tuple[dict[str, Value], int]:
    found: dict[str, Value] = {}
    last = b""
    for _ in range(pairs):
        start = at
        key, at = _read(data, start, depth, budget)
        if type(key) is not str:
            raise NotCanonical(f"byte {start}: a key that is no text")
        if data[start:at] <= last:
            raise NotCanonical(f"byte {start}: keys out of order or repeated")
        last = data[start:at]
        found[key], at = _read(data, at, depth, budget)
    return found, at
