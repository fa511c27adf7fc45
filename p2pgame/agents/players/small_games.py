"""Players for games that are small enough for a rule that is known to be good.

Source: pig, hold at 20: Neller and Presser, "Optimal Play of the Dice Game Pig"
(2004), who show that it loses little.
"""

from __future__ import annotations

from p2pgame.engine import Choose
from p2pgame.games.dice.pig import Points

from ..agent import Agent, Budget, Seating
from ..observation import Observation

HOLD_AT = 20


class HoldAtTwenty(Agent):
    """Rolls until a turn is worth 20, or wins."""

    @classmethod
    def seated(cls, seating: Seating) -> HoldAtTwenty:
        return cls()

    def decide(self, observation: Observation, choice: Choose, budget: Budget) -> str:
        state = observation.state
        assert isinstance(state, Points)
        held = state.total >= HOLD_AT or "roll" not in choice.moves
        return "hold" if held else "roll"
