"""Publicly verifiable secret sharing: shares that everybody sees to be right.

A dealer draws a polynomial ``p``; its secret is the element ``p(0)*G``.  The
share of a player with the key ``Y = y*G`` is ``p(j+1)*G``, and it is published
encrypted, as ``p(j+1)*Y``: the player takes ``y`` off, proves to have done so, and
a threshold of shares combine to the secret.  One proof says that all encrypted
shares are of one polynomial of the right degree, and that the dealer knows it;
anybody can check it at once, so nobody ever has to complain.

The proof is Schnorr's, with a polynomial for the secret: the dealer commits to
``r(j+1)*Y`` for another polynomial ``r`` and answers a challenge ``c`` with ``z = r -
c*p``.  Two answers to one commitment give ``p``, at most as long as ``z`` is, so it
proves knowledge; and since every ``z`` and ``c`` come with a commitment that fits,
it says nothing else.  It takes no commitments to ``p`` beside the shares, and two
multiplications for each player where a proof of equality for each takes four.

The keys are those that cards are masked with.  Publishing ``(1/y)*P`` for a point
``P`` that a peer chose would be an oracle: with a card's ``C1`` in the place of a
share a dealer could have its inverse worked out.  Here it is none, and that is
what the proof of knowledge is for.  What a player takes ``y`` off is a sum of
shares whose dealers have all shown to know their ``p(j+1)``, so the outcome is a
known multiple of ``G``: whoever knows the polynomials could have worked it out
without ``y``, and of a ``C1``, which every shuffler has made a fresh unknown multiple
of ``G``, nobody can know such a ``p(j+1)``.  The proof of decryption is in another
domain than tokens are, so it is no token either.

Source: Schoenmakers, "A Simple Publicly Verifiable Secret Sharing Scheme and Its
Application to Electronic Voting" (CRYPTO '99); Cascudo and David, "SCRAPE"
(ACNS 2017) and, for the proof and for keys in ``G``, "ALBATROSS" (ASIACRYPT 2020).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from ..arithmetic.errors import InvalidEncoding, InvalidProof
from ..arithmetic.group import IDENTITY, Element, Entropy, G, Scalar
from ..arithmetic.polynomial import evaluate
from ..arithmetic.transcript import Transcript
from ..proofs import dleq


@dataclass(frozen=True, slots=True)
class Dealing:
    """Encrypted ``shares`` by player, and the proof that they are shares."""

    shares: Mapping[int, Element]
    c: Scalar
    z: tuple[Scalar, ...]

    @classmethod
    def decode(cls, data: bytes, players: Collection[int], threshold: int) -> Dealing:
        """Read a peer's dealing to ``players``.

        Raises:
          InvalidEncoding: Another length, a part that is not canonical, or the
            identity for a share.
        """
        n = len(players)
        if len(data) != 32 * (n + 1 + threshold):
            raise InvalidEncoding("a dealing of another length")
        parts = [data[i : i + 32] for i in range(0, len(data), 32)]
        shares = map(Element.decode, parts[:n])
        c, *z = map(Scalar.decode, parts[n:])
        return cls(dict(zip(sorted(players), shares, strict=True)), c, tuple(z))

    def encode(self) -> bytes:
        """Return the shares in the order of the players, ``c`` and ``z``."""
        shares = (self.shares[player].encode() for player in sorted(self.shares))
        return b"".join((*shares, *(k.encode() for k in (self.c, *self.z))))


def deal(
    secret: Sequence[Scalar],
    keys: Mapping[int, Element],
    transcript: Transcript,
    entropy: Entropy,
) -> Dealing:
    """Share ``secret[0] * G`` among the owners of ``keys``.

    Args:
      secret: The coefficients of the polynomial, fresh and uniform, as many as
        shares are to give the secret away.
      transcript: Already bound by the caller to occasion and dealer.

    Raises:
      ValueError: A threshold of nobody, or of more than have a key.

    Cost: 2n multiplications for n players.
    """
    if not 1 <= len(secret) <= len(keys):
        raise ValueError("the threshold is of 1 or more of the players")
    shares = {player: evaluate(secret, player) * Y for player, Y in keys.items()}
    _append(transcript, len(secret), keys, shares)
    r = tuple(islice(transcript.nonces(secret, entropy), len(secret)))
    c = _challenge(
        {player: evaluate(r, player) * Y for player, Y in keys.items()}, transcript
    )
    z = tuple(k - c * a for k, a in zip(r, secret, strict=True))
    return Dealing(shares, c, z)


def verify(
    dealing: Dealing, keys: Mapping[int, Element], transcript: Transcript
) -> None:
    """Check a dealing from :func:`deal` against an equal transcript.

    Raises:
      InvalidProof: The shares are of no polynomial that the dealer knows and
        that as many of them as ``dealing.z`` is long can give away, or the
        dealing is not for these keys in this place.

    Cost: 2n multiplications and n additions for n players.
    """
    if dealing.shares.keys() != keys.keys() or IDENTITY in dealing.shares.values():
        raise InvalidProof("a dealing has one share for each player")
    c, z, shares = dealing.c, dealing.z, dealing.shares
    _append(transcript, len(z), keys, shares)
    commitments = {
        player: evaluate(z, player) * Y + c * shares[player]
        for player, Y in keys.items()
    }
    if _challenge(commitments, transcript) != c:
        raise InvalidProof("the shares are not of one polynomial")


def add(dealings: Collection[Dealing]) -> dict[int, Element]:
    """Return everybody's encrypted share of the sum of the dealt secrets."""
    players = {player for dealing in dealings for player in dealing.shares}
    return {
        player: sum((dealing.shares[player] for dealing in dealings), start=IDENTITY)
        for player in sorted(players)
    }


def decrypt(
    share: Element, y: Scalar, transcript: Transcript, entropy: Entropy
) -> bytes:
    """Return the message in which the owner of ``y`` shows its share to everybody.

    The message is the share, 32 bytes, and a proof that it is what was encrypted,
    64 bytes.

    Args:
      share: A sum of shares of verified dealings, and nothing else.
      transcript: Already bound by the caller to the dealings and the owner.

    Cost: 4 multiplications.
    """
    S = y.inverse() * share
    statement = dleq.Statement(G, S, y * G, share)
    return S.encode() + dleq.prove(statement, y, transcript, entropy).encode()


def verify_decryption(
    message: bytes, share: Element, key: Element, transcript: Transcript
) -> Element:
    """Return the share in a message from :func:`decrypt`.

    Raises:
      InvalidEncoding: Another length, or a part that is not canonical.
      InvalidProof: It is not what was encrypted for the owner of ``key``, or the
        proof is not for this place.

    Cost: 4 multiplications, 2 additions.
    """
    proof = dleq.Proof.decode(message[32:])
    S = Element.decode(message[:32])
    dleq.verify(dleq.Statement(G, S, key, share), proof, transcript)
    return S


def _append(
    transcript: Transcript,
    threshold: int,
    keys: Mapping[int, Element],
    shares: Mapping[int, Element],
) -> None:
    transcript.append(b"pvss threshold", threshold)
    for player in sorted(keys):
        transcript.append(b"pvss share", player, keys[player], shares[player])


def _challenge(commitments: Mapping[int, Element], transcript: Transcript) -> Scalar:
    in_order = tuple(commitments[player] for player in sorted(commitments))
    transcript.append(b"pvss commitments", in_order)
    return transcript.challenge(b"pvss challenge")
