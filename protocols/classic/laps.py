"""This module computes and encodes one player's turns in a commutative deck's two laps.

In the first lap a player multiplies all cards by one secret ``s`` and puts them in
a secret order; in the second it takes ``s`` off and puts a key ``k`` of its own on
each card, which stays where it is.  With the cards of the second lap it publishes a
lock ``K = k*G`` for each. A key is later checked against its lock.

A player draws all its numbers from one seed and the history up to its turn. So a
verifier who is shown the seed afterwards can recompute both turns. A restarted run
that gets another deck draws other numbers from the same seed; equal numbers would
reveal the order.

Messages are elements and scalars of 32 bytes each: the n cards, in the proved
variant followed by ``S = s*G`` and a proof of
:mod:`p2pgame.protocols.proofs.same_scalar`; and in the second lap the n cards and the n
locks, in the proved variant followed by a proof of
:mod:`p2pgame.protocols.proofs.relock`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import shake_256
from itertools import count

from ..arithmetic.errors import InvalidEncoding, InvalidOpening, blame
from ..arithmetic.group import Element, Entropy, G, Scalar
from ..arithmetic.permutation import permutation
from ..arithmetic.transcript import Transcript
from ..proofs import relock, same_scalar
from ..proofs.shuffle import SIZES

#: Length in bytes of the seed that a player draws all its secrets from.
SEED_SIZE = 32


@dataclass(frozen=True, slots=True)
class Stage:
    """The cards after so many turns, and a hash of how they came to be."""

    cards: tuple[Element, ...]
    identity: bytes

    def then(self, player: int, cards: tuple[Element, ...], *said: Element) -> Stage:
        """Return the stage after ``player`` has made ``cards`` of these."""
        transcript = Transcript(b"commutative stage")
        transcript.append(b"turn", self.identity, player, cards, said)
        return Stage(cards, _identity(transcript))

    def transcript(self, lap: bytes, player: int) -> Transcript:
        """Return what ``player``'s proof about this stage is bound to."""
        transcript = Transcript(b"commutative lap")
        transcript.append(b"place", lap, self.identity, player)
        return transcript


@dataclass(frozen=True, slots=True)
class First:
    """A turn of the first lap; ``S`` and ``proof`` in the proved variant only."""

    player: int
    before: Stage
    after: Stage
    S: Element | None = None
    proof: same_scalar.Proof | None = None

    @classmethod
    def decode(
        cls, before: Stage, player: int, message: bytes, *, proved: bool
    ) -> First:
        """Read what ``player`` says it made of ``before``.

        Raises:
          InvalidEncoding: Another length, a part that is not canonical, the
            identity, or a card that is there twice.
        """
        n = len(before.cards)
        if not proved:
            cards = _cards(message, n)
            return cls(player, before, before.then(player, cards))
        # First, because with the length of the proof all lengths are right.
        proof = same_scalar.Proof.decode(message[32 * n + 32 :], n)
        S = Element.decode(message[32 * n : 32 * n + 32])
        cards = _cards(message[: 32 * n], n)
        return cls(player, before, before.then(player, cards, S), S, proof)

    def verify(self) -> None:
        """Check the proof, if there is one.

        Raises:
          InvalidProof: The cards are not those before, shuffled, times one secret.

        Cost: 3n + 9 multiplications and additions for n cards.
        """
        if self.proof is not None and self.S is not None:
            statement = same_scalar.Statement(
                self.before.cards, self.after.cards, self.S
            )
            transcript = self.before.transcript(b"first", self.player)
            with blame(self.player):
                same_scalar.verify(statement, self.proof, transcript)


@dataclass(frozen=True, slots=True)
class Second:
    """A turn of the second lap; ``S`` (of the first) and ``proof`` if it is proved."""

    player: int
    before: Stage
    after: Stage
    locks: tuple[Element, ...]
    S: Element | None = None
    proof: relock.Proof | None = None

    @classmethod
    def decode(
        cls, before: Stage, player: int, message: bytes, S: Element | None
    ) -> Second:
        """Read what ``player``, who said ``S`` before, says it made of ``before``.

        Raises like :meth:`First.decode`.
        """
        n = len(before.cards)
        proof = None
        if S is not None:
            proof = relock.Proof.decode(message[64 * n :], n)
        elif len(message) != 64 * n:
            raise InvalidEncoding("not as many cards and locks as before")
        cards = _cards(message[: 32 * n], n)
        locks = tuple(Element.decode(data) for data in _parts(message[32 * n : 64 * n]))
        after = before.then(player, cards, *locks)
        return cls(player, before, after, locks, S, proof)

    def verify(self) -> None:
        """Check the proof, if there is one.

        Raises:
          InvalidProof: A card is not the one before, with its lock for ``s``.

        Cost: 3n multiplications, n base multiplications, 2n additions.
        """
        if self.proof is not None and self.S is not None:
            statement = relock.Statement(
                self.S, self.before.cards, self.after.cards, self.locks
            )
            transcript = self.before.transcript(b"second", self.player)
            with blame(self.player):
                relock.verify(statement, self.proof, transcript)


