"""This module proves that discrete logarithms are equal.

Statement: I know ``x`` with ``A = x*G`` and ``B = x*H``.  Used for reveal
tokens (``x`` is my key share) and for masking (``x`` is the masking factor).

A batch proves the same of many ``(H, B)`` under one ``A`` at the size of one proof:
both sides add the pairs up with weights that are unpredictable until all pairs are
fixed, and the proof is about the sums. Wrong pairs then cancel with probability
2⁻²⁵².

A proof is a challenge ``c`` and a response ``z``, from which the verifier computes
what the prover must have committed to: 64 bytes without a group element to decode.
That of a batch has 32 bytes more, the commitment ``S`` to the sums, so that the
verifier adds nothing up before it knows the whole proof.  It computes ``R = z*G +
c*A``, hashes ``R`` and ``S`` to ``c``, and has one equation left:

    (1)     Σ z w_i H_i + Σ c w_i B_i = S

which is one sum (:mod:`p2pgame.protocols.arithmetic.equations`), or one with the
batches of other players, who mostly speak of the same ``H_i``.

Source: Chaum and Pedersen, "Wallet Databases with Observers" (CRYPTO '92);
RFC 9497, section 2.2, for the batch.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..arithmetic import equations
from ..arithmetic.equations import Check
from ..arithmetic.errors import InvalidEncoding, InvalidProof
from ..arithmetic.group import IDENTITY, Element, Entropy, G, Scalar, multiply_sum
from ..arithmetic.transcript import Transcript

#: Length in bytes of the proof of a batch.
BATCH_SIZE = 96

_MINUS_ONE = -Scalar(1)


@dataclass(frozen=True, slots=True)
class Statement:
    """``A = x*G`` and ``B = x*H``."""

    G: Element
    H: Element
    A: Element
    B: Element


@dataclass(frozen=True, slots=True)
class Batch:
    """``A = x*G`` and, for each pair ``(H, B)``, ``B = x*H``."""

    A: Element
    pairs: tuple[tuple[Element, Element], ...]


@dataclass(frozen=True, slots=True)
class Proof:
    c: Scalar
    z: Scalar

    @classmethod
    def decode(cls, data: bytes) -> Proof:
        """Read 64 bytes from a peer, or raise InvalidEncoding."""
        if len(data) != 64:
            raise InvalidEncoding("a proof of equality has 64 bytes")
        return cls(Scalar.decode(data[:32]), Scalar.decode(data[32:]))

    def encode(self) -> bytes:
        return self.c.encode() + self.z.encode()


@dataclass(frozen=True, slots=True)
class BatchProof:
    S: Element
    c: Scalar
    z: Scalar

    @classmethod
    def decode(cls, data: bytes) -> BatchProof:
        """Read 96 bytes from a peer, or raise InvalidEncoding."""
        if len(data) != BATCH_SIZE:
            raise InvalidEncoding(f"a proof for a batch has {BATCH_SIZE} bytes")
        c, z = Scalar.decode(data[32:64]), Scalar.decode(data[64:])
        return cls(Element.decode(data[:32]), c, z)

    def encode(self) -> bytes:
        return self.S.encode() + self.c.encode() + self.z.encode()


def prove(
    statement: Statement, x: Scalar, transcript: Transcript, entropy: Entropy
) -> Proof:
    """Prove that ``A = x*G`` and ``B = x*H`` without showing ``x``.

    Args:
      transcript: Already bound by the caller to table, hand and prover.

    Raises:
      ValueError: An element of the statement is the identity.

    Cost: 2 scalar multiplications.
    """
    if _is_trivial(statement):
        raise ValueError("a statement about the identity says nothing")
    _append(transcript, statement)
    k = next(transcript.nonces(x, entropy))
    c = _challenge(k * statement.G, k * statement.H, transcript)
    return Proof(c, k - c * x)


def verify(statement: Statement, proof: Proof, transcript: Transcript) -> None:
    """Check a proof from :func:`prove` against an equal transcript.

    Raises:
      InvalidProof: The statement is false or has the identity in it, or the
        proof is not for this statement in this place.

    Cost: 4 scalar multiplications, 2 additions.
    """
    if _is_trivial(statement):
        raise InvalidProof("a statement about the identity says nothing")
    _append(transcript, statement)
    c, z = proof.c, proof.z
    R = z * statement.G + c * statement.A
    S = z * statement.H + c * statement.B
    if _challenge(R, S, transcript) != c:
        raise InvalidProof("the discrete logarithms differ")


def prove_batch(
    batch: Batch, x: Scalar, transcript: Transcript, entropy: Entropy
) -> BatchProof:
    """Prove every pair of ``batch`` with one proof; else as :func:`prove`.

    Raises:
      ValueError: There is no pair, or an element is the identity.

    Cost: m + 2 multiplications and m - 1 additions for m pairs.
    """
    if _is_trivial_batch(batch):
        raise ValueError("a batch about nothing, or the identity, says nothing")
    M = multiply_sum(_weights(batch, transcript), [H for H, _ in batch.pairs])
    k = next(transcript.nonces(x, entropy))
    S = k * M
    c = _challenge(k * G, S, transcript)
    return BatchProof(S, c, k - c * x)


def verify_batch(batch: Batch, proof: BatchProof, transcript: Transcript) -> None:
    """Check a proof from :func:`prove_batch` against an equal transcript.

    Raises:
      InvalidProof: One of the pairs is false, there is none, or the proof is
        not for this batch, in this order, in this place.

    Cost: 2m + 2 multiplications and 2m additions for m pairs.
    """
    check_batch(batch, proof, transcript).verify()


def check_batch(batch: Batch, proof: BatchProof, transcript: Transcript) -> Check:
    """Return what :func:`verify_batch` leaves to be checked with others.

    Raises:
      InvalidProof: There is no pair, an element of the batch is the identity, or
        the prover has committed to something else.

    Cost: 2 multiplications, 1 addition.
    """
    if _is_trivial_batch(batch):
        raise InvalidProof("a batch about nothing, or the identity, says nothing")
    weights = _weights(batch, transcript)
    S, c, z = proof.S, proof.c, proof.z
    if _challenge(z * G + c * batch.A, S, transcript) != c:
        raise InvalidProof("the discrete logarithms differ")
    transcript.append(b"dleq response", z)
    terms = (
        *((z * w, H) for w, (H, _) in zip(weights, batch.pairs, strict=True)),
        *((c * w, B) for w, (_, B) in zip(weights, batch.pairs, strict=True)),
        (_MINUS_ONE, S),
    )
    return equations.check([terms], transcript)


def _weights(batch: Batch, transcript: Transcript) -> list[Scalar]:
    transcript.append(b"dleq batch", batch.A, batch.pairs)
    return [transcript.challenge(b"dleq weight") for _ in batch.pairs]


def _challenge(R: Element, S: Element, transcript: Transcript) -> Scalar:
    transcript.append(b"dleq commitment", R, S)
    return transcript.challenge(b"dleq challenge")


def _append(transcript: Transcript, s: Statement) -> None:
    transcript.append(b"dleq statement", s.G, s.H, s.A, s.B)


def _is_trivial(s: Statement) -> bool:
    return IDENTITY in (s.G, s.H, s.A, s.B)


def _is_trivial_batch(batch: Batch) -> bool:
    elements = (batch.A, *(P for pair in batch.pairs for P in pair))
    return not batch.pairs or IDENTITY in elements
