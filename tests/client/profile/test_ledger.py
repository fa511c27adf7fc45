"""Who pays whom: everybody gets what is due, in the fewest payments."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2pgame.client.profile.ledger import SEARCHED, payments


def fewest(balances: tuple[int, ...]) -> int:
    """Return the fewest payments: in some order, groups that end at a sum of 0."""
    people = [one for one in balances if one]
    least = len(people)
    for order in permutations(people):
        total, groups = 0, 0
        for one in order:
            total += one
            groups += total == 0
        least = min(least, len(people) - groups)
    return least


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(-6, 6), max_size=6))
def test_everybody_is_paid_what_is_due_in_the_fewest_payments(some: list[int]) -> None:
    balances = (*some, -sum(some))
    paid = [0] * len(balances)
    found = payments(balances)
    for payer, payee, amount in found:
        assert amount > 0
        paid[payer] -= amount
        paid[payee] += amount
    assert tuple(paid) == balances
    assert len(found) == fewest(balances)


def test_points_that_do_not_add_up_to_nothing_are_paid_by_nobody() -> None:
    assert payments((3, 1)) == ()


@pytest.mark.parametrize("pairs", [7, 12])
def test_of_many_people_too_each_is_paid(pairs: int) -> None:
    balances = [amount for n in range(1, pairs + 1) for amount in (n, -n)]
    found = payments(balances)
    is_least = len(balances) <= SEARCHED
    assert len(found) == pairs if is_least else len(found) < len(balances)
