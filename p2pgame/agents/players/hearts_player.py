"""Plays hearts by rules of thumb: it ducks, sheds what is dangerous, and counts cards.

It follows with the highest card that does not take the trick, discards the queen of
spades first, and leads cards that others can probably beat.  It keeps no high spade in
front of the queen.  Once one player has all points, it gives that player no more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from p2pgame.engine import Choose
from p2pgame.games.tricks.hearts import ALL, LEADER, POINTS, Hearts
from p2pgame.tabletop.cards import rank_of, suit_of
from p2pgame.tabletop.tricks import DECK, SUIT, slot_of, winner

from ..agent import Agent, Budget, Seating
from ..observation import Observation

QUEEN = "Qs"
#: Spades below the queen that guard it, and the higher ones, against being led to.
_GUARDS = 4
#: Points from which on a player who has them all may take the rest, too.
_NEARLY_ALL = 14


@dataclass(frozen=True, slots=True)
class HeartsPlayer(Agent):
    """Needs no chance: what it does follows from its cards."""

    @classmethod
    def seated(cls, seating: Seating) -> HeartsPlayer:
        return cls()

    def decide(self, observation: Observation, choice: Choose, budget: Budget) -> str:
        state, faces = observation.state, observation.faces
        assert isinstance(state, Hearts)
        if state.phase == "moon":
            return moon(state, observation.seat)
        mine = [faces[slot] for slot in state.play.hands[observation.seat]]
        hand = Hand(state, observation.seat, tuple(mine))
        moves = [str(move) for move in choice.moves]
        if moves[0].startswith("pass "):
            return max(moves, key=lambda move: _passed(hand, move, faces))
        cards = {faces[slot_of(m)]: m for m in moves if m != "none"}
        if state.phase == "lead":
            return cards.get(LEADER, moves[0])
        return cards[hand.card([*cards])]


def moon(state: Hearts, seat: int) -> str:
    """Return what to do with all points: what ends the game, if it is won then."""
    others = [score + ALL for n, score in enumerate(state.scores) if n != seat]
    wins = max(others) >= state.goal and min(others) > state.scores[seat]
    return "add" if wins else "subtract"


def _passed(hand: Hand, move: str, faces: Mapping[int, str]) -> float:
    slots = map(int, move.removeprefix("pass ").split())
    return sum(hand.burden(faces[slot]) for slot in slots)


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards of a seat, and what it knows of the others'."""

    state: Hearts
    seat: int
    cards: tuple[str, ...]

    @property
    def unseen(self) -> frozenset[str]:
        return frozenset(DECK).difference(self.cards, self.state.play.faces)

    @property
    def is_queen_out(self) -> bool:
        """Whether another player may hold the queen of spades."""
        return QUEEN in self.unseen

    def length(self, suit: str) -> int:
        return sum(suit_of(card) == suit for card in self.cards)

    def burden(self, card: str) -> float:
        """Return how much it helps to be rid of this card."""
        suit, rank = suit_of(card), rank_of(card)
        if suit == "s":
            guarded = self.length("s") > _GUARDS
            if rank < rank_of(QUEEN):
                return rank - 20
            return rank if guarded else rank + (40 if card == QUEEN else 20)
        return rank + 4 * (suit == "h") + 3 * (self.length(suit) <= 3)

    def card(self, cards: list[str]) -> str:
        """Return the best of those that may be played."""
        trick = self.state.play.trick
        if not trick:
            return min(cards, key=self.risk)
        if suit_of(cards[0]) != suit_of(trick[0]):
            return max(cards, key=self._discarded())
        return self._followed(cards)

    def risk(self, card: str) -> float:
        """Return how risky it is to lead this card."""
        suit, rank = suit_of(card), rank_of(card)
        left = SUIT[suit] & self.unseen
        lower = sum(rank_of(other) < rank for other in left)
        risk = (1.5 if not left else lower / len(left)) + 0.02 * rank
        if suit == "s":
            if card == QUEEN or (self.is_queen_out and rank > rank_of(QUEEN)):
                return risk + 3
            if self.is_queen_out:
                return risk - 0.5  # it drives the queen out
            if QUEEN in self.cards and self.length("s") <= _GUARDS:
                return risk + 1
        return risk + 0.2 * (suit == "h")

    def _followed(self, cards: list[str]) -> str:
        trick = self.state.play.trick
        high = rank_of(trick[winner(trick)])
        below = [card for card in cards if rank_of(card) < high]
        others = [card for card in cards if card != QUEEN] or cards
        is_last = len(trick) == 3
        points = sum(POINTS.get(card, 0) for card in trick)
        is_first = len(self.state.play.faces) < 4
        if is_first or (is_last and not points) or (is_last and not below):
            if QUEEN in below:
                return QUEEN
            return max(others, key=rank_of)
        if self._threat is not None and points and is_last:
            return max(others, key=rank_of)  # a heart of its own ends the danger
        if below:
            return QUEEN if QUEEN in below else max(below, key=rank_of)
        if suit_of(cards[0]) == "s" and not self.is_queen_out:
            return max(others, key=rank_of) if not points else min(others, key=rank_of)
        return min(others, key=rank_of)

    def _discarded(self) -> Callable[[str], float]:
        trick = self.state.play.trick
        takes = (self.state.play.leader + winner(trick)) % len(self.state.points)
        if takes == self._threat:
            return lambda card: rank_of(card) - 100 * (card in POINTS)

        def worth(card: str) -> float:
            if card == QUEEN:
                return 100
            if suit_of(card) == "s" and rank_of(card) > rank_of(QUEEN):
                return 50 if self.is_queen_out else rank_of(card)
            return rank_of(card) + 5 * (suit_of(card) == "h")

        return worth

    @property
    def _threat(self) -> int | None:
        """The other seat that has all points so far, and may take the rest."""
        points = self.state.points
        first = max(range(len(points)), key=points.__getitem__)
        alone = points[first] == sum(points) >= _NEARLY_ALL
        return first if alone and first != self.seat else None
