"""This module holds a search's statistics: what was tried, how often, and its worth.

A node is what the searching seat can tell apart.  In a node each seat that decides has
a table of its moves, so seats that decide at once select apart from each other
(*decoupled* selection).  A move's statistics are its visits, how often it was there to
be selected, and the sum of the values that followed.

Selection is UCB1 with availability counts: in another world other moves are possible,
and a rare move must not look neglected.  With many moves only the first
``4 · √visits`` that were tried compete (*progressive widening*).

Source: Cowling, Powley, Whitehouse, "Information Set Monte Carlo Tree Search" (2012),
IEEE Transactions on Computational Intelligence and AI in Games 4(2), sections IV-D
(single observer, availability counts) and IV-F (multiple observers); Tak, Lanctot,
Winands, "Monte Carlo Tree Search Variants for Simultaneous Move Games" (2014), section
III-B (decoupled UCT); Coulom, "Computing Elo Ratings of Move Patterns in the Game of
Go" (2007), section 4.2 (progressive widening).
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import log, sqrt

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
    """The moves of one seat in one node, by label."""

    __slots__ = ("stats", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.stats: dict[str, Stat] = {}

    def select(self, labels: Sequence[str], scale: Scale, lots: Lots) -> str:
        """Return the label to try, one of ``labels``, each of them once."""
        known = [label for label in labels if label in self.stats]
        widest = WIDTH * sqrt(self.visits + 1)
        if len(known) < len(labels) and len(known) < widest:
            fresh = [label for label in labels if label not in self.stats]
            label = lots.choice(fresh)
            self.stats[label] = Stat()
            return label
        low, spread = scale.low, scale.spread
        best, highest = known[0], float("-inf")
        for label in known:
            stat = self.stats[label]
            visits, available = stat.visits or 1, stat.available + 1
            stat.available = available
            worth = (stat.total / visits - low) / spread
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

    def join(self, other: Table) -> None:
        """Add the statistics of another search of the same decision."""
        self.visits += other.visits
        for label, theirs in other.stats.items():
            mine = self.stats.setdefault(label, Stat())
            mine.visits += theirs.visits
            mine.available += theirs.available
            mine.total += theirs.total

    def best(self) -> str:
        """Return the most visited label; of several, the one worth most."""
        return max(self.stats, key=lambda label: self._rank(self.stats[label]))

    def _rank(self, stat: Stat) -> tuple[int, float]:
        return stat.visits, stat.mean


class Node:
    """What follows from one sequence of moves and observations."""

    __slots__ = ("children", "tables")

    def __init__(self) -> None:
        self.tables: dict[Hashable, Table] = {}
        self.children: dict[Hashable, Node] = {}

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


class Scale:
    """The range of the values seen so far, by which they are scaled to 0…1."""

    __slots__ = ("high", "low")

    def __init__(self) -> None:
        self.low, self.high = float("inf"), float("-inf")

    @property
    def spread(self) -> float:
        return (self.high - self.low) or 1.0

    def see(self, values: Sequence[float]) -> None:
        self.low = min(self.low, *values)
        self.high = max(self.high, *values)
