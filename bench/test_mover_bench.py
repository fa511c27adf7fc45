"""How many ticks a second Mover makes.

Run with ``make bench``.  Everybody walks, and in each tick one player in ten
gives a new order.  A tick goes through the engine's gate, which judges every
order, and its state is hashed, as a table does to compare peers.  The floors
are about a third of what one core of a small cloud machine makes.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from copy import deepcopy
from time import process_time

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from p2pgame.engine import Ticked, digest, start
from p2pgame.engine.ticks import Ticks, forward
from p2pgame.games.mover.mover import ORDERS, Mover, MoverOptions
from p2pgame.games.mover.plane import MOST_STEPS, Plane

GAME = Mover()
KEYS = tuple(ORDERS)


def _walking(seats: int) -> Plane:
    """Return a plane on which everybody has far to go."""
    state = start(GAME, seats, MoverOptions(ticks=1_000_000)).state
    everybody = tuple((seat, f"u {MOST_STEPS}") for seat in range(seats))
    return forward(GAME, state, Ticked(everybody))[0]


def _orders(seats: int, givers: int, ticks: int) -> list[Ticked]:
    rng = random.Random(seats)
    return [
        Ticked(
            tuple(
                (seat, f"{rng.choice(KEYS)} {rng.randint(1, MOST_STEPS)}")
                for seat in sorted(rng.sample(range(seats), givers))
            )
        )
        for _ in range(ticks)
    ]


def _pass(state: Plane, ticked: Sequence[Ticked]) -> Plane:
    for orders in ticked:
        state, _ = forward(GAME, state, orders)
        digest(state)
    return state


@pytest.mark.parametrize(
    ("seats", "floor"), [(10, 60_000), (100, 15_000), (1_000, 1_800)]
)
def test_ticks_a_second_of_a_crowd_that_walks(
    benchmark: BenchmarkFixture, seats: int, floor: int
) -> None:
    _floor(benchmark, _walking(seats), _orders(seats, seats // 10, 200), floor)


@pytest.mark.parametrize(("seats", "floor"), [(10, 20_000), (100, 2_500), (1_000, 280)])
def test_ticks_a_second_if_everybody_gives_an_order_in_every_tick(
    benchmark: BenchmarkFixture, seats: int, floor: int
) -> None:
    _floor(benchmark, _walking(seats), _orders(seats, seats, 50), floor)


def test_a_late_order_costs_one_replay_however_many_come(
    benchmark: BenchmarkFixture,
) -> None:
    """A hundred late orders, 50 ticks back, are taken in at one look."""
    ticks = Ticks(GAME, _walking(100), seats=100, horizon=64)
    for _ in range(60):
        ticks.close()

    def come() -> None:
        late = deepcopy(ticks)
        begin = process_time()
        for player in range(100):
            late.give(10, player, "k 5")
        assert late.state.tick == 61
        spent.append(process_time() - begin)

    spent: list[float] = []
    benchmark(come)
    benchmark.extra_info["milliseconds"] = round(1000 * min(spent), 2)
    assert min(spent) < 0.003


def _floor(
    benchmark: BenchmarkFixture, state: Plane, ticked: list[Ticked], floor: int
) -> None:
    benchmark(_pass, state, ticked)
    best = min(_seconds(lambda: _pass(state, ticked)) for _ in range(10))
    rate = len(ticked) / best
    benchmark.extra_info["ticks a second"] = round(rate)
    assert rate >= floor


def _seconds(work: Callable[[], object]) -> float:
    begin = process_time()
    work()
    return process_time() - begin
