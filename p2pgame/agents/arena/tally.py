"""This module says what the results of a job show: means with intervals, and a test.

What counts is a contestant's *lead* in a deal: its payoff in that deal's games less
the mean of the others' there.  Deals are independent, the games of one deal are not,
so deals are the sample.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from math import inf, log, sqrt

from p2pgame.engine.printable import signed

from .elo import Meeting
from .job import Job, Payoffs, Result

#: Standard errors on each side of a mean: 95 in 100 intervals hold the true one.
ERRORS = 1.96


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean, with the half width of its 95 % interval; infinite for one value."""

    mean: float
    margin: float
    count: int

    @classmethod
    def of(cls, values: Iterable[float]) -> Interval:
        """Return the interval of independent ``values``, of which there are some."""
        seen = [*values]
        mean = sum(seen) / len(seen)
        if len(seen) < 2:
            return cls(mean, inf, len(seen))
        variance = sum((value - mean) ** 2 for value in seen) / (len(seen) - 1)
        return cls(mean, ERRORS * sqrt(variance / len(seen)), len(seen))

    def __str__(self) -> str:
        return f"{signed(self.mean, 3)} ± {self.margin:.3f} ({self.count} deals)"


class Tally:
    """The results of a job so far, in any order."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self._won: dict[int, dict[int, Payoffs]] = defaultdict(dict)

    def add(self, result: Result) -> None:
        self._won[self.job.deal(result.game)][result.game] = result.won(self.job)

    @property
    def complete(self) -> list[list[Payoffs]]:
        """The deals of which all games are played, and their games, in order."""
        whole = [
            one for one in sorted(self._won.items()) if len(one[1]) == self.job.size
        ]
        return [[games[number] for number in sorted(games)] for _, games in whole]

    def leads(self, contestant: int = 0) -> list[float]:
        """Return by how much a contestant led in each complete deal, per game."""
        return [
            sum(leads) / len(leads)
            for games in self.complete
            for leads in (_leads(games, contestant),)
        ]

    def interval(self, contestant: int = 0) -> Interval:
        """Return the mean lead of a contestant; some deal is complete."""
        return Interval.of(self.leads(contestant))

    def games(self, contestant: int = 0) -> tuple[int, int, int]:
        """Return the games in which a contestant led, drew and trailed."""
        leads = [lead for games in self.complete for lead in _leads(games, contestant)]
        won, lost = (sum(way * lead > 0 for lead in leads) for way in (1, -1))
        return won, len(leads) - won - lost, lost

    def meetings(self) -> list[list[Meeting]]:
        """Return the meetings of each complete deal: every two in one game."""
        return [
            [
                Meeting(one, other, _score(won[one] - won[other]))
                for won in games
                for one, other in combinations(won, 2)
            ]
            for games in self.complete
        ]


def _leads(games: Iterable[Payoffs], contestant: int) -> list[float]:
    """Return a contestant's leads in those of the games that it played."""
    return [_lead(won, contestant) for won in games if contestant in won]


def _score(lead: float) -> float:
    return 1.0 if lead > 0 else 0.0 if lead < 0 else 0.5


def _lead(won: Payoffs, contestant: int) -> float:
    others = [payoff for other, payoff in won.items() if other != contestant]
    return won[contestant] - sum(others) / len(others)


@dataclass(frozen=True, slots=True)
class Sprt:
    """Wald's sequential test of whether a contestant leads in more deals than not.

    It compares a share of ``better`` of the decided deals with one of 1/2; a deal in
    which nobody leads is not decided.  Each wrong verdict has a probability of at most
    about ``risk``.

    Source: Wald, "Sequential Tests of Statistical Hypotheses" (1945), section 4.
    """

    better: float = 0.65
    risk: float = 0.02

    def verdict(self, leads: Iterable[float]) -> bool | None:
        """Return whether it leads in more, or None while that is open.

        The leads count in their order, and those after a verdict count no more.
        """
        bound = log((1 - self.risk) / self.risk)
        gain, loss = log(2 * self.better), log(2 * (1 - self.better))
        evidence = 0.0
        for lead in leads:
            evidence += gain if lead > 0 else loss if lead < 0 else 0
            if abs(evidence) >= bound:
                return evidence > 0
        return None
