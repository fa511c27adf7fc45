"""Step 10, masked cards: what lies on each slot, and how it comes there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from . import shuffle
from .errors import blaming, demand
from .group import IDENTITY, Card, Element, face
from .hashes import le64
from .hearing import Hearing
from .keys import Keys
from .proofs import Transcript
from .turns import Reshuffle, Shuffle


@dataclass(slots=True)
class Hidden:
    """A card on a slot. ``shown`` is its face when it is open."""

    halves: Card
    holders: tuple[int, ...]
    origin: bytes
    faces: tuple[str, ...]
    shift: int | None = None
    shown: str | None = None
    owner: int | None = None
    tokens: dict[int, Element] = field(default_factory=dict)

    def element(self, name: str) -> Element:
        """Return the element that stands for a face in this card."""
        place = self.faces.index(name) - (self.shift or 0)
        return face(self.faces[place % len(self.faces)])

    def missing(self, seats: Sequence[int]) -> list[int]:
        return [seat for seat in seats if seat not in self.tokens]

    def opened(self) -> str | None:
        """Return the face that all tokens show."""
        rest = self.halves[1]
        for token in self.tokens.values():
            rest = rest - token
        return next(
            (n for n in dict.fromkeys(self.faces) if self.element(n) == rest), None
        )


Slots: TypeAlias = dict[int, Hidden]


@dataclass(frozen=True, slots=True)
class Laid:
    """What a trace tells of cards that lie newly on slots."""

    identity: bytes
    slots: tuple[int, ...]


def _mix(
    hearing: Hearing, players: Sequence[int], identity: bytes, key: Element,
    deck: list[Card],
) -> tuple[bytes, list[Card]]:  # fmt: skip
    for seat in players:
        for said in hearing.hear([seat]).values():
            with blaming(said.author):
                if len(deck) > 1:
                    deck = shuffle.verify(identity, seat, key, deck, said.message)
                else:
                    deck = shuffle.remask(identity, seat, key, deck[0], said.message)
            identity = shuffle.stage(identity, seat, deck)
    return identity, deck


def shuffled(hearing: Hearing, turn: Shuffle, keys: Keys, slots: Slots) -> Laid:
    """Hear a Shuffle, which takes everything else off the table."""
    players = [seat for seat in turn.players if seat in hearing.there]
    faces = [face(name) for name in turn.faces]
    t = Transcript("deck").append("occasion", hearing.turn, players)
    t.append("keys", *(keys.shares[seat] for seat in players))
    identity = t.append("faces", *faces).identity()
    deck = [(IDENTITY, F) for F in faces]
    with blaming(hearing.author(max(players))):
        key = keys.joint(players)
    identity, deck = _mix(hearing, players, identity, key, deck)
    slots.clear()
    for slot, card in enumerate(deck):
        origin = identity + le64(slot)
        slots[slot] = Hidden(card, tuple(players), origin, turn.faces)
    return Laid(identity, tuple(slots))


def reshuffled(hearing: Hearing, turn: Reshuffle, keys: Keys, slots: Slots) -> Laid:
    """Hear a Reshuffle of the cards on some slots into a pile."""
    pile = [slots[slot] for slot in turn.slots]
    players = [seat for seat in turn.players if seat in hearing.there]
    if len(players) < min(2, len(turn.players)):
        players = hearing.there
    hidden = [card for card in pile if card.shown is None]
    holders = hidden[0].holders if hidden else tuple(players)
    deck = [
        card.halves if card.shown is None else (IDENTITY, card.element(card.shown))
        for card in pile
    ]
    t = Transcript("pile").append("occasion", hearing.turn, players, holders)
    t.append("keys", *(keys.shares[seat] for seat in holders))
    identity = t.append("cards", deck, [card.origin for card in pile]).identity()
    with blaming(hearing.author(max(holders))):
        key = keys.joint(holders)
    identity, deck = _mix(hearing, players, identity, key, deck)
    faces = tuple(dict.fromkeys(name for card in pile for name in card.faces))
    for slot in turn.slots:
        del slots[slot]
    placed = tuple(range(turn.first, turn.first + len(deck)))
    for slot, card in zip(placed, deck, strict=True):
        demand(slot not in slots, "a pile comes to lie on cards")
        slots[slot] = Hidden(card, holders, identity + le64(slot), faces)
    return Laid(identity, placed)


def owed_in_deal(slots: Slots, dealt: Mapping[int, int]) -> dict[int, list[int]]:
    """Return the slots for which each seat owes a token in a Deal."""
    owed: dict[int, list[int]] = {}
    for slot in sorted(dealt):
        card = slots[slot]
        demand(card.owner is None, "a slot is dealt twice")
        for seat in card.missing(card.holders):
            if seat != dealt[slot]:
                owed.setdefault(seat, []).append(slot)
    return owed


def owed_in_open(slots: Slots, opened: Sequence[int]) -> dict[int, list[int]]:
    """Return the slots for which each seat owes a token in an Open."""
    owed: dict[int, list[int]] = {}
    for slot in sorted({*opened}):
        card = slots[slot]
        for seat in card.missing(card.holders) if card.shown is None else ():
            owed.setdefault(seat, []).append(slot)
    return owed
