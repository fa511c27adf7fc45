"""What the laps of a commutative deck of 52 cards cost, in multiplications.

Each figure is the best of its rounds over the best time of ``k * P`` in the
same run, both of the processor's time, so it says the same on a slow or a busy
machine; ``extra_info`` keeps it, and a figure above its ceiling fails.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from time import process_time
from timeit import repeat

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from p2pgame.protocols.arithmetic.group import Scalar, hash_to_group
from p2pgame.protocols.classic import laps
from p2pgame.protocols.classic.commutative_deck import card_points
from p2pgame.protocols.classic.laps import First, Second, Seed, Stage

FACES = tuple(rank + suit for suit in "♠♥♦♣" for rank in "23456789TJQKA")
START = laps.start((0, 1), card_points(FACES), b"bench", proved=True)
SEED = Seed.draw(0, START, secrets.token_bytes)
S, ORDER = SEED.mixing(START)

Measure = Callable[[Callable[[], object], int], None]

pytestmark = pytest.mark.benchmark(timer=process_time)


@pytest.fixture(params=[False, True], ids=["unproved", "proved"])
def proved(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.fixture
def measure(benchmark: BenchmarkFixture) -> Measure:
    def measure(work: Callable[[], object], ceiling: int) -> None:
        before = multiplication()
        benchmark(work)
        one = min(before, multiplication())
        if benchmark.stats is not None:  # None when benchmarks are switched off
            figure = benchmark.stats.stats.min / one
            benchmark.extra_info["multiplications"] = round(figure, 1)
            assert figure <= ceiling

    return measure


def multiplication() -> float:
    """Return the seconds that one scalar multiplication takes."""
    k, P = Scalar.random(secrets.token_bytes), hash_to_group(b"bench", b"P")
    times = repeat(lambda: k * P, timer=process_time, number=50, repeat=20)
    return min(times) / 50


def first(proved: bool) -> First:
    message = laps.first_turn(START, SEED, secrets.token_bytes, proved=proved)
    return First.decode(START, 0, message, proved=proved)


def second(mine: First) -> Second:
    message = laps.second_turn(mine.after, SEED, mine, secrets.token_bytes)
    return Second.decode(mine.after, 0, message, mine.S)


def test_the_first_lap(measure: Measure) -> None:
    measure(lambda: laps.mix(START.cards, S, ORDER), 60)


def test_the_second_lap(measure: Measure) -> None:
    keys = SEED.keys(START)
    measure(lambda: laps.change_locks(START.cards, S, keys), 60)


def test_making_locks(measure: Measure) -> None:
    keys = SEED.keys(START)
    measure(lambda: laps.locks(keys), 25)


def test_a_turn_of_the_first_lap(measure: Measure, proved: bool) -> None:
    def turn(stage: Stage = START) -> bytes:
        return laps.first_turn(stage, SEED, secrets.token_bytes, proved=proved)

    measure(turn, 530 if proved else 60)


def test_a_turn_of_the_second_lap(measure: Measure, proved: bool) -> None:
    mine = first(proved)

    def turn() -> bytes:
        return laps.second_turn(mine.after, SEED, mine, secrets.token_bytes)

    measure(turn, 170 if proved else 85)


def test_decoding_both_turns(measure: Measure, proved: bool) -> None:
    mine = first(proved)
    one = laps.first_turn(START, SEED, secrets.token_bytes, proved=proved)
    two = laps.second_turn(mine.after, SEED, mine, secrets.token_bytes)

    def decode() -> None:
        First.decode(START, 0, one, proved=proved)
        Second.decode(mine.after, 0, two, mine.S)

    measure(decode, 30)


def test_verifying_the_first_lap(measure: Measure) -> None:
    measure(first(proved=True).verify, 240)


def test_verifying_the_second_lap(measure: Measure) -> None:
    measure(second(first(proved=True)).verify, 225)


def test_auditing_a_player(measure: Measure) -> None:
    one = first(proved=False)
    two = second(one)
    measure(lambda: laps.audit(one, two, SEED), 140)
