"""Verifiable secret sharing of a player's key secret, and complaints about it.

A dealer hands every other player a value of a polynomial whose constant is its
secret, together with commitments to the coefficients.  The share is encrypted
for its holder: hidden by a pad, hashed from ``K = e*Y = y*E``, where ``E = e*G`` is
the dealer's and made for this dealing alone.  Only dealer and holder can see
whether the share fits; a holder whom it does not fit publishes ``K`` with a proof
that it is ``y*E``, which opens that one share to everybody, and all judge alike:
either the dealer cheated or whoever complains does.

Complaints must not be a way to have other things opened.  ``y*E``, for an ``E`` that
the dealer chose, would be a card's token if ``E`` were its ``C1``, and open another's
share if ``E`` were that dealer's.  So a dealer proves to know ``e``: then ``y*E = e*Y``
is nothing that it does not know already.  The proof is over the whole dealing
and bound to the dealer, so a dealing that was copied or patched is refused too.

A dealing is the commitments but for the first, which is the dealer's key share,
32 bytes each; ``E``, 32 bytes; the encrypted shares in the order of the players,
32 bytes each; and the proof, 64 bytes.  A complaint is the dealer's number in 8
little-endian bytes, ``K``, 32 bytes, and a proof, 64 bytes.

Source: Feldman, "A Practical Scheme for Non-interactive Verifiable Secret
Sharing" (FOCS '87); RFC 9591, appendix C, for the constant's proof of possession,
which is that of the key shares.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import NoReturn

from ..arithmetic.errors import InvalidEncoding, InvalidProof, ProtocolError, blame
from ..arithmetic.group import Element, Entropy, G, Scalar
from ..arithmetic.polynomial import commit, evaluate, evaluate_commitments
from ..arithmetic.transcript import Transcript
from ..proofs import dleq, ownership
from .keys import Keys

#: :func:`evaluate_commitments`, once for each share there is.
share_key = lru_cache(maxsize=4096)(evaluate_commitments)


@dataclass(frozen=True, slots=True)
class Occasion:
    """Who shares with whom; ``identity`` is a hash of it, which proofs are bound to."""

    players: tuple[int, ...]
    keys: Keys
    threshold: int
    identity: bytes

    @classmethod
    def of(
        cls, players: Collection[int], keys: Keys, threshold: int, context: bytes
    ) -> Occasion:
        """Bind players, keys and threshold to the caller's context.

        Raises:
          ValueError: A threshold of none of the other players or of more than
            there are, somebody twice, or somebody without a key share.
        """
        seats = tuple(sorted(set(players)))
        if len(seats) != len(players) or not keys.shares.keys() >= set(seats):
            raise ValueError("every player has one key share")
        if not 1 <= threshold < len(seats):
            raise ValueError("the threshold is of 1 or more of the other players")
        transcript = Transcript(b"sharing")
        transcript.append(b"occasion", context, seats, threshold)
        transcript.append(b"keys", *(keys.shares[player] for player in seats))
        identity = transcript.challenge(b"identity").encode()
        return cls(seats, keys, threshold, identity)

    def transcript(self, label: bytes, *players: int) -> Transcript:
        transcript = Transcript(label)
        transcript.append(b"place", self.identity, players)
        return transcript

    def others(self, player: int) -> tuple[int, ...]:
        return tuple(other for other in self.players if other != player)


@dataclass(frozen=True, slots=True)
class Dealing:
    """``commitments`` are all of them; ``shares``, encrypted, go by holder."""

    commitments: tuple[Element, ...]
    E: Element
    shares: Mapping[int, Scalar]
    proof: ownership.Proof

    @classmethod
    def decode(cls, data: bytes, occasion: Occasion, dealer: int) -> Dealing:
        """Read what ``dealer`` broadcast, or raise InvalidEncoding."""
        t, others = occasion.threshold, occasion.others(dealer)
        end = 32 * (t + len(others))
        # First, because with the length of the proof all lengths are right.
        proof = ownership.Proof.decode(data[end:])
        parts = [data[i : i + 32] for i in range(0, end, 32)]
        *commitments, E = map(Element.decode, parts[:t])
        shares = dict(zip(others, map(Scalar.decode, parts[t:]), strict=True))
        return cls((occasion.keys.shares[dealer], *commitments), E, shares, proof)

    def encode(self) -> bytes:
        elements = b"".join(P.encode() for P in (*self.commitments[1:], self.E))
        shares = b"".join(share.encode() for share in self.shares.values())
        return elements + shares + self.proof.encode()


def deal(occasion: Occasion, me: int, secret: Scalar, entropy: Entropy) -> Dealing:
    """Share my secret out among the others.

    Cost: n + t + 1 multiplications for n players and a threshold of t.
    """
    draws = occasion.transcript(b"dealing draws", me).nonces(secret, entropy)
    e, *coefficients = islice(draws, occasion.threshold)
    polynomial = (secret, *coefficients)
    E, shares = e * G, {}
    for holder in occasion.others(me):
        K = e * occasion.keys.shares[holder]
        shares[holder] = evaluate(polynomial, holder) + _pad(occasion, me, holder, E, K)
    commitments = commit(polynomial)
    transcript = _bind(occasion, me, commitments, shares)
    return Dealing(commitments, E, shares, ownership.prove(E, e, transcript, entropy))


def verify(occasion: Occasion, dealer: int, dealing: Dealing) -> None:
    """Check what everybody can see of a dealing.

    Raises:
      InvalidProof: It is not ``dealer``'s own, not for this occasion, or it was
        changed.

    Cost: 2 multiplications.
    """
    transcript = _bind(occasion, dealer, dealing.commitments, dealing.shares)
    ownership.verify(dealing.E, dealing.proof, transcript)


def open_share(
    occasion: Occasion, dealing: Dealing, dealer: int, holder: int, K: Element
) -> Scalar:
    """Return the share that ``K`` of dealer and holder opens, be it right or wrong."""
    return dealing.shares[holder] - _pad(occasion, dealer, holder, dealing.E, K)


def fits(share: Scalar, dealing: Dealing, holder: int) -> bool:
    """Return whether ``holder`` can make tokens with its share.

    Not with a share of 0: every token would be the identity, refused by all, and
    a dealer with one ill-chosen coefficient would have framed the holder.

    Cost: t multiplications for a threshold of t.
    """
    return share.value != 0 and share * G == share_key(dealing.commitments, holder)


def complain(
    occasion: Occasion,
    dealing: Dealing,
    dealer: int,
    me: int,
    secret: Scalar,
    entropy: Entropy,
) -> bytes:
    """Return the message that opens my share of ``dealer``'s to everybody."""
    K = secret * dealing.E
    statement = dleq.Statement(G, dealing.E, occasion.keys.shares[me], K)
    transcript = occasion.transcript(b"complaint", dealer, me)
    proof = dleq.prove(statement, secret, transcript, entropy)
    return dealer.to_bytes(8, "little") + K.encode() + proof.encode()


