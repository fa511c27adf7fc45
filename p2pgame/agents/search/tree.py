"""This module holds a search's statistics: what was tried, how often, and its worth.

A node is what the searching seat can tell apart.  In a node each seat that decides has
a table of its moves, so seats that decide at once select apart from each other
(*decoupled* selection).  A move's statistics are its visits, how often it was there to
be selected, and the sum of the values that followed.

Selection is UCB1 with availability counts: in another world other moves are possible,
and a rare move must not look neglected.  With many moves only the first
``4 · √visits`` that were tried compete (*progressive widening*).

Where nothing is hidden and nothing is left to chance, an outcome that was reached in
the tree is certain, and so is a decision all of whose moves are, or one of whose moves
is as good as anything seen (the *solver*).

Source: Cowling, Powley, Whitehouse, "Information Set Monte Carlo Tree Search" (2012),
IEEE Transactions on Computational Intelligence and AI in Games 4(2), sections IV-D
(single observer, availability counts) and IV-F (multiple observers); Tak, Lanctot,
Winands, "Monte Carlo Tree Search Variants for Simultaneous Move Games" (2014), section
III-B (decoupled UCT); Coulom, "Computing Elo Ratings of Move Patterns in the Game of
Go" (2007), section 4.2 (progressive widening); Winands, Björnsson, Saito, "Monte-Carlo
Tree Search Solver" (2008), section 3.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from math import inf, log, sqrt
from typing import TypeAlias

from p2pgame.engine import State, Turn

from .lots import Lots

#: How much an untried move is worth, on the scale of values from 0 to 1.
EXPLORATION = 0.7
#: This many times the root of a table's visits may compete.
WIDTH = 4


class Stat:
    """What is known of one move."""

    __slots__ = ("available", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.available = 0
        self.total = 0.0

    @property
    def mean(self) -> float:
        return self.total / self.visits if self.visits else 0.0


class Table:
    """The moves of one seat in one node, by label.

    ``proved`` has the values, by seat, of moves whose outcome is certain.
    """

    __slots__ = ("proved", "stats", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.stats: dict[str, Stat] = {}
        self.proved: dict[str, Sequence[float]] = {}

    def select(
        self, labels: Sequence[str], player: int, scale: Scale, lots: Lots
    ) -> str:
        """Return the label that ``player`` is to try, one of ``labels``."""
        stats = self.stats
        known = [label for label in labels if label in stats]
        if len(known) < len(labels) and len(known) < WIDTH * sqrt(self.visits + 1):
            fresh = [label for label in labels if label not in stats]
            label = lots.choice(fresh)
            stats[label] = Stat()
            return label
        low, spread, proved = scale.low, scale.spread, self.proved
        best, highest = known[0], -inf
        for label in known:
            stat = stats[label]
            visits = stat.visits or 1
            stat.available = available = stat.available + 1
            worth = (stat.total / visits - low) / spread
            if label in proved:
                worth = (proved[label][player] - low) / spread
            else:
                worth += EXPLORATION * sqrt(log(available) / visits)
            if worth > highest:
                best, highest = label, worth
        return best

    def add(self, label: str, value: float) -> None:
        """Count a simulation that tried ``label`` and came to ``value``."""
        self.visits += 1
        stat = self.stats[label]
        stat.visits += 1
        stat.total += value
        if stat.available < stat.visits:
            stat.available = stat.visits

    def prove(self, label: str, values: Sequence[float]) -> None:
        """Keep that a move leads to ``values`` for certain, tried or not."""
        self.stats.setdefault(label, Stat())
        self.proved[label] = values

    def join(self, other: Table) -> None:
        """Add the statistics of another search of the same decision."""
        self.visits += other.visits
        for label, theirs in other.stats.items():
            mine = self.stats.setdefault(label, Stat())
            mine.visits += theirs.visits
            mine.available += theirs.available
            mine.total += theirs.total

    def best(self, player: int) -> str:
        """Return the most visited label; of several, the one worth most.

        A move that is certain to be worth less than another counts only after it.
        Of moves that all lose for certain, the most visited one was the hardest to
        refute.
        """
        certain = {label: values[player] for label, values in self.proved.items()}
        floor = max(certain.values(), default=-inf)
        labels = [la for la in self.stats if certain.get(la, floor) >= floor]
        still_open = [label for label in labels if label not in certain]
        if certain and all(self.stats[la].mean <= floor for la in still_open):
            labels = [label for label in labels if label in certain]
        return max(labels, key=self._rank)

    def _rank(self, label: str) -> tuple[int, float]:
        stat = self.stats[label]
        return stat.visits, stat.mean

    def outcome(
        self, labels: Collection[str], player: int, top: float
    ) -> Sequence[float] | None:
        """Return the values of this decision if they are certain, or None.

        They are if some move is worth ``top``, than which nothing better was seen, or
        if all of ``labels`` are certain.
        """
        if not self.proved:
            return None
        best = max(self.proved.values(), key=lambda values: values[player])
        if best[player] >= top or self.proved.keys() >= {*labels}:
            return best
        return None


class Node:
    """What follows from one sequence of moves and observations.

    Where nothing is hidden it is one state; there ``ways`` are what follows its
    ``moves``, by move.
    """

    __slots__ = ("children", "moves", "tables", "ways")

    def __init__(self) -> None:
        self.tables: dict[Hashable, Table] = {}
        self.children: dict[Hashable, Node] = {}
        self.moves: Sequence[str] | None = None
        self.ways: dict[str, Way] = {}

    def table(self, key: Hashable) -> Table:
        """Return the table of one seat, with what that seat alone knows in the key."""
        table = self.tables.get(key)
        if table is None:
            table = self.tables[key] = Table()
        return table

    def child(self, key: Hashable) -> Node:
        node = self.children.get(key)
        if node is None:
            node = self.children[key] = Node()
        return node


#: A state, its turn and its node.
Way: TypeAlias = tuple[State, Turn, Node]


class Scale:
    """The range of the values seen so far, by which they are scaled to 0…1."""

    __slots__ = ("high", "low")

    def __init__(self) -> None:
        self.low, self.high = inf, -inf

    @property
    def spread(self) -> float:
        return (self.high - self.low) or 1.0

    def see(self, values: Sequence[float]) -> None:
        self.low = min(self.low, *values)
        self.high = max(self.high, *values)

    @property
    def top(self) -> float:
        """The best value seen, if any other was; nothing is as good before that."""
        return self.high if self.high > self.low else inf
