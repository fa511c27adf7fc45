"""Masked cards: ElGamal ciphertexts of card elements under everybody's key.

The key is the sum of the players' key shares, so a card opens when each of
them has shown a reveal token for it: the token of a player is their key share
times ``C1``, and ``C2`` less all tokens is the card.

A start card is masked with nothing, ``C1`` is the identity: it is how an
unshuffled deck enters the first shuffle, everybody computes it, and nobody
sends it.  In a card that a peer sent neither half is the identity.

Source: Barnett and Smart, "Mental Poker Revisited" (2003), sections 3 and 4.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .errors import InvalidEncoding
from .group import IDENTITY, Element, G, Scalar


@dataclass(frozen=True, slots=True)
class Masked:
    """A masked card."""

    C1: Element
    C2: Element

    @classmethod
    def decode(cls, data: bytes) -> Masked:
        """Read 64 bytes from a peer.

        Raises:
          InvalidEncoding: Not two elements, or one of them is the identity: a
            card that no masking factor hides, or hides none.
        """
        if len(data) != 64:
            raise InvalidEncoding("a masked card has 64 bytes")
        return cls(Element.decode(data[:32]), Element.decode(data[32:]))

    def encode(self) -> bytes:
        return self.C1.encode() + self.C2.encode()

    def __add__(self, other: Masked) -> Masked:
        return Masked(self.C1 + other.C1, self.C2 + other.C2)


def start(card: Element) -> Masked:
    """Return ``card`` masked with nothing, for all to see."""
    return Masked(IDENTITY, card)


def mask(card: Element, key: Element, r: Scalar) -> Masked:
    """Mask ``card`` with the fresh masking factor ``r``."""
    return remask(start(card), key, r)


def remask(masked: Masked, key: Element, r: Scalar) -> Masked:
    """Mask a masked card once more; what is under it stays the same.

    Raises:
      ValueError: ``key`` is the identity, under which everything is open.

    Cost: 2 scalar multiplications, 2 additions.
    """
    return masked + blank(key, r)


def blank(key: Element, r: Scalar) -> Masked:
    """Return what remasking with ``r`` adds to a card, whatever the card is.

    Raises:
      ValueError: As :func:`remask`.

    Cost: 2 scalar multiplications.
    """
    if key.is_identity:
        raise ValueError("the identity is nobody's key")
    return Masked(r * G, r * key)


def token(masked: Masked, x: Scalar) -> Element:
    """Return the reveal token of the player with key share ``x``.

    Raises:
      ValueError: A start card, which is open already.
    """
    if masked.C1.is_identity:
        raise ValueError("a start card needs no token")
    return x * masked.C1


def unmask(masked: Masked, tokens: Iterable[Element]) -> Element:
    """Return what is left when all ``tokens`` are taken off: the card.

    The caller checks that there is one token of each player and a proof of
    each token: another set gives an element that is no card at all.
    """
    left = masked.C2
    for one in tokens:
        left -= one
    return left
