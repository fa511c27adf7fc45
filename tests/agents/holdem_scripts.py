"""Fixed scripts at hold'em, which look at no card: what a good player has to beat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from p2pgame.agents.agent import Agent, Budget, Make
from p2pgame.agents.observation import Observation
from p2pgame.engine import Amount, Choose


@dataclass(frozen=True, slots=True)
class Script(Agent):
    """Raises by the most or the least that is offered, if it ``raises``, or calls."""

    raises: str = ""

    def decide(self, observation: Observation, choice: Choose, budget: Budget) -> str:
        for offer in choice.moves:
            if isinstance(offer, Amount) and self.raises:
                total = offer.high if self.raises == "most" else offer.low
                return f"{offer.verb} {total}"
        return next(str(m) for m in choice.moves if m in ("check", "call", "show"))


SCRIPTS: Mapping[str, Make] = {
    "all-in": lambda _: Script("most"),
    "calling": lambda _: Script(),
    "min-raise": lambda _: Script("least"),
}
