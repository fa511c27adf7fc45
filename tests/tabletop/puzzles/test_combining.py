"""Combinations of undos are found one by one, the cheapest first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import islice, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pgame.tabletop.puzzles.combining import Search, combinations

#: How often each item was moved.
Depths = tuple[int, ...]


class Toy:
    """Items that were moved so often; an undo of one changes no other."""

    def __init__(self, fits: Callable[[Depths], bool], *weights: int) -> None:
        self.fits, self.weights = fits, weights
        self.undos = 0

    def undone(self, state: Depths, item: str) -> Depths | None:
        self.undos += 1
        at = int(item)
        if not state[at]:
            return None
        return (*state[:at], state[at] - 1, *state[at + 1 :])

    def claimed(self, state: Depths) -> int:
        pairs = zip(self.weights or (1,) * len(state), state, strict=True)
        return sum(weight * depth for weight, depth in pairs)

    @property
    def search(self) -> Search[Depths]:
        return Search(
            self.fits,
            lambda state: ((str(item), 1) for item in range(len(state))),
            self.undone,
            lambda state: state,
            self.claimed,
        )


def minimal(start: Depths, fits: Callable[[Depths], bool]) -> list[Depths]:
    """Return how often each item is undone in each combination that is needed whole."""
    fitting = [
        undone
        for undone in product(*(range(depth + 1) for depth in start))
        if fits(tuple(a - b for a, b in zip(start, undone, strict=True)))
    ]
    return [
        one
        for one in fitting
        if not any(other != one and less(other, one) for other in fitting)
    ]


def less(one: Depths, other: Depths) -> bool:
    return all(a <= b for a, b in zip(one, other, strict=True))


SOME_DEPTHS = st.lists(st.integers(0, 3), min_size=1, max_size=4).map(tuple)


@pytest.mark.row("R16", "R17")
@given(SOME_DEPTHS, st.sets(st.tuples(*[st.integers(0, 3)] * 4), max_size=6))
def test_all_that_are_needed_whole_are_found_once_and_no_other(
    start: Depths, wanted: set[Depths]
) -> None:
    goals = {goal[: len(start)] for goal in wanted}
    toy = Toy(lambda state: state in goals)
    found = [*combinations(toy.search, start)]
    times = [Counter(one.items) for one in found]
    undone = [tuple(each[str(n)] for n in range(len(start))) for each in times]
    assert sorted(undone) == sorted(minimal(start, toy.fits))
    for one, each in zip(found, undone, strict=True):
        assert one.state == tuple(a - b for a, b in zip(start, each, strict=True))


@pytest.mark.row("R16")
def test_the_fewest_steps_come_first_and_then_what_keeps_most() -> None:
    goals = {(2, 2, 0), (2, 1, 1), (0, 2, 2), (1, 2, 2)}
    toy = Toy(goals.__contains__, 5, 1, 3)
    assert [one.state for one in combinations(toy.search, (2, 2, 2))] == [
        (1, 2, 2),  # one step
        (2, 1, 1),  # two: 14 cells stay
        (2, 2, 0),  # two: 12
    ]


@pytest.mark.row("R17", "R19")
def test_the_first_of_very_many_costs_few_undos_and_the_next_few_more() -> None:
    count = 40
    toy = Toy(lambda state: sum(state) <= 30 * count - 2)
    found = combinations(toy.search, (30,) * count)  # 820 of two steps, and 31 ** 40
    next(found)
    first = toy.undos
    assert first <= count * (count + 1)
    assert len([*islice(found, 100)]) == 100
    assert toy.undos == first


@pytest.mark.row("R19")
def test_what_several_orders_of_undos_lead_to_is_looked_at_once() -> None:
    toy = Toy(lambda state: sum(state) == 15)
    next(combinations(toy.search, (3,) * 6))
    assert toy.undos == 6 * (1 + 6 + 21)  # after none, one and two undos of six


@pytest.mark.row("R19")
def test_a_search_ends_at_its_bound_even_if_nothing_fits() -> None:
    toy = Toy(lambda state: False)
    assert [*combinations(toy.search, (30,) * 40, most=50)] == []
    assert toy.undos <= 50 * 40
