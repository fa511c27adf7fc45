"""This module rates contestants in Elo, by what they scored against each other.

A contestant that is rated d higher scores 1 / (1 + 10^(-d/400)) of the games; a draw is
half a game won.  The ratings are those under which the scores are most likely.  There
are none such if some contestants took nothing at all from the others: each pair is
then given one drawn game more, and the field is said to be *split*.

Intervals are of the differences to one contestant, the anchor.  Games of one deal
depend on each other, so the intervals follow from how scores vary between deals.  In a
split field, or if all deals are alike, they follow from the likelihood, as if all games
were independent.

Source: Bradley and Terry, "Rank Analysis of Incomplete Block Designs" (1952); Ford,
"Solution of a Ranking Problem from Binary Comparisons" (1957), for when there are
ratings; Liang and Zeger, "Longitudinal Data Analysis Using Generalized Linear Models"
(1986), theorem 2, for the variance between deals.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from math import exp, log, log1p, sqrt
from typing import NamedTuple, TypeAlias

from .matrix import Matrix, Vector, inverse, reached, times, without, zeros

#: Elo points in one unit of the model's log odds.
SCALE = 400 / log(10)
#: Standard errors on each side of a rating: 95 in 100 intervals hold the true one.
ERRORS = 1.96
#: A variance between deals below this is none, in squared log odds.
NO_SPREAD = 1e-12
#: A fit ends when no rating moves by more, in log odds, or after so many steps.
STILL, STEPS = 1e-12, 100
#: The share of a likelihood's logarithm, which is negative, that rounding may take.
ROUNDED = 1e-12


class Meeting(NamedTuple):
    """Two contestants in one game, and what the first scored: 1, 1/2 or 0."""

    one: int
    other: int
    score: float


Deal: TypeAlias = Iterable[Meeting]


@dataclass(frozen=True, slots=True)
class Ratings:
    """The ``elos`` of contestants above the anchor, and half widths of 95 % intervals.

    ``points[i][j]`` is what i scored against j.
    """

    elos: Vector
    margins: Vector
    anchor: int
    is_split: bool
    points: Matrix


def rate(count: int, deals: Sequence[Deal], anchor: int | None = None) -> Ratings:
    """Return the ratings of ``count`` contestants, every two of whom met.

    Without an ``anchor`` it is the weakest contestant, of equals the last.
    """
    points = _points(count, chain.from_iterable(deals))
    is_split = not _is_connected(points)
    fitted = _with_draws(points) if is_split else points
    odds = _most_likely(fitted)
    if anchor is None:
        anchor = min(range(count), key=lambda one: (round(odds[one], 9), -one))
    likely = inverse(without(_information(fitted, odds), anchor))
    variances = [likely[n][n] for n in range(count - 1)]
    if not is_split and len(deals) > 1:
        parts = [_gradient(_points(count, deal), odds) for deal in deals]
        spread = _spread(likely, [_but(part, anchor) for part in parts])
        pairs = zip(spread, variances, strict=True)
        variances = [seen if seen > NO_SPREAD else alike for seen, alike in pairs]
    variances.insert(anchor, 0.0)
    return Ratings(
        [SCALE * (one - odds[anchor]) for one in odds],
        [SCALE * ERRORS * sqrt(one) for one in variances],
        anchor,
        is_split,
        points,
    )


def _points(count: int, meetings: Deal) -> Matrix:
    points = zeros(count)
    for one, other, score in meetings:
        points[one][other] += score
        points[other][one] += 1 - score
    return points


def _is_connected(points: Matrix) -> bool:
    """Return whether any two took points from each other, at least through others."""
    turned = [[*column] for column in zip(*points, strict=True)]
    return all(len(reached(matrix)) == len(points) for matrix in (points, turned))


def _with_draws(points: Matrix) -> Matrix:
    """Return the points with one drawn game more between every two who met."""
    count = range(len(points))
    met = [[points[i][j] + points[j][i] > 0 for j in count] for i in count]
    return [[points[i][j] + 0.5 * met[i][j] for j in count] for i in count]


def _most_likely(points: Matrix) -> Vector:
    """Return the log odds of each contestant, the first one's being 0.

    Newton's method; a step that makes the points less likely is halved.
    """
    odds = [0.0] * len(points)
    for _ in range(STEPS):
        slope = _but(_gradient(points, odds), 0)
        step = [0.0, *times(inverse(without(_information(points, odds), 0)), slope)]
        while max(map(abs, step)) > STILL:
            further = [now + more for now, more in zip(odds, step, strict=True)]
            before = _likelihood(points, odds)
            if _likelihood(points, further) >= before * (1 + ROUNDED):
                break
            step = [more / 2 for more in step]
        else:
            break
        odds = further
    return odds


def _likelihood(points: Matrix, odds: Vector) -> float:
    """Return the logarithm of how likely the points are, but for a constant."""
    return -sum(
        score * _log1pexp(odds[j] - odds[i])
        for i, row in enumerate(points)
        for j, score in enumerate(row)
    )


def _log1pexp(x: float) -> float:
    return x + log1p(exp(-x)) if x > 0 else log1p(exp(x))


def _expected(odds: Vector, one: int, other: int) -> float:
    """Return what one scores against another in a game."""
    return exp(-_log1pexp(odds[other] - odds[one]))


def _gradient(points: Matrix, odds: Vector) -> Vector:
    """Return by how much each contestant scored more than its rating says."""
    return [
        sum(
            score - (score + points[j][i]) * _expected(odds, i, j)
            for j, score in enumerate(row)
        )
        for i, row in enumerate(points)
    ]


def _information(points: Matrix, odds: Vector) -> Matrix:
    """Return the Fisher information: less the log likelihood's second derivatives."""
    found = zeros(len(points))
    for i, row in enumerate(points):
        for j, score in enumerate(row):
            chances = _expected(odds, i, j) * _expected(odds, j, i)
            weight = (score + points[j][i]) * chances
            found[i][i] += weight
            found[i][j] -= weight
    return found


def _spread(likely: Matrix, parts: Sequence[Vector]) -> Vector:
    """Return each rating's variance by how the deals' gradients vary."""
    moved = [times(likely, part) for part in parts]
    correction = len(parts) / (len(parts) - 1)
    return [
        correction * sum(x * x for x in along) for along in zip(*moved, strict=True)
    ]


def _but(vector: Vector, index: int) -> Vector:
    return vector[:index] + vector[index + 1 :]
