"""Every verifier there is, each with something true that it accepts.

A case is a function that hands what it is given to one verifier, and what to
give it: the statement, what the prover said, and the place that both are bound
to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from protocols.arithmetic import commitment, equations
from protocols.arithmetic.elgamal import Masked
from protocols.arithmetic.equations import Check, Terms
from protocols.arithmetic.errors import ProtocolError
from protocols.arithmetic.group import Element, G, Scalar
from protocols.arithmetic.transcript import Transcript
from protocols.classic import laps
from protocols.deck import reveal, stage
from protocols.proofs import (
    dleq,
    known_content,
    membership,
    non_membership,
    ownership,
    relock,
    remasking,
    same_scalar,
    shuffle,
)
from protocols.threshold import pvss, vss
from tests.protocols import truths as true
from tests.protocols.table import prg


@dataclass(frozen=True)
class Case:
    """``given`` is what ``verify`` accepts, by the names of its parameters."""

    verify: Callable[..., object]
    given: Mapping[str, object]


# Proofs


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


# Messages


def _membership(
    message: bytes,
    cards: tuple[Masked, ...],
    points: tuple[Element, ...],
    share: Element,
    place: bytes,
) -> None:
    membership.verify(message, cards, points, share, Transcript(place))


def _non_membership(
    message: bytes,
    cards: tuple[Masked, ...],
    refused: tuple[Element, ...],
    share: Element,
    place: bytes,
) -> None:
    non_membership.verify(message, cards, refused, share, Transcript(place))


def _masked(C1s: tuple[Element, ...]) -> list[Masked]:
    """Return cards with these first halves, which alone a token is about."""
    return [Masked(C1, G) for C1 in C1s]


def _reveal(
    message: bytes, C1s: tuple[Element, ...], share: Element, place: bytes
) -> None:
    reveal.verify(message, _masked(C1s), share, Transcript(place))


def _reveal_all(
    messages: tuple[bytes, ...],
    C1s: tuple[Element, ...],
    shares: tuple[Element, ...],
    place: bytes,
) -> None:
    if len(messages) != len(shares):
        raise ProtocolError("the table asks for one message of each player")
    claims = [
        reveal.Claim(player, message, _masked(C1s), share, Transcript(place))
        for player, (message, share) in enumerate(zip(messages, shares, strict=True))
    ]
    reveal.verify_all(claims)


def _remasking(message: bytes, before: Masked, key: Element, place: bytes) -> None:
    remasking.verify(message, before, key, Transcript(place))


def _pvss(dealing: pvss.Dealing, keys: Mapping[int, Element], place: bytes) -> None:
    pvss.verify(dealing, keys, Transcript(place))


def _decryption(message: bytes, share: Element, key: Element, place: bytes) -> None:
    pvss.verify_decryption(message, share, key, Transcript(place))


def _vss(
    context: bytes, shares: Mapping[int, Element], dealer: int, dealing: vss.Dealing
) -> None:
    vss.verify(true.occasion(context, shares), dealer, dealing)


def _judge(context: bytes, shares: Mapping[int, Element], complaint: bytes) -> None:
    """Raise unless the dealer is blamed for what 1 complains of."""
    try:
        vss.judge(
            true.occasion(context, shares),
            {0: true.BAD_DEALING, 2: true.DEALING},
            1,
            complaint,
        )
    except ProtocolError as error:
        if error.culprit != 0:
            raise


def _opening(
    sealed: bytes, context: bytes, player: int, value: bytes, nonce: bytes
) -> None:
    commitment.open_(sealed, context, player, value, nonce)


def _stage(before: stage.Stage, player: int, message: bytes) -> None:
    stage.verify(stage.decode(before, player, message))


def _stages(before: stage.Stage, messages: Mapping[int, bytes]) -> None:
    claims = []
    for player, message in messages.items():
        claims.append(stage.decode(before, player, message))
        before = claims[-1].after
    stage.verify_all(claims)


def _first(before: laps.Stage, player: int, message: bytes) -> None:
    laps.First.decode(before, player, message, proved=True).verify()


def _second(before: laps.Stage, player: int, message: bytes, S: Element) -> None:
    laps.Second.decode(before, player, message, S).verify()


def _audit(first: bytes, second: bytes, identity: bytes, data: bytes) -> None:
    start = laps.Stage(true.POINTS, identity)
    one = laps.First.decode(start, 0, first, proved=False)
    two = laps.Second.decode(one.after, 0, second, None)
    laps.audit(one, two, laps.Seed(0, data))


def proven(verify: Callable[..., object], proof: object, **statement: object) -> Case:
    return Case(verify, {**statement, "proof": proof, "place": true.PLACE})


BATCHED = dleq.prove_batch(true.BATCH, true.x, true.place(), prg("batch"))

#: By module and name, every public verifier of :mod:`protocols`.
CASES = {
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
    "membership.verify": Case(
        _membership,
        {
            "message": membership.prove(
                true.CARDS,
                true.POINTS,
                (0, 1, 2),
                true.x,
                true.place(),
                prg("membership"),
            ),
            "cards": true.CARDS,
            "points": true.POINTS,
            "share": true.SHARE,
            "place": true.PLACE,
        },
    ),
    "non_membership.verify": Case(
        _non_membership,
        {
            "message": non_membership.prove(
                true.CARDS,
                true.OTHERS,
                true.x,
                true.place(),
                prg("non-membership"),
            ),
            "cards": true.CARDS,
            "refused": true.OTHERS,
            "share": true.SHARE,
            "place": true.PLACE,
        },
    ),
    "reveal.verify": Case(
        _reveal,
        {
            "message": true.TOKENS[0],
            "C1s": tuple(card.C1 for card in true.CARDS),
            "share": true.SHARES[0],
            "place": true.PLACE,
        },
    ),
    "reveal.verify_all": Case(
        _reveal_all,
        {
            "messages": true.TOKENS,
            "C1s": tuple(card.C1 for card in true.CARDS),
            "shares": tuple(true.SHARES.values()),
            "place": true.PLACE,
        },
    ),
    "remasking.verify": Case(
        _remasking,
        {
            "message": true.REMASKED,
            "before": true.CARDS[0],
            "key": true.SHARE,
            "place": true.PLACE,
        },
    ),
    "pvss.verify": Case(
        _pvss, {"dealing": true.PVSS, "keys": true.SHARES, "place": true.PLACE}
    ),
    "pvss.verify_decryption": Case(
        _decryption,
        {
            "message": pvss.decrypt(
                true.PVSS.shares[1], true.NUMBERS[1], true.place(), prg("show")
            ),
            "share": true.PVSS.shares[1],
            "key": true.SHARES[1],
            "place": true.PLACE,
        },
    ),
    "vss.verify": Case(
        _vss,
        {
            "context": true.PLACE,
            "shares": true.SHARES,
            "dealer": 2,
            "dealing": true.DEALING,
        },
    ),
    "vss.judge": Case(
        _judge,
        {"context": true.PLACE, "shares": true.SHARES, "complaint": true.COMPLAINT},
    ),
    "commitment.open_": Case(
        _opening,
        {
            "sealed": commitment.commit(true.PLACE, 3, b"rock", bytes(32)),
            "context": true.PLACE,
            "player": 3,
            "value": b"rock",
            "nonce": bytes(32),
        },
    ),
    "stage.verify": Case(
        _stage, {"before": true.PILE, "player": 1, "message": true.MIX}
    ),
    "stage.verify_all": Case(
        _stages,
        {"before": true.PILE, "messages": {1: true.MIX, 2: true.MIX_AGAIN}},
    ),
    "laps.First.verify": Case(
        _first, {"before": true.START, "player": 0, "message": true.FIRST}
    ),
    "laps.Second.verify": Case(
        _second,
        {
            "before": true.SAID.after,
            "player": 0,
            "message": true.SECOND,
            "S": true.SAID.S,
        },
    ),
    "laps.audit": Case(
        _audit,
        {
            "first": true.PLAIN_FIRST,
            "second": true.PLAIN_SECOND,
            "identity": true.PLAIN.identity,
            "data": true.SEED.data,
        },
    ),
}
