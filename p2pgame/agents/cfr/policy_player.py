"""An agent that plays a policy; those that come along are files beside this module."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from p2pgame.engine import AnyGame, Choose, Message, Refusal, plain

from ..agent import Agent, Budget, Seating
from ..observation import Observation
from ..opponent import Opponent
from ..uniform import Uniform
from .policy import WHOLE, Policy, decode
from .situation import situation

#: Of so many decisions Wavering Willa makes one at random.
WAVERS = 4


class PolicyPlayer(Agent):
    """Draws each move as often as its policy says; 1 of ``wavers`` at random.

    Raises:
      Refusal: The policy is for another game, version or options.
    """

    def __init__(self, policy: Policy, seating: Seating, wavers: int = 0) -> None:
        wrong = policy.why_not_for(seating.game, seating.options, seating.seats)
        if wrong is not None:
            raise Refusal(wrong)
        self._sets, self._wavers = policy.seats[seating.seat], wavers
        self._chance = seating.chance()
        self._random = Uniform(self._chance)

    def decide(self, observation: Observation, choice: Choose, budget: Budget) -> str:
        if self._wavers and not self._chance.below(self._wavers):
            return self._random.decide(observation, choice, budget)
        text = situation(observation)
        if text not in self._sets:
            raise LookupError(f"its policy has nothing on {text!r}")
        left = self._chance.below(WHOLE)
        for move, chance in self._sets[text].items():
            left -= chance
            if left < 0:
                return move
        raise AssertionError("the chances of a set add up")


def opponent(policy: Policy, display: str) -> Opponent:
    """Return the opponent that plays a policy of one's own."""
    about = f"plays a policy of {policy.iterations} iterations"
    games = frozenset({policy.game})
    return Opponent(
        *("policy", display, "strong", about),
        lambda seating: PolicyPlayer(policy, seating),
        games,
    )


def equilibrium(seating: Seating) -> PolicyPlayer:
    return PolicyPlayer(policy_for(seating.game), seating)


def wavering(seating: Seating) -> PolicyPlayer:
    return PolicyPlayer(policy_for(seating.game), seating, wavers=WAVERS)


def policy_for(game: AnyGame) -> Policy:
    """Return the shipped policy of a game, whichever its version is."""
    return shipped(game.name)


@cache
def shipped(game: str) -> Policy:
    """Return the policy that comes with p2pgame for a game.

    Raises:
      Refusal: There is none.
    """
    file = files(__package__) / "policies" / f"{game}.json"
    if not file.is_file():
        raise Refusal(Message.of("policy-wrong", why=plain(f"none for {game}")))
    return decode(file.read_bytes())
