"""Bytes spoilt without knowing what they mean.

All chance comes from one ``Random``, by its cheapest call, for this is done
millions of times.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")

#: Bytes at the edges of heads, lengths, versions and text.
EDGES = bytes.fromhex("00 01 02 17 18 19 1a 1b 1f 20 40 58 5f 7f 80 9f ff")
#: Numbers at the edges of what is allowed somewhere.
NUMBERS: tuple[int, ...] = (
    0,
    1,
    2,
    63,
    64,
    65,
    127,
    128,
    129,
    255,
    256,
    257,
    65535,
    65536,
)
NUMBERS += (135168, 135169, 200000, 200001, (1 << 31), (1 << 32) - 1)


def below(chance: Random, end: int) -> int:
    """Draw a number from 0 to ``end`` - 1; of nothing, 0."""
    return int(chance.random() * end)


def one_of(chance: Random, some: Sequence[T]) -> T:
    return some[below(chance, len(some))]


def havoc(chance: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Return ``data`` spoilt in one to four places, by parts of others, too."""
    for _ in range(1 + below(chance, 4) * below(chance, 2)):
        data = one_of(chance, _WAYS)(chance, data, others)
    return data


def splice(chance: Random, one: bytes, other: bytes) -> bytes:
    """Return the start of one and the end of another."""
    at = below(chance, len(one) + 1)
    # Half of the time cut both at one place: lengths that were said stay right.
    same = chance.random() < 0.5
    end = min(at, len(other)) if same else below(chance, len(other) + 1)
    return one[:at] + other[end:]


def noise(chance: Random, limit: int) -> bytes:
    return chance.randbytes(below(chance, limit))


def _flip(chance: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    return _put(data, below(chance, len(data)), 1 << below(chance, 8))


def _edge(chance: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    at = below(chance, len(data))
    return data[:at] + bytes([one_of(chance, EDGES)]) + data[at + 1 :]


def _step(chance: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Add or take one from a byte, as wrong counts are."""
    if not data:
        return data
    at = below(chance, len(data))
    near = data[at] + (1 if chance.random() < 0.5 else -1)
    return data[:at] + bytes([near % 256]) + data[at + 1 :]


def _number(chance: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    width = 1 << below(chance, 4)
    number = one_of(chance, NUMBERS) % (1 << 8 * width)
    at = below(chance, len(data))
    return data[:at] + number.to_bytes(width) + data[at + width :]


def _delete(chance: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    start, size = below(chance, len(data)), 1 + below(chance, 40)
    return data[:start] + data[start + size :]


def _double(chance: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    start, size = below(chance, len(data)), 1 + below(chance, 40)
    return data[: start + size] + data[start:]


def _insert(chance: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    at = below(chance, len(data) + 1)
    return data[:at] + noise(chance, 12) + data[at:]


def _overwrite(chance: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    other = one_of(chance, others)
    start, size = below(chance, len(other)), 1 + below(chance, 40)
    part, at = other[start : start + size], below(chance, len(data))
    return data[:at] + part + data[at + len(part) :]


def _cut(chance: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    return data[: below(chance, len(data))]


def _extend(chance: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    return data + noise(chance, 12)


def _swap(chance: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Exchange two neighbouring parts."""
    start, size = below(chance, len(data)), 1 + below(chance, 40)
    middle, end = start + size, start + 2 * size
    return data[:start] + data[middle:end] + data[start:middle] + data[end:]


def _put(data: bytes, at: int, change: int) -> bytes:
    if not data:
        return data
    return data[:at] + bytes([data[at] ^ change]) + data[at + 1 :]


_WAYS: tuple[Callable[[Random, bytes, Sequence[bytes]], bytes], ...] = (
    *(_flip, _flip, _edge, _step, _number, _delete, _double),
    *(_insert, _overwrite, _cut, _extend, _swap),
)
