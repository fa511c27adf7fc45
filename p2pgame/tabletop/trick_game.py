"""This module is the base of trick games for four, scored hand after hand.

All 52 cards are dealt.  Some games have decisions before the first trick.  One
player takes each trick.  After the last trick, or a revoke, the hand is scored, until
somebody has enough points.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import TypeVar

from msgspec.structs import replace

from p2pgame.engine import (
    NOTHING,
    Chosen,
    ChosenTogether,
    Deal,
    Dealt,
    Event,
    Game,
    Message,
    Offer,
    Opened,
    Options,
    Over,
    Proved,
    Reason,
    Shuffle,
    Shuffled,
    State,
    Turn,
    Zone,
    listed,
)

from .dealing import Hands, deal
from .tricks import DECK, Tricks, slot_of, with_face

SEATS = (0, 1, 2, 3)
#: A goal that every score has reached.
REACHED = -(10**6)
NO_CARDS: Hands = ((),) * len(SEATS)
#: The cards go one at a time, to the player on the dealer's left first.
DEALT = deal(tuple(range(len(DECK))), NO_CARDS)[1]


class TrickState(State, frozen=True):
    """With ``proof`` a player who does not follow suit proves at once that they cannot.

    ``phase`` is shuffle, deal or play, or a game's own phase before play;
    ``number`` counts the finished hands.
    """

    goal: int
    proof: bool
    phase: str = "shuffle"
    number: int = 0
    play: Tricks = Tricks(NO_CARDS)


def hand_shown(state: TrickState) -> int:
    """Return the number of the hand that lies on the table, from 1.

    A hand that has ended lies there until the next one is dealt.
    """
    return max(1, state.number + (state.phase != "shuffle"))


#: What people call the phases in which they decide.
_PHASES = {
    "bid": Message.of("tricks-bidding"),
    "lead": Message.of("tricks-opening"),
    "play": Message.of("tricks-playing"),
}

S = TypeVar("S", bound=TrickState)
O = TypeVar("O", bound=Options)


class TrickGame(Game[S, O]):
    """The common part of trick games; each game defines the rest."""

    seats = range(4, 5)
    trump = ""

    @abstractmethod
    def dealt(self, state: S) -> S:
        """Return the state in the phase after the deal."""

    @abstractmethod
    def before(self, state: S) -> Turn:
        """Return the next turn in a phase of the game's own."""

    @abstractmethod
    def happened(self, state: S, event: Event) -> S:
        """Return the state after an event of a phase of the game's own."""

    @abstractmethod
    def denied(self, state: S, face: str) -> tuple[str, ...]:
        """Return the faces that a player denies by playing ``face``."""

    @abstractmethod
    def taken(self, state: S, player: int) -> S:
        """Return the state after ``player`` takes the current trick."""

    @abstractmethod
    def scored(self, state: S) -> tuple[Message, S]:
        """Return the hand's result as a message, and the state with it scored."""

    @abstractmethod
    def payoffs(self, state: S) -> tuple[int, ...] | None:
        """Return the payoffs if the game has ended, or None for another hand."""

    def turn(self, state: S) -> Turn:
        match state.phase:
            case "shuffle":
                payoffs = self.payoffs(state)
                return Shuffle(DECK, SEATS) if payoffs is None else Over(payoffs)
            case "deal":
                return Deal(tuple(enumerate(DEALT)))
            case "play":
                return state.play.turn()
        return self.before(state)

    def apply(self, state: S, event: Event) -> S:
        play = state.play
        match state.phase, event:
            case "shuffle", Shuffled():
                return replace(state, phase="deal", play=Tricks(NO_CARDS))
            case "deal", Dealt():
                return self.dealt(replace(state, play=Tricks(DEALT)))
            case "play", Chosen(_, move):
                return replace(state, play=play.choose(move))
            case "play", Opened((face,)):
                denies = self.denied(state, face)
                return replace(state, play=play.open(face, denies, prove=state.proof))
            case "play", Proved():
                return replace(state, play=play.proved())
        return self.happened(state, event)

    def fix_up(self, state: S) -> tuple[Message, S] | None:
        play = state.play
        if state.phase != "play" or not (play.is_full or play.is_over):
            return None
        if play.is_over:
            result, after = self.scored(state)
            after = replace(after, phase="shuffle", number=state.number + 1)
            return listed(
                *(Message.by("has-revoked", p) for p in play.guilty), result
            ), after
        swept = play.taken(self.trump)
        after = replace(self.taken(state, swept.leader), play=swept)
        return Message.by("takes-the-trick", swept.leader), after

    def last_round(self, state: S) -> S:
        return replace(state, goal=REACHED)

    def why_unfair(
        self, state: S, player: int, move: str, faces: Mapping[int, str]
    ) -> Reason | None:
        face = faces.get(slot_of(move))
        if state.phase != "play" or face is None:
            return None
        return state.play.why_revoked(move, self.denied(state, face), faces)

    def explain(
        self, state: S, player: int, text: str, faces: Mapping[int, str]
    ) -> Reason | None:
        if state.phase != "play" or player != state.play.player:
            return None
        slot = state.play.slot_in(text, faces)
        if not isinstance(slot, int):
            return slot
        return self.why_unfair(state, player, f"play {slot}", faces)

    def in_hand(self, state: S, player: int, faces: Mapping[int, str]) -> str:
        return state.play.in_hand(player, faces)

    def why_impossible(self, state: S, faces: tuple[str, ...]) -> Reason | None:
        return state.play.why_impossible(faces)

    def phase(self, state: S) -> Message | None:
        return _PHASES.get(state.phase)

    def zones(self, state: S) -> tuple[Zone, ...]:
        deck = tuple(range(len(DECK))) if state.phase == "deal" else ()
        return (*state.play.zones(), Zone("deck", deck))

    def hint(
        self, state: S, player: int, offer: Offer, faces: Mapping[int, str]
    ) -> str:
        return with_face(offer, faces)

    def tell(self, state: S, event: Event) -> Message | None:
        match state.phase, event:
            case "play", Chosen():
                return NOTHING
            case "play", Opened((face,)):
                return Message.by("plays-card", state.play.player, card=face)
            case "play", Proved():
                return Message.by("proves-allowed", state.play.last)
            case _, ChosenTogether():
                return NOTHING
        return None
