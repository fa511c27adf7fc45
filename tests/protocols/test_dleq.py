from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from hashlib import shake_256
from typing import TypeAlias

import pytest

from protocols import dleq
from protocols.dleq import (
    Batch,
    BatchProof,
    Proof,
    Statement,
    prove,
    prove_batch,
    verify,
    verify_batch,
)
from protocols.errors import InvalidEncoding, InvalidProof
from protocols.group import (
    IDENTITY,
    Element,
    G,
    Scalar,
    hash_to_group,
    multiply_sum,
)
from protocols.transcript import Transcript
from tests.protocols.weak_hash import Hears, forgetting

ENTROPY = shake_256(b"dleq").digest

x, one, zero = Scalar(2**251 + 12345), Scalar(1), Scalar(0)


def some(name: str) -> Element:
    return hash_to_group(b"test", name.encode())


H = some("H")
STATEMENT = Statement(G, H, x * G, x * H)
PAIRS = tuple((some(f"H {i}"), x * some(f"H {i}")) for i in range(5))
BATCH = Batch(x * G, PAIRS)


def place(
    *,
    table: bytes = b"table 1",
    hand: int = 1,
    seat: int = 2,
    hears: Hears = Transcript,
) -> Transcript:
    transcript = hears(b"reveal")
    transcript.append(b"place", table, hand, seat)
    return transcript


PROOF = prove(STATEMENT, x, place(), ENTROPY)
BATCH_PROOF = prove_batch(BATCH, x, place(), ENTROPY)

ELSEWHERE: dict[str, Callable[[], Transcript]] = {
    "another table": lambda: place(table=b"table 2"),
    "another hand": lambda: place(hand=2),
    "another seat": lambda: place(seat=1),
    "nowhere": lambda: Transcript(b"reveal"),
}


def refused(statement: Statement, proof: Proof) -> None:
    with pytest.raises(InvalidProof):
        verify(statement, proof, place())


def batch_refused(batch: Batch, proof: BatchProof) -> None:
    with pytest.raises(InvalidProof):
        verify_batch(batch, proof, place())


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


STATED, COMMITTED = b"dleq statement", b"dleq commitment"


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
