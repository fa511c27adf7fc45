"""Step 10, the transcripts of proofs, and the proofs that several parts share."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha512
from typing import TypeAlias

from .errors import demand
from .group import ORDER, Element, G, Scalar
from .hashes import le64

Item: TypeAlias = "bytes | int | Element | Sequence[Item]"


def item(value: Item) -> bytes:
    """Return an item's bytes: its kind, its length, and what it holds."""
    match value:
        case bytes():
            return b"b" + le64(len(value)) + value
        case Scalar():
            return b"s" + le64(32) + value.to_bytes(32, "little")
        case Element():
            return b"E" + le64(32) + value.encoded
        case int():
            width = value.bit_length() // 8 + 1
            return b"i" + le64(width) + value.to_bytes(width, "little", signed=True)
    return b"q" + le64(len(value)) + b"".join(map(item, value))


class Transcript:
    """``T(name)``."""

    def __init__(self, name: str) -> None:
        self._hash = sha512(b"p2pgame v1 transcript")
        self.append("protocol", name.encode())

    def append(self, label: str, *items: Item) -> Transcript:
        self._hash.update(b"A" + item(label.encode()) + item(items))
        return self

    def challenge(self, label: str) -> Scalar:
        self._hash.update(b"C" + item(label.encode()))
        digest = self._hash.digest()
        self._hash.update(digest)
        return Scalar(int.from_bytes(digest, "little"))

    def identity(self, label: str = "identity") -> bytes:
        """Return the 32 bytes of the challenge, which stand for a history."""
        return self.challenge(label).to_bytes(32, "little")


def proved(holds: bool, words: str) -> None:
    demand(holds, words, "proof")


def ownership(t: Transcript, share: Element, R: Element, z: int) -> None:
    """Check a proof that its maker has the scalar behind ``share``."""
    t.append("ownership statement", G, share).append("ownership commitment", R)
    c = t.challenge("ownership challenge")
    proved(z * G == R + c * share, "a key share is not proved")


def same_factor(
    t: Transcript, H: Element, A: Element, B: Element, c: int, z: int
) -> None:
    """Check a proof that ``A`` is to G what ``B`` is to ``H``."""
    t.append("dleq statement", G, H, A, B)
    t.append("dleq commitment", z * G + c * A, z * H + c * B)
    proved(t.challenge("dleq challenge") == c % ORDER, "two elements do not match")


def same_factors(
    t: Transcript, A: Element, pairs: Sequence[tuple[Element, Element]],
    S: Element, c: int, z: int,
) -> None:  # fmt: skip
    """Check a proof that in all pairs the second is to the first what A is to G."""
    t.append("dleq batch", A, pairs)
    M, Z = None, None
    for C1, token in pairs:
        w = t.challenge("dleq weight")
        M = w * C1 if M is None else M + w * C1
        Z = w * token if Z is None else Z + w * token
    t.append("dleq commitment", z * G + c * A, S)
    good = M is not None and Z is not None and z * M + c * Z == S
    proved(good and t.challenge("dleq challenge") == c, "tokens do not match the key")


def membership(
    t: Transcript, Y: Element, cards: Sequence[tuple[Element, Element]],
    faces: Sequence[Element], parts: Sequence[tuple[int, int]],
) -> None:  # fmt: skip
    """Check a proof that each card holds one of the ``faces`` under the key Y."""
    t.append("membership statement", G, Y, cards, faces)
    pairs, k = [], len(faces)
    for place, (c, z) in enumerate(parts):
        (C1, C2), F = cards[place // k], faces[place % k]
        pairs.append((z * G + c * Y, z * C1 + c * (C2 - F)))
    e = t.append("membership commitments", pairs).challenge("membership challenge")
    for start in range(0, len(parts), k):
        shown = sum(c for c, _ in parts[start : start + k])
        proved(shown % ORDER == e, "a card holds no such face")


def lagrange(places: Sequence[int]) -> list[int]:
    """Return the weights with which shares of these seats combine."""
    weights = []
    for j in places:
        weight = 1
        for k in places:
            if k != j:
                weight = weight * (k + 1) * pow(k - j, -1, ORDER) % ORDER
        weights.append(weight)
    return weights
