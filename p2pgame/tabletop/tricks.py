"""This module plays tricks with hidden hands, and finds revokes.

A hand is slots, so nobody sees whether a player who does not follow suit could have.
So any card may be played at any time, and it is a statement: its player holds none of
the cards that the rules prefer to it (:func:`passed_over`).  The player *denies* those
cards for the rest of the hand.  Either the player proves that at once, without showing
a card, or it is left to come out.  All cards of a hand are opened in the end, and
opening a denied card is a revoke.

A denied card stays denied, because a hand only shrinks, and open cards need no proof.
So there are few proofs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import takewhile
from types import MappingProxyType

from msgspec.structs import replace

from p2pgame.engine import (
    EMPTY,
    Choose,
    NoneOf,
    Offer,
    Open,
    Policy,
    Prove,
    Reason,
    State,
    Turn,
    Zone,
)

from .card_names import face_in
from .cards import PACK, SUITS, rank_of, suit_of
from .components import changed_at
from .dealing import Hands, Slots, slots_of

DECK = tuple(map(str, PACK))
SUIT: Mapping[str, frozenset[str]] = MappingProxyType(
    {suit: frozenset(face for face in DECK if suit_of(face) == suit) for suit in SUITS}
)


def winner(trick: tuple[str, ...], trump: str = "") -> int:
    """Return the index of the winning card: the highest trump, else of the suit led."""
    suits = (suit_of(trick[0]), trump)

    def strength(place: int) -> tuple[int, int]:
        face = trick[place]
        suit = suit_of(face)
        return (suits.index(suit) + 1 if suit in suits else 0, rank_of(face))

    return max(range(len(trick)), key=strength)


def passed_over(face: str, *wanted: Collection[str]) -> tuple[str, ...]:
    """Return the cards that a player who plays ``face`` may not hold.

    ``wanted`` are sets of cards by priority: a player MUST play one of the first set
    in which they hold any.  A player who holds none of them may play any card.
    """
    skipped = set[str]().union(*takewhile(lambda cards: face not in cards, wanted))
    return tuple(card for card in DECK if card in skipped) if skipped else ()


class Tricks(State, frozen=True):
    """The hands, the cards on the table, and the cards each player has denied.

    ``chosen`` is the slot about to be opened.  ``owed`` are the cards that the last
    player must still prove not to hold.  ``slots`` and ``faces`` are all cards opened
    in this hand, in order; the last of them are ``trick``.
    """

    hands: Hands
    leader: int = 0
    trick: tuple[str, ...] = ()
    chosen: int = EMPTY
    owed: tuple[str, ...] = ()
    slots: Slots = ()
    faces: tuple[str, ...] = ()
    denied: tuple[tuple[str, ...], ...] = ()
    guilty: tuple[int, ...] = ()

    @property
    def player(self) -> int:
        """The player whose card is played next, or about to be opened."""
        return (self.leader + len(self.trick)) % len(self.hands)

    @property
    def last(self) -> int:
        """The player whose card was opened last; the table has at least one."""
        return (self.player - 1) % len(self.hands)

    @property
    def is_full(self) -> bool:
        """Whether a trick has all its cards and all their proofs."""
        return len(self.trick) == len(self.hands) and not self.owed

    @property
    def is_over(self) -> bool:
        """Whether no card is left to play, or a revoke has come out."""
        return bool(self.guilty) or not (self.trick or any(self.hands))

    def turn(self) -> Turn:
        """Return the turn that chooses, opens or proves a card."""
        if self.chosen != EMPTY:
            return Open((self.chosen,))
        if self.owed:
            return Prove(self.last, NoneOf(self.hands[self.last], self.owed))
        slots = self.hands[self.player]
        return Choose(self.player, tuple(f"play {slot}" for slot in slots))

    def choose(self, move: str) -> Tricks:
        """Return the tricks after ``play 17``."""
        return replace(self, chosen=slot_of(move))

    def open(self, face: str, denies: tuple[str, ...] = (), *, prove: bool) -> Tricks:
        """Return the tricks after the chosen card, which ``denies`` other cards.

        With ``prove`` the player owes a proof of all that is not known already.
        """
        player, faces = self.player, (*self.faces, face)
        hand = tuple(slot for slot in self.hands[player] if slot != self.chosen)
        denied = self.denied or ((),) * len(self.hands)
        before = denied[player]
        news = tuple(card for card in denies if card not in {*before, *faces})
        return replace(
            self,
            hands=changed_at(self.hands, player, hand),
            trick=(*self.trick, face),
            chosen=EMPTY,
            owed=news if prove and hand else (),
            slots=(*self.slots, self.chosen),
            faces=faces,
            denied=changed_at(denied, player, before + news),
            guilty=(player,) if face in before else self.guilty,
        )

    def proved(self) -> Tricks:
        """Return the tricks after the owed proof."""
        return replace(self, owed=())

    def taken(self, trump: str = "") -> Tricks:
        """Return the tricks after a full one; its winner leads the next."""
        leader = (self.leader + winner(self.trick, trump)) % len(self.hands)
        return replace(self, leader=leader, trick=())

    def why_revoked(
        self, move: str, denies: tuple[str, ...], known: Mapping[int, str]
    ) -> Reason | None:
        """Return that ``known`` faces of the hand refute a move's denial, or None."""
        if not denies:
            return None
        played = slot_of(move)
        rest = (known.get(s) for s in self.hands[self.player] if s != played)
        held = sorted((f for f in rest if f and f in denies), key=_by_suit)
        if not held:
            return None
        suit = suit_of(self.trick[0]) if self.trick else ""
        following = " ".join(f for f in held if suit_of(f) == suit)
        if following:
            return Reason.of("revoke", "follow-suit", suit=suit, held=following)
        card, cards = known[played], " ".join(held)
        if self.trick:
            return Reason.of("revoke", "card-has-to-wait", card=card, held=cards)
        return Reason.of("revoke", "may-not-lead-yet", card=card, held=cards)

    def slot_in(self, text: str, known: Mapping[int, str]) -> int | Reason | None:
        """Return the player's card that ``text`` names, why there is none, or None."""
        face, hand = face_in(text), self.hands[self.player]
        if not face:
            return None
        found = [slot for slot in hand if known.get(slot) == face]
        return found[0] if found else Reason.of("no-card", "not-your-card", card=face)

    def in_hand(self, player: int, known: Mapping[int, str]) -> str:
        """Return the known cards of a hand, by suit."""
        held = in_order(self.hands[player], known)
        return " ".join(known[slot] for slot in held if slot in known)

    def why_impossible(self, faces: tuple[str, ...]) -> Reason | None:
        """Return that these faces are not among the hidden cards, or None."""
        if len({*faces} & {*DECK} - {*self.faces}) == len(faces):
            return None
        return Reason.of("no-such-card", "cards-not-face-down")

    def zones(self) -> tuple[Zone, ...]:
        """Return each hand, seen by its player, and the cards played, seen by all."""
        hands = (
            Zone(f"hand of player {n}", hand, group=(n,))
            for n, hand in enumerate(self.hands)
        )
        return (*hands, Zone("played", self.slots, Policy.VISIBLE))

    def words(self, faces: Mapping[int, str]) -> list[str]:
        """Return a line for each hand, with its known cards sorted, and the table's."""
        lines = []
        for n, hand in enumerate(self.hands):
            known = sorted((f for s in hand if (f := faces.get(s))), key=_by_suit)
            hidden = len(hand) - len(known)
            parts = [" ".join(known), f"{hidden} hidden" if hidden else ""]
            lines.append(f"player {n}: {', '.join(filter(None, parts)) or 'no cards'}")
        table = (
            f"player {(self.leader + n) % len(self.hands)} {face}"
            for n, face in enumerate(self.trick)
        )
        return [*lines, f"table: {', '.join(table) or 'empty'}"]


def slot_of(move: str) -> int:
    """Return the slot that a move such as ``play 17`` names, or −1."""
    slot = move.rpartition(" ")[2]
    return int(slot) if slot.isdecimal() else EMPTY


def with_face(offer: Offer, faces: Mapping[int, str]) -> str:
    """Return a move with its faces, ``play 17 (Qh)``, if the player knows them."""
    slots = slots_of(offer) if isinstance(offer, str) else ()
    known = [faces[slot] for slot in slots if slot in faces]
    complete = known and len(known) == len(slots)
    return f"{offer} ({' '.join(known)})" if complete else str(offer)


def in_order(slots: Iterable[int], known: Mapping[int, str]) -> list[int]:
    """Return slots by the suit and rank of their known faces; the others last."""
    return sorted(
        slots,
        key=lambda slot: (
            slot not in known,
            *(_by_suit(f) if (f := known.get(slot)) else ()),
        ),
    )


def _by_suit(face: str) -> tuple[int, int]:
    return (SUITS.index(suit_of(face)), rank_of(face))
