from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from p2pgame.protocols.arithmetic.errors import InvalidEncoding, InvalidProof
from p2pgame.protocols.arithmetic.group import (
    IDENTITY,
    ORDER,
    Element,
    G,
    Scalar,
    hash_to_group,
)
from p2pgame.protocols.arithmetic.transcript import Item, Transcript
from p2pgame.protocols.proofs import relock
from p2pgame.protocols.proofs.relock import Proof, Statement, prove, verify
from tests.protocols.classic.locked import parts, with_part
from tests.protocols.proofs.shuffled import Part, Recording
from tests.protocols.table import prg

PLACE = b"table 1, hand 2, player 3"
ONE = Scalar(1)
s = Scalar.random(prg("secret"))
KEYS = tuple(Scalar.random(prg(f"key {i}")) for i in range(4))
FOREIGN = hash_to_group(b"test card", b"foreign")
BEFORE = tuple(hash_to_group(b"test card", b"%d" % i) for i in range(4))
LOCKED = Statement(
    s * G,
    BEFORE,
    tuple(k * s.inverse() * P for k, P in zip(KEYS, BEFORE, strict=True)),
    tuple(k * G for k in KEYS),
)


def proof_of(
    statement: Statement,
    *,
    secret: Scalar = s,
    keys: tuple[Scalar, ...] = KEYS,
    transcript: Transcript | None = None,
) -> Proof:
    """Run the honest prover, whatever it is asked to prove."""
    transcript = transcript or Transcript(PLACE)
    return prove(statement, secret, keys, transcript, prg("prover"))


@cache
def honest() -> Proof:
    return proof_of(LOCKED)


def check(
    proof: Proof, statement: Statement = LOCKED, transcript: Transcript | None = None
) -> None:
    verify(statement, proof, transcript or Transcript(PLACE))


def refused(
    proof: Proof, statement: Statement = LOCKED, transcript: Transcript | None = None
) -> None:
    with pytest.raises(InvalidProof):
        check(proof, statement, transcript)


def test_an_honest_change_of_locks_is_proven_and_read_back() -> None:
    check(honest())
    data = honest().encode()
    assert len(data) == relock.size(4) == 32 * 4 + 64
    assert Proof.decode(data, 4) == honest()


def first(
    cards: tuple[Element, ...], change: Callable[[Element], Element]
) -> tuple[Element, ...]:
    return (change(cards[0]), *cards[1:])


@pytest.mark.pitfall(6)
@pytest.mark.parametrize("part", ["S", "before", "after", "locks"])
def test_every_part_of_the_statement_must_be_true(part: str) -> None:
    """The honest prover's code is run on what is false, and on what is changed."""
    old = LOCKED
    lies = {
        "S": replace(old, S=old.S + G),
        "before": replace(old, before=first(old.before, lambda P: P + FOREIGN)),
        "after": replace(old, after=first(old.after, lambda P: P + FOREIGN)),
        "locks": replace(old, locks=first(old.locks, lambda P: P + G)),
    }
    refused(proof_of(lies[part]), lies[part])
    refused(honest(), lies[part])


@pytest.mark.pitfall(6)
@pytest.mark.pitfall(16)
def test_cards_that_change_places_or_make_up_for_each_other_are_refused() -> None:
    a, b, *rest = LOCKED.after
    for after in (
        (b, a, *rest),
        (a + FOREIGN, b - FOREIGN, *rest),
        (Scalar(2) * a, Scalar(2).inverse() * b, *rest),
        (a, KEYS[1] * KEYS[0].inverse() * a, *rest),
    ):
        lie = replace(LOCKED, after=after)
        refused(proof_of(lie), lie)


def test_a_false_witness_is_refused() -> None:
    refused(proof_of(LOCKED, secret=s + ONE))
    refused(proof_of(LOCKED, keys=(KEYS[1], KEYS[0], *KEYS[2:])))


def test_keys_and_secret_times_one_factor_are_another_witness_and_refused() -> None:
    """Then all cards are as they should be, but S and the locks are not theirs."""
    two = Scalar(2)
    refused(proof_of(LOCKED, secret=two * s, keys=tuple(two * k for k in KEYS)))


