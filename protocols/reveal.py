"""Reveal tokens as one player's message: for many cards, with one proof.

The message is the tokens, 32 bytes each, in the order of the cards, and a proof
that all of them are made with the secret behind the player's key share.  The
caller makes the transcript, which binds it to a deck, its slots and a seat.
"""

from __future__ import annotations

from collections.abc import Sequence

from . import dleq
from .elgamal import Masked, token
from .group import Element, Entropy, G, Scalar
from .transcript import Transcript


def prove(
    cards: Sequence[Masked], x: Scalar, transcript: Transcript, entropy: Entropy
) -> bytes:
    """Return the message of the player whose secret is ``x``.

    Cost: 2m + 4 multiplications for m cards.
    """
    tokens = [token(card, x) for card in cards]
    proof = dleq.prove_batch(_batch(cards, x * G, tokens), x, transcript, entropy)
    return b"".join(token.encode() for token in tokens) + proof.encode()


def verify(
    message: bytes, cards: Sequence[Masked], share: Element, transcript: Transcript
) -> list[Element]:
    """Return the tokens in ``message``, one for each of ``cards``.

    Raises:
      InvalidEncoding: Another number of tokens, or one that is no element.
      InvalidProof: A token is not made with the secret behind ``share``, or
        the proof is not for these cards in this place.

    Cost: 2m + 4 multiplications for m cards.
    """
    end = 32 * len(cards)
    # First, because with the length of the proof all lengths are right.
    proof = dleq.Proof.decode(message[end:])
    tokens = [Element.decode(message[i : i + 32]) for i in range(0, end, 32)]
    dleq.verify_batch(_batch(cards, share, tokens), proof, transcript)
    return tokens


def _batch(
    cards: Sequence[Masked], share: Element, tokens: Sequence[Element]
) -> dleq.Batch:
    bases = (card.C1 for card in cards)
    return dleq.Batch(share, tuple(zip(bases, tokens, strict=True)))