@dataclass(frozen=True, slots=True)
class Seed:
    """The seed of all secrets of one player in one deck."""

    player: int
    data: bytes = field(repr=False)

    @classmethod
    def draw(cls, player: int, stage: Stage, entropy: Entropy) -> Seed:
        """Draw a seed for ``player``'s turn in the first lap, at ``stage``.

        The seed is hashed with the history, so showing it in an audit reveals
        nothing about other decks.
        """
        fresh = entropy(SEED_SIZE) + stage.identity
        return cls(player, shake_256(fresh).digest(SEED_SIZE))

    def mixing(self, stage: Stage) -> tuple[Scalar, tuple[int, ...]]:
        """Return the secret and the order for the first lap."""
        entropy = self._stream(b"first", stage)
        return Scalar.random(entropy), permutation(len(stage.cards), entropy)

    def keys(self, stage: Stage) -> tuple[Scalar, ...]:
        """Return the key of each card, for the second lap."""
        entropy = self._stream(b"second", stage)
        return tuple(Scalar.random(entropy) for _ in stage.cards)

    def _stream(self, lap: bytes, stage: Stage) -> Entropy:
        transcript = Transcript(b"commutative secrets")
        transcript.append(b"turn", lap, self.data, stage.identity, self.player)
        root, calls = _identity(transcript), count()
        return lambda n: shake_256(root + next(calls).to_bytes(8, "little")).digest(n)


def start(
    players: tuple[int, ...],
    points: tuple[Element, ...],
    context: bytes,
    *,
    proved: bool,
) -> Stage:
    """Return the open cards, in their order.

    Raises:
      ValueError: No deck has so many cards, there is no player, or one is named
        twice.
    """
    if len(points) not in SIZES:
        raise ValueError(f"no deck has {len(points)} cards")
    if not players or len(set(players)) != len(players):
        raise ValueError("a deck has a player or more, each named once")
    transcript = Transcript(b"commutative deck")
    transcript.append(b"occasion", context, players, int(proved))
    transcript.append(b"faces", *points)
    return Stage(points, _identity(transcript))


def mix(
    cards: tuple[Element, ...], s: Scalar, order: tuple[int, ...]
) -> tuple[Element, ...]:
    """Return what the first lap makes of ``cards``: n multiplications."""
    return tuple(s * cards[i] for i in order)


def change_locks(
    cards: tuple[Element, ...], s: Scalar, keys: tuple[Scalar, ...]
) -> tuple[Element, ...]:
    """Return what the second lap makes of ``cards``: n multiplications."""
    off = s.inverse()
    return tuple((off * k) * P for k, P in zip(keys, cards, strict=True))


def locks(keys: tuple[Scalar, ...]) -> tuple[Element, ...]:
    """Return the lock of each key: n base multiplications."""
    return tuple(k * G for k in keys)


def first_turn(stage: Stage, seed: Seed, entropy: Entropy, *, proved: bool) -> bytes:
    """Return my message of the first lap.

    Cost: n multiplications; 7n, and 6n additions, with the proof.
    """
    s, order = seed.mixing(stage)
    cards = mix(stage.cards, s, order)
    said = _encode(cards)
    if not proved:
        return said
    S = s * G
    statement = same_scalar.Statement(stage.cards, cards, S)
    transcript = stage.transcript(b"first", seed.player)
    proof = same_scalar.prove(statement, s, order, transcript, entropy)
    return said + S.encode() + proof.encode()


def second_turn(stage: Stage, seed: Seed, first: First, entropy: Entropy) -> bytes:
    """Return my message of the second lap, after what I said in the ``first``.

    Cost: n multiplications and n base multiplications; twice that with the proof.
    """
    s, _ = seed.mixing(first.before)
    keys = seed.keys(stage)
    cards, mine = change_locks(stage.cards, s, keys), locks(keys)
    said = _encode(cards) + _encode(mine)
    if first.S is None:
        return said
    statement = relock.Statement(first.S, stage.cards, cards, mine)
    transcript = stage.transcript(b"second", seed.player)
    proof = relock.prove(statement, s, keys, transcript, entropy)
    return said + proof.encode()


def audit(first: First, second: Second, seed: Seed) -> tuple[int, ...]:
    """Recompute both turns of a player from its seed; return its order.

    Raises:
      InvalidOpening: The player did something else in one of them.

    Cost: 2n multiplications, n base multiplications.
    """
    with blame(seed.player):
        s, order = seed.mixing(first.before)
        if mix(first.before.cards, s, order) != first.after.cards:
            raise InvalidOpening("the first lap was not what the seed makes of it")
        keys = seed.keys(second.before)
        if change_locks(second.before.cards, s, keys) != second.after.cards:
            raise InvalidOpening("the second lap was not what the seed makes of it")
        if locks(keys) != second.locks:
            raise InvalidOpening("the locks were not what the seed makes of them")
    return order


def _cards(data: bytes, n: int) -> tuple[Element, ...]:
    if len(data) != 32 * n:
        raise InvalidEncoding("not as many cards as before")
    cards = tuple(Element.decode(part) for part in _parts(data))
    if len(set(cards)) != n:
        raise InvalidEncoding("a card is there twice")
    return cards


def _parts(data: bytes) -> list[bytes]:
    return [data[i : i + 32] for i in range(0, len(data), 32)]


def _encode(elements: tuple[Element, ...]) -> bytes:
    return b"".join(P.encode() for P in elements)


def _identity(transcript: Transcript) -> bytes:
    return transcript.challenge(b"identity").encode()
