"""A deck on its way through the players' hands, and what each says it did to it.

A stage is the cards after so many players, and a hash of how they came to be:
the occasion, the players and their keys, the faces, and the cards of every
stage before.  A shuffle proof is bound to that hash and to its prover's seat, so
it holds at one place of one history only.

A claim is a shuffled deck with a proof that is still to be verified.  As a
message it is the cards, 64 bytes each, and the proof.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import shake_256
from itertools import count

from . import shuffle
from .elgamal import Masked, start
from .errors import blame
from .group import Element, Entropy
from .keys import Keys
from .transcript import Transcript


@dataclass(frozen=True, slots=True)
class Stage:
    key: Element
    cards: tuple[Masked, ...]
    identity: bytes

    def then(self, player: int, cards: tuple[Masked, ...]) -> Stage:
        """Return the stage after ``player`` has made ``cards`` of these."""
        transcript = Transcript(b"deck stage")
        halves = tuple((card.C1, card.C2) for card in cards)
        transcript.append(b"shuffled", self.identity, player, halves)
        return Stage(self.key, cards, _identity(transcript))

    def transcript(self, player: int) -> Transcript:
        """Return what ``player``'s proof about this stage is bound to."""
        transcript = Transcript(b"deck shuffle")
        transcript.append(b"place", self.identity, player)
        return transcript


@dataclass(frozen=True, slots=True)
class Claim:
    """What ``player`` says it did, decoded but not yet verified."""

    player: int
    before: Stage
    after: Stage
    proof: shuffle.Proof


def first(
    players: tuple[int, ...], keys: Keys, faces: tuple[Element, ...], context: bytes
) -> Stage:
    """Return the start deck: ``faces`` in their order, masked with nothing.

    Raises:
      ValueError: No shuffle takes so many cards, or a player has no key.
    """
    if len(faces) not in shuffle.SIZES:
        raise ValueError(f"no deck has {len(faces)} cards")
    key = keys.joint(players)
    transcript = Transcript(b"deck")
    transcript.append(b"occasion", context, players)
    transcript.append(b"keys", *(keys.shares[player] for player in players))
    transcript.append(b"faces", *faces)
    return Stage(key, tuple(map(start, faces)), _identity(transcript))


def mix(stage: Stage, me: int, entropy: Entropy) -> bytes:
    """Shuffle ``stage`` in my turn; return my claim, encoded.

    Cost: 9n multiplications and additions for n cards.
    """
    entropy = _hedged(entropy, stage.identity)
    cards, witness = shuffle.shuffle(stage.cards, stage.key, entropy)
    transcript = stage.transcript(me)
    proof = shuffle.prove(stage.cards, cards, stage.key, witness, transcript, entropy)
    return b"".join(card.encode() for card in cards) + proof.encode()


def decode(stage: Stage, player: int, message: bytes) -> Claim:
    """Read what ``player`` says it made of ``stage``.

    Raises:
      InvalidEncoding: Another length, or a part that is not canonical.
    """
    n = len(stage.cards)
    # First, because with the length of the proof all lengths are right.
    proof = shuffle.Proof.decode(message[64 * n :], n)
    cards = tuple(Masked.decode(message[i : i + 64]) for i in range(0, 64 * n, 64))
    return Claim(player, stage, stage.then(player, cards), proof)


def verify(claim: Claim) -> None:
    """Check a claim.

    Raises:
      InvalidProof: The claim's player did something else than shuffle.

    Cost: 5n + 9 multiplications and additions for n cards.
    """
    before, after = claim.before, claim.after
    transcript = before.transcript(claim.player)
    with blame(claim.player):
        shuffle.verify(before.cards, after.cards, before.key, claim.proof, transcript)


def _identity(transcript: Transcript) -> bytes:
    return transcript.challenge(b"identity").encode()


def _hedged(entropy: Entropy, history: bytes) -> Entropy:
    """Return entropy that is another after another history.

    Two decks in the same secret order, masked by the same factors, give the
    order away; so a run that starts again and is handed another deck must not
    draw the same numbers again.
    """
    seed, calls = entropy(32) + history, count()
    return lambda n: shake_256(seed + next(calls).to_bytes(8, "little")).digest(n)
