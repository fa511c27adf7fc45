"""This module proves that masked cards hold none of some elements, nor shows what.

Statement: for cards ``(C1_i, C2_i)`` masked under the player's key share ``Y`` alone,
``C1_i ≠ 0``, and refused elements ``Q_1 … Q_M``: I know ``x`` with ``Y = x*G``, and
``P_i = C2_i - x*C1_i`` is none of the ``Q_j``.

The idea: a random multiple ``a_i*(P_i - Q_j)`` is the identity exactly if the card
is the refused one, and says nothing else.  The prover shows these multiples and
proves that they are what they should be.  With ``D_ij = C2_i - Q_j``:

    P → V   U_i = a_i*C1_i,  B_ij = a_i*D_ij - x*U_i             fresh a_i
    V → P   w, and for each (i, j), card by card, the next of w, w², w³ … as w_ij
    P → V   R_0 = ξ*G,  R_i = α_i*C1_i                           fresh ξ, α_i
            S = Σ w_ij (α_i*D_ij - ξ*U_i)
    V → P   c
    P → V   z_0 = ξ - c x,  z_i = α_i - c a_i

The verifier refuses the identity among all ``U`` and ``B``, and checks

    (1)     R_0 = z_0*G + c*Y
    (2)     R_i = z_i*C1_i + c*U_i
    (3)     S   = Σ w_ij (z_i*D_ij - z_0*U_i + c*B_ij)

The ``R`` are not sent: the verifier computes them from (1) and (2) and hashes them.

**Sound**, whatever the prover can compute.  ``Y``, ``U_i`` and ``C1_i ≠ 0`` determine
``x`` and ``a_i``.  Let ``E_ij = a_i*D_ij - x*U_i - B_ij``, which is fixed before ``w``.
If ``P_i = Q_j`` then ``a_i*D_ij = x*U_i``, so ``E_ij = -B_ij ≠ 0``, and ``Σ w_ij E_ij``
is 0 for at most k M - 1 of the 2²⁵² weights other than 0.  If it is not 0, then (1) and
(2) determine the ``z`` for each ``c``, and (3) holds for one ``c`` only.  So of q
questions to the random oracle none helps a false statement, but for q k M / 2²⁵².

**Extractor**: two answers to different ``c`` after one ``w`` give ``x = (z_0 - z'_0)
/ (c' - c)`` and ``a_i`` likewise; (1) and (2) are hashed, so they hold for both.
Attack on a proof without (2), or with (2) in the weighted sum alone: ``a_i`` and
``a_i*x`` are then two free numbers, chosen so that a false ``B_ij`` is no identity.

**Zero knowledge** in the random oracle model, if DDH is hard.  The simulator takes
random ``U``, ``B``, ``c`` and ``z``, computes ``R`` and ``S`` from (1) to (3), and has
the oracle answer ``c``.  That differs from a proof in ``U`` and ``B`` alone, and to
tell ``(C1_i, P_i - Q_1, …, U_i, B_i1, …)`` from random elements is DDH, as long as
nobody knows a relation among ``C1_i`` and the differences ``P_i - Q_j``.  So

- elements MUST be hashed to the group: with known logarithms ``B`` tells the card;
- ``C1_i`` MUST be a multiple of ``G`` that its makers have proved to know, as the
  proofs of shuffles and remasks do: if it was chosen as ``F - Q_j``, then ``B_ij =
  U_i`` tells that the card is ``F``.

Equal cards in a hand show nothing, for each has its own ``a_i``.  One factor for all
cards would take half of the work, and would show which cards are equal.

It shows only what the cards are not.  That each is one of its deck must be known
before, by proofs of shuffles, tokens and placements.

The history is

    append     non-membership statement    G, Y, ((C1_1, C2_1), …), (Q_1 … Q_M)
    append     non-membership multiples    (U_1 … U_k), (B_11, B_12 … B_kM)
    challenge  non-membership weight
    append     non-membership commitments  R_0, (R_1 … R_k), S
    challenge  non-membership challenge

and a proof is ``U_1 … U_k, B_11 … B_kM, S, c, z_0 … z_k``, 32 bytes each.

Source: none has this form.  Near to it: Camenisch and Shoup, "Practical Verifiable
Encryption and Decryption of Discrete Logarithms" (CRYPTO 2003), section 6, for unequal
logarithms by a random multiple; Jakobsson and Juels, "Mix and Match" (ASIACRYPT 2000),
for unequal plaintexts; Bellare, Garay and Rabin (EUROCRYPT '98) for the weights.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice, product, repeat
from operator import mul

from ..arithmetic.elgamal import Masked
from ..arithmetic.errors import InvalidEncoding, InvalidProof
from ..arithmetic.group import IDENTITY, Element, Entropy, G, Scalar, multiply_sum
from ..arithmetic.transcript import Transcript

#: The most cards times refused elements in one proof, so that none takes a second.
MAX_PAIRS = 4096

_ZERO = Scalar(0)


@dataclass(frozen=True, slots=True)
class Proof:
    U: tuple[Element, ...]
    B: tuple[Element, ...]
    S: Element
    c: Scalar
    z: tuple[Scalar, ...]

    @classmethod
    def decode(cls, data: bytes, cards: int, refused: int) -> Proof:
        """Read a proof for so many cards and refused elements.

        Raises:
          InvalidEncoding: Another length; a part is not canonical; or one of the
            elements is the identity, which is how a false statement looks.
        """
        if len(data) != size(cards, refused):
            raise InvalidEncoding("a proof of non-membership of another length")
        parts = [data[i : i + 32] for i in range(0, len(data), 32)]
        # Scalars first: they cost nothing, elements take work on the curve.
        c, *z = map(Scalar.decode, parts[-cards - 2 :])
        *multiples, S = map(Element.decode, parts[: -cards - 2])
        return cls(tuple(multiples[:cards]), tuple(multiples[cards:]), S, c, tuple(z))

    def encode(self) -> bytes:
        elements, scalars = (*self.U, *self.B, self.S), (self.c, *self.z)
        said = [*(P.encode() for P in elements), *(k.encode() for k in scalars)]
        return b"".join(said)


def size(cards: int, refused: int) -> int:
    """Return the length in bytes of a proof for so many cards and refused elements."""
    return 32 * (cards * refused + 2 * cards + 3)


def cost(cards: int, refused: int) -> int:
    """Return how many multiplications it takes to verify a proof of this size."""
    return cards * (refused + 4) + refused + 2


def prove(
    cards: Sequence[Masked],
    refused: Sequence[Element],
    x: Scalar,
    transcript: Transcript,
    entropy: Entropy,
) -> bytes:
    """Prove that each of ``cards`` holds none of ``refused``.

    Args:
      cards: Masked under ``x*G`` alone: the others' tokens are off.
      refused: Hashed to the group, as all that the cards may hold.
      transcript: Already bound by the caller to table, hand and prover.

    Raises:
      ValueError: The statement is false; no card or nothing refused, an element
        twice, more than MAX_PAIRS; a start card; or ``x`` is zero.

    Cost: k (M + 5) + M + 2 multiplications for k cards and M refused elements.
    """
    share = x * G
    if flaw := _flaw(cards, refused, share):
        raise ValueError(flaw)
    _append_statement(cards, refused, share, transcript)
    nonces = transcript.nonces(x, entropy)
    a, alpha = [*islice(nonces, len(cards))], [*islice(nonces, len(cards))]
    xi = next(nonces)

    held = [card.C2 - x * card.C1 for card in cards]
    U = tuple(a_i * card.C1 for a_i, card in zip(a, cards, strict=True))
    # P_i - Q_j is never compared with anything: of a true statement, no multiple of
    # it tells what it was.
    B = tuple(
        a_i * (P - Q) for (a_i, P), Q in product(zip(a, held, strict=True), refused)
    )
    if IDENTITY in U + B:
        raise ValueError("a card holds one of the refused elements")
    w = _weights(U, B, transcript)

    R = [alpha_i * card.C1 for alpha_i, card in zip(alpha, cards, strict=True)]
    S = _sum([*_terms(cards, refused, U, w, (xi, *alpha))])
    c = _challenge([xi * G, *R], S, transcript)
    answers = zip((xi, *alpha), (x, *a), strict=True)
    return Proof(U, B, S, c, tuple(r - c * s for r, s in answers)).encode()


def verify(
    message: bytes,
    cards: Sequence[Masked],
    refused: Sequence[Element],
    share: Element,
    transcript: Transcript,
) -> None:
    """Check a proof from :func:`prove` against an equal transcript.

    Args:
      share: The key share of the prover, and the only one on ``cards``.

    Raises:
      InvalidEncoding: Another length, or a part is not canonical or the identity.
      InvalidProof: A card holds one of ``refused``; the proof is not for these
        cards and elements, in this order, in this place; no card or nothing refused,
        an element twice, more than MAX_PAIRS; a start card or an identity share.

    Cost: k (M + 4) + M + 2 multiplications for k cards and M refused elements.
    """
    if flaw := _flaw(cards, refused, share):
        raise InvalidProof(flaw)
    proof = Proof.decode(message, len(cards), len(refused))
    U, B, S, c, (z_0, *z) = proof.U, proof.B, proof.S, proof.c, proof.z
    _append_statement(cards, refused, share, transcript)
    w = _weights(U, B, transcript)
    R = (
        z_0 * G + c * share,
        *(z_i * card.C1 + c * U_i for z_i, card, U_i in zip(z, cards, U, strict=True)),
    )
    if _challenge(R, S, transcript) != c:
        raise InvalidProof("the commitments are to other multiples")
    multiples = ((c * w_ij, B_ij) for w_ij, B_ij in zip(w, B, strict=True))
    if _sum([*_terms(cards, refused, U, w, proof.z), *multiples]) != S:
        raise InvalidProof("a multiple is not what it should be")


def _flaw(
    cards: Sequence[Masked], refused: Sequence[Element], share: Element
) -> str | None:
    """Return why this statement can't be proved, or None; without arithmetic."""
    if not 0 < len(cards) * len(refused) <= MAX_PAIRS:
        return "a proof about no card or nothing refused, or about too many"
    if len({*refused}) < len(refused):
        return "an element stands twice among those refused"
    if share.is_identity or any(card.C1.is_identity for card in cards):
        return "a card that no key share masks"
    return None


