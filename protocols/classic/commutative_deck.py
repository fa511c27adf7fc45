"""What a commutative deck is made of, and what is public of it.

Card elements are hashed from faces: none is a sum or a multiple of others.  Equal
faces are numbered, and each copy has an element of its own, because a deck of
locked cards shows which of them are equal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias

from ..arithmetic.errors import ProtocolError
from ..arithmetic.group import Element, Scalar, hash_to_group
from .laps import First, Second, Seed

Keys: TypeAlias = Mapping[int, Scalar]


@lru_cache(maxsize=1024)
def card_point(face: str, copy: int) -> Element:
    """Return the element of a card: of the ``copy``-th with this face, from 0."""
    return hash_to_group(b"copy of a face", copy.to_bytes(4, "little") + face.encode())


def card_points(faces: tuple[str, ...]) -> tuple[Element, ...]:
    """Return a deck's elements, all different, in the order of ``faces``."""
    seen: Counter[str] = Counter()
    points = []
    for face in faces:
        points.append(card_point(face, seen[face]))
        seen[face] += 1
    return tuple(points)


@dataclass(frozen=True, slots=True)
class CommutativeDeck:
    """A shuffled deck and all that is public of it; the same for everybody.

    ``faces`` are those it was made of and say nothing of its order; ``first`` and
    ``second`` are the turns of both laps, with their proofs if it is proved.
    ``keys`` (by slot and player), ``dealt`` (to whom) and ``opened`` go by slot.
    """

    faces: tuple[str, ...]
    players: tuple[int, ...]
    first: tuple[First, ...]
    second: tuple[Second, ...]
    keys: Mapping[int, Keys] = field(default_factory=dict)
    dealt: Mapping[int, int] = field(default_factory=dict)
    opened: Mapping[int, str] = field(default_factory=dict)

    @property
    def cards(self) -> tuple[Element, ...]:
        return self.second[-1].after.cards

    @property
    def identity(self) -> bytes:
        """A hash of context, players, faces, and the cards and locks of all turns."""
        return self.second[-1].after.identity

    @property
    def locks(self) -> Mapping[int, tuple[Element, ...]]:
        """What each player's keys are checked against, by slot."""
        return {turn.player: turn.locks for turn in self.second}

    @property
    def proved(self) -> bool:
        return all(turn.proof is not None for turn in self.first)

    def unlock(self, slot: int, keys: Keys) -> str:
        """Return the face in ``slot``.

        Raises:
          ValueError: Not exactly one key of each player of the deck.
          ProtocolError: It is no face of this deck.  Without proofs only an audit
            tells whose doing that is; with proofs it cannot happen.
        """
        if keys.keys() != set(self.players):
            raise ValueError("a card needs the key of each player of its deck")
        product = Scalar(1)
        for key in keys.values():
            product *= key
        # A search would take longer for some cards than for others.
        points = dict(zip(card_points(self.faces), self.faces, strict=True))
        face = points.get(product.inverse() * self.cards[slot])
        if face is None:
            raise ProtocolError("a card is no card of its deck")
        return face


@dataclass(frozen=True, slots=True)
class Secrets:
    """What one player must not show: the seed of all, and the keys drawn from it."""

    deck: bytes
    seed: Seed
    keys: tuple[Scalar, ...] = field(repr=False)
