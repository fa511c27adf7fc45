"""Proofs that one secret was taken off all cards, and a key put on each.

Statement: ``S``, and for each card ``P_i`` (before), ``R_i`` (after) and a lock
``K_i``.  Witness: ``s`` and keys ``k_i`` with ``S = s*G``, ``K_i = k_i*G`` and
``R_i = (k_i / s) * P_i``.  The last is the same as ``s*R_i - k_i*P_i = 0``, so all
of it is one statement about linear maps, and the proof is the usual one: the
maps of random ``σ`` and ``κ_i``, a challenge, and linear answers.

    P → V   σ*G,  κ_i*G,  σ*R_i - κ_i*P_i
    V → P   c
    P → V   z = σ - c s,  z_i = κ_i - c k_i

A proof is the challenge and the answers, from which the verifier computes what
the prover must have sent first, ``z*G + c*S``, ``z_i*G + c*K_i`` and ``z*R_i -
z_i*P_i``: 32n + 64 bytes without an element to decode.

Source: Maurer, "Unifying Zero-Knowledge Proofs of Knowledge" (AFRICACRYPT
2009); Camenisch and Stadler, "Proof Systems for General Statements about
Discrete Logarithms" (1997), for linear relations.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from ..arithmetic.errors import InvalidEncoding, InvalidProof
from ..arithmetic.group import IDENTITY, Element, Entropy, G, Scalar
from ..arithmetic.transcript import Transcript


@dataclass(frozen=True, slots=True)
class Statement:
    S: Element
    before: tuple[Element, ...]
    after: tuple[Element, ...]
    locks: tuple[Element, ...]


@dataclass(frozen=True, slots=True)
class Proof:
    c: Scalar
    z: Scalar
    z_keys: tuple[Scalar, ...]

    @classmethod
    def decode(cls, data: bytes, n: int) -> Proof:
        """Read a proof for ``n`` cards.

        Raises:
          InvalidEncoding: Another length, or a scalar is not canonical.
        """
        if len(data) != size(n):
            raise InvalidEncoding("no proof of new locks has this length")
        parts = (data[i : i + 32] for i in range(0, len(data), 32))
        c, z, *z_keys = map(Scalar.decode, parts)
        return cls(c, z, tuple(z_keys))

    def encode(self) -> bytes:
        return b"".join(part.encode() for part in (self.c, self.z, *self.z_keys))


def size(n: int) -> int:
    """Return the length in bytes of a proof for ``n`` cards."""
    return 32 * (n + 2)


def prove(
    statement: Statement,
    s: Scalar,
    keys: Sequence[Scalar],
    transcript: Transcript,
    entropy: Entropy,
) -> Proof:
    """Prove that ``s`` was taken off every card and each of ``keys`` put on one.

    Args:
      transcript: Already bound by the caller to table, hand, player and the
        place of the input deck.

    Cost: n multiplications and n base multiplications for n cards.
    """
    _begin(statement, transcript)
    nonces = transcript.nonces((s, keys), entropy)
    sigma, *kappas = islice(nonces, len(keys) + 1)
    ratio = sigma * s.inverse()
    # σ*R_i - κ_i*P_i, for R_i is (k_i / s) * P_i.
    differences = [
        (ratio * k - kappa) * P
        for k, kappa, P in zip(keys, kappas, statement.before, strict=True)
    ]
    opened = [kappa * G for kappa in kappas]
    c = _challenge(sigma * G, opened, differences, transcript)
    z_keys = (kappa - c * k for kappa, k in zip(kappas, keys, strict=True))
    return Proof(c, sigma - c * s, tuple(z_keys))


def verify(statement: Statement, proof: Proof, transcript: Transcript) -> None:
    """Check a proof from :func:`prove` against an equal transcript.

    Raises:
      InvalidProof: A card was changed in another way, a lock is not that of its
        card, or the proof is not for these cards in this place.

    Cost: 3n multiplications, n base multiplications and 2n additions.
    """
    S, before, after, locks = (
        statement.S,
        statement.before,
        statement.after,
        statement.locks,
    )
    if not len(before) == len(after) == len(locks) == len(proof.z_keys):
        raise InvalidProof("a proof for another number of cards")
    if IDENTITY in (S, *before, *after, *locks):
        raise InvalidProof("the identity hides nothing")
    _begin(statement, transcript)
    c, z = proof.c, proof.z
    opened = [z_i * G + c * K for z_i, K in zip(proof.z_keys, locks, strict=True)]
    differences = [
        z * R - z_i * P for R, z_i, P in zip(after, proof.z_keys, before, strict=True)
    ]
    if _challenge(z * G + c * S, opened, differences, transcript) != c:
        raise InvalidProof("a card has another lock than was said")


def _begin(s: Statement, transcript: Transcript) -> None:
    transcript.append(b"relock statement", G, s.S, s.before, s.after, s.locks)


def _challenge(
    first: Element,
    opened: Sequence[Element],
    differences: Sequence[Element],
    transcript: Transcript,
) -> Scalar:
    transcript.append(b"relock commitment", first, opened, differences)
    return transcript.challenge(b"relock challenge")
