"""This module shuffles masked cards and proves that only their order changed.

Statement: masked cards ``e_1 … e_n`` (before) and ``E_1 … E_n`` (after), a
key.  Witness: a permutation ``π`` and masking factors ``R_i`` with ``E_i =
e_π(i) + enc(0; R_i)``, where ``enc(0; R) = (R*G, R*key)``.  A shuffle that
drops, doubles or changes a card has no witness.  ``com`` and the argument for
known content are in :mod:`p2pgame.protocols.proofs.known_content`.

The idea: commit to the permutation, then learn random ``t_i``, and show the
same combination of cards on both sides, ``Σ t_π(i) E_i = Σ t_i e_i + enc(0; …)``.
The order of the ``t`` has to be the committed one, which the argument for known
content shows for the values ``λ i + t_i``.

    P → V   c   = com(π(1), …, π(n); r)
            c_d = com(-d_1, …, -d_n; r_d)
            E_d = enc(0; R_d) - Σ d_i E_i
    V → P   t, and t_i = t^i
    P → V   f_i = t_π(i) + d_i          Z = R_d + Σ t_π(i) R_i
    V → P   λ
    P ↔ V   known content: C = λ*c + c_d + com(f_1, …, f_n; 0) holds the values
            m_i = λ i + t_i in the order π, with blinding ρ = λ r + r_d

The verifier checks, besides the argument for known content,

    (4)     Σ f_i E_i - Σ t_i e_i + E_d = enc(0; Z)

for both halves of the cards, and puts the two equations of (4) and the two of
known content into one sum (:mod:`p2pgame.protocols.arithmetic.equations`).

A proof is encoded as its messages in the order above, known content last, 32
bytes for each scalar and element: 96n + 288 bytes.  Every challenge is hashed
from the statement, the generators, and all messages before it; the history is

    append     shuffle statement    (G, H_1 … H_n), key, before, after
    append     shuffle commitments  c, c_d, both halves of E_d
    challenge  shuffle t
    append     shuffle responses    (f_1 … f_n), Z
    challenge  shuffle lambda
    then that of known content, and at last
    challenge  weight of an equation

where a deck is one sequence of its cards' ``C1`` and ``C2`` in turn, and the
weights 1, w, w², w³ are for the ``C1`` and ``C2`` halves of (4), (1) and (2).

The paper draws each ``t_i`` anew.  Powers of one ``t`` are as good, since the
rows for n different ``t`` are independent: Bayer and Groth, "Efficient
Zero-Knowledge Argument for Correctness of a Shuffle" (EUROCRYPT 2012), whose
argument with one row differs from this one in little else.

Source: Groth, "A Verifiable Secret Shuffle of Homomorphic Encryptions"
(J. Cryptology 2010), section 5, and section 6 for the single sum.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, repeat
from operator import mul

from ..arithmetic import equations, workers
from ..arithmetic.commitment import generators
from ..arithmetic.elgamal import Masked, blank
from ..arithmetic.equations import Check, Terms
from ..arithmetic.errors import InvalidEncoding, InvalidProof
from ..arithmetic.group import IDENTITY, Element, Entropy, G, Scalar, multiply_sum
from ..arithmetic.permutation import permutation as permutation
from ..arithmetic.transcript import Transcript
from . import known_content
from .witness import Witness, begin, draw

#: How many cards a proof is for.  One card is not shuffled but remasked.
SIZES = range(2, 513)

_ONE = Scalar(1)


@dataclass(frozen=True, slots=True)
class Proof:
    c: Element
    c_d: Element
    E_d: Masked
    f: tuple[Scalar, ...]
    Z: Scalar
    content: known_content.Proof

    @classmethod
    def decode(cls, data: bytes, n: int) -> Proof:
        """Read a proof for ``n`` cards.

        Raises:
          InvalidEncoding: No proof is for ``n`` cards, the length is another,
            or a part is not canonical.
        """
        if n not in SIZES or len(data) != size(n):
            raise InvalidEncoding("no shuffle proof has this length")
        end = len(data) - known_content.size(n)
        parts = [data[i : i + 32] for i in range(128, end, 32)]
        *f, Z = map(Scalar.decode, parts)
        content = known_content.Proof.decode(data[end:], n)
        c, c_d = Element.decode(data[:32]), Element.decode(data[32:64])
        return cls(c, c_d, Masked.decode(data[64:128]), tuple(f), Z, content)

    def encode(self) -> bytes:
        commitments = self.c.encode() + self.c_d.encode() + self.E_d.encode()
        responses = b"".join(s.encode() for s in (*self.f, self.Z))
        return commitments + responses + self.content.encode()

    def is_for(self, n: int) -> bool:
        return n in SIZES and len(self.f) == n and self.content.is_for(n)


def size(n: int) -> int:
    """Return the length in bytes of a proof for ``n`` cards."""
    return 32 * (n + 5) + known_content.size(n)


def shuffle(
    deck: Sequence[Masked], key: Element, entropy: Entropy
) -> tuple[tuple[Masked, ...], Witness]:
    """Return ``deck`` in a random order, every card remasked, and the witness.

    Args:
      entropy: MUST be bound to ``deck``: a second deck in the same order, masked by
        the same factors, reveals the order.

    Raises:
      ValueError: No proof is for so many cards, or ``key`` is the identity.

    Cost: 2n multiplications and additions.
    """
    _check_size(len(deck))
    witness = draw(len(deck), entropy)
    blanks = workers.each(partial(blank, key), witness.factors)
    cards = [deck[i] for i in witness.permutation]
    pairs = [*zip(cards, blanks, strict=True)]
    return tuple(workers.each(lambda pair: pair[0] + pair[1], pairs)), witness


def prove(
    before: Sequence[Masked],
    after: Sequence[Masked],
    key: Element,
    witness: Witness,
    transcript: Transcript,
    entropy: Entropy,
) -> Proof:
    """Prove that ``after`` is ``before``, shuffled and remasked.

    Args:
      transcript: Already bound by the caller to table, hand, player and the
        place of the input deck; spent by the proof.

    Raises:
      ValueError: No proof is for so many cards.

    Cost: 6n multiplications, 8n additions.
    """
    n = len(before)
    _check_size(n)
    order, R = witness.permutation, witness.factors
    _begin(before, after, key, transcript)
    # After the statement, so that no weak source repeats them for another.
    by = begin(order, key, transcript.nonces((order, R), entropy))

    minus_d = by.minus_d
    E_d = by.blank + Masked(
        multiply_sum(minus_d, [card.C1 for card in after]),
        multiply_sum(minus_d, [card.C2 for card in after]),
    )
    t = _commit(by.c, by.c_d, E_d, n, transcript)

    t_pi = [t[i] for i in order]
    f = tuple(t_i - minus_d_i for t_i, minus_d_i in zip(t_pi, minus_d, strict=True))
    Z = sum((t_i * R_i for t_i, R_i in zip(t_pi, R, strict=True)), start=by.R_d)
    lambda_ = _respond(f, Z, transcript)

    statement = _content(by.c, by.c_d, f, t, lambda_)
    mu, rho = [statement.m[i] for i in order], lambda_ * by.r + by.r_d
    content = known_content.prove(statement, mu, rho, transcript, entropy)
    return Proof(by.c, by.c_d, E_d, f, Z, content)


def verify(
    before: Sequence[Masked],
    after: Sequence[Masked],
    key: Element,
    proof: Proof,
    transcript: Transcript,
) -> None:
    """Check a proof from :func:`prove` against an equal transcript.

    Raises:
      InvalidProof: ``after`` is not ``before`` shuffled and remasked, or has
        the identity in it, or the proof is not for these cards in this place.

    Cost: 5n + 9 multiplications and additions.
    """
    equations.verify(_equations(before, after, key, proof, transcript), transcript)


def check(
    before: Sequence[Masked],
    after: Sequence[Masked],
    key: Element,
    proof: Proof,
    transcript: Transcript,
) -> Check:
    """Return what :func:`verify` leaves to the curve, to be checked with others.

    Raises:
      InvalidProof: Something else than the curve shows that the proof is false.
    """
    return equations.check(
        _equations(before, after, key, proof, transcript), transcript
    )


def _equations(
    before: Sequence[Masked],
    after: Sequence[Masked],
    key: Element,
    proof: Proof,
    transcript: Transcript,
) -> tuple[Terms, ...]:
    n = len(before)
    if len(after) != n or not proof.is_for(n):
        raise InvalidProof("a shuffle proof for another number of cards")
    if IDENTITY in (key, *_halves(after)):
        raise InvalidProof("nothing hides behind the identity")
    _begin(before, after, key, transcript)
    t = _commit(proof.c, proof.c_d, proof.E_d, n, transcript)
    lambda_ = _respond(proof.f, proof.Z, transcript)
    statement = _content(proof.c, proof.c_d, proof.f, t, lambda_)
    content = known_content.equations(statement, proof.content, transcript)
    return (*_cards(before, after, key, proof, t), *content)


def _check_size(n: int) -> None:
    if n not in SIZES:
        low, high = SIZES[0], SIZES[-1]
        raise ValueError(f"a shuffle takes {low} to {high} cards, not {n}")


def _begin(
    before: Sequence[Masked],
    after: Sequence[Masked],
    key: Element,
    transcript: Transcript,
) -> None:
    bases = (G, *generators(len(before)))
    transcript.append(b"shuffle statement", bases, key, _halves(before), _halves(after))


def _commit(
    c: Element, c_d: Element, E_d: Masked, n: int, transcript: Transcript
) -> tuple[Scalar, ...]:
    transcript.append(b"shuffle commitments", c, c_d, E_d.C1, E_d.C2)
    t = transcript.challenge(b"shuffle t")
    return tuple(accumulate(repeat(t, n), mul))


def _respond(f: Sequence[Scalar], Z: Scalar, transcript: Transcript) -> Scalar:
    transcript.append(b"shuffle responses", f, Z)
    return transcript.challenge(b"shuffle lambda")


def _content(
    c: Element,
    c_d: Element,
    f: Sequence[Scalar],
    t: Sequence[Scalar],
    lambda_: Scalar,
) -> known_content.Statement:
    m = tuple(lambda_ * Scalar(i) + t_i for i, t_i in enumerate(t, 1))
    com_f = zip(f, generators(len(f)), strict=True)
    return known_content.Statement(m, ((lambda_, c), (_ONE, c_d), *com_f))


def _cards(
    before: Sequence[Masked],
    after: Sequence[Masked],
    key: Element,
    proof: Proof,
    t: Sequence[Scalar],
) -> tuple[Terms, Terms]:
    """Return both halves of (4)."""
    f, minus_Z, E_d = proof.f, -proof.Z, proof.E_d
    minus_t = [-t_i for t_i in t]
    return (
        (
            *zip(f, (card.C1 for card in after), strict=True),
            *zip(minus_t, (card.C1 for card in before), strict=True),
            (_ONE, E_d.C1),
            (minus_Z, G),
        ),
        (
            *zip(f, (card.C2 for card in after), strict=True),
            *zip(minus_t, (card.C2 for card in before), strict=True),
            (_ONE, E_d.C2),
            (minus_Z, key),
        ),
    )


def _halves(deck: Sequence[Masked]) -> tuple[Element, ...]:
    return tuple(half for card in deck for half in (card.C1, card.C2))
