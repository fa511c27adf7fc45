"""A proof that two logarithms are equal is for one statement and one occasion."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import pytest

from p2pgame.protocols.arithmetic.errors import InvalidEncoding, InvalidProof
from p2pgame.protocols.arithmetic.group import IDENTITY, Element, G, Scalar
from p2pgame.protocols.arithmetic.transcript import Transcript
from p2pgame.protocols.proofs import dleq
from p2pgame.protocols.proofs.dleq import (
    BatchProof,
    Proof,
    Statement,
    prove,
    prove_batch,
    verify,
)
from tests.protocols.proofs.logarithms import (
    BATCH,
    BATCH_PROOF,
    COMMITTED,
    ELSEWHERE,
    ENTROPY,
    PROOF,
    STATED,
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


def test_an_honest_proof_is_accepted() -> None:
    verify(STATEMENT, PROOF, place())


def test_any_base_will_do() -> None:
    # A remasked card: the witness is the masking factor, the second base a key.
    P = some("P")
    statement = Statement(P, H, x * P, x * H)
    verify(statement, prove(statement, x, place(), ENTROPY), place())


def test_a_proof_survives_the_wire() -> None:
    assert len(PROOF.encode()) == 64
    assert Proof.decode(PROOF.encode()) == PROOF


@pytest.mark.pitfall(8)
@pytest.mark.parametrize("size", [0, 32, 63, 65, 96])
def test_a_proof_of_another_length_is_refused(size: int) -> None:
    with pytest.raises(InvalidEncoding):
        Proof.decode(bytes(size))


@pytest.mark.pitfall(1)
@pytest.mark.pitfall(32)
@pytest.mark.parametrize("field", ["G", "H", "A", "B"])
def test_another_statement_is_refused(field: str) -> None:
    for P in (some("other"), -getattr(STATEMENT, field), STATEMENT.B + STATEMENT.A):
        refused(replace(STATEMENT, **{field: P}), PROOF)


@pytest.mark.pitfall(1)
def test_a_true_statement_about_another_base_is_refused() -> None:
    P = some("P")
    refused(replace(STATEMENT, H=P, B=x * P), PROOF)
    refused(replace(STATEMENT, G=P, A=x * P), PROOF)
    refused(Statement(STATEMENT.H, STATEMENT.G, STATEMENT.B, STATEMENT.A), PROOF)


@pytest.mark.pitfall(32)
@pytest.mark.parametrize(
    "proof",
    [
        pytest.param(replace(PROOF, c=PROOF.c + one), id="c"),
        pytest.param(replace(PROOF, c=-PROOF.c), id="-c"),
        pytest.param(replace(PROOF, c=zero), id="no c"),
        pytest.param(replace(PROOF, z=PROOF.z + one), id="z"),
        pytest.param(replace(PROOF, z=-PROOF.z), id="-z"),
        pytest.param(replace(PROOF, z=zero), id="no z"),
        pytest.param(Proof(PROOF.z, PROOF.c), id="c and z swapped"),
        pytest.param(Proof(zero, zero), id="nothing"),
    ],
)
def test_a_proof_with_a_changed_field_is_refused(proof: Proof) -> None:
    refused(STATEMENT, proof)


@pytest.mark.pitfall(3)
@pytest.mark.pitfall(24)
@pytest.mark.parametrize("transcript", ELSEWHERE)
def test_a_proof_holds_only_where_it_was_made(transcript: str) -> None:
    with pytest.raises(InvalidProof):
        verify(STATEMENT, PROOF, ELSEWHERE[transcript]())


@pytest.mark.parametrize("B", [(x + one) * H, x * G, some("B")])
def test_a_false_statement_has_no_proof(B: Element) -> None:
    false = replace(STATEMENT, B=B)
    refused(false, prove(false, x, place(), ENTROPY))


@pytest.mark.pitfall(12)
@pytest.mark.parametrize("field", ["G", "H", "A", "B"])
def test_a_statement_about_the_identity_is_refused(field: str) -> None:
    trivial = replace(STATEMENT, **{field: IDENTITY})
    with pytest.raises(ValueError):
        prove(trivial, x, place(), ENTROPY)
    refused(trivial, PROOF)


@pytest.mark.pitfall(12)
def test_nothing_is_proved_by_a_witness_of_zero() -> None:
    trivial = Statement(G, H, IDENTITY, IDENTITY)
    k = Scalar(99)
    c = challenge(Transcript, trivial, k * G, k * H)
    refused(trivial, Proof(c, k))


# Hashing less than everything: each forger replaces one value after the fact, and
# would win if that value were left out of the hash.

Forgery: TypeAlias = tuple[Statement, Proof]


def challenge(hears: Hears, statement: Statement, R: Element, S: Element) -> Scalar:
    """Return the challenge of whoever hears so: of the verifier's own code."""
    transcript = place(hears=hears)
    dleq._append(transcript, statement)
    return dleq._challenge(R, S, transcript)


