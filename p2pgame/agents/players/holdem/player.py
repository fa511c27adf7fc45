"""Plays hold'em by equity against ranges, pot odds, stacks and position, at any level.

Levels differ in how they play, not in what they see; docs/design/holdem-opponents.md
says how each was measured.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from p2pgame.engine import Amount, Choose
from p2pgame.games.poker.holdem_state import Holdem, hole_slots
from p2pgame.games.poker.ranking import score

from ...agent import Agent, Budget, Seating
from ...observation import Observation
from .decisions import Table, odds, totals, value
from .draws import Draws
from .ranges import tops
from .reading import Reader, actions, tendencies
from .showdowns import Held, showdowns


@dataclass(frozen=True, slots=True)
class Style:
    """How a level plays.

    ``showdowns`` is how often a hand is played out; ``trust`` how far the others'
    actions are believed.  ``calm`` is the difference in pots that does not matter;
    ``hope`` the part of the pot by which a call looks better than it is, and ``fear``
    that by which a raise looks worse.
    """

    showdowns: int
    trust: float
    calm: float
    hope: float = 0.0
    fear: float = 0.0


CARL = Style(showdowns=60, trust=0.0, calm=0.08, hope=0.4, fear=0.3)
STELLA = Style(showdowns=100, trust=0.4, calm=0.15, hope=0.15, fear=0.15)
SID = Style(showdowns=300, trust=1.0, calm=0.03)


class HoldemPlayer(Agent):
    """A player of one style; its draws are its seat's own."""

    def __init__(self, seating: Seating, style: Style) -> None:
        self.style = style
        self._draws = Draws(seating.chance())
        self._reader = Reader(seating.seat, self._draws, style.trust)

    @classmethod
    def calling(cls, seating: Seating) -> HoldemPlayer:
        return cls(seating, CARL)

    @classmethod
    def steady(cls, seating: Seating) -> HoldemPlayer:
        return cls(seating, STELLA)

    @classmethod
    def solid(cls, seating: Seating) -> HoldemPlayer:
        return cls(seating, SID)

    def decide(self, observation: Observation, choice: Choose, budget: Budget) -> str:
        state = observation.state
        assert isinstance(state, Holdem)
        if "show" in choice.moves:
            return "muck" if _is_beaten(observation, state) else "show"
        worth = self._worth(observation, choice, budget)
        pot = sum(state.paid) + state.dead
        raises = {move: v for move, v in worth.items() if move.startswith("raise")}
        best = {move: v for move, v in worth.items() if move not in raises}
        if raises:
            best["raise"] = max(raises.values())
        move = self._drawn(odds(best, pot, self.style.calm))
        if move == "raise":
            return self._drawn(odds(raises, pot, self.style.calm))
        return move

    def outlook(self, observation: Observation) -> float | None:
        """Return the chips won so far, as if this hand were not played."""
        state = observation.state
        assert isinstance(state, Holdem)
        me, playing = observation.seat, state.phase != "end"
        paid = state.paid[me] if playing else 0
        return state.stacks[me] + paid - state.start[me]

    def _worth(
        self, observation: Observation, choice: Choose, budget: Budget
    ) -> dict[str, float]:
        """Return what each move wins on average, as this style sees it."""
        state, me, style = observation.state, observation.seat, self.style
        assert isinstance(state, Holdem)
        acted = actions(observation)
        mine = tuple(observation.faces[slot] for slot in hole_slots(state, me))
        order = self._reader.order(state.hand, state.board, mine)
        held = {
            seat: Held(weights, tops(weights, order))
            for seat, weights in self._reader.ranges(state, acted, mine).items()
        }

        def is_enough(done: int) -> bool:
            return done >= style.showdowns or (
                done >= 40 and not done % 20 and budget.is_spent(done)
            )

        found = showdowns(me, (mine, state.board), held, self._draws, is_enough)
        inclined = tendencies(acted, state.hand) if style.trust else {}
        table = Table(state, me, inclined)
        worth = dict[str, float]()
        for offer in choice.moves:
            if isinstance(offer, Amount):
                for total in totals(table, offer):
                    worth[f"raise {total}"] = (
                        value(table, total, found) - style.fear * table.pot
                    )
            elif offer == "fold":
                worth[offer] = 0.0
            else:
                worth[offer] = value(table, state.price, found)
                if offer == "call":
                    worth[offer] += style.hope * table.pot
        return worth

    def _drawn(self, odds: Mapping[str, float]) -> str:
        left = self._draws.share()
        for move, chance in odds.items():
            left -= chance
            if left < 0:
                return move
        return move


def _is_beaten(observation: Observation, state: Holdem) -> bool:
    """Return whether a hand that lies open wins all that this seat could."""
    me = observation.seat
    mine = score(
        (*(observation.faces[slot] for slot in hole_slots(state, me)), *state.board)
    )
    return any(
        score((*state.shown[seat], *state.board)) > mine
        for seat in state.live
        if seat != me and state.shown[seat] and state.paid[seat] >= state.paid[me]
    )
