"""This module decides: it searches, and takes the move that was visited most."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from p2pgame.engine import Choose
from p2pgame.engine.offers import AT_RANDOM

from .ismcts import Found, search
from .lots import Lots
from .moves import Labels
from .problem import Problem

#: Searches with a seed while the function, told the simulations so far, says so.
Searches: TypeAlias = Callable[[Problem, str, Callable[[int], bool]], Found]


@dataclass(frozen=True, slots=True)
class Decided:
    """A move, and the search that found it; None if there was nothing to search."""

    move: str
    found: Found | None = None


def decide(
    problem: Problem,
    choice: Choose,
    seed: str,
    goes_on: Callable[[int], bool],
    searches: Searches = search,
) -> Decided:
    """Return the best move of ``choice``, whose moves are fair.

    Raises:
      Impossible: No world agrees with what the seat knows.
    """
    if choice.moves == (AT_RANDOM,):
        number = Lots(seed).large(AT_RANDOM.high + 1)
        return Decided(f"{AT_RANDOM.verb} {number}")
    plain = [offer for offer in choice.moves if isinstance(offer, str)]
    if len(plain) == len(choice.moves) == 1:
        return Decided(plain[0])
    found = searches(problem, seed, goes_on)
    best = found.table.best(choice.player)
    faces = problem.knowledge.faces
    moves = Labels(problem.game).of(problem.state, choice.player, plain, faces)
    return Decided(moves.get(best, best), found)
