"""Chance from a seed: the same everywhere, and fair."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from p2pgame.playtest import Chance

PINNED = [237, 273, 42, 198, 724]
SHUFFLED = "eadfcb"


def test_the_same_seed_draws_the_same_on_every_machine() -> None:
    chance = Chance("one")
    assert [chance.below(1000) for _ in range(5)] == PINNED
    assert Chance("one").shuffled("abcdef") == list(SHUFFLED)
    assert Chance("two").below(2**64) != Chance("one").below(2**64)


def test_every_number_is_equally_likely() -> None:
    chance = Chance("fair")
    drawn = Counter(chance.below(6) for _ in range(12_000))
    assert {*drawn} == {*range(6)}
    chi_square = sum((count - 2000) ** 2 / 2000 for count in drawn.values())
    assert chi_square < 20.5  # exceeded once in a thousand, at 5 degrees of freedom


def test_every_order_is_equally_likely() -> None:
    chance = Chance("mixed")
    drawn = Counter("".join(chance.shuffled("abc")) for _ in range(6000))
    assert {*drawn} == {"".join(order) for order in permutations("abc")}
    assert sum((count - 1000) ** 2 / 1000 for count in drawn.values()) < 20.5


def test_bounds_are_kept() -> None:
    chance = Chance("bounds")
    assert {chance.between(-1, 1) for _ in range(100)} == {-1, 0, 1}
    assert chance.below(1) == 0
    assert 0 <= chance.below(3**200) < 3**200
    with pytest.raises(ValueError, match="no number from 0 to below 0"):
        chance.below(0)
