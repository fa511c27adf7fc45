"""This module makes a table of what a job's results show, the strongest first.

The strongest is who leads by most.  Elo counts only who won each game, so it may differ
where games are won by amounts, as in poker.
"""

from __future__ import annotations

from dataclasses import dataclass

from p2pgame.agents.registry import find
from p2pgame.engine import Refusal

from .elo import Ratings, rate
from .tally import Interval, Tally

#: Its Elo is 0, if it plays; else the weakest contestant's is.
ZERO = "random"


@dataclass(frozen=True, slots=True)
class Standing:
    """One contestant's line; its games count only deals that are complete."""

    contestant: int
    name: str
    display: str
    won: int
    drawn: int
    lost: int
    lead: Interval
    elo: float
    margin: float

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost


@dataclass(frozen=True, slots=True)
class Standings:
    """``lines`` are by lead; ``shares[i][j]`` is what line i scored against line j.

    It is a share of the games that they had together, and None on the diagonal.  The
    line ``zero`` has Elo 0; ``is_split``: see :mod:`.elo`.
    """

    tally: Tally
    deals: int
    lines: tuple[Standing, ...]
    shares: tuple[tuple[float | None, ...], ...]
    is_split: bool
    zero: int

    @property
    def games(self) -> int:
        return self.deals * self.tally.job.size


def standings(tally: Tally) -> Standings:
    """Return the table of a job of which some deal is complete."""
    job = tally.job
    anchor = job.contestants.index(ZERO) if ZERO in job.contestants else None
    ratings = rate(len(job.contestants), tally.meetings(), anchor)
    lead = [tally.interval(one) for one in range(len(job.contestants))]
    order = sorted(
        range(len(lead)),
        key=lambda one: (-round(lead[one].mean, 9), -round(ratings.elos[one], 6), one),
    )
    displays = _displays(job.contestants, job.game)
    lines = tuple(
        Standing(
            one,
            job.contestants[one],
            displays[one],
            *tally.games(one),
            lead[one],
            ratings.elos[one],
            ratings.margins[one],
        )
        for one in order
    )
    return Standings(
        tally,
        len(tally.complete),
        lines,
        tuple(tuple(_share(ratings, i, j) for j in order) for i in order),
        ratings.is_split,
        order.index(ratings.anchor),
    )


def _share(ratings: Ratings, one: int, other: int) -> float | None:
    mine, theirs = ratings.points[one][other], ratings.points[other][one]
    return mine / (mine + theirs) if mine + theirs else None


def _displays(names: tuple[str, ...], game: str) -> list[str]:
    """Return names for people; of those who are there twice each has a number."""
    shown = [_display(name, game) for name in names]
    return [
        f"{one} {shown[: n + 1].count(one)}" if shown.count(one) > 1 else one
        for n, one in enumerate(shown)
    ]


def _display(name: str, game: str) -> str:
    try:
        return find(name, game).display
    except Refusal:
        return name
