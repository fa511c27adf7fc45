"""A randomness beacon: joint randomness that nobody can take back by leaving.

Round 1: every player deals a random secret to all, publicly verifiably.  Round 2:
every player shows its share of the sum of all secrets; the result is a hash of
that sum.  When round 1 is over the result is fixed although nobody knows it, and
any threshold of players can bring it to light, always the same one: it does not
matter who of the others has left, or when, or why.

That is what a coin where everybody opens its own throw cannot have, for whoever
opens last sees the result and may refuse.  No coin can have it without an honest
majority (Cleve, 1986), and here too the threshold says what is trusted: so many
players together can know the result in round 1 and choose it with their own
dealings, and if fewer than that stay, there is none.  With a threshold of just
over half the players, nobody can as long as most of them are honest.

Whoever has not dealt is waited for: nothing is known yet, and a coin may be
flipped anew without them, but only as long as no share of round 2 is out; after
that, whoever dealt to some and not to others would be given a second draw.

Whoever shows a wrong share in round 2 is named and the run is over, as
everywhere: that is no absence but a proven cheat.

Source: Schoenmakers (CRYPTO '99); Cascudo and David, "SCRAPE: Scalable Randomness
Attested by Public Entities" (ACNS 2017); Cleve, "Limits on the Security of Coin
Flips when Half the Processors are Faulty" (STOC '86).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice

from ..arithmetic.errors import blame
from ..arithmetic.group import Element, Entropy, G, Scalar
from ..arithmetic.polynomial import combine
from ..arithmetic.transcript import Transcript
from ..rounds import Inbox, Protocol, Round
from ..threshold import pvss
from ..threshold.keys import Keys


def flip(
    me: int | None,
    players: Collection[int],
    keys: Keys,
    threshold: int,
    secret: Scalar | None,
    context: bytes,
    entropy: Entropy,
) -> Protocol[bytes]:
    """Return 32 bytes, uniform and unforeseen by fewer than ``threshold`` players.

    In round 2 everybody is spare: those who are gone are not needed as long as a
    threshold of the players are left.

    Args:
      secret: Behind my key share; None if I am no player.
      context: Names this one occasion; a dealing is void in any other.

    Raises:
      ProtocolError: A player's dealing or share is not what it should be.
      ValueError: A threshold of nobody or of more than there are, a player
        without a key share, or ``secret`` is not mine.

    Cost: 2n² + 6n multiplications for n players.
    """
    _check(me, players, keys, threshold, secret)
    mine = secret if me in players else None
    place = _Place.of(players, keys, threshold, context)
    everybody = frozenset(players)
    say = None
    if me is not None and mine is not None:
        say = _deal(place, me, mine, threshold, entropy)
    inbox = yield Round(say, everybody)
    shares, place = _add(place, inbox, threshold)

    if me is not None and mine is not None:
        transcript = place.transcript(b"beacon share", me)
        say = pvss.decrypt(shares[me], mine, transcript, entropy)
    spare = everybody if len(everybody) > threshold else frozenset[int]()
    shown = _verify(place, shares, (yield Round(say, everybody, spare)))
    if len(shown) < threshold:
        # Too many are gone: without them there is no result, so wait for them.
        missing = everybody - shown.keys()
        say = say if me in missing else None
        shown |= _verify(place, shares, (yield Round(say, missing)))
    result = sha256(b"p2pgame v1 beacon result" + place.history)
    result.update(combine(shown, threshold).encode())
    return result.digest()


@dataclass(frozen=True, slots=True)
class _Place:
    """Whose beacon it is, and a hash of what it has come to so far."""

    keys: Mapping[int, Element]
    history: bytes

    @classmethod
    def of(
        cls, players: Collection[int], keys: Keys, threshold: int, context: bytes
    ) -> _Place:
        shares = {player: keys.shares[player] for player in sorted(players)}
        transcript = Transcript(b"beacon")
        transcript.append(b"occasion", context, threshold)
        transcript.append(b"players", tuple(shares), tuple(shares.values()))
        return cls(shares, transcript.challenge(b"history").encode())

    def then(self, inbox: Inbox) -> _Place:
        transcript = Transcript(b"beacon dealt")
        transcript.append(b"dealings", self.history, tuple(inbox.values()))
        return _Place(self.keys, transcript.challenge(b"history").encode())

    def transcript(self, label: bytes, player: int) -> Transcript:
        transcript = Transcript(label)
        transcript.append(b"place", self.history, player)
        return transcript


def _check(
    me: int | None,
    players: Collection[int],
    keys: Keys,
    threshold: int,
    secret: Scalar | None,
) -> None:
    if len(set(players)) != len(players) or not keys.shares.keys() >= set(players):
        raise ValueError("every player has one key share")
    if not 1 <= threshold <= len(players):
        raise ValueError("the threshold is of 1 or more of the players")
    if me is None or me not in players:
        return
    if secret is None or secret * G != keys.shares[me]:
        raise ValueError("a player needs the secret behind its key share")


def _deal(
    place: _Place, me: int, secret: Scalar, threshold: int, entropy: Entropy
) -> bytes:
    transcript = place.transcript(b"beacon dealing", me)
    draws = transcript.nonces(secret, entropy)
    polynomial = tuple(islice(draws, threshold))
    return pvss.deal(polynomial, place.keys, transcript, entropy).encode()


def _add(
    place: _Place, inbox: Inbox, threshold: int
) -> tuple[dict[int, Element], _Place]:
    """Return everybody's encrypted share of the result, if all dealings are right."""
    dealings = []
    for player, message in inbox.items():
        with blame(player):
            dealing = pvss.Dealing.decode(message, place.keys, threshold)
            transcript = place.transcript(b"beacon dealing", player)
            pvss.verify(dealing, place.keys, transcript)
        dealings.append(dealing)
    return pvss.add(dealings), place.then(inbox)


def _verify(
    place: _Place, shares: Mapping[int, Element], inbox: Inbox
) -> dict[int, Element]:
    """Return the shares that ``inbox`` shows, by player."""
    shown = {}
    for player, message in inbox.items():
        transcript = place.transcript(b"beacon share", player)
        with blame(player):
            key = place.keys[player]
            shown[player] = pvss.verify_decryption(
                message, shares[player], key, transcript
            )
    return shown
