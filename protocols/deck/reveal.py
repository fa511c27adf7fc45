"""Reveal tokens as one player's message: for many cards, with one proof.

The message is the tokens, 32 bytes each, in the order of the cards, and a proof
that all of them are made with the secret behind the player's key share.  The
caller makes the transcript, which binds it to a deck, its slots and a seat.

What several players say of the same cards is checked together for little more
than half the price: the cards stand in every proof, and are multiplied once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from ..arithmetic import equations, workers
from ..arithmetic.elgamal import Masked, token
from ..arithmetic.equations import Check
from ..arithmetic.errors import InvalidEncoding
from ..arithmetic.group import Element, Entropy, G, Scalar
from ..arithmetic.transcript import Transcript
from ..proofs import dleq
from ..proofs.dleq import BATCH_SIZE, BatchProof


@dataclass(frozen=True, slots=True)
class Claim:
    """What ``player`` broadcast as its tokens for ``cards``, not yet verified.

    ``share`` is the player's, and ``transcript`` what its proof is bound to.
    """

    player: int
    message: bytes
    cards: Sequence[Masked]
    share: Element
    transcript: Transcript


def size(m: int) -> int:
    """Return the length in bytes of a message for ``m`` cards."""
    return 32 * m + BATCH_SIZE


def prove(
    cards: Sequence[Masked], x: Scalar, transcript: Transcript, entropy: Entropy
) -> bytes:
    """Return the message of the player whose secret is ``x``.

    Cost: 2m + 3 multiplications and m - 1 additions for m cards.
    """
    tokens = workers.each(lambda card: token(card, x), cards)
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

    Cost: 2m + 2 multiplications and 2m additions for m cards.
    """
    tokens, proof = _decode(message, len(cards))
    dleq.verify_batch(_batch(cards, share, tokens), proof, transcript)
    return tokens


def verify_all(claims: Sequence[Claim]) -> list[list[Element]]:
    """Return the tokens in each claim, as :func:`verify` does, all checked at once.

    Raises:
      ProtocolError: What :func:`verify` raises; the ``culprit`` is the player of
        the first claim that does not hold.

    Cost: (p + 1)m + 3p multiplications and additions for p players' tokens of the
    same m cards.
    """
    found: list[list[Element]] = []

    def read(claim: Claim) -> Check:
        tokens, proof = _decode(claim.message, len(claim.cards))
        found.append(tokens)
        batch = _batch(claim.cards, claim.share, tokens)
        return dleq.check_batch(batch, proof, claim.transcript)

    equations.verify_all((claim.player, partial(read, claim)) for claim in claims)
    return found


def _decode(message: bytes, m: int) -> tuple[list[Element], BatchProof]:
    if len(message) != size(m):
        raise InvalidEncoding("not one token for each card, and a proof")
    proof = BatchProof.decode(message[32 * m :])
    parts = [message[i : i + 32] for i in range(0, 32 * m, 32)]
    return workers.each(Element.decode, parts), proof


def _batch(
    cards: Sequence[Masked], share: Element, tokens: Sequence[Element]
) -> dleq.Batch:
    bases = (card.C1 for card in cards)
    return dleq.Batch(share, tuple(zip(bases, tokens, strict=True)))
