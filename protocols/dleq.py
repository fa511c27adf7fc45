"""Proofs that discrete logarithms are equal.

Statement: I know ``x`` with ``A = x*G`` and ``B = x*H``.  Used for reveal
tokens (``x`` is my key share) and for masking (``x`` is the masking factor).

A batch proves the same of many ``(H, B)`` under one ``A`` at the size of one
proof: both sides add the pairs up with weights that nobody can foresee before
all pairs are fixed, and the proof is about the sums.  Two wrong pairs then make
up for each other, or one for itself, with a chance of 2⁻²⁵².

A proof is a challenge and a response, from which the verifier computes what the
prover must have committed to: 64 bytes without a group element to decode.

Source: Chaum and Pedersen, "Wallet Databases with Observers" (CRYPTO '92);
RFC 9497, section 2.2, for the batch.
"""

from __future__ import annotations

from dataclasses import dataclass

from .errors import InvalidEncoding, InvalidProof
from .group import IDENTITY, Element, Entropy, G, Scalar, multiply_sum
from .transcript import Transcript


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
) -> Proof:
    """Prove every pair of ``batch`` with one proof; else as :func:`prove`.

    Raises:
      ValueError: There is no pair, or an element is the identity.

    Cost: m + 3 scalar multiplications and m - 1 additions for m pairs.
    """
    if _is_trivial_batch(batch):
        raise ValueError("a batch about nothing, or the identity, says nothing")
    M = multiply_sum(_weights(batch, transcript), [H for H, _ in batch.pairs])
    return prove(Statement(G, M, batch.A, x * M), x, transcript, entropy)


def verify_batch(batch: Batch, proof: Proof, transcript: Transcript) -> None:
    """Check a proof from :func:`prove_batch` against an equal transcript.

    Raises:
      InvalidProof: One of the pairs is false, there is none, or the proof is
        not for this batch, in this order, in this place.

    Cost: 2m + 4 scalar multiplications and 2m additions for m pairs.
    """
    if _is_trivial_batch(batch):
        raise InvalidProof("a batch about nothing, or the identity, says nothing")
    weights = _weights(batch, transcript)
    M = multiply_sum(weights, [H for H, _ in batch.pairs])
    Z = multiply_sum(weights, [B for _, B in batch.pairs])
    verify(Statement(G, M, batch.A, Z), proof, transcript)


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
    return not batch.pairs or any(IDENTITY in pair for pair in batch.pairs)
