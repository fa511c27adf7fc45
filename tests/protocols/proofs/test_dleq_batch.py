"""A batch of equal logarithms has one proof, and no wrong pair passes in it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from p2pgame.protocols.arithmetic.errors import InvalidEncoding, InvalidProof
from p2pgame.protocols.arithmetic.group import IDENTITY, G, Scalar, multiply_sum
from p2pgame.protocols.arithmetic.transcript import Transcript
from p2pgame.protocols.proofs import dleq
from p2pgame.protocols.proofs.dleq import (
    Batch,
    BatchProof,
    Proof,
    prove_batch,
    verify_batch,
)
from tests.protocols.proofs.logarithms import (
    BATCH,
    BATCH_PROOF,
    COMMITTED,
    ELSEWHERE,
    ENTROPY,
    PAIRS,
    PROOF,
    STATEMENT,
    H,
    one,
    place,
    refused,
    some,
    x,
    zero,
)
from tests.protocols.weak_hash import Hears, forgetting


def batch_refused(batch: Batch, proof: BatchProof) -> None:
    with pytest.raises(InvalidProof):
        verify_batch(batch, proof, place())


@pytest.mark.parametrize("m", [1, 2, 5])
def test_an_honest_batch_is_accepted(m: int) -> None:
    batch = Batch(BATCH.A, PAIRS[:m])
    proof = prove_batch(batch, x, place(), ENTROPY)
    verify_batch(batch, proof, place())


def test_a_batch_proof_survives_the_wire() -> None:
    assert len(BATCH_PROOF.encode()) == 96
    assert BatchProof.decode(BATCH_PROOF.encode()) == BATCH_PROOF


@pytest.mark.pitfall(8)
@pytest.mark.parametrize("size", [0, 32, 64, 95, 97, 128])
def test_a_batch_proof_of_another_length_is_refused(size: int) -> None:
    with pytest.raises(InvalidEncoding):
        BatchProof.decode(bytes(size))


@pytest.mark.pitfall(32)
@pytest.mark.parametrize(
    "batch",
    [
        pytest.param(replace(BATCH, A=some("A")), id="A"),
        pytest.param(replace(BATCH, A=-BATCH.A), id="-A"),
        pytest.param(replace(BATCH, pairs=()), id="no pair"),
        pytest.param(replace(BATCH, pairs=PAIRS[:-1]), id="one pair less"),
        pytest.param(replace(BATCH, pairs=(*PAIRS, PAIRS[0])), id="one pair twice"),
        pytest.param(
            replace(BATCH, pairs=(*PAIRS, (H, x * H))), id="another true pair"
        ),
        pytest.param(replace(BATCH, pairs=PAIRS[::-1]), id="another order"),
        pytest.param(
            replace(BATCH, pairs=tuple((B, H) for H, B in PAIRS)), id="sides swapped"
        ),
    ],
)
def test_another_batch_is_refused(batch: Batch) -> None:
    batch_refused(batch, BATCH_PROOF)


@pytest.mark.pitfall(32)
@pytest.mark.parametrize("i", range(len(PAIRS)))
@pytest.mark.parametrize("side", [0, 1])
def test_a_batch_with_one_changed_element_is_refused(i: int, side: int) -> None:
    pairs = [list(pair) for pair in PAIRS]
    pairs[i][side] += G
    changed = Batch(BATCH.A, tuple((H, B) for H, B in pairs))
    batch_refused(changed, BATCH_PROOF)
    batch_refused(changed, prove_batch(changed, x, place(), ENTROPY))


@pytest.mark.pitfall(32)
@pytest.mark.parametrize(
    "proof",
    [
        pytest.param(replace(BATCH_PROOF, S=BATCH_PROOF.S + G), id="S"),
        pytest.param(replace(BATCH_PROOF, S=-BATCH_PROOF.S), id="-S"),
        pytest.param(replace(BATCH_PROOF, S=IDENTITY), id="no S"),
        pytest.param(replace(BATCH_PROOF, c=BATCH_PROOF.c + one), id="c"),
        pytest.param(replace(BATCH_PROOF, c=zero), id="no c"),
        pytest.param(replace(BATCH_PROOF, z=BATCH_PROOF.z + one), id="z"),
        pytest.param(replace(BATCH_PROOF, z=zero), id="no z"),
        pytest.param(BatchProof(IDENTITY, zero, zero), id="nothing"),
    ],
)
def test_a_batch_proof_with_a_changed_field_is_refused(proof: BatchProof) -> None:
    batch_refused(BATCH, proof)


def forge_batch(hears: Hears) -> tuple[Batch, BatchProof]:
    """Return a false batch, and a proof with an ``S`` that is chosen after ``c``."""
    transcript, false = hears(b"test"), replace(BATCH, pairs=((H, some("B")), *PAIRS))
    w = dleq._weights(false, transcript)
    k = Scalar(31337)
    c = dleq._challenge(k * G, some("any S"), transcript)
    z = k - c * x
    S = multiply_sum(w, [z * P + c * B for P, B in false.pairs])
    return false, BatchProof(S, c, z)


@pytest.mark.pitfall(1)
def test_a_forger_who_counts_on_a_hash_without_S_fails() -> None:
    weak = forgetting(COMMITTED, 1)
    false, proof = forge_batch(weak)
    verify_batch(false, proof, weak(b"test"))
    false, proof = forge_batch(Transcript)
    with pytest.raises(InvalidProof):
        verify_batch(false, proof, Transcript(b"test"))


@pytest.mark.pitfall(3)
@pytest.mark.pitfall(24)
@pytest.mark.parametrize("transcript", ELSEWHERE)
def test_a_batch_proof_holds_only_where_it_was_made(transcript: str) -> None:
    with pytest.raises(InvalidProof):
        verify_batch(BATCH, BATCH_PROOF, ELSEWHERE[transcript]())


@pytest.mark.pitfall(12)
@pytest.mark.parametrize(
    "batch",
    [
        pytest.param(replace(BATCH, A=IDENTITY), id="A"),
        pytest.param(replace(BATCH, pairs=(*PAIRS, (IDENTITY, H))), id="H"),
        pytest.param(replace(BATCH, pairs=(*PAIRS, (H, IDENTITY))), id="B"),
        pytest.param(replace(BATCH, pairs=((IDENTITY, IDENTITY),)), id="a pair"),
        pytest.param(replace(BATCH, pairs=()), id="no pair"),
    ],
)
def test_a_batch_about_nothing_is_refused(batch: Batch) -> None:
    with pytest.raises(ValueError):
        prove_batch(batch, x, place(), ENTROPY)
    batch_refused(batch, BATCH_PROOF)


def weights(batch: Batch) -> list[Scalar]:
    transcript = place()
    transcript.append(b"dleq batch", batch.A, batch.pairs)
    return [transcript.challenge(b"dleq weight") for _ in batch.pairs]


@pytest.mark.pitfall(27)
def test_two_wrong_pairs_do_not_make_up_for_each_other() -> None:
    D, (first, second, *rest) = some("D"), PAIRS
    w = weights(BATCH)
    # By equal amounts; and by amounts that the weights of the true batch cancel.
    for k, l in ((one, one), (w[1], w[0])):
        pairs = ((first[0], first[1] + k * D), (second[0], second[1] - l * D), *rest)
        false = Batch(BATCH.A, pairs)
        batch_refused(false, BATCH_PROOF)
        batch_refused(false, prove_batch(false, x, place(), ENTROPY))


@pytest.mark.pitfall(27)
@pytest.mark.parametrize(
    "other",
    [
        pytest.param(replace(BATCH, A=some("A")), id="A"),
        pytest.param(replace(BATCH, pairs=(*PAIRS[:-1], (H, PAIRS[-1][1]))), id="H"),
        pytest.param(replace(BATCH, pairs=(*PAIRS[:-1], (PAIRS[-1][0], H))), id="B"),
    ],
)
def test_every_weight_depends_on_every_element(other: Batch) -> None:
    assert len({*weights(BATCH), *weights(other)}) == 2 * len(PAIRS)


def test_a_batch_of_one_is_not_a_statement() -> None:
    batch = Batch(STATEMENT.A, ((STATEMENT.H, STATEMENT.B),))
    batch_refused(batch, BatchProof(PROOF.z * H + PROOF.c * batch.A, PROOF.c, PROOF.z))
    proof = prove_batch(batch, x, place(), ENTROPY)
    refused(STATEMENT, Proof(proof.c, proof.z))
