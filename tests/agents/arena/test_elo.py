"""Elo is what it is known to be for simple scores, and what other formulas say."""

from __future__ import annotations

from itertools import combinations, product
from math import exp, inf, log10, sqrt

import pytest

from p2pgame.agents.arena.elo import Meeting, rate
from p2pgame.playtest.chance import Chance

WON, DREW, LOST = 1.0, 0.5, 0.0


def games(*scores: float) -> list[list[Meeting]]:
    """Return games of two, each a deal of its own."""
    return [[Meeting(0, 1, score)] for score in scores]


@pytest.mark.parametrize(
    ("score", "elo"), [(0.75, 190.85), (0.5, 0), (0.64, 99.95), (10 / 11, 400)]
)
def test_a_share_of_the_points_is_its_known_elo(score: float, elo: float) -> None:
    won = round(score * 1100)
    rated = rate(2, games(*[WON] * won, *[LOST] * (1100 - won)), anchor=1)
    assert rated.elos == pytest.approx([elo, 0], abs=0.01)
    assert rated.elos[0] == pytest.approx(-400 * log10(1 / score - 1))


def test_a_draw_is_half_of_a_game_won() -> None:
    drawn = rate(2, games(*[WON] * 50, *[DREW] * 50), anchor=1)
    decided = rate(2, games(*[WON] * 75, *[LOST] * 25), anchor=1)
    assert drawn.elos == pytest.approx(decided.elos)
    assert drawn.margins[0] < decided.margins[0]


def test_the_interval_of_two_is_that_of_a_share() -> None:
    rated = rate(2, games(*[WON] * 300, *[LOST] * 100), anchor=1)
    spread = 1.96 * sqrt(0.75 * 0.25 / 399)
    slope = 400 / 2.302585 / (0.75 * 0.25)
    assert rated.margins == pytest.approx([spread * slope, 0], rel=1e-4)


def likeliest(points: list[list[float]]) -> list[float]:
    """Fit by another method: each strength is its points over its expected share.

    Source: Zermelo (1929), as Hunter, "MM algorithms for generalized Bradley-Terry
    models" (2004), equation 3.
    """
    count = range(len(points))
    strengths = [1.0 for _ in count]
    for _ in range(5000):
        strengths = [
            sum(points[i])
            / sum(
                (points[i][j] + points[j][i]) / (strengths[i] + strengths[j])
                for j in count
                if j != i
            )
            for i in count
        ]
        strengths = [one / strengths[-1] for one in strengths]
    return [400 * log10(one) for one in strengths]


def field(count: int, deals: int, seed: str) -> list[list[Meeting]]:
    """Return deals in which every two meet once, the first stronger than the next."""
    chance = Chance(seed)

    def score(one: int, other: int) -> float:
        bound = 1000 / (1 + exp(-0.5 * (other - one)))
        drawn = chance.below(1000)
        return DREW if drawn < 200 else WON if drawn < bound else LOST

    pairs = [*combinations(range(count), 2)]
    return [[Meeting(i, j, score(i, j)) for i, j in pairs] for _ in range(deals)]


@pytest.mark.parametrize(("count", "deals"), [(3, 40), (5, 100), (8, 30)])
def test_a_field_is_rated_as_by_another_method(count: int, deals: int) -> None:
    rated = rate(count, field(count, deals, f"{count}"), anchor=count - 1)
    assert not rated.is_split
    assert rated.elos == pytest.approx(likeliest(rated.points), abs=0.01)


def test_intervals_hold_the_true_elo_95_times_in_100() -> None:
    """Of deals whose two games are alike, half as many are independent."""
    held = 0
    for trial in range(300):
        chance = Chance(f"trial {trial}")
        scores = [float(chance.below(100) < 70) for _ in range(100)]
        deals = [[Meeting(0, 1, score)] * 2 for score in scores]
        rated = rate(2, deals, anchor=1)
        held += abs(rated.elos[0] + 400 * log10(1 / 0.7 - 1)) < rated.margins[0]
    assert 275 <= held <= 295


def test_the_weakest_counts_as_0_and_the_order_of_names_changes_nothing() -> None:
    deals = field(4, 60, "order")
    rated = rate(4, deals)
    assert rated.anchor == min(range(4), key=rated.elos.__getitem__)
    assert min(rated.elos) == 0 == rated.margins[rated.anchor]
    turned = [[Meeting(3 - a, 3 - b, s) for a, b, s in deal] for deal in deals]
    assert rate(4, turned).elos == pytest.approx(rated.elos[::-1], abs=1e-6)
    assert rate(4, turned).margins == pytest.approx(rated.margins[::-1], abs=1e-6)


@pytest.mark.parametrize("count", [1, 10, 1000])
def test_who_wins_everything_has_a_rating_still(count: int) -> None:
    rated = rate(2, games(*[WON] * count))
    assert rated.is_split
    assert rated.elos == pytest.approx([400 * log10(2 * count + 1), 0])
    assert rated.elos[0] - rated.margins[0] < 400 * log10(2 * count)
    assert rated.margins[0] < inf


def test_a_field_is_split_where_nobody_below_took_a_point_from_above() -> None:
    above, below = ("01", "23")
    mixed = [(0, 1, WON), (1, 0, WON), (2, 3, WON), (3, 2, WON)]
    lost = [(int(a), int(b), WON) for a, b in product(above, below)]
    deal = [Meeting(*one) for one in mixed + lost]
    assert rate(4, [deal] * 9).is_split
    upset = [*deal, Meeting(3, 0, DREW)]
    assert not rate(4, [upset] * 9).is_split


def test_deals_all_alike_have_an_interval_still() -> None:
    rated = rate(2, games(*[DREW] * 100), anchor=1)
    assert rated.elos == [0, 0]
    assert rated.margins[0] == pytest.approx(1.96 * 400 / 2.302585 * sqrt(4 / 100))
