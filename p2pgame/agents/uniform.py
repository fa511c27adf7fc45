"""Plays any game uniformly at random: the yardstick for all other agents."""

from __future__ import annotations

from dataclasses import dataclass

from p2pgame.engine import Amount, Choose
from p2pgame.playtest.chance import Chance

from .agent import Agent, Budget, Seating
from .observation import Observation


@dataclass(frozen=True, slots=True)
class Uniform(Agent):
    """Plays a random offer, and a random number from its range."""

    chance: Chance

    @classmethod
    def seated(cls, seating: Seating) -> Uniform:
        return cls(seating.chance())

    def decide(self, observation: Observation, choice: Choose, budget: Budget) -> str:
        offer = self.chance.choice(choice.moves)
        if isinstance(offer, Amount):
            return f"{offer.verb} {self.chance.between(offer.low, offer.high)}"
        return offer
