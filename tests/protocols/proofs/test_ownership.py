from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from hashlib import shake_256
from typing import TypeAlias

import pytest

from p2pgame.protocols.arithmetic.errors import InvalidEncoding, InvalidProof
from p2pgame.protocols.arithmetic.group import (
    IDENTITY,
    Element,
    G,
    Scalar,
    hash_to_group,
)
from p2pgame.protocols.arithmetic.transcript import Transcript
from p2pgame.protocols.proofs.ownership import Proof, prove, verify
from tests.protocols.weak_hash import HONEST, Forgetful, Hears, forgetting

ENTROPY = shake_256(b"ownership").digest

x, one = Scalar(2**251 + 12345), Scalar(1)
KEY, OTHER = x * G, Scalar(777) * G
ROSTER = (b"Ann", b"Ben", b"Cid")


def place(
    *,
    table: bytes = b"table 1",
    seat: int = 1,
    roster: tuple[bytes, ...] = ROSTER,
    hears: Hears = Transcript,
) -> Transcript:
    transcript = hears(b"key share")
    transcript.append(b"place", table, seat, roster)
    return transcript


PROOF = prove(KEY, x, place(), ENTROPY)


def refused(key: Element, proof: Proof, transcript: Transcript) -> None:
    with pytest.raises(InvalidProof):
        verify(key, proof, transcript)


def test_an_honest_proof_is_accepted() -> None:
    verify(KEY, PROOF, place())


def test_a_proof_survives_the_wire() -> None:
    assert len(PROOF.encode()) == 64
    assert Proof.decode(PROOF.encode()) == PROOF


@pytest.mark.pitfall(32)
@pytest.mark.parametrize(
    "proof",
    [
        pytest.param(replace(PROOF, R=PROOF.R + G), id="R"),
        pytest.param(replace(PROOF, R=-PROOF.R), id="-R"),
        pytest.param(replace(PROOF, R=IDENTITY), id="no R"),
        pytest.param(replace(PROOF, z=PROOF.z + one), id="z"),
        pytest.param(replace(PROOF, z=-PROOF.z), id="-z"),
        pytest.param(replace(PROOF, z=Scalar(0)), id="no z"),
        pytest.param(Proof(IDENTITY, Scalar(0)), id="nothing"),
    ],
)
def test_a_proof_with_a_changed_field_is_refused(proof: Proof) -> None:
    refused(KEY, proof, place())


@pytest.mark.pitfall(3)
@pytest.mark.pitfall(24)
@pytest.mark.parametrize(
    "transcript",
    [
        pytest.param(lambda: place(table=b"table 2"), id="another table"),
        pytest.param(lambda: place(seat=2), id="another seat"),
        pytest.param(lambda: place(roster=(*ROSTER, b"Dan")), id="another player"),
        pytest.param(lambda: place(roster=ROSTER[::-1]), id="another order"),
        pytest.param(lambda: Transcript(b"key share"), id="nowhere"),
    ],
)
def test_a_proof_holds_only_where_it_was_made(
    transcript: Callable[[], Transcript],
) -> None:
    refused(KEY, PROOF, transcript())


@pytest.mark.pitfall(4)
def test_a_rogue_key_has_no_proof() -> None:
    # KEY + OTHER + rogue == a * G, so a alone would open every card.
    a = Scalar(4242)
    rogue = a * G - KEY - OTHER
    refused(rogue, prove(rogue, a, place(), ENTROPY), place())
    refused(rogue, prove(a * G, a, place(), ENTROPY), place())


@pytest.mark.pitfall(4)
@pytest.mark.parametrize(
    "key",
    [
        pytest.param(OTHER, id="somebody else's key"),
        pytest.param(-KEY, id="a key that cancels this one"),
        pytest.param(KEY + KEY, id="its double"),
        pytest.param(KEY + G, id="its neighbour"),
    ],
)
def test_a_proof_is_for_one_key(key: Element) -> None:
    refused(key, PROOF, place())


@pytest.mark.pitfall(4)
def test_a_copied_key_cannot_bring_its_proof_along() -> None:
    verify(KEY, PROOF, place(seat=1))
    refused(KEY, PROOF, place(seat=2))


@pytest.mark.pitfall(4)
def test_a_key_without_a_proof_is_refused() -> None:
    with pytest.raises(InvalidEncoding):
        Proof.decode(b"")


@pytest.mark.pitfall(4)
@pytest.mark.pitfall(12)
def test_the_identity_is_nobodys_key() -> None:
    zero = Scalar(0)
    with pytest.raises(ValueError):
        prove(IDENTITY, zero, place(), ENTROPY)
    k = Scalar(99)
    refused(IDENTITY, Proof(k * G, k), place())


Forger: TypeAlias = Callable[[Hears], tuple[Element, Proof]]


def challenge(hears: Hears, key: Element, R: Element, *, seat: int = 1) -> Scalar:
    """Return what the verifier's own code asks of whoever says so."""
    transcript = place(hears=hears, seat=seat)
    refused(key, Proof(R, one), transcript)
    assert isinstance(transcript, Forgetful)
    return transcript.asked[0]


def forge_if_the_key_is_not_hashed(hears: Hears) -> tuple[Element, Proof]:
    R, z = hash_to_group(b"test", b"R"), Scalar(31337)
    c = challenge(hears, OTHER, R)
    return c.inverse() * (z * G - R), Proof(R, z)


def forge_if_the_commitment_is_not_hashed(hears: Hears) -> tuple[Element, Proof]:
    key, z = hash_to_group(b"test", b"key"), Scalar(31337)
    c = challenge(hears, key, G)
    return key, Proof(z * G - c * key, z)


@pytest.mark.pitfall(1)
@pytest.mark.parametrize(
    ("forge", "weak"),
    [
        (forge_if_the_key_is_not_hashed, forgetting(b"ownership statement", 1)),
        (forge_if_the_commitment_is_not_hashed, forgetting(b"ownership commitment", 0)),
    ],
)
def test_a_forger_who_counts_on_a_weak_hash_fails(forge: Forger, weak: Hears) -> None:
    """A verifier with such a hash would believe it; ours does not."""
    key, proof = forge(weak)
    verify(key, proof, place(hears=weak))
    key, proof = forge(HONEST)
    refused(key, proof, place())


@pytest.mark.pitfall(18)
def test_a_broken_source_of_entropy_does_not_give_the_secret_away() -> None:
    # With one nonce for two challenges, x would be the slope between them.
    p, q = prove(KEY, x, place(seat=1), bytes), prove(KEY, x, place(seat=2), bytes)
    c, d = (challenge(HONEST, KEY, R, seat=i) for i, R in enumerate((p.R, q.R), 1))
    assert p.z * G == p.R + c * KEY
    assert (p.z - q.z) * (c - d).inverse() != x
    assert p.R != q.R


@pytest.mark.pitfall(18)
def test_equal_inputs_give_equal_proofs_and_fresh_bytes_fresh_ones() -> None:
    assert prove(KEY, x, place(), ENTROPY) == PROOF
    assert prove(KEY, x, place(), bytes).R != PROOF.R


def test_a_proof_does_not_show_the_secret() -> None:
    assert str(x.value) not in repr(PROOF)
    assert str(PROOF.z.value) not in repr(PROOF)