def forge_without_B(hears: Hears) -> Forgery:
    w, S = Scalar(31337), some("S")
    c = challenge(hears, STATEMENT, w * G, S)
    z = w - c * x
    return replace(STATEMENT, B=c.inverse() * (S - z * H)), Proof(c, z)


def forge_without_A(hears: Hears) -> Forgery:
    w, R = Scalar(31337), some("R")
    c = challenge(hears, STATEMENT, R, w * H)
    z = w - c * x
    return replace(STATEMENT, A=c.inverse() * (R - z * G)), Proof(c, z)


def forge_without_H(hears: Hears) -> Forgery:
    w, S = Scalar(31337), some("S")
    c = challenge(hears, STATEMENT, w * G, S)
    z = w - c * x
    forged = z.inverse() * (S - c * STATEMENT.B)
    return replace(STATEMENT, H=forged), Proof(c, z)


def forge_without_G(hears: Hears) -> Forgery:
    w, R = Scalar(31337), some("R")
    c = challenge(hears, STATEMENT, R, w * H)
    z = w - c * x
    forged = z.inverse() * (R - c * STATEMENT.A)
    return replace(STATEMENT, G=forged), Proof(c, z)


def forge_without_R(hears: Hears) -> Forgery:
    w, false = Scalar(31337), replace(STATEMENT, A=some("A"))
    c = challenge(hears, false, G, w * H)
    return false, Proof(c, w - c * x)


def forge_without_S(hears: Hears) -> Forgery:
    w, false = Scalar(31337), replace(STATEMENT, B=some("B"))
    c = challenge(hears, false, w * G, G)
    return false, Proof(c, w - c * x)


@pytest.mark.pitfall(1)
@pytest.mark.parametrize(
    ("forge", "weak"),
    [
        (forge_without_G, forgetting(STATED, 0)),
        (forge_without_H, forgetting(STATED, 1)),
        (forge_without_A, forgetting(STATED, 2)),
        (forge_without_B, forgetting(STATED, 3)),
        (forge_without_R, forgetting(COMMITTED, 0)),
        (forge_without_S, forgetting(COMMITTED, 1)),
    ],
)
def test_a_forger_who_counts_on_a_weak_hash_fails(
    forge: Callable[[Hears], Forgery], weak: Hears
) -> None:
    """A verifier with such a hash would believe it; ours does not."""
    verify(*forge(weak), place(hears=weak))
    refused(*forge(Transcript))


@pytest.mark.pitfall(18)
def test_a_broken_source_of_entropy_does_not_give_the_secret_away() -> None:
    """With one nonce for two challenges, x would be the slope between them."""
    P = some("P")
    statements = [STATEMENT, replace(STATEMENT, H=P, B=x * P)]
    proofs: list[Proof | BatchProof] = [
        prove(statement, x, place(seat=seat), bytes)
        for statement in statements
        for seat in (1, 2)
    ]
    proofs += [prove_batch(BATCH, x, place(seat=seat), bytes) for seat in (1, 2)]
    for p in proofs:
        for q in proofs:
            if p is not q:
                assert (p.z - q.z) * (q.c - p.c).inverse() != x


@pytest.mark.pitfall(18)
def test_equal_inputs_give_equal_proofs_and_fresh_bytes_fresh_ones() -> None:
    assert prove(STATEMENT, x, place(), ENTROPY) == PROOF
    assert prove(STATEMENT, x, place(), bytes) != PROOF
    assert prove_batch(BATCH, x, place(), ENTROPY) == BATCH_PROOF
    assert prove_batch(BATCH, x, place(), bytes) != BATCH_PROOF
