"""This module plays one game of a job; the same game gives the same result.

A contestant is an opponent's name, or ``search:200``: the search with so many
simulations at each decision.
"""

from __future__ import annotations

from functools import partial
from hashlib import shake_256

from p2pgame.agents.agent import Budget, Entropy, Make, Seating
from p2pgame.agents.bot import Bot, Decision
from p2pgame.agents.match import Match
from p2pgame.agents.observation import Observation
from p2pgame.agents.registry import find
from p2pgame.agents.search.search_agent import SearchAgent
from p2pgame.engine import AnyGame, Message

from .job import Job, Result

#: A budget for opponents with levels of their own: more than any of them takes.
AMPLE = 1_000_000


#: What the arena says in place of a bot's complaint, which promises another move.
_SAYS = {
    "agent-crashed": "arena-crashed",
    "agent-nonsense": "arena-nonsense",
    "agent-remembers-too-much": "arena-remembers-too-much",
}


class Faulty(RuntimeError):
    """A contestant made no proper move, and ``message`` says why."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


class _Contestant(Bot):
    """A bot whose faults end the game, so that no fallback is taken for its play."""

    def decide(self, observation: Observation, budget: Budget) -> Decision:
        decision = super().decide(observation, budget)
        said = decision.complaint
        if said is not None:
            raise Faulty(Message(_SAYS[said.id], said.args))
        return decision


def known(name: str, game: str) -> str:
    """Return the id of a contestant that people call ``name``.

    Raises:
      Refusal: There is none for this game.
    """
    simulations = _simulations(name)
    return f"search:{simulations}" if simulations else find(name, game).name


def maker(name: str, game: str) -> Make:
    """Return how to seat the contestant called ``name``.

    Raises:
      Refusal: There is none for this game.
    """
    simulations = _simulations(name)
    if simulations:
        return partial(SearchAgent, simulations=simulations)
    return find(name, game).maker()


def _simulations(name: str) -> int:
    """Return the simulations of ``search:200``; 0: it is another's name."""
    kind, _, budget = name.partition(":")
    if kind == "search" and budget.isascii() and budget.isdecimal():
        return int(budget) if len(budget) < 10 else 0
    return 0


def play(game: AnyGame, job: Job, number: int) -> Result:
    """Play game ``number`` of a job of ``game``.

    Raises:
      Refusal: There is no such contestant for this game.
      Faulty: A contestant crashed, or made no fair move.
    """
    options, seating = job.chosen(game), job.seating(number)
    bots = []
    for seat in range(job.seats):
        name = job.contestants[seating[seat]]
        entropy = stream(f"{job.seed} game {number} seat {seat}")
        seated = Seating(game, options, job.seats, seat, entropy)
        bots.append(_Contestant(name, maker(name, game.name), seated))
    match = Match(game, job.seats, options, f"{job.seed} deal {job.deal(number)}")
    return Result(number, match.play(bots, _ample))


def _ample() -> Budget:
    return Budget.of(_no_time, simulations=AMPLE)


def _no_time() -> float:
    return 0.0


def stream(seed: str) -> Entropy:
    """Return randomness that depends on ``seed`` alone."""
    count = 0

    def draw(size: int) -> bytes:
        nonlocal count
        count += 1
        return shake_256(f"{seed}: {count}".encode()).digest(size)

    return draw
