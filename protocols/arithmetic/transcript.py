"""Fiat–Shamir transcripts: everything said so far, hashed, with labels.

A proof never hashes anything itself: it appends what it says under a label and
asks for a challenge, so prover and verifier read as the interactive protocol.
The caller makes the transcript and binds it to table, hand and player first;
that is what keeps a proof from holding anywhere else.

What is hashed can be read back in one way only, so two different histories
never meet in one hash.  A history is a row of operations, each of them

    append     "A" label, then the items as one sequence
    challenge  "C" label, then the 64 bytes that the challenge was reduced from
    nonces     "N" the secret, then 32 fresh bytes: a branch, never said

and an item is one byte for its kind, the length of its content (of a sequence:
the number of its items) in 8 little-endian bytes, and its content.  The kinds
are "b" bytes, "i" integer (little-endian, two's complement), "s" scalar, "E"
element and "q" sequence; a label is bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha512
from itertools import count
from typing import TypeAlias

from .group import Element, Entropy, Scalar

Item: TypeAlias = bytes | int | Element | Scalar | Sequence["Item"]


class Transcript:
    """The history of one proof, from the caller's label on."""

    def __init__(self, label: bytes) -> None:
        self._hash = sha512(b"p2pgame v1 transcript")
        self.append(b"protocol", label)

    def append(self, label: bytes, *items: Item) -> None:
        """Add ``items`` to the history under ``label``."""
        self._hash.update(b"A" + _frame(label) + _frame(items))

    def challenge(self, label: bytes) -> Scalar:
        """Return the verifier's next challenge, and append it."""
        self._hash.update(b"C" + _frame(label))
        digest = self._hash.digest()
        self._hash.update(digest)
        return Scalar.reduce(digest)

    def nonces(self, secret: Item, entropy: Entropy) -> Iterator[Scalar]:
        """Return secret scalars without end that nobody else can foresee.

        Hashed from the history, the secret and 32 fresh bytes: with a broken
        source of entropy another statement or another secret still gives other
        nonces, and a repeated nonce would give the secret away.  So append the
        whole statement first.  Leaves the history as it was.
        """
        branch = self._hash.copy()
        branch.update(b"N" + _frame(secret) + _frame(entropy(32)))
        seed = branch.digest()
        return (Scalar.reduce(sha512(seed + _length(i)).digest()) for i in count())


def _frame(item: Item) -> bytes:
    match item:
        case Element():
            return _ELEMENT + item.data
        case Scalar():
            return _SCALAR + item.encode()
        case bytes():
            return b"b" + _length(len(item)) + item
        case int():
            data = item.to_bytes(item.bit_length() // 8 + 1, "little", signed=True)
            return b"i" + _length(len(data)) + data
        case tuple() | list():
            return b"q" + _length(len(item)) + b"".join(map(_frame, item))
        case _:  # a str, for one, is a sequence of itself
            raise TypeError(f"a transcript takes no {type(item).__name__}")


def _length(n: int) -> bytes:
    return n.to_bytes(8, "little")


# Ready-made: a deck has hundreds of these.
_ELEMENT, _SCALAR = b"E" + _length(32), b"s" + _length(32)
