"""This module holds the state of crazy eights, and the effect of cards and draws."""

from __future__ import annotations

from itertools import islice

from msgspec.structs import replace

from p2pgame.engine import EMPTY, Message, SeatName, State
from p2pgame.tabletop.cards import rank_of
from p2pgame.tabletop.components import changed_at
from p2pgame.tabletop.dealing import Hands, Slots, deal
from p2pgame.tabletop.orders import after, starting_with
from p2pgame.tabletop.tricks import DECK

SUITS = ("clubs", "diamonds", "hearts", "spades")
DECIDING = ("play", "open", "name", "draw")


class Eights(State, frozen=True):
    """``discards`` begin with the card on top, whose face is ``top``.

    ``drawn`` counts the cards drawn in this turn, ``owed`` those still to be drawn,
    ``passes`` the passes in a row.  ``fresh`` is the first unused slot.
    """

    cards: int
    draws: int
    plays: int
    special: bool
    reshuffle: bool
    present: Slots
    hands: Hands
    phase: str = "lot"
    player: int = 0
    way: int = 1
    pile: Slots = ()
    discards: Slots = ()
    fresh: int = 0
    top: str = ""
    suit: str = ""
    chosen: int = EMPTY
    drawn: int = 0
    owed: int = 0
    passes: int = 0
    points: tuple[int, ...] = ()

    @property
    def deck(self) -> tuple[str, ...]:
        return DECK * (1 if len(self.hands) <= 5 else 2)

    @property
    def spare(self) -> Slots:
        """Return the discards that will become the pile when it is empty."""
        may = self.reshuffle and self.phase not in ("count", "over")
        return self.discards[1:] if may else ()

    @property
    def dry(self) -> bool:
        """Whether there are no cards to draw."""
        return not self.pile and not self.spare

    @property
    def drawing(self) -> Slots:
        """Return the slots that the player draws now."""
        return self.pile[: max(self.owed, 1)]

    @property
    def offers(self) -> tuple[str, ...]:
        plays = (f"play {slot}" for slot in self.hands[self.player])
        may_draw = self.owed or (self.pile and self.drawn < self.draws)
        return (*plays, "draw" if may_draw else "pass")

    @property
    def namer(self) -> int:
        """Return who names a suit: a dealer who is gone leaves that to the next."""
        is_here = self.player in self.present
        return self.player if is_here else self.next().player

    def fits(self, face: str) -> bool:
        if self.owed:
            return face[0] == "2"
        return face[0] in ("8", self.top[0]) or face[1] == self.suit

    def next(self, by: int = 1) -> Eights:
        player = after(self.player, self.present, by * self.way)
        return replace(self, player=player, phase="play", drawn=0)

    @property
    def ending(self) -> Message | None:
        """Return why the game is over, or None while it goes on."""
        if len(self.present) == 1:
            who = SeatName(self.present[0])
            return Message.of("crazy-eights-last-one", player=who)
        if self.phase not in DECIDING:
            return None
        for seat in self.present:
            if not self.hands[seat]:
                return Message.by("crazy-eights-no-card-left", seat)
        if not self.plays:
            return Message.of("crazy-eights-no-more-plays")
        passed = self.passes >= len(self.present)
        return Message.of("crazy-eights-all-passed") if passed else None

    def dealt(self) -> Eights:
        """Return the state with a hand for each player, from the dealer's left."""
        slots, present = tuple(range(len(self.deck))), self.present
        order = starting_with(after(self.player, present), present)
        pile, hands = deal(slots, self.hands, order=order, each=self.cards)
        return replace(self, pile=pile, hands=hands, fresh=len(slots), phase="deal")

    def shown(self, face: str) -> Eights:
        """Return the state after the player has opened the card to be played."""
        state = replace(self, plays=self.plays - 1, chosen=EMPTY)
        if not self.fits(face):
            fined = replace(state, owed=self.owed + 2, phase="draw")
            return state.next() if state.dry else fined
        hand = tuple(s for s in self.hands[self.player] if s != self.chosen)
        hands = changed_at(self.hands, self.player, hand)
        return replace(state, hands=hands).laid(self.chosen, face)

    def laid(self, slot: int, face: str) -> Eights:
        """Return the state with a card on top, after that card's effect."""
        discards = (slot, *self.discards)
        state = replace(self, discards=discards, top=face, suit=face[1], passes=0)
        if face[0] == "8":
            return replace(state, phase="name")
        rank = face[0] if self.special else ""
        owed = self.owed + 2 if rank == "2" and not state.dry else 0
        state = replace(state, way=-self.way if rank == "A" else self.way, owed=owed)
        return state.next(2 if rank == "Q" else 1)

    def drew(self) -> Eights:
        taken, pile = self.drawing, self.pile[len(self.drawing) :]
        hands = changed_at(self.hands, self.player, self.hands[self.player] + taken)
        state = replace(self, hands=hands, pile=pile, passes=0)
        if not self.owed:
            return replace(state, drawn=self.drawn + 1, phase="play")
        state = replace(state, owed=0 if state.dry else self.owed - len(taken))
        return state if state.owed else state.next()

    def mixed(self) -> Eights:
        """Return the state after the discards have become the pile."""
        fresh = self.fresh + len(self.spare)
        pile = tuple(range(self.fresh, fresh))
        return replace(self, pile=pile, discards=self.discards[:1], fresh=fresh)

    def left(self, player: int) -> Eights:
        """Return the state without a player, who keeps the cards and draws owed."""
        present = tuple(seat for seat in self.present if seat != player)
        state = replace(self, present=present, passes=0)
        if player != self.player or self.phase not in DECIDING:
            return state
        return replace(state, chosen=EMPTY, owed=0).next()

    def of_leaver(self, seat: int) -> int:
        """Return the points of a player who has left: more than anybody could hold."""
        return sum(map(points_of, self.deck))

    def counted(self, faces: tuple[str, ...]) -> Eights:
        """Return the end, after the cards of the remaining players were opened."""
        left = iter(faces)
        points = tuple(
            sum(map(points_of, islice(left, len(hand))))
            if seat in self.present
            else self.of_leaver(seat)
            for seat, hand in enumerate(self.hands)
        )
        return replace(self, points=points, phase="over")


def points_of(face: str) -> int:
    return {"8": 50, "A": 1}.get(face[0]) or min(rank_of(face), 10)
