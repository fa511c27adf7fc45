"""Commitments: say now that you have chosen, and only later what.

Two kinds.  A hash commitment seals bytes and is opened as a whole.  A Pedersen
commitment to a vector of scalars hides it even from unbounded computers, and
adds up: the commitments of two vectors sum to the commitment of their sum, which
is what shuffle proofs live on.  Its generators are hashed to the group, so
nobody knows a relation among them and nobody has to be trusted for it.

Source: Pedersen, "Non-Interactive and Information-Theoretic Secure Verifiable
Secret Sharing" (CRYPTO '91); Swiss Post's trapdoor (Lewis, Pereira and Teague,
2019) is why nobody but a hash makes generators.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha512

from .errors import InvalidEncoding, InvalidOpening
from .group import Element, G, Scalar, hash_to_group, multiply_sum

#: Length in bytes of a hash commitment, and of the nonce that hides its value.
SIZE = NONCE_SIZE = 32


def commit(context: bytes, player: int, value: bytes, nonce: bytes) -> bytes:
    """Return ``player``'s hash commitment to ``value``.

    Args:
      context: Names this one occasion: table, hand, round.
      nonce: 32 fresh secret bytes, used once; short values hide behind it.
    """
    if len(nonce) != NONCE_SIZE:
        raise ValueError(f"a nonce has {NONCE_SIZE} bytes")
    hashed = sha512(b"p2pgame v1 commitment")
    for item in (context, player.to_bytes(8, "little"), value, nonce):
        hashed.update(len(item).to_bytes(8, "little") + item)
    return hashed.digest()[:SIZE]


def decode(data: bytes) -> bytes:
    """Return ``data`` if it can be a hash commitment.

    Raises:
      InvalidEncoding: It has another length, so nobody could ever open it.
    """
    if len(data) != SIZE:
        raise InvalidEncoding(f"a commitment has {SIZE} bytes")
    return data


def open_(
    commitment: bytes, context: bytes, player: int, value: bytes, nonce: bytes
) -> None:
    """Check that ``player`` committed to ``value`` on this occasion.

    Raises:
      InvalidOpening: They did not; ``player`` is the culprit.
    """
    if len(nonce) != NONCE_SIZE or commit(context, player, value, nonce) != commitment:
        raise InvalidOpening("opened a commitment to something else", player)


@lru_cache(maxsize=64)
def generators(n: int) -> tuple[Element, ...]:
    """Return the bases of the ``n`` places of a committed vector.

    A longer vector has the same first bases.  The same for every table, kept
    once computed; 15 µs each at first.
    """
    return tuple(
        hash_to_group(b"commitment base", i.to_bytes(4, "little")) for i in range(n)
    )


def commit_vector(values: Sequence[Scalar], blinding: Scalar) -> Element:
    """Return ``blinding * G + values[0] * generators(n)[0] + …``.

    Hides the values if ``blinding`` is fresh and uniform.

    Cost: 1 multiplication and 1 addition for each value, and one more of each.
    """
    return blinding * G + multiply_sum(values, generators(len(values)))
