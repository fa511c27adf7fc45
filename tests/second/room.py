"""Step 10, all hidden things of a game, be they masked or locked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import audit, beacon, cards, commutative, keys, placing, reveal, sealed, turns
from .cards import Laid, Slots
from .errors import Refused, demand
from .hearing import Hearing
from .keys import Keys
from .turns import Event


class Cards:
    """What lies on the slots of a table, and the keys to it."""

    def __init__(self, deck: str, quorum: int) -> None:
        self._masked, self._proved = deck == "masked", deck == "proved"
        self._quorum = quorum
        self._keys: Keys | None = None
        self._slots: Slots = {}
        self._deck: commutative.Deck | None = None
        self._unaudited: frozenset[int] = frozenset()
        #: The game's state before the deck that is yet to be audited.
        self.since: Any = None

    @property
    def can_lose(self) -> bool:
        """Say whether cards can be opened without somebody who took part."""
        return (self._keys is None or bool(self._keys.commitments)) and not self._deck

    @property
    def _unshown(self) -> frozenset[int]:
        """The players of a deck that is yet to be audited."""
        deck = self._deck
        return frozenset() if deck is None or deck.proved else frozenset(deck.players)

    @property
    def lacks_audit(self) -> bool:
        return bool(self._unshown)

    def owes_audit(self, there: frozenset[int]) -> bool:
        return bool(self._unshown & there)

    @property
    def unaudited(self) -> list[int]:
        """The players whose laps no audit has shown, when none is due."""
        return sorted(self._unaudited | self._unshown)

    def audit(self, hearing: Hearing) -> None:
        if self._deck is not None:
            audit.hear(hearing, self._deck)
            self._unaudited |= self._unshown.difference(hearing.there)
        self._deck = None

    def _have_keys(self, hearing: Hearing) -> Keys:
        if self._keys is None:
            self._keys = keys.make(hearing, hearing.there, self._quorum)
        return self._keys

    def hear(self, hearing: Hearing, turn: turns.Turn) -> tuple[Event, Sequence[Laid]]:
        """Hear a turn that is about cards or dice, and return its event."""
        if isinstance(turn, turns.Roll):
            return self._roll(hearing, turn)
        if not self._masked:
            return self._locked(hearing, turn)
        have = self._have_keys(hearing)
        match turn:
            case turns.Shuffle():
                laid = cards.shuffled(hearing, turn, have, self._slots)
                return Event("shuffled"), [laid]
            case turns.Reshuffle():
                laid = cards.reshuffled(hearing, turn, have, self._slots)
                return Event("reshuffled"), [laid]
            case turns.Deal():
                owed = cards.owed_in_deal(self._slots, turn.slots)
                self._tokens(hearing, owed, have)
                for slot, seat in turn.slots.items():
                    self._slots[slot].owner = seat
                return Event("dealt"), []
            case turns.Open():
                owed = cards.owed_in_open(self._slots, turn.slots)
                self._tokens(hearing, owed, have)
                return Event("opened", self._opened(hearing, turn.slots)), []
            case turns.Place():
                placed = placing.hear_place(hearing, turn, have, self._slots)
                return Event("placed"), placed
            case turns.Prove():
                placing.hear_claims(hearing, turn, have, self._slots)
                return Event("proved"), []
        raise Refused("this is no turn of cards")

    def _tokens(self, hearing: Hearing, owed: dict[int, list[int]], have: Keys) -> None:
        reveal.tokens(hearing, owed, have, self._slots, self._quorum)

    def _opened(self, hearing: Hearing, slots: Sequence[int]) -> tuple[str, ...]:
        for slot in slots:
            card = self._slots[slot]
            if card.shown is None:
                card.shown = card.opened()
                if card.shown is None:
                    culprit = hearing.author(card.holders[0])
                    raise Refused("a card shows no face", "proof", culprit)
        return tuple(str(self._slots[slot].shown) for slot in slots)

    def _roll(self, hearing: Hearing, turn: turns.Roll) -> tuple[Event, Sequence[Laid]]:
        laid, placed = self._lay_dice(hearing, turn) if turn.hands else ([], {})
        if self._quorum:
            have = self._have_keys(hearing)
            seed = beacon.seed(hearing, have, self._quorum)
        else:
            seed = sealed.seed(hearing)
        under = [slot for seat in sorted(turn.hands) for slot in turn.hands[seat]]
        values = sealed.dice(seed, turn.sides, len(under) if under else turn.dice)
        if not under:
            return Event("rolled", values), []
        self._slots.update(placed)  # only now: a Roll that is dropped lays nothing
        for slot, value in zip(under, values, strict=True):
            self._slots[slot].shift = value
        return Event("rolled"), laid

    def _lay_dice(self, hearing: Hearing, turn: turns.Roll) -> tuple[list[Laid], Slots]:
        have = self._have_keys(hearing)
        faces = tuple(map(str, range(turn.sides)))
        laid, lying = list[Laid](), Slots()
        for seat, said in hearing.hear(turn.hands).items():
            place = turns.Place(seat, turn.hands[seat], faces)
            done, placed = placing.blamed(hearing, place, have, said)
            lying.update(placed)
            laid.append(done)
        return laid, lying

    def _locked(
        self, hearing: Hearing, turn: turns.Turn
    ) -> tuple[Event, Sequence[Laid]]:
        if isinstance(turn, turns.Shuffle):
            if self._unshown:
                self.audit(hearing)
            self._deck, laid = commutative.shuffled(hearing, turn, self._proved)
            return Event("shuffled"), [laid]
        deck = self._deck
        demand(deck is not None, "there is no deck")
        match turn, deck:
            case turns.Deal(), commutative.Deck():
                commutative.keys(hearing, deck, turn.slots)
                calling = (
                    [] if deck.proved else commutative.callers(hearing, turn.slots)
                )
                if calling:
                    self.audit(hearing)
                    culprit = hearing.author(min(calling))
                    raise Refused("an audit finds nothing", "proof", culprit)
                return Event("dealt"), []
            case turns.Open(), commutative.Deck():
                commutative.keys(hearing, deck, dict.fromkeys(turn.slots))
                faces = [deck.open(slot) for slot in turn.slots]
                if None in faces:
                    self.audit(hearing)
                    raise Refused("a card is none of the deck")
                return Event("opened", tuple(map(str, faces))), []
        raise Refused("such a deck can only be dealt and opened")