def _append_statement(
    cards: Sequence[Masked],
    refused: Sequence[Element],
    share: Element,
    transcript: Transcript,
) -> None:
    pairs = [(card.C1, card.C2) for card in cards]
    transcript.append(b"non-membership statement", G, share, pairs, [*refused])


def _weights(
    U: Sequence[Element], B: Sequence[Element], transcript: Transcript
) -> list[Scalar]:
    transcript.append(b"non-membership multiples", U, B)
    w = transcript.challenge(b"non-membership weight")
    return [*accumulate(repeat(w, len(B)), mul)]


def _challenge(R: Sequence[Element], S: Element, transcript: Transcript) -> Scalar:
    R_0, *others = R
    transcript.append(b"non-membership commitments", R_0, others, S)
    return transcript.challenge(b"non-membership challenge")


def _terms(
    cards: Sequence[Masked],
    refused: Sequence[Element],
    U: Sequence[Element],
    w: Sequence[Scalar],
    factors: Sequence[Scalar],
) -> Iterator[tuple[Scalar, Element]]:
    """Yield what adds up to ``Σ w_ij (f_i*D_ij - f_0*U_i)``; the factors are f_0 …"""
    f_0, *f = factors
    M = len(refused)
    rows = [w[i : i + M] for i in range(0, len(w), M)]
    for card, U_i, f_i, row in zip(cards, U, f, rows, strict=True):
        total = sum(row, _ZERO)
        yield f_i * total, card.C2
        yield -(f_0 * total), U_i
    for Q, column in zip(refused, zip(*rows, strict=True), strict=True):
        parts = (f_i * w_ij for f_i, w_ij in zip(f, column, strict=True))
        yield -sum(parts, _ZERO), Q


def _sum(terms: Sequence[tuple[Scalar, Element]]) -> Element:
    factors, elements = zip(*terms, strict=True)
    return multiply_sum(factors, elements)
