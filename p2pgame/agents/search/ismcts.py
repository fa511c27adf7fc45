"""Information-set Monte-Carlo tree search: play many possible worlds, keep one tree.

Each simulation draws a world that agrees with all that the seat knows, and plays it on
as a perfect-information game.  The tree branches by what the searching seat observes
and by moves, so worlds that the seat cannot tell apart share their statistics.  Where
other seats have few possible secrets, each secret has its own table in their nodes:
those players decide by what they know (the multiple-observer search).

A search ends early when the outcome is certain.
With a budget in simulations the result depends on the seed alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from .counting import Impossible
from .lots import Lots
from .problem import Problem
from .simulation import Simulator, Stuck, private_keys
from .tree import Table
from .world import World

#: Other seats' secrets have tables of their own if there are at most so many, as far as
#: this many worlds show.
FEW_SECRETS, SAMPLE = 12, 48


@dataclass(slots=True)
class Found:
    """The statistics of the moves, and how the worlds were drawn."""

    table: Table
    simulations: int = 0
    methods: Counter[str] = field(default_factory=Counter)

    def join(self, other: Found) -> None:
        """Add another search of the same decision."""
        self.table.join(other.table)
        self.simulations += other.simulations
        self.methods.update(other.methods)

    @property
    def shares(self) -> Mapping[str, tuple[int, float]]:
        """The visits and the mean value of each move that was tried."""
        stats = self.table.stats.items()
        return {label: (stat.visits, stat.mean) for label, stat in stats}


def search(problem: Problem, seed: str, goes_on: Callable[[int], bool]) -> Found:
    """Search while ``goes_on``, told the number of simulations so far, says so.

    Raises:
      Impossible: No world agrees with what the seat knows.
    """
    lots, knowledge = Lots(seed), problem.knowledge
    seat, known_to = knowledge.seat, knowledge.known_to

    def drawn() -> tuple[World, str]:
        draw = knowledge.draw(lots)
        return World(draw.faces, known_to), draw.method

    ahead, secrets = [drawn()], 1
    while knowledge.hides and len(ahead) < SAMPLE and secrets <= FEW_SECRETS:
        ahead += [drawn() for _ in range(FEW_SECRETS)]
        secrets = private_keys([world for world, _ in ahead], seat)
    simulator = Simulator(problem, lots, private=secrets <= FEW_SECRETS)
    found = Found(simulator.table())
    stuck = 0
    try:
        if not knowledge.hides and len(problem.teams) == len(known_to) == 2:
            simulator.look_ahead()
        while goes_on(found.simulations) and not simulator.is_solved:
            world, method = ahead.pop() if ahead else drawn()
            try:
                simulator.run(world)
            except Stuck:
                stuck += 1
                if stuck > 100 + found.simulations:
                    raise Impossible("simulated players have no honest move") from None
                continue
            found.simulations += 1
            found.methods[method] += 1
    finally:
        simulator.take_apart()
    return found


def up_to(simulations: int) -> Callable[[int], bool]:
    """Return a budget of this many simulations."""
    return lambda done: done < simulations
