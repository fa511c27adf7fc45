"""Verifiers of proofs as objects, and of equations, each with what it accepts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from p2pgame.protocols.arithmetic import equations
from p2pgame.protocols.arithmetic.elgamal import Masked
from p2pgame.protocols.arithmetic.equations import Check, Terms
from p2pgame.protocols.arithmetic.group import Element, Scalar
from p2pgame.protocols.arithmetic.transcript import Transcript
from p2pgame.protocols.proofs import (
    dleq,
    known_content,
    ownership,
    relock,
    same_scalar,
    shuffle,
)
from tests.protocols import truths as true
from tests.protocols.table import prg


@dataclass(frozen=True)
class Case:
    """``given`` is what ``verify`` accepts, by the names of its parameters."""

    verify: Callable[..., object]
    given: Mapping[str, object]


def _ownership(key: Element, proof: ownership.Proof, place: bytes) -> None:
    ownership.verify(key, proof, Transcript(place))


def _dleq(statement: dleq.Statement, proof: dleq.Proof, place: bytes) -> None:
    dleq.verify(statement, proof, Transcript(place))


def _batch(batch: dleq.Batch, proof: dleq.BatchProof, place: bytes) -> None:
    dleq.verify_batch(batch, proof, Transcript(place))


def _check_batch(batch: dleq.Batch, proof: dleq.BatchProof, place: bytes) -> None:
    dleq.check_batch(batch, proof, Transcript(place)).verify()


def _shuffle(
    before: tuple[Masked, ...],
    after: tuple[Masked, ...],
    key: Element,
    proof: shuffle.Proof,
    place: bytes,
) -> None:
    shuffle.verify(before, after, key, proof, Transcript(place))


def _check_shuffle(
    before: tuple[Masked, ...],
    after: tuple[Masked, ...],
    key: Element,
    proof: shuffle.Proof,
    place: bytes,
) -> None:
    shuffle.check(before, after, key, proof, Transcript(place)).verify()


def _content(
    m: tuple[Scalar, ...],
    C: Mapping[int, Element],
    proof: known_content.Proof,
    place: bytes,
) -> None:
    transcript = Transcript(place)
    statement = known_content.Statement(m, [(true.ONE, P) for P in C.values()])
    equations.verify(known_content.equations(statement, proof, transcript), transcript)


def _same_scalar(
    statement: same_scalar.Statement, proof: same_scalar.Proof, place: bytes
) -> None:
    same_scalar.verify(statement, proof, Transcript(place))


def _relock(statement: relock.Statement, proof: relock.Proof, place: bytes) -> None:
    relock.verify(statement, proof, Transcript(place))


def _equations(factors: Mapping[int, Scalar], elements: Mapping[int, Element]) -> None:
    equations.verify(_terms(factors, elements), true.place())


def _check(factors: Mapping[int, Scalar], elements: Mapping[int, Element]) -> None:
    equations.check(_terms(factors, elements), true.place()).verify()


def _checks(factors: Mapping[int, Scalar], elements: Mapping[int, Element]) -> None:
    checks = [Check((terms,), true.x) for terms in _terms(factors, elements)]
    equations.verify_all((i, lambda i=i: checks[i]) for i in (0, 1))  # type: ignore[misc]


def _terms(
    factors: Mapping[int, Scalar], elements: Mapping[int, Element]
) -> list[Terms]:
    """Return two equations, of two terms each."""
    terms = [(factors[i], elements[i]) for i in range(4)]
    return [terms[:2], terms[2:]]


def proven(verify: Callable[..., object], proof: object, **statement: object) -> Case:
    return Case(verify, {**statement, "proof": proof, "place": true.PLACE})


BATCHED = dleq.prove_batch(true.BATCH, true.x, true.place(), prg("batch"))

PROOFS = {
    "ownership.verify": proven(
        _ownership,
        ownership.prove(true.SHARE, true.x, true.place(), prg("own")),
        key=true.SHARE,
    ),
    "dleq.verify": proven(
        _dleq,
        dleq.prove(true.PAIR, true.x, true.place(), prg("dleq")),
        statement=true.PAIR,
    ),
    "dleq.verify_batch": proven(_batch, BATCHED, batch=true.BATCH),
    "dleq.check_batch": proven(_check_batch, BATCHED, batch=true.BATCH),
    "shuffle.verify": Case(_shuffle, true.SHUFFLE),
    "shuffle.check": Case(_check_shuffle, true.SHUFFLE),
    "known_content.equations": Case(
        _content,
        {
            "m": true.VALUES,
            "C": {0: true.HELD},
            "proof": known_content.prove(
                known_content.Statement(true.VALUES, [(true.ONE, true.HELD)]),
                [true.VALUES[i] for i in true.ORDER],
                true.x,
                true.place(),
                prg("content"),
            ),
            "place": true.PLACE,
        },
    ),
    "same_scalar.verify": proven(
        _same_scalar,
        same_scalar.prove(true.LAP, true.x, true.ORDER, true.place(), prg("lap")),
        statement=true.LAP,
    ),
    "relock.verify": proven(
        _relock,
        relock.prove(true.LOCKED, true.x, true.NUMBERS, true.place(), prg("relock")),
        statement=true.LOCKED,
    ),
    "equations.verify": Case(_equations, true.TERMS),
    "equations.check": Case(_check, true.TERMS),
    "equations.Check.verify": Case(_check, true.TERMS),
    "equations.verify_all": Case(_checks, true.TERMS),
}
