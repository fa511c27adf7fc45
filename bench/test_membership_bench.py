"""What it costs to show that cards hold some faces, in multiplications.

Each figure is the best of its rounds over the best time of ``k * P`` in the
same run, so it says the same on a slow machine; ``extra_info`` keeps it, and a
figure above its ceiling fails.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from timeit import repeat

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from p2pgame.protocols.arithmetic.elgamal import Masked, mask
from p2pgame.protocols.arithmetic.group import G, Scalar, hash_to_group
from p2pgame.protocols.arithmetic.transcript import Transcript
from p2pgame.protocols.proofs import membership

FACES = tuple(hash_to_group(b"bench face", bytes([i])) for i in range(39))
x = Scalar.random(secrets.token_bytes)
SHARE = x * G

#: Cards, points, and ceilings: an ace of a suit; none of a suit in five and in
#: thirteen cards.
HANDS = [
    pytest.param(1, 13, 50, 65, id="1 card of 13 faces"),
    pytest.param(5, 39, 700, 920, id="5 cards of 39 faces"),
    pytest.param(13, 39, 1850, 2400, id="13 cards of 39 faces"),
]

Measure = Callable[[Callable[[], object], int], None]


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
    return min(repeat(lambda: k * P, number=50, repeat=20)) / 50


def hand_of(n: int, k: int) -> tuple[list[Masked], list[int]]:
    places = [3 * i % k for i in range(n)]
    factors = (Scalar.random(secrets.token_bytes) for _ in places)
    cards = [mask(FACES[j], SHARE, r) for j, r in zip(places, factors, strict=True)]
    return cards, places


def prove(cards: list[Masked], k: int, places: list[int]) -> bytes:
    transcript = Transcript(b"bench")
    return membership.prove(
        cards, FACES[:k], places, x, transcript, secrets.token_bytes
    )


@pytest.mark.parametrize(("n", "k", "proving", "verifying"), HANDS)
def test_proving(
    measure: Measure, n: int, k: int, proving: int, verifying: int
) -> None:
    cards, places = hand_of(n, k)
    measure(lambda: prove(cards, k, places), proving)


@pytest.mark.parametrize(("n", "k", "proving", "verifying"), HANDS)
def test_verifying(
    measure: Measure, n: int, k: int, proving: int, verifying: int
) -> None:
    cards, places = hand_of(n, k)
    proof = prove(cards, k, places)
    assert len(proof) == 64 * n * k

    def verify() -> None:
        membership.verify(proof, cards, FACES[:k], SHARE, Transcript(b"bench"))

    measure(verify, verifying)