@pytest.mark.pitfall(12)
@pytest.mark.parametrize("part", ["S", "before", "after", "locks"])
def test_the_identity_is_refused(part: str) -> None:
    old = LOCKED
    lies = {
        "S": replace(old, S=IDENTITY),
        "before": replace(old, before=first(old.before, lambda _: IDENTITY)),
        "after": replace(old, after=first(old.after, lambda _: IDENTITY)),
        "locks": replace(old, locks=first(old.locks, lambda _: IDENTITY)),
    }
    refused(proof_of(lies[part]), lies[part])


@pytest.mark.pitfall(12)
def test_a_key_of_zero_opens_nothing_and_is_refused() -> None:
    keys = (Scalar(0), *KEYS[1:])
    lie = replace(
        LOCKED,
        after=(IDENTITY, *LOCKED.after[1:]),
        locks=(IDENTITY, *LOCKED.locks[1:]),
    )
    refused(proof_of(lie, keys=keys), lie)


@pytest.mark.pitfall(3)
def test_a_proof_holds_in_its_place_only() -> None:
    refused(honest(), transcript=Transcript(b"table 1, hand 3, player 3"))


@pytest.mark.pitfall(1)
@pytest.mark.pitfall(26)
@pytest.mark.parametrize("place", range(6))
def test_every_part_of_a_proof_is_checked(place: int) -> None:
    data = honest().encode()
    new = Scalar.decode(parts(data)[place]) + ONE
    refused(Proof.decode(with_part(data, place, new.encode()), 4))


@pytest.mark.pitfall(1)
def test_the_challenge_comes_after_all_that_was_said_before_it() -> None:
    transcript = Recording(PLACE)
    check(honest(), transcript=transcript)
    (heard,) = transcript.heard_before
    proof = honest()
    sent: set[Part] = {proof.z * G + proof.c * LOCKED.S}
    for z, P, R, K in zip(
        proof.z_keys, BEFORE, LOCKED.after, LOCKED.locks, strict=True
    ):
        sent |= {z * G + proof.c * K, proof.z * R - z * P}
    assert len(sent) == 9
    statement = {G, LOCKED.S, *BEFORE, *LOCKED.after, *LOCKED.locks}
    assert heard >= sent | statement


class Deaf(Transcript):
    """A hash that leaves out the differences of cards: weak Fiat–Shamir."""

    def append(self, label: bytes, *items: Item) -> None:
        if label == b"relock commitment":
            items = items[:2]
        super().append(label, *items)


@pytest.mark.pitfall(1)
@pytest.mark.parametrize("hears", [Deaf, Transcript])
def test_cards_are_bound_by_the_challenge(hears: type[Transcript]) -> None:
    lie = replace(LOCKED, after=first(LOCKED.after, lambda P: P + FOREIGN))
    proof = proof_of(lie, transcript=hears(PLACE))
    if hears is Deaf:
        check(proof, lie, Deaf(PLACE))
    else:
        refused(proof, lie)


@pytest.mark.pitfall(8)
def test_lengths_that_do_not_fit_are_refused() -> None:
    old, proof = LOCKED, honest()
    for lie in (
        replace(old, before=old.before[1:]),
        replace(old, after=old.after[1:]),
        replace(old, locks=old.locks[1:]),
        replace(old, locks=(*old.locks, G)),
    ):
        refused(proof, lie)
    refused(replace(proof, z_keys=proof.z_keys[1:]))
    data = proof.encode()
    for other in (b"", data[:-1], data[:-32], data + b"\0", data + bytes(32)):
        with pytest.raises(InvalidEncoding):
            Proof.decode(other, 4)


@pytest.mark.pitfall(11)
@pytest.mark.parametrize("place", range(6))
def test_a_scalar_has_one_encoding(place: int) -> None:
    data = honest().encode()
    alias = int.from_bytes(parts(data)[place], "little") + ORDER
    with pytest.raises(InvalidEncoding):
        Proof.decode(with_part(data, place, alias.to_bytes(32, "little")), 4)


@pytest.mark.pitfall(18)
def test_equal_randomness_never_repeats_a_nonce() -> None:
    elsewhere = proof_of(LOCKED, transcript=Transcript(b"elsewhere"))
    one, other = honest(), elsewhere
    assert proof_of(LOCKED) == one
    nonces = [(p.z + p.c * s, *_nonces(p)) for p in (one, other)]
    assert len({nonce for each in nonces for nonce in each}) == 10


def _nonces(proof: Proof) -> list[Scalar]:
    return [z + proof.c * k for z, k in zip(proof.z_keys, KEYS, strict=True)]
