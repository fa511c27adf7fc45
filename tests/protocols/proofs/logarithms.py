"""Equal logarithms to test with: a statement and a batch, and a proof of each."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import shake_256

import pytest

from p2pgame.protocols.arithmetic.errors import InvalidProof
from p2pgame.protocols.arithmetic.group import Element, G, Scalar, hash_to_group
from p2pgame.protocols.arithmetic.transcript import Transcript
from p2pgame.protocols.proofs.dleq import (
    Batch,
    Proof,
    Statement,
    prove,
    prove_batch,
    verify,
)
from tests.protocols.weak_hash import Hears

ENTROPY = shake_256(b"dleq").digest

#: Under which labels a statement and a commitment are hashed.
STATED, COMMITTED = b"dleq statement", b"dleq commitment"

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
