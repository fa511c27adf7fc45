"""The players' keys: everybody has a share, and a deck's key is a sum of shares.

One round: each player broadcasts a key share and a proof that it knows the
secret behind it.  The proof is bound to the occasion, the seat and the whole
roster, so nobody can pass off somebody else's share, nor make one from the
others' that cancels them out of the sum.  A message is the share, 32 bytes, and
the proof, 64 bytes.

Source: Barnett and Smart, "Mental Poker Revisited" (2003), section 4; Ristenpart
and Yilek, "The Power of Proofs-of-Possession" (EUROCRYPT 2007), for rogue keys.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from ..arithmetic.errors import InvalidProof, ProtocolError, blame
from ..arithmetic.group import IDENTITY, Element, Entropy, G, Scalar
from ..arithmetic.transcript import Transcript
from ..proofs import ownership
from ..rounds import Protocol, Round


@dataclass(frozen=True, slots=True)
class Keys:
    """Key shares by player, their owners proven."""

    shares: Mapping[int, Element]

    def joint(self, players: Collection[int]) -> Element:
        """Return the key under which these players hide a card together.

        Raises:
          ProtocolError: Their shares cancel each other out, so all of them
            plotted it; the last one stands for them.
          ValueError: Nobody, somebody twice, or somebody without a share.
        """
        if not players or len(set(players)) != len(players):
            raise ValueError("a joint key is of one player or more, each named once")
        if not self.shares.keys() >= set(players):
            raise ValueError("a player without a key share has no part in a key")
        key = sum((self.shares[player] for player in players), start=IDENTITY)
        if key.is_identity:
            raise ProtocolError("key shares cancel each other out", max(players))
        return key


def generate(
    me: int | None,
    players: Collection[int],
    context: bytes,
    secret: Scalar | None,
    entropy: Entropy,
) -> Protocol[Keys]:
    """Return everybody's key shares.

    Args:
      context: Names this one occasion; a proof is void in any other.
      secret: Mine, random, and used at this table only; None for a spectator.

    Raises:
      ProtocolError: A share is no key, is not its player's own, or is made from
        another's.
      ValueError: I am a player and have no secret, or a secret of 0.

    Cost: 2 multiplications for each player.
    """
    say = None
    if me is not None and me in players:
        if secret is None:
            raise ValueError("a player needs a secret")
        say = _prove(secret, _transcript(context, players, me), entropy)

    shares = {}
    for player, message in (yield Round(say, frozenset(players))).items():
        with blame(player):
            shares[player] = _verify(message, _transcript(context, players, player))
    _refuse_related(shares)
    keys = Keys(shares)
    keys.joint(players)
    return keys


def _prove(secret: Scalar, transcript: Transcript, entropy: Entropy) -> bytes:
    share = secret * G
    proof = ownership.prove(share, secret, transcript, entropy)
    return share.encode() + proof.encode()


def _verify(message: bytes, transcript: Transcript) -> Element:
    proof = ownership.Proof.decode(message[32:])
    share = Element.decode(message[:32])
    ownership.verify(share, proof, transcript)
    return share


def _transcript(context: bytes, players: Collection[int], seat: int) -> Transcript:
    transcript = Transcript(b"key share")
    transcript.append(b"occasion", context, sorted(set(players)), seat)
    return transcript


def _refuse_related(shares: Mapping[int, Element]) -> None:
    """Refuse two shares with one secret behind them, which both owners know."""
    seen: set[Element] = set()
    for player, share in shares.items():
        if share in seen:
            raise InvalidProof("a key share is made from another's", player)
        seen |= {share, -share}
