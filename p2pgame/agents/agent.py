"""An agent is a program that plays in a seat.

It is a player like any other: it decides from an :class:`~.observation.Observation`
of its own seat, and from nothing else.  Its randomness comes from the entropy with
which it is seated, which has nothing to do with the cards.  The past is its memory: a
program that was restarted is shown and told all of it anew.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from p2pgame.engine import AnyGame, Choose, Options
from p2pgame.playtest.chance import Chance

from .observation import Observation, Witnessed

#: Returns so many random bytes.
Entropy: TypeAlias = Callable[[int], bytes]
#: Returns seconds, from any moment on.
Clock: TypeAlias = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Budget:
    """How much an agent may think: both limits hold, whichever comes first.

    ``until`` is a time of ``clock``.
    """

    simulations: int | None
    until: float
    clock: Clock

    @classmethod
    def of(
        cls, clock: Clock, *, simulations: int | None = None, seconds: float = math.inf
    ) -> Budget:
        """Return a budget that begins now.

        Raises:
          ValueError: It has no limit.
        """
        if simulations is None and seconds == math.inf:
            raise ValueError("a budget limits simulations, seconds, or both")
        until = math.inf if seconds == math.inf else clock() + seconds
        return cls(simulations, until, clock)

    def is_spent(self, simulations: int) -> bool:
        """Return whether an agent that has done so many simulations must answer."""
        if self.simulations is not None and simulations >= self.simulations:
            return True
        return self.until < math.inf and self.clock() >= self.until


@dataclass(frozen=True, slots=True)
class Proposal:
    """What ``asker`` proposes, to which all must agree.

    ``levels`` is the number of decisions to take back.
    """

    kind: Literal["draw", "takeback", "last round"]
    asker: int
    levels: int = 0

    @classmethod
    def read(cls, words: str, asker: int) -> Proposal | None:
        """Return the proposal that ``words`` make at a table; None: it is none."""
        match words.split(" "):
            case ["draw"]:
                return cls("draw", asker)
            case ["last", "round"]:
                return cls("last round", asker)
            case ["takeback", levels] if levels.isdecimal():
                return cls("takeback", asker, int(levels))
        return None


@dataclass(frozen=True, slots=True)
class Seating:
    """The seat that an agent takes; ``entropy`` is its randomness."""

    game: AnyGame
    options: Options
    seats: int
    seat: int
    entropy: Entropy

    def chance(self) -> Chance:
        """Return draws from this seat's entropy."""
        return Chance(self.entropy(32).hex())


class Agent(Protocol):
    """A program that plays a seat in one game.

    Only :meth:`decide` must be written; a class that names this one as its base
    inherits the rest.
    """

    def decide(self, observation: Observation, choice: Choose, budget: Budget) -> str:
        """Return one of the moves of ``choice``, all of which are fair to make."""
        raise NotImplementedError

    def place(self, observation: Observation, budget: Budget) -> str | None:
        """Return a placement in the words of the game; None: one at random.

        Only this seat sees it.
        """
        return None

    def outlook(self, observation: Observation) -> float | None:
        """Return the payoff that this seat can expect; None: it has no idea."""
        return None

    def answer(self, proposal: Proposal, observation: Observation) -> bool:
        """Return whether the agent agrees: to a draw unless it stands better."""
        if proposal.kind != "draw":
            return True
        outlook = self.outlook(observation)
        return outlook is None or outlook <= 0

    def react(self, event: Witnessed) -> None:
        """Take in an event; each is told once, in order, before the next decision.

        After a takeback a new agent is seated, and told the past that is left.
        """
        return None


#: Seats an agent.
Make: TypeAlias = Callable[[Seating], Agent]
