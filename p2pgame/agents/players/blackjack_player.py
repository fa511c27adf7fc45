"""Plays blackjack by a table: by the own total and the dealer's open card.

Source: Baldwin, Cantey, Maisel, McDermott, "The Optimum Strategy in Blackjack" (1956),
without what our rules don't have: doubling and splitting.
"""

from __future__ import annotations

from p2pgame.engine import Choose
from p2pgame.games.blackjack import POINTS, Table

from ..agent import Agent, Budget, Seating
from ..observation import Observation

#: Hands without an ace that counts 11 stand at this total, by the dealer's points.
_HARD = {1: 17, 2: 13, 3: 13, 4: 12, 5: 12, 6: 12, 7: 17, 8: 17, 9: 17, 10: 17}
#: Hands with one stand here.
_SOFT = {1: 19, 9: 19, 10: 19}


class BlackjackPlayer(Agent):
    """Stands or hits as the table says; it counts no cards."""

    @classmethod
    def basic(cls, seating: Seating) -> BlackjackPlayer:
        return cls()

    def decide(self, observation: Observation, choice: Choose, budget: Budget) -> str:
        state = observation.state
        assert isinstance(state, Table)
        enough = self._enough(state, observation.seat)
        return "stand" if state.totals[observation.seat] >= enough else "hit"

    def _enough(self, state: Table, seat: int) -> int:
        dealer = POINTS[state.faces[state.hands[-1][0]]]
        mine = [POINTS[state.faces[slot]] for slot in state.hands[seat]]
        if state.totals[seat] > sum(mine):
            return _SOFT.get(dealer, 18)
        return _HARD[dealer]
