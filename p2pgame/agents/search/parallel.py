"""This module searches on several cores: each grows a tree of its own from the root.

The trees' root statistics are added up (*root parallelisation*).  A budget in
simulations is split evenly, and each process has a seed of its own, so the result
depends on the seed and the number of processes.

Source: Chaslot, Winands, van den Herik, "Parallel Monte-Carlo Tree Search" (2008),
section 3.2.
"""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from types import TracebackType
from typing import Self

from .ismcts import Found, search, up_to
from .problem import Problem


class Cores:
    """Some processes that search together, until it is closed."""

    def __init__(self, processes: int) -> None:
        self.processes = processes
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(processes, mp_context=context)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._pool.shutdown()

    def search(self, problem: Problem, seed: str, simulations: int) -> Found:
        """Search with this many simulations in all; raise as :func:`search` does."""
        shares = split(simulations, self.processes)
        parts = self._pool.map(
            _part,
            [problem] * len(shares),
            [f"{seed} process {n}" for n in range(len(shares))],
            shares,
        )
        found, *others = parts
        for other in others:
            found.join(other)
        return found


def split(simulations: int, processes: int) -> list[int]:
    """Return each process's share of the simulations, which differ by one at most."""
    each, more = divmod(simulations, processes)
    return [each + (n < more) for n in range(processes) if each + (n < more)]


def _part(problem: Problem, seed: str, simulations: int) -> Found:
    return search(problem, seed, up_to(simulations))
