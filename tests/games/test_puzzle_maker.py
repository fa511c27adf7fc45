"""Draws are fair, and the search finds a level with one solution."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations

import pytest

from p2pgame.games.puzzles.puzzle_maker import Draw, Entropy, unique


def bytes_of(*values: int) -> Entropy:
    """Return entropy that gives these bytes, in turn."""
    left = iter(values)
    return lambda size: bytes(next(left) for _ in range(size))


def test_a_draw_that_would_not_be_fair_is_made_again() -> None:
    assert Draw(bytes_of(255, 7)).below(3) == 1
    assert Draw(bytes_of(254)).below(3) == 2
    assert Draw(bytes_of(255)).below(255 + 1 >> 1) == 127
    assert Draw(bytes_of(1, 44)).below(300) == 0


def test_every_order_is_drawn_about_as_often() -> None:
    draw = Draw(random.Random(1).randbytes)
    count = Counter(tuple(draw.mixed("abc")) for _ in range(6_000))
    assert count.keys() == {*permutations("abc")}
    assert all(900 < times < 1_100 for times in count.values())
    assert {draw.one("xyz") for _ in range(100)} == {*"xyz"}


def test_the_first_level_with_one_solution_is_taken() -> None:
    drawn = iter([None, 0, 2, 1, 1])
    assert unique(lambda: next(drawn), lambda solutions: solutions, tries=4) == 1
    assert next(drawn) == 1
    with pytest.raises(LookupError, match="none of 3 levels"):
        unique(lambda: 2, lambda solutions: solutions, tries=3)
