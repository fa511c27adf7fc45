"""The group of docs/wire.md and the transcripts of its proofs.

Part of the second reader: it shares no code with the program, only the library
of the group.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha512
from typing import TypeAlias

import rbcl

from tests.wire_values import need

ORDER = 2**252 + 27742317777372353535851937790883648493

_is_valid: Callable[[bytes], bool] = rbcl.crypto_core_ristretto255_is_valid_point
_add: Callable[[bytes, bytes], bytes] = rbcl.crypto_core_ristretto255_add
_subtract: Callable[[bytes, bytes], bytes] = rbcl.crypto_core_ristretto255_sub
_multiply: Callable[[bytes, bytes], bytes] = rbcl.crypto_scalarmult_ristretto255
_map: Callable[[bytes], bytes] = rbcl.crypto_core_ristretto255_from_hash


# Group


@dataclass(frozen=True)
class Element:
    data: bytes

    def __add__(self, other: Element) -> Element:
        return Element(_add(self.data, other.data))

    def __sub__(self, other: Element) -> Element:
        return Element(_subtract(self.data, other.data))

    def __rmul__(self, k: int) -> Element:
        if k % ORDER == 0 or self == IDENTITY:
            return IDENTITY
        return Element(_multiply((k % ORDER).to_bytes(32, "little"), self.data))


IDENTITY = Element(bytes(32))
G = Element(
    bytes.fromhex("e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76")
)

Card: TypeAlias = tuple[Element, Element]


@dataclass(frozen=True)
class Scalar:
    """A number that a proof transcript takes as a scalar."""

    value: int


Item: TypeAlias = bytes | int | Scalar | Element | Sequence["Item"]


def total(elements: Sequence[Element]) -> Element:
    return sum(elements, start=IDENTITY)


def combine(factors: Sequence[int], elements: Sequence[Element]) -> Element:
    return total([k * P for k, P in zip(factors, elements, strict=True)])


def read_element(data: bytes) -> Element:
    """Read an element that is not the identity."""
    need(len(data) == 32 and data[31] < 128 and _is_valid(data), "no element")
    need(data != bytes(32), "the identity")
    return Element(data)


def read_scalar(data: bytes) -> int:
    value = int.from_bytes(data, "little")
    need(len(data) == 32 and value < ORDER, "no scalar")
    return value


def element(label: bytes, data: bytes) -> Element:
    message = b"p2pgame v1 hash to group" + le64(len(label)) + label + data
    return Element(_map(sha512(message).digest()))


def face_element(face: str) -> Element:
    return element(b"face", face.encode())


def bases(n: int) -> list[Element]:
    return [element(b"commitment base", i.to_bytes(4, "little")) for i in range(n)]


def le64(n: int) -> bytes:
    return n.to_bytes(8, "little")


# Proof transcripts


class Transcript:
    """``fed`` is everything that was hashed."""

    def __init__(self, name: str) -> None:
        self.fed = b"p2pgame v1 transcript"
        self.append("protocol", name.encode())

    def append(self, label: str, *items: Item) -> None:
        self.fed += b"A" + item(label.encode()) + item(items)

    def challenge(self, label: str) -> int:
        self.fed += b"C" + item(label.encode())
        digest = sha512(self.fed).digest()
        self.fed += digest
        return int.from_bytes(digest, "little") % ORDER

    def hash(self, label: str) -> bytes:
        """Return a challenge as bytes, to name something by."""
        return self.challenge(label).to_bytes(32, "little")


def item(value: Item) -> bytes:
    match value:
        case bytes():
            return b"b" + le64(len(value)) + value
        case int():
            size = abs(value).bit_length() // 8 + 1
            return b"i" + le64(size) + value.to_bytes(size, "little", signed=True)
        case Scalar():
            return b"s" + le64(32) + value.value.to_bytes(32, "little")
        case Element():
            return b"E" + le64(32) + value.data
        case _:
            return b"q" + le64(len(value)) + b"".join(map(item, value))


def scalars(values: Sequence[int]) -> tuple[Scalar, ...]:
    return tuple(map(Scalar, values))
