"""Plays spades by rules of thumb: it counts its tricks, bids them, and takes no more.

A bid counts aces, guarded kings and queens, high spades, long spades, and the tricks
that a short suit lets a spade win.  Until its team has its bid, the player wins with
the cheapest card that will do, and leaves a trick to its partner; from then on, or
with a bid of nil, it ducks as high as it can.

Source: the count of high cards, long spades and short suits is that of pagat.com,
"Spades", and of every book on it; the weights are our own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from p2pgame.engine import Choose
from p2pgame.games.tricks.spades import TEAMS, Spades
from p2pgame.tabletop.cards import rank_of, suit_of
from p2pgame.tabletop.tricks import DECK, SUIT, slot_of, winner

from ..agent import Agent, Budget, Seating
from ..observation import Observation

TRUMP = "s"
#: What the ace, king and queen of a side suit are worth, by the length of the suit.
_SIDE = {
    "A": (0, 1.0, 1.0, 1.0, 0.95, 0.8, 0.6),
    "K": (0, 0.3, 0.75, 0.75, 0.65, 0.4, 0.2),
    "Q": (0, 0.05, 0.2, 0.4, 0.3, 0.1, 0.05),
}
#: The same of high spades.
_HIGH = {"A": (1.0,), "K": (0.6, 0.95), "Q": (0.2, 0.5, 0.85), "J": (0.1, 0.2, 0.4)}
#: What a void, a singleton and a doubleton are worth with enough spades to ruff.
_SHORT = (1.0, 0.55, 0.15)
#: What is taken off the count, for tricks that meet on one.
_CAUTION = 0.3
#: A nil bid is for hands worth less than this, without a spade from this rank on.
_NIL, _NIL_SPADE = 0.9, "T"


@dataclass(frozen=True, slots=True)
class SpadesPlayer(Agent):
    """Needs no chance: what it does follows from its cards."""

    @classmethod
    def seated(cls, seating: Seating) -> SpadesPlayer:
        return cls()

    def decide(self, observation: Observation, choice: Choose, budget: Budget) -> str:
        state, faces, me = observation.state, observation.faces, observation.seat
        assert isinstance(state, Spades)
        mine = tuple(faces[slot] for slot in state.play.hands[me])
        if state.phase == "bid":
            return bid_of(mine, state.bids[(me + 2) % 4])
        hand = Hand(state, me, mine)
        cards = {faces[slot_of(move)]: move for move in map(str, choice.moves)}
        return cards[hand.card([*cards])]


def worth(cards: Sequence[str]) -> float:
    """Return how many tricks a hand of thirteen is likely to take."""
    of = {suit: [c for c in cards if suit_of(c) == suit] for suit in SUIT}
    spades = of.pop(TRUMP)
    total = 0.0
    for suit in of.values():
        total += sum(_SIDE[c[0]][min(len(suit), 6)] for c in suit if c[0] in _SIDE)
        if len(suit) < len(_SHORT) and len(spades) > len(suit):
            total += _SHORT[len(suit)] * min(1.0, (len(spades) - 1) / 3)
    high = [c for c in spades if c[0] in _HIGH]
    total += sum(_HIGH[c[0]][min(len(spades), len(_HIGH[c[0]])) - 1] for c in high)
    return total + 0.9 * max(0, len(spades) - max(3, len(high)))


def bid_of(cards: Sequence[str], partners: int | None) -> str:
    """Return the bid of a hand, beside the ``partners`` bid if that was made."""
    tricks = worth(cards)
    spades = [rank_of(c) for c in cards if suit_of(c) == TRUMP]
    low = all(rank < rank_of(f"{_NIL_SPADE}{TRUMP}") for rank in spades)
    top = sum(c[0] in "AK" for c in cards)
    if (tricks < _NIL and low and not top and len(spades) <= 3) or partners == 13:
        return "nil"
    most = 13 - (partners or 0)
    return f"bid {max(1, min(most, round(tricks - _CAUTION)))}"


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards of a seat, and what it knows of the others'."""

    state: Spades
    seat: int
    cards: tuple[str, ...]

    @property
    def partner(self) -> int:
        return (self.seat + 2) % 4

    @property
    def unseen(self) -> frozenset[str]:
        return frozenset(DECK).difference(self.cards, self.state.play.faces)

    @property
    def is_ducking(self) -> bool:
        """Whether a trick is worth nothing: a nil, or enough of them."""
        state, team = self.state, self.seat % 2
        if not state.bids[self.seat]:
            return not state.won[self.seat]
        return state.helping(team) >= sum(state.bids[s] or 0 for s in TEAMS[team])

    def is_boss(self, card: str) -> bool:
        """Whether no card of its suit that is still out beats it."""
        rank = rank_of(card)
        return all(rank_of(c) < rank for c in SUIT[suit_of(card)] & self.unseen)

    def card(self, cards: list[str]) -> str:
        """Return the best of those that may be played."""
        if not self.state.play.trick:
            return self._led(cards)
        return self._ducked(cards) if self.is_ducking else self._won(cards)

    def _led(self, cards: list[str]) -> str:
        if self.is_ducking:
            return min(cards, key=lambda c: (suit_of(c) == TRUMP, rank_of(c)))
        side = [c for c in cards if suit_of(c) != TRUMP]
        out = {suit: len(SUIT[suit] & self.unseen) for suit in SUIT}
        sure = [c for c in side if self.is_boss(c) and out[suit_of(c)] > 3]
        if sure:
            return max(sure, key=lambda c: out[suit_of(c)])
        trumps = [c for c in cards if suit_of(c) == TRUMP and self.is_boss(c)]
        if trumps and out[TRUMP]:
            return max(trumps, key=rank_of)
        guarded = {suit_of(c) for c in side if c[0] in "KQ" and not self.is_boss(c)}
        return min(side or cards, key=lambda c: (suit_of(c) in guarded, rank_of(c)))

    def _would_win(self, card: str) -> bool:
        trick = (*self.state.play.trick, card)
        return winner(trick, TRUMP) == len(trick) - 1

    def _won(self, cards: list[str]) -> str:
        """Return the card with which to win a trick, or the one to throw away."""
        play, state = self.state.play, self.state
        ahead = (play.leader + winner(play.trick, TRUMP)) % 4
        best = play.trick[winner(play.trick, TRUMP)]
        is_last, winning = (
            len(play.trick) == 3,
            [c for c in cards if self._would_win(c)],
        )
        nil = state.bids[self.partner] == 0 and not state.won[self.partner]
        held = ahead == self.partner and not nil
        if not winning or (held and (is_last or self.is_boss(best))):
            return self._thrown(cards)
        if held and rank_of(best) >= rank_of("Jh"):
            return self._thrown(cards)
        cheapest = min(winning, key=lambda c: (suit_of(c) == TRUMP, rank_of(c)))
        follows = suit_of(cards[0]) == suit_of(play.trick[0])
        if is_last or not follows:
            return cheapest
        sure = [c for c in winning if self.is_boss(c)]
        if sure:
            return min(sure, key=rank_of)
        third = len(play.trick) == 2
        return max(winning, key=rank_of) if third else self._thrown(cards)

    def _ducked(self, cards: list[str]) -> str:
        """Return the highest card that does not take the trick."""
        losing = [c for c in cards if not self._would_win(c)]
        if losing:
            follows = suit_of(losing[0]) == suit_of(self.state.play.trick[0])
            if follows:
                return max(losing, key=rank_of)
            return max(losing, key=lambda c: (suit_of(c) == TRUMP, rank_of(c)))
        is_last = len(self.state.play.trick) == 3
        return (max if is_last else min)(cards, key=rank_of)

    def _thrown(self, cards: list[str]) -> str:
        """Return the card that is missed least."""

        def worth(card: str) -> tuple[bool, bool, int]:
            suit = suit_of(card)
            length = sum(suit_of(c) == suit for c in self.cards)
            guard = any(c[0] in "KQ" and suit_of(c) == suit for c in self.cards)
            return suit == TRUMP, guard and length <= 3, rank_of(card)

        return min(cards, key=worth)
