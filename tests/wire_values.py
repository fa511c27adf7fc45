"""Values as bytes, as docs/wire.md has them: CBOR, and the MessagePack of states.

Part of the second reader: it shares no code with the program.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

Value: TypeAlias = int | bytes | str | bool | list["Value"] | dict[str, "Value"] | None


class Malformed(Exception):
    """The page does not allow this."""


def need(allowed: bool, why: str) -> None:
    if not allowed:
        raise Malformed(why)


class Bytes:
    """Takes big-endian fields off the front of a byte string."""

    def __init__(self, data: bytes) -> None:
        self.rest = data

    def take(self, size: int) -> bytes:
        need(size <= len(self.rest), "cut off")
        taken, self.rest = self.rest[:size], self.rest[size:]
        return taken

    def number(self, size: int) -> int:
        return int.from_bytes(self.take(size))

    def end(self) -> None:
        need(not self.rest, "bytes left over")


def write_cbor(value: Value) -> bytes:
    match value:
        case None | bool():
            return {False: b"\xf4", True: b"\xf5", None: b"\xf6"}[value]
        case int():
            return _argument(0, value) if value >= 0 else _argument(1, -1 - value)
        case bytes():
            return _argument(2, len(value)) + value
        case str():
            return _argument(3, len(value.encode())) + value.encode()
        case list():
            return _argument(4, len(value)) + b"".join(map(write_cbor, value))
        case dict():
            pairs = sorted((write_cbor(k), write_cbor(v)) for k, v in value.items())
            return _argument(5, len(value)) + b"".join(k + v for k, v in pairs)


def _argument(major: int, argument: int) -> bytes:
    if argument < 24:
        return bytes([major << 5 | argument])
    info = next(i for i in range(4) if argument < 1 << (8 << i))
    return bytes([major << 5 | 24 + info]) + argument.to_bytes(1 << info)


def read_cbor(data: bytes) -> Value:
    fields = Bytes(data)
    items: list[Value] = []
    value = _value(fields, 16, items)
    fields.end()
    # Whatever was lax above is not what a writer writes.
    need(write_cbor(value) == data, "another encoding")
    need(len(items) <= 10000, "too many items")
    return value


def _value(fields: Bytes, depth: int, items: list[Value]) -> Value:
    major, argument = divmod(fields.number(1), 32)
    if major == 7:
        need(20 <= argument <= 22, "a simple value")
        return (False, True, None)[argument - 20]
    if argument >= 24:
        need(argument < 28, "a length")
        argument = fields.number(1 << argument - 24)
    match major:
        case 0 | 1:
            return -1 - argument if major else argument
        case 2:
            return fields.take(argument)
        case 3:
            return _text(fields.take(argument))
        case 4 | 5:
            need(depth > 0, "nested")
            count = argument * (major - 3)
            need(count <= len(fields.rest), "cut off")
            inside = [_value(fields, depth - 1, items) for _ in range(count)]
            items += inside
            return inside if major == 4 else _map(inside[::2], inside[1::2])
    raise Malformed("a tag")


def _text(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise Malformed("no UTF-8") from None


def _map(keys: Sequence[Value], values: Sequence[Value]) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for key, value in zip(keys, values, strict=True):
        if not isinstance(key, str) or key in found:
            raise Malformed("a key")
        found[key] = value
    return found


def exactly(value: Value) -> Value:
    """Return a value for JSON: integers that floats do not keep become texts."""
    match value:
        case bool():
            return value
        case int():
            return value if -(2**53) < value < 2**53 else str(value)
        case list():
            return [*map(exactly, value)]
        case dict():
            return {name: exactly(one) for name, one in value.items()}
    return value


def write_msgpack(value: Value) -> bytes:
    """Return the encoding of a state."""
    match value:
        case None | bool():
            return {None: b"\xc0", False: b"\xc2", True: b"\xc3"}[value]
        case int():
            return _msgpack_number(value)
        case bytes():
            return _msgpack_head(len(value), (), 0xC4, 3) + value
        case str():
            text = value.encode()
            return _msgpack_head(len(text), range(0xA0, 0xC0), 0xD9, 3) + text
        case list():
            head = _msgpack_head(len(value), range(0x90, 0xA0), 0xDC, 2)
            return head + b"".join(map(write_msgpack, value))
    raise Malformed("not in a state")


def _msgpack_number(value: int) -> bytes:
    if -32 <= value < 128:
        return value.to_bytes(1, signed=True)
    if value > 0:
        width = next(i for i in range(4) if value < 1 << (8 << i))
        return bytes([0xCC + width]) + value.to_bytes(1 << width)
    width = next(i for i in range(4) if value >= -1 << (8 << i) - 1)
    return bytes([0xD0 + width]) + value.to_bytes(1 << width, signed=True)


def _msgpack_head(length: int, fixed: Sequence[int], code: int, widths: int) -> bytes:
    """Return a head; the widths that there are end with that of four bytes."""
    if length < len(fixed):
        return bytes([fixed[length]])
    sizes = (1, 2, 4)[-widths:]
    width = next(i for i, size in enumerate(sizes) if length < 1 << 8 * size)
    return bytes([code + width]) + length.to_bytes(sizes[width])
