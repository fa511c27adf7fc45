"""This module reads from the past what the others may hold, and how they are inclined.

Only betting counts, and of it the last :data:`_SPAN` events of the game.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from p2pgame.engine import Chosen
from p2pgame.games.poker.holdem_state import Holdem

from ...observation import Observation
from .conduct import (
    TYPICAL,
    WILD,
    Spot,
    Tendency,
    likelihood,
    tendency,
    wildness,
)
from .draws import Draws
from .hole_cards import mask_of
from .ranges import narrowed, tops, uniform
from .strength import strengths

_SPAN = 1000


@dataclass(frozen=True, slots=True)
class Action:
    """A decision of ``seat``; ``chips`` are those of a raise above the call."""

    hand: int
    seat: int
    verb: str
    chips: int
    spot: Spot
    board: tuple[str, ...]


def actions(observation: Observation) -> list[Action]:
    """Return the betting of the last hands, this one's last."""
    found = list[Action]()
    street, raises = (-1, -1), 0
    for one in observation.past[-_SPAN:]:
        state, event = one.state, one.event
        assert isinstance(state, Holdem)
        if not isinstance(event, Chosen) or state.phase != "betting":
            continue
        if street != (state.hand, len(state.board)):
            street, raises = (state.hand, len(state.board)), 0
        verb, _, total = event.move.partition(" ")
        spot = Spot.of(state, event.player, raises)
        chips = int(total) - state.price if total else 0
        found.append(Action(state.hand, event.player, verb, chips, spot, state.board))
        raises += verb == "raise"
    return found


def raises_so_far(acted: Sequence[Action], state: Holdem) -> int:
    """Return the number of raises on this street."""
    return sum(
        one.verb == "raise" and one.hand == state.hand and one.board == state.board
        for one in acted
    )


def tendencies(acted: Sequence[Action], hand: int) -> dict[int, Tendency]:
    """Return how each player is inclined, from the hands before this one."""
    counts: defaultdict[int, list[float]] = defaultdict(lambda: [0, 0, 0, 0])
    for one in acted:
        if one.hand < hand:
            count = counts[one.seat]
            count[0] += one.verb == "raise"
            count[1] += one.spot.raising()
            count[2] += one.verb == "fold"
            count[3] += 1 - one.spot.going_on()
    return {
        seat: tendency(int(count[0]), count[1], int(count[2]), count[3])
        for seat, count in counts.items()
    }


class Reader:
    """Reads ranges for one seat; keeps what it has worked out for the boards of a hand.

    ``trust`` says how far actions are believed: 0 not at all, 1 by Bayes' rule.
    """

    def __init__(self, seat: int, draws: Draws, trust: float) -> None:
        self._seat, self._draws, self._trust = seat, draws, trust
        self._hand = -1
        self._boards: dict[tuple[str, ...], list[int]] = {}

    def ranges(
        self, state: Holdem, acted: Sequence[Action], mine: Sequence[str]
    ) -> dict[int, list[float]]:
        """Return the range of each other player in the hand.

        Each action counts by the board that lay open then.
        """
        inclined = tendencies(acted, state.hand)
        here = [one for one in acted if one.hand == state.hand]
        possible = uniform(mask_of((*state.board, *mine)))
        return {
            seat: self._range(
                possible,
                [one for one in here if one.seat == seat],
                mine,
                inclined.get(seat, TYPICAL),
            )
            for seat in state.live
            if seat != self._seat
        }

    def _range(
        self,
        possible: list[float],
        acted: Sequence[Action],
        mine: Sequence[str],
        how: Tendency,
    ) -> list[float]:
        """Return a player's range: of one who acts as people do, and of a wild one.

        How likely it is that the player is wild follows from its actions, too.
        """
        weights, wild = possible, min(0.5, WILD * how.raises**3)
        for one in acted if self._trust else ():
            acts = likelihood(one.spot, one.verb, one.chips, how)
            places = tops(weights, self.order(one.hand, one.board, mine))
            before, weights = weights, narrowed(weights, places, acts, self._trust)
            typical = (1 - wild) * sum(weights) / (sum(before) or 1.0)
            wilder = wild * wildness(one.spot, one.verb, one.chips) ** self._trust
            wild = wilder / (wilder + typical)
        total, even = sum(weights) or 1.0, wild / sum(possible)
        return [
            w and weight * (1 - wild) / total + w * even
            for weight, w in zip(weights, possible, strict=True)
        ]

    def order(
        self, hand: int, board: tuple[str, ...], mine: Sequence[str]
    ) -> list[int]:
        """Return the pairs by their strength on a board, the strongest first."""
        if hand != self._hand:
            self._hand, self._boards = hand, {}
        if board not in self._boards:
            strong = strengths(board, mine, self._draws)
            numbers = range(len(strong))
            self._boards[board] = sorted(numbers, key=lambda n: -strong[n])
        return self._boards[board]
