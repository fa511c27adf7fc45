"""This module searches on several cores: each grows a tree of its own from the root.

The trees' root statistics are added up (*root parallelisation*).  A budget in
simulations is split evenly, and each process has a seed of its own, so the result
depends on the seed and the number of processes.

Source: Chaslot, Winands, van den Herik, "Parallel Monte-Carlo Tree Search" (2008),
section 3.2.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from functools import partial
from math import inf
from types import TracebackType
from typing import Self

from p2pgame.workers import cores, done_in, pool_of

from ..agent import Budget, Seating
from .deciding import Searches
from .ismcts import Found, search
from .problem import Problem
from .search_agent import SearchAgent


class Cores:
    """Some processes that search together, until it is closed; 0: one per core."""

    def __init__(self, processes: int = 0) -> None:
        self.processes = processes or cores()
        self._open = ExitStack()
        self._pool = self._open.enter_context(pool_of(self.processes))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the processes."""
        self._open.close()

    def search(
        self, problem: Problem, seed: str, simulations: int, seconds: float = inf
    ) -> Found:
        """Search with so many simulations in all, or for so long.

        Raises:
          Impossible: No world agrees with what the seat knows.
          BrokenProcessPool: A process was killed; these will search no more.
        """
        shares = [*enumerate(split(simulations, self.processes))]
        search = partial(_part, problem, seed, seconds)
        parts = dict(done_in(self._pool, search, shares, len(shares)))
        found, *others = (parts[share] for share in shares)
        for other in others:
            found.join(other)
        return found


class ParallelAgent(SearchAgent):
    """Searches on all cores with ``simulations`` in all at each decision.

    Rules that did not come with p2pgame are in no other process: it searches here then.
    """

    def __init__(self, seating: Seating, simulations: int) -> None:
        super().__init__(seating, simulations)
        self._cores: Cores | None = None

    def _searching(self, budget: Budget) -> Searches:
        def searches(problem: Problem, seed: str, _: Callable[[int], bool]) -> Found:
            try:
                return self._together(problem, seed, budget)
            except BrokenProcessPool:
                self.close()
                return self._together(problem, seed, budget)

        return self._searches if self._seating.game.rules else searches

    def _together(self, problem: Problem, seed: str, budget: Budget) -> Found:
        if self._cores is None:
            self._cores = Cores()
        left = inf if budget.until == inf else budget.until - budget.clock()
        return self._cores.search(problem, seed, self._simulations, left)

    def close(self) -> None:
        """End the processes; the next search starts others."""
        if self._cores is not None:
            self._cores.close()
        self._cores = None


def split(simulations: int, processes: int) -> list[int]:
    """Return each process's share of the simulations, which differ by one at most."""
    each, more = divmod(simulations, processes)
    return [each + (n < more) for n in range(processes) if each + (n < more)]


def _part(problem: Problem, seed: str, seconds: float, share: tuple[int, int]) -> Found:
    number, simulations = share
    until = time.monotonic() + seconds

    def goes_on(done: int) -> bool:
        return done < simulations and not (done and time.monotonic() >= until)

    return search(problem, f"{seed} process {number}", goes_on)
