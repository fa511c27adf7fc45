"""What the arithmetic and the small proofs cost.

Run with ``make bench``.  The group adds a few per cent to what libsodium takes.
"""

from __future__ import annotations

from hashlib import shake_256

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from p2pgame.protocols.arithmetic.elgamal import mask, remask
from p2pgame.protocols.arithmetic.group import (
    Element,
    G,
    Scalar,
    hash_to_group,
    multiply_sum,
)
from p2pgame.protocols.arithmetic.transcript import Transcript
from p2pgame.protocols.proofs import dleq, ownership
from p2pgame.protocols.proofs.dleq import Batch, Statement

ENTROPY = shake_256(b"bench").digest

k, x = Scalar.random(ENTROPY), Scalar(2**251 + 12345)
P, Q = hash_to_group(b"bench", b"P"), hash_to_group(b"bench", b"Q")
STATEMENT = Statement(G, P, x * G, x * P)


def batch_of(m: int) -> Batch:
    bases = [hash_to_group(b"bench", bytes([i])) for i in range(m)]
    return Batch(x * G, tuple((H, x * H) for H in bases))


def place() -> Transcript:
    return Transcript(b"bench")


def test_multiplication(benchmark: BenchmarkFixture) -> None:
    benchmark(lambda: k * P)


def test_base_multiplication(benchmark: BenchmarkFixture) -> None:
    benchmark(lambda: k * G)


def test_addition(benchmark: BenchmarkFixture) -> None:
    benchmark(lambda: P + Q)


def test_decoding(benchmark: BenchmarkFixture) -> None:
    benchmark(Element.decode, P.encode())


def test_hashing_to_the_group(benchmark: BenchmarkFixture) -> None:
    benchmark(hash_to_group, b"bench", b"data")


def test_scalar_multiplication_modulo_the_order(benchmark: BenchmarkFixture) -> None:
    benchmark(lambda: k * x)


def test_sum_of_52_products(benchmark: BenchmarkFixture) -> None:
    benchmark(multiply_sum, [k] * 52, [P] * 52)


def test_transcript_takes_104_elements(benchmark: BenchmarkFixture) -> None:
    transcript, deck = place(), [P, Q] * 52
    benchmark(lambda: transcript.append(b"deck", deck))


def test_challenge(benchmark: BenchmarkFixture) -> None:
    transcript = place()
    benchmark(transcript.challenge, b"challenge")


def test_remasking(benchmark: BenchmarkFixture) -> None:
    masked = mask(P, Q, k)
    benchmark(remask, masked, Q, k)


def test_ownership_prove(benchmark: BenchmarkFixture) -> None:
    key = x * G
    benchmark(lambda: ownership.prove(key, x, place(), ENTROPY))


def test_ownership_verify(benchmark: BenchmarkFixture) -> None:
    key = x * G
    proof = ownership.prove(key, x, place(), ENTROPY)
    benchmark(lambda: ownership.verify(key, proof, place()))


def test_dleq_prove(benchmark: BenchmarkFixture) -> None:
    benchmark(lambda: dleq.prove(STATEMENT, x, place(), ENTROPY))


def test_dleq_verify(benchmark: BenchmarkFixture) -> None:
    proof = dleq.prove(STATEMENT, x, place(), ENTROPY)
    benchmark(lambda: dleq.verify(STATEMENT, proof, place()))


@pytest.mark.parametrize("m", [1, 5, 13, 52])
def test_dleq_prove_batch(benchmark: BenchmarkFixture, m: int) -> None:
    batch = batch_of(m)
    benchmark(lambda: dleq.prove_batch(batch, x, place(), ENTROPY))


@pytest.mark.parametrize("m", [1, 5, 13, 52])
def test_dleq_verify_batch(benchmark: BenchmarkFixture, m: int) -> None:
    batch = batch_of(m)
    proof = dleq.prove_batch(batch, x, place(), ENTROPY)
    benchmark(lambda: dleq.verify_batch(batch, proof, place()))
