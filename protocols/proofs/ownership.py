"""Proofs that a player knows the secret behind a key share.

Without them the last player to show a key share could subtract everybody
else's from it, and own the aggregate key alone.

Statement: I know ``x`` with ``key = x*G``.  The caller binds the transcript to
the table, the seat and the whole roster, so that a proof is good for one player
at one table; and refuses two equal key shares, which one proof each can't.

Source: Schnorr, "Efficient Signature Generation by Smart Cards" (1991);
RFC 9591, appendix C, for proofs of possession in key generation.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..arithmetic.errors import InvalidEncoding, InvalidProof
from ..arithmetic.group import Element, Entropy, G, Scalar
from ..arithmetic.transcript import Transcript


@dataclass(frozen=True, slots=True)
class Proof:
    R: Element
    z: Scalar

    @classmethod
    def decode(cls, data: bytes) -> Proof:
        """Read 64 bytes from a peer, or raise InvalidEncoding."""
        if len(data) != 64:
            raise InvalidEncoding("an ownership proof has 64 bytes")
        return cls(Element.decode(data[:32]), Scalar.decode(data[32:]))

    def encode(self) -> bytes:
        return self.R.encode() + self.z.encode()


def prove(key: Element, x: Scalar, transcript: Transcript, entropy: Entropy) -> Proof:
    """Prove that ``key = x*G`` without showing ``x``.

    Args:
      transcript: Already bound by the caller to table, seat and roster.

    Raises:
      ValueError: ``key`` is the identity, which nobody may have for a key.

    Cost: 1 base multiplication.
    """
    if key.is_identity:
        raise ValueError("the identity is nobody's key")
    transcript.append(b"ownership statement", G, key)
    k = next(transcript.nonces(x, entropy))
    R = k * G
    return Proof(R, k + _challenge(R, transcript) * x)


def verify(key: Element, proof: Proof, transcript: Transcript) -> None:
    """Check a proof from :func:`prove` against an equal transcript.

    Raises:
      InvalidProof: The prover does not know ``x``, the proof is not for this
        key in this place, or the key is the identity.

    Cost: 1 base and 1 scalar multiplication, 1 addition.
    """
    if key.is_identity:
        raise InvalidProof("the identity is nobody's key")
    transcript.append(b"ownership statement", G, key)
    c = _challenge(proof.R, transcript)
    if proof.z * G != proof.R + c * key:
        raise InvalidProof("the owner does not know the secret of the key")


def _challenge(R: Element, transcript: Transcript) -> Scalar:
    transcript.append(b"ownership commitment", R)
    return transcript.challenge(b"ownership challenge")
