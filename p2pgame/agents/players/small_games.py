"""Players for games that are small enough for a rule that is known to be good.

Sources: pig, hold at 20: Neller and Presser, "Optimal Play of the Dice Game Pig"
(2004), who show that it loses little.  Kuhn poker: the equilibria of Kuhn (1950), of
which this is the one that bets a king thrice as often as a jack, for 1/4.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.kuhn import Kuhn
from games.pig import Points
from p2pgame.engine import Choose
from p2pgame.playtest.chance import Chance

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


#: How often, of twelve times, to bet or call: by card, first to speak or not, and bets.
_KUHN = {
    ("J", ()): 3,
    ("Q", ()): 0,
    ("K", ()): 9,
    ("J", ("check",)): 4,
    ("Q", ("check",)): 0,
    ("K", ("check",)): 12,
    ("J", ("bet",)): 0,
    ("Q", ("bet",)): 4,
    ("K", ("bet",)): 12,
    ("J", ("check", "bet")): 0,
    ("Q", ("check", "bet")): 7,
    ("K", ("check", "bet")): 12,
}


@dataclass(frozen=True, slots=True)
class Equilibrium(Agent):
    """Plays Kuhn poker so that nobody can win from it in the long run."""

    chance: Chance

    @classmethod
    def seated(cls, seating: Seating) -> Equilibrium:
        return cls(seating.chance())

    def decide(self, observation: Observation, choice: Choose, budget: Budget) -> str:
        state = observation.state
        assert isinstance(state, Kuhn)
        card = observation.faces[observation.seat]
        bold = self.chance.below(12) < _KUHN[card, state.actions]
        return str(choice.moves[1] if bold else choice.moves[0])
