"""An agent that searches: it plays any game from its rules alone."""

from __future__ import annotations

from p2pgame.engine import Choose

from ..agent import Agent, Budget, Seating
from ..observation import Observation
from .deciding import Searches, decide
from .horizon import horizon_of
from .ismcts import search
from .knowledge import Knowledge
from .problem import Problem


class SearchAgent(Agent):
    """Searches with at most so many ``simulations`` at each decision.

    It remembers nothing between decisions that the past does not tell anew.  Its
    decisions depend on the observation, the seat's entropy and the budget alone.
    """

    def __init__(
        self, seating: Seating, simulations: int, searches: Searches = search
    ) -> None:
        self._seating, self._simulations = seating, simulations
        self._searches = searches
        self._seed = seating.entropy(32).hex()
        self._known = _Recollection(seating)

    def decide(self, observation: Observation, choice: Choose, budget: Budget) -> str:
        problem = self._problem(observation)

        def goes_on(done: int) -> bool:
            return done < self._simulations and not (done and budget.is_spent(done))

        seed = f"{self._seed} {len(observation.past)}"
        searches = self._searching(budget)
        return decide(problem, choice, seed, goes_on, searches).move

    def _searching(self, budget: Budget) -> Searches:
        return self._searches

    def outlook(self, observation: Observation) -> float | None:
        """Return the score as it stands, so that only a better one refuses a draw."""
        standing = horizon_of(observation.game.name).standing
        if standing is None or observation.game.zones(observation.state):
            return None
        return standing(observation.state, {})[observation.seat]

    def _problem(self, observation: Observation) -> Problem:
        game, seats = observation.game, observation.seats
        teams = game.teams(seats, observation.options)
        known = self._known.up_to(observation)
        return Problem(game, teams, observation.state, known, horizon_of(game.name))


def nimble(seating: Seating) -> SearchAgent:
    return SearchAgent(seating, 40)


def brisk(seating: Seating) -> SearchAgent:
    return SearchAgent(seating, 60)


def quick(seating: Seating) -> SearchAgent:
    return SearchAgent(seating, 50)


def thorough(seating: Seating) -> SearchAgent:
    return SearchAgent(seating, 200)


def patient(seating: Seating) -> SearchAgent:
    return SearchAgent(seating, 1000)


class _Recollection:
    """What a seat knows, gathered from the past as it grows."""

    def __init__(self, seating: Seating) -> None:
        self._seating = seating
        self._last: object = None
        self._length = 0
        self._knowledge = self._nothing()

    def up_to(self, observation: Observation) -> Knowledge:
        """Return what the observation's past tells; from the start, if it shrank."""
        past, length = observation.past, self._length
        goes_on = length <= len(past) and (not length or past[length - 1] is self._last)
        if not goes_on:
            self._knowledge, length = self._nothing(), 0
        for seen in past[length:]:
            self._knowledge.happened(seen.state, seen.turn, seen.event, seen.faces)
        self._length = len(past)
        self._last = past[-1] if past else None
        return self._knowledge

    def _nothing(self) -> Knowledge:
        seating = self._seating
        return Knowledge(seating.game, seating.seats, seating.seat)
