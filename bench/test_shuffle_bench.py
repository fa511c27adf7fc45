"""What a shuffle of 52 cards costs, in multiplications of one element.

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

from p2pgame.protocols.arithmetic.elgamal import Masked, start
from p2pgame.protocols.arithmetic.group import Element, G, Scalar, hash_to_group
from p2pgame.protocols.arithmetic.transcript import Transcript
from p2pgame.protocols.proofs import shuffle
from p2pgame.protocols.proofs.shuffle import Proof
from p2pgame.protocols.proofs.witness import Witness

CARDS = 52
KEY = Scalar.random(secrets.token_bytes) * G
START = tuple(start(hash_to_group(b"bench card", bytes([i]))) for i in range(CARDS))

Deck = tuple[Masked, ...]
Measure = Callable[[Callable[[], object], int], None]


@pytest.fixture(scope="module")
def deck() -> Deck:
    return shuffle.shuffle(START, KEY, secrets.token_bytes)[0]


@pytest.fixture(scope="module")
def shuffled(deck: Deck) -> tuple[Deck, Witness]:
    return shuffle.shuffle(deck, KEY, secrets.token_bytes)


@pytest.fixture(scope="module")
def proof(deck: Deck, shuffled: tuple[Deck, Witness]) -> Proof:
    return prove(deck, *shuffled)


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


def prove(before: Deck, after: Deck, witness: Witness) -> Proof:
    transcript = Transcript(b"bench")
    return shuffle.prove(before, after, KEY, witness, transcript, secrets.token_bytes)


def test_shuffling(measure: Measure, deck: Deck) -> None:
    measure(lambda: shuffle.shuffle(deck, KEY, secrets.token_bytes), 130)


def test_proving(measure: Measure, deck: Deck, shuffled: tuple[Deck, Witness]) -> None:
    measure(lambda: prove(deck, *shuffled), 560)


def test_verifying(
    measure: Measure, deck: Deck, shuffled: tuple[Deck, Witness], proof: Proof
) -> None:
    after, _ = shuffled
    measure(lambda: shuffle.verify(deck, after, KEY, proof, Transcript(b"bench")), 400)


def test_decoding_a_proof(measure: Measure, proof: Proof) -> None:
    data = proof.encode()
    assert len(data) <= 5500
    measure(lambda: Proof.decode(data, CARDS), 10)


def test_decoding_a_deck(measure: Measure, deck: Deck) -> None:
    cards = [masked.encode() for masked in deck]
    measure(lambda: [Masked.decode(data) for data in cards], 20)


def test_multiplying(benchmark: BenchmarkFixture) -> None:
    k, P = Scalar.random(secrets.token_bytes), hash_to_group(b"bench", b"P")
    product: Element = benchmark(lambda: k * P)
    assert not product.is_identity