def judge(
    occasion: Occasion, dealings: Mapping[int, Dealing], player: int, complaint: bytes
) -> NoReturn:
    """Blame the dealer whom ``player`` complains about, or else ``player``.

    Raises:
      ProtocolError: Always; the culprit is the dealer if the complaint is one,
        is proven and shows a share that does not fit.
    """
    with blame(player):
        proof = dleq.Proof.decode(complaint[40:])
        dealer, K = int.from_bytes(complaint[:8], "little"), complaint[8:40]
        if dealer not in occasion.others(player):
            raise InvalidEncoding("a complaint is about another player")
        _check_complaint(
            occasion, dealings[dealer], dealer, player, Element.decode(K), proof
        )
    raise ProtocolError("dealt a share that does not fit its commitments", dealer)


def _check_complaint(
    occasion: Occasion,
    dealing: Dealing,
    dealer: int,
    player: int,
    K: Element,
    proof: dleq.Proof,
) -> None:
    statement = dleq.Statement(G, dealing.E, occasion.keys.shares[player], K)
    dleq.verify(statement, proof, occasion.transcript(b"complaint", dealer, player))
    if fits(open_share(occasion, dealing, dealer, player, K), dealing, player):
        raise InvalidProof("complained about a share that fits")


def _bind(
    occasion: Occasion,
    dealer: int,
    commitments: tuple[Element, ...],
    shares: Mapping[int, Scalar],
) -> Transcript:
    """Return what the proof of ``dealer``'s dealing is about, but for its ``E``."""
    transcript = occasion.transcript(b"dealing", dealer)
    transcript.append(b"commitments", commitments)
    transcript.append(b"encrypted shares", tuple(shares.values()))
    return transcript


def _pad(
    occasion: Occasion, dealer: int, holder: int, E: Element, K: Element
) -> Scalar:
    """Return what hides a share, from the ``K`` that only its two players know."""
    transcript = occasion.transcript(b"share pad", dealer, holder)
    transcript.append(b"exchange", E, K)
    return transcript.challenge(b"pad")
