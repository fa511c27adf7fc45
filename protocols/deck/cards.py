"""This module models a table's hidden cards, private dice and placement cells.

Each is an ElGamal ciphertext of a face's element, with the players whose tokens
open it. A shuffled card takes a token of each shuffler; a placed or privately
rolled one takes its player's token alone. So all of them are dealt, opened, proved
about and reshuffled in one way. Threshold opening makes the tokens of a player who
has left (:mod:`p2pgame.protocols.threshold.sharing`).

A slot names a place where something lies.  Everybody has the same
:class:`Cards`; nobody's secrets are in it.

Face elements are hashed from the faces: none is a sum or a multiple of others.
Equal faces have equal elements and are the same card.

Source: Barnett and Smart, "Mental Poker Revisited" (2003), sections 3 and 4.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TypeAlias

from ..arithmetic.elgamal import Masked, unmask
from ..arithmetic.errors import ProtocolError
from ..arithmetic.group import Element, G, Scalar, hash_to_group
from ..threshold.keys import Keys
from ..threshold.sharing import Sharing

Tokens: TypeAlias = Mapping[int, Element]


@lru_cache(maxsize=1024)
def face_point(face: str) -> Element:
    """Return the element that stands for ``face`` at every table."""
    return hash_to_group(b"face", face.encode())


@dataclass(frozen=True, slots=True)
class Card:
    """What lies on one slot, and all that is public of it.

    ``faces`` are those it may have.  In a die the element of face i stands for
    face i + ``shift``, counted around; else ``shift`` is None.  ``origin`` is a
    hash of how the card came to be; ``tokens`` go by player; ``owner`` is the
    player to whom it was dealt, and ``face`` is known once the card is open.
    """

    masked: Masked
    players: tuple[int, ...]
    faces: tuple[str, ...]
    origin: bytes
    shift: int | None = None
    tokens: Tokens = field(default_factory=dict)
    owner: int | None = None
    face: str | None = None

    def read(self, tokens: Tokens) -> str:
        """Return the face under these tokens.

        Raises:
          ValueError: Not exactly one token of each player of the card.
          ProtocolError: The result is none of its faces. No player is to blame:
            with verified cards and tokens it cannot happen.
        """
        if tokens.keys() != set(self.players):
            raise ValueError("a card needs the token of each of its players")
        # A search would take longer for some faces than for others.
        found = {face_point(face): i for i, face in enumerate(self.faces)}
        place = found.get(unmask(self.masked, tokens.values()))
        if place is None:
            raise ProtocolError("a card has none of its faces")
        return self.faces[(place + (self.shift or 0)) % len(self.faces)]

    def point(self, face: str) -> Element:
        """Return the element that stands for ``face`` in this card."""
        return face_point(self.faces[self.faces.index(face) - (self.shift or 0)])

    def alone(self, player: int) -> Masked:
        """Return the card with all tokens taken off except that of ``player``.

        Raises:
          ValueError: Another token is still missing, or the player's is not.
        """
        if self.tokens.keys() != set(self.players) - {player}:
            raise ValueError("a card is its owner's alone when the others' tokens are")
        return Masked(self.masked.C1, unmask(self.masked, self.tokens.values()))


@dataclass(frozen=True, slots=True)
class Secrets:
    """My key secret, and my shares of the others' secrets."""

    key: Scalar = field(repr=False)
    shares: Mapping[int, Scalar] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class Cards:
    """All that lies hidden at one table, by slot; the same for everybody.

    ``sharing`` is None where no threshold opening is possible.
    """

    keys: Keys
    sharing: Sharing | None = None
    slots: Mapping[int, Card] = field(default_factory=dict)

    def __getitem__(self, slot: int) -> Card:
        return self.slots[slot]

    def on(self, slots: Collection[int]) -> list[Card]:
        """Return the cards on ``slots``.

        Raises:
          ValueError: A slot is named twice, or nothing lies on it.
        """
        if len({*slots}) != len(slots):
            raise ValueError("a slot is named twice")
        if not self.slots.keys() >= {*slots}:
            raise ValueError("nothing lies on a slot that is named")
        return [self.slots[slot] for slot in slots]

    def require_free(self, slots: Collection[int]) -> None:
        """Raise ValueError if a slot is named twice, or something lies on it."""
        if len({*slots}) != len(slots):
            raise ValueError("a slot is named twice")
        if self.slots.keys() & {*slots}:
            raise ValueError("something lies on a slot already")

    def lay(self, cards: Mapping[int, Card]) -> Cards:
        """Return the table with new cards on slots where nothing lies.

        Raises:
          ValueError: Something lies on one of them.
        """
        self.require_free(cards)
        return replace(self, slots={**self.slots, **cards})

    def change(self, cards: Mapping[int, Card]) -> Cards:
        """Return the table with what lies on these slots replaced."""
        return replace(self, slots={**self.slots, **cards})

    def require_secrets(self, me: int | None, secrets: Secrets | None) -> None:
        """Raise ValueError if I am a player and these are not my secrets."""
        share = None if me is None else self.keys.shares.get(me)
        if share is not None and (secrets is None or secrets.key * G != share):
            raise ValueError("a player needs the secret behind its key share")

    def take(self, slots: Collection[int]) -> Cards:
        """Return the table with nothing on ``slots``."""
        kept = {slot: card for slot, card in self.slots.items() if slot not in slots}
        return replace(self, slots=kept)
