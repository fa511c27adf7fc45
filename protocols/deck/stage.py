"""This module computes and verifies each player's step in shuffling a deck.

A stage is the cards after so many players, and a hash of how they came to be:
the occasion, the players and their keys, the faces, and the cards of every
stage before.  A shuffle proof is bound to that hash and to its prover's seat, so
it holds at one place of one history only.

A claim is a shuffled deck with a proof that is still to be verified.  As a
message it is the cards, 64 bytes each, and the proof.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import shake_256
from itertools import count

from ..arithmetic import equations, workers
from ..arithmetic.elgamal import Masked, start
from ..arithmetic.equations import Check
from ..arithmetic.group import Element, Entropy
from ..arithmetic.transcript import Transcript
from ..proofs import shuffle
from ..threshold.keys import Keys


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


def again(
    players: tuple[int, ...],
    holders: tuple[int, ...],
    keys: Keys,
    cards: tuple[Masked, ...],
    origins: tuple[bytes, ...],
    context: bytes,
) -> Stage:
    """Return a pile for ``players`` to mix, under the key of ``holders``.

    ``origins`` say where its cards come from, so that the proofs are about these
    cards and no others.

    Raises:
      ValueError: No shuffle takes so many cards, or a holder has no key.
    """
    if len(cards) != 1 and len(cards) not in shuffle.SIZES:
        raise ValueError(f"no pile has {len(cards)} cards")
    key = keys.joint(holders)
    transcript = Transcript(b"pile")
    transcript.append(b"occasion", context, players, holders)
    transcript.append(b"keys", *(keys.shares[holder] for holder in holders))
    halves = tuple((card.C1, card.C2) for card in cards)
    transcript.append(b"cards", halves, origins)
    return Stage(key, cards, _identity(transcript))


def mix(stage: Stage, me: int, entropy: Entropy) -> bytes:
    """Shuffle ``stage`` in my turn; return my claim, encoded.

    Everything secret in it follows from ``entropy`` and this stage: the same two give
    the same bytes, and with another stage nothing of them comes again.

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
    parts = [message[i : i + 64] for i in range(0, 64 * n, 64)]
    cards = tuple(workers.each(Masked.decode, parts))
    return Claim(player, stage, stage.then(player, cards), proof)


def verify(claim: Claim) -> None:
    """Check a claim.

    Raises:
      InvalidProof: The claim's player did something else than shuffle.

    Cost: 5n + 9 multiplications and additions for n cards.
    """
    verify_all([claim])


def verify_all(claims: Sequence[Claim]) -> None:
    """Check many claims at once.

    Raises:
      InvalidProof: A player did something else than shuffle; the ``culprit`` is
        that of the first such claim.

    Cost: 2n(p + 1) + n + 7p + 2 multiplications and additions for p claims that
    follow one another, and n cards; if one is false, 5n + 9 more for each up to it.
    """
    equations.verify_all((claim.player, partial(_check, claim)) for claim in claims)


def _check(claim: Claim) -> Check:
    before, after = claim.before, claim.after
    transcript = before.transcript(claim.player)
    return shuffle.check(before.cards, after.cards, before.key, claim.proof, transcript)


def _identity(transcript: Transcript) -> bytes:
    return transcript.challenge(b"identity").encode()


def _hedged(entropy: Entropy, history: bytes) -> Entropy:
    """Return entropy that differs for each history.

    Two decks in the same secret order, masked by the same factors, reveal the
    order. So a restarted run that gets another deck MUST NOT draw the same numbers.
    """
    seed, calls = entropy(32) + history, count()
    return lambda n: shake_256(seed + next(calls).to_bytes(8, "little")).digest(n)
