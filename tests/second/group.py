"""The group: ristretto255 by libsodium, with the checks of the page."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from hashlib import sha512
from typing import Self, TypeAlias

import rbcl

from .errors import demand
from .hashes import le64

ORDER = 2**252 + 27742317777372353535851937790883648493


class Scalar(int):
    """An integer below the order, which a proof's transcript takes for a scalar."""

    def __new__(cls, value: int) -> Self:
        return super().__new__(cls, value % ORDER)


class Element:
    """An element, by its 32 bytes."""

    __slots__ = ("encoded",)

    def __init__(self, encoded: bytes) -> None:
        self.encoded = encoded

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Element) and other.encoded == self.encoded

    def __hash__(self) -> int:
        return hash(self.encoded)

    def __add__(self, other: Element) -> Element:
        return Element(rbcl.crypto_core_ristretto255_add(self.encoded, other.encoded))

    def __sub__(self, other: Element) -> Element:
        return Element(rbcl.crypto_core_ristretto255_sub(self.encoded, other.encoded))

    def __rmul__(self, scalar: int) -> Element:
        factor = scalar % ORDER
        if factor == 0 or self == IDENTITY:
            return IDENTITY
        encoded = factor.to_bytes(32, "little")
        if self == G:
            return Element(rbcl.crypto_scalarmult_ristretto255_base(encoded))
        return Element(rbcl.crypto_scalarmult_ristretto255(encoded, self.encoded))


IDENTITY = Element(bytes(32))
G = Element(
    bytes.fromhex("e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76")
)

Card: TypeAlias = tuple[Element, Element]


def inverse(scalar: int) -> int:
    return pow(scalar, -1, ORDER)


def total(elements: Iterable[Element]) -> Element:
    result = IDENTITY
    for element in elements:
        result = result + element
    return result


def combine(scalars: Iterable[int], elements: Iterable[Element]) -> Element:
    """Return the sum of each scalar times its element."""
    return total(k * P for k, P in zip(scalars, elements, strict=True))


def element(label: str, data: bytes) -> Element:
    """Return ``element(label; data)``, which nobody knows a multiple of."""
    name = label.encode()
    hashed = sha512(b"p2pgame v1 hash to group" + le64(len(name)) + name + data)
    return Element(rbcl.crypto_core_ristretto255_from_hash(hashed.digest()))


@cache
def face(name: str) -> Element:
    return element("face", name.encode())


@cache
def base(number: int) -> Element:
    """Return a commitment base, from 0."""
    return element("commitment base", number.to_bytes(4, "little"))


class Reader:
    """A message of scalars and elements, read from the front."""

    def __init__(self, message: bytes, parts: int) -> None:
        demand(len(message) == 32 * parts, "a message has a wrong length", "encoding")
        self._message = message
        self._at = 0

    def bytes(self) -> bytes:
        self._at += 32
        return self._message[self._at - 32 : self._at]

    def scalar(self) -> int:
        value = int.from_bytes(self.bytes(), "little")
        demand(value < ORDER, "a scalar is not below the order", "encoding")
        return value

    def scalars(self, count: int) -> list[int]:
        return [self.scalar() for _ in range(count)]

    def element(self) -> Element:
        encoded = self.bytes()
        valid = rbcl.crypto_core_ristretto255_is_valid_point(encoded)
        good = valid and encoded[31] < 128  # some releases of libsodium ignore bit 255
        demand(bool(good), "an element is not canonical", "encoding")
        demand(encoded != IDENTITY.encoded, "an element is the identity", "encoding")
        return Element(encoded)

    def elements(self, count: int) -> list[Element]:
        return [self.element() for _ in range(count)]

    def card(self) -> Card:
        return self.element(), self.element()

    def cards(self, count: int) -> list[Card]:
        return [self.card() for _ in range(count)]
