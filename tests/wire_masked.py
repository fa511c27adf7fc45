"""Masked decks from their shuffle to the last card, as docs/wire.md has it.

Part of the second reader: it shares no code with the program.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tests import wire_group as group
from tests import wire_proofs as proofs
from tests import wire_shares as shares
from tests import wire_shuffles as shuffles
from tests.wire_absence import Crowd
from tests.wire_group import Card, Element
from tests.wire_keys import Hear, Keys
from tests.wire_values import Bytes, need


@dataclass
class Deck:
    faces: tuple[str, ...]
    players: tuple[int, ...]
    cards: list[Card]
    identity: bytes
    tokens: dict[int, dict[int, Element]]

    def origin(self, slot: int) -> bytes:
        return self.identity + group.le64(slot)


class Masked:
    """The decks of a game whose deck is masked."""

    def __init__(self, hear: Hear, crowd: Crowd, keys: Keys) -> None:
        self._hear, self._crowd, self._keys = hear, crowd, keys
        self._deck: Deck | None = None
        #: By what is named in proofs what was laid last, and on which slots.
        self.laid: tuple[bytes, Sequence[int]] | None = None

    def shuffle(
        self, turn: bytes, order: tuple[int, ...], faces: tuple[str, ...]
    ) -> None:
        first = self._keys.make(turn)
        players = tuple(seat for seat in order if seat in self._crowd.here)
        held = [self._keys.shares[player] for player in players]
        key = group.total(held)
        need(key != group.IDENTITY, "shares that cancel out")
        cards, identity = shuffles.start_deck(faces, players, held, turn)
        for number, player in enumerate(players, first):
            message = self._hear(number, [player])[player]
            cards, identity = shuffles.check_shuffle(
                message, cards, key, identity, player
            )
        self._deck = Deck(faces, players, cards, identity, {})
        self.laid = identity, range(len(faces))

    def place(
        self, turn: bytes, player: int, slots: Sequence[int], faces: Sequence[str]
    ) -> None:
        number = self._keys.make(turn)
        message = self._hear(number, [player])[player]
        share = self._keys.shares[player]
        placed = proofs.check_placement(message, turn, player, slots, faces, share)
        _, (origin, *_), _ = placed
        self.laid = origin[:-8], slots

    def deal(self, turn: bytes, owners: Mapping[int, int]) -> None:
        self._publish(turn, {slot: {seat} for slot, seat in owners.items()})

    def open_slots(self, turn: bytes, slots: Sequence[int]) -> list[str]:
        self._publish(turn, {slot: set() for slot in slots})
        deck = self._deck
        assert deck is not None
        faces = []
        for slot in slots:
            tokens = deck.tokens[slot]
            need(tokens.keys() == {*deck.players}, "a token is missing")
            card = deck.cards[slot]
            faces.append(proofs.face_of(card, [*tokens.values()], deck.faces))
        return faces

    def _publish(self, turn: bytes, owners: Mapping[int, set[int]]) -> None:
        """Hear tokens for each slot from all of the deck but its owners."""
        deck = self._deck
        assert deck is not None
        owed = {
            player: [
                slot
                for slot in sorted(owners)
                if player not in owners[slot] | deck.tokens.get(slot, {}).keys()
            ]
            for player in sorted(deck.players)
        }
        owed = {player: slots for player, slots in owed.items() if slots}
        if not owed:
            return
        agreeing = {*self._keys.shares} & self._crowd.here
        number = 0
        if len(agreeing) > 2:
            words = self._hear(0, agreeing, spare=True)
            need(not any(words.values()), "an agreement is empty")
            number = 1
        speaking = owed.keys() & self._crowd.here
        if speaking:
            for player, message in self._hear(number, speaking, spare=True).items():
                made = self._tokens(turn, message, player, owed[player], player)
                self._note(player, made)
            number += 1
        self._stand_in(turn, number, owed, agreeing & self._crowd.here)

    def _stand_in(
        self, turn: bytes, number: int, owed: Mapping[int, list[int]], holders: set[int]
    ) -> None:
        """Hear what stands in for the tokens of those who have gone."""
        missing = {owner: owed[owner] for owner in owed.keys() - self._crowd.here}
        if not missing:
            return
        quorum = self._crowd.quorum
        parts: dict[int, dict[int, dict[int, Element]]] = {}
        for holder, message in self._hear(number, holders, spare=True).items():
            fields = Bytes(message)
            for owner, slots in sorted(missing.items()):
                part = fields.take(32 * len(slots) + 96)
                made = self._tokens(turn, part, holder, slots, owner)
                parts.setdefault(owner, {})[holder] = made
            fields.end()
        for owner, by_holder in parts.items():
            some = sorted(by_holder)[-quorum:]
            need(len(some) == quorum, "too few to stand in")
            tokens = {
                slot: shares.stand_in({h: by_holder[h][slot] for h in some})
                for slot in missing[owner]
            }
            self._note(owner, tokens)

    def _tokens(
        self, turn: bytes, message: bytes, seat: int, slots: Sequence[int], owner: int
    ) -> dict[int, Element]:
        """Return the tokens of ``owner`` that ``seat`` made, by slot."""
        deck = self._deck
        assert deck is not None
        key = self._keys.of(owner, seat)
        origins = [deck.origin(slot) for slot in slots]
        tokens, _ = proofs.check_tokens(
            message,
            [deck.cards[slot] for slot in slots],
            key,
            proofs.occasion_of_tokens(turn, seat, owner, slots, origins),
        )
        return dict(zip(slots, tokens, strict=True))

    def _note(self, owner: int, tokens: Mapping[int, Element]) -> None:
        deck = self._deck
        assert deck is not None
        for slot, token in tokens.items():
            deck.tokens.setdefault(slot, {})[owner] = token
