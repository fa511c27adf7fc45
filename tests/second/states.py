"""Step 7, states: MessagePack in its shortest form, and the digest of that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from .hashes import personal

Field: TypeAlias = "bool | int | str | bytes | Sequence[Field] | None"


def encode(value: Field) -> bytes:
    if value is None:
        return b"\xc0"
    if isinstance(value, bool):
        return b"\xc3" if value else b"\xc2"
    if isinstance(value, int):
        return _number(value)
    if isinstance(value, str):
        text = value.encode()
        return _head(len(text), (0xA0, 32), 0xD9, 0xDA, 0xDB) + text
    if isinstance(value, bytes):
        return _head(len(value), (0, 0), 0xC4, 0xC5, 0xC6) + value
    head = _head(len(value), (0x90, 16), None, 0xDC, 0xDD)
    return head + b"".join(map(encode, value))


def digest(fields: Sequence[Field]) -> bytes:
    """Return the digest of the state with these fields."""
    return personal("p2pgame state", encode(fields))


def _number(value: int) -> bytes:
    if -32 <= value < 128:
        return (value & 0xFF).to_bytes(1, "big")
    for power, width in enumerate((1, 2, 4, 8)):
        if 0 <= value < 1 << (8 * width):
            return bytes([0xCC + power]) + value.to_bytes(width, "big")
        if -(1 << (8 * width - 1)) <= value < 0:
            return bytes([0xD0 + power]) + value.to_bytes(width, "big", signed=True)
    raise ValueError(value)


def _head(
    length: int, fixed: tuple[int, int], short: int | None, middle: int, long: int
) -> bytes:
    base, bound = fixed
    if length < bound:
        return bytes([base + length])
    if short is not None and length < 1 << 8:
        return bytes([short, length])
    if length < 1 << 16:
        return bytes([middle]) + length.to_bytes(2, "big")
    return bytes([long]) + length.to_bytes(4, "big")
