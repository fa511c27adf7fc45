"""Verifiers of what is said as bytes, or judged of it, each with what it accepts."""

from __future__ import annotations

from collections.abc import Mapping

from p2pgame.protocols.arithmetic import commitment
from p2pgame.protocols.arithmetic.elgamal import Masked
from p2pgame.protocols.arithmetic.errors import ProtocolError
from p2pgame.protocols.arithmetic.group import Element, G
from p2pgame.protocols.arithmetic.transcript import Transcript
from p2pgame.protocols.classic import laps
from p2pgame.protocols.deck import reveal, stage
from p2pgame.protocols.proofs import (
    membership,
    non_membership,
    remasking,
)
from p2pgame.protocols.threshold import pvss, vss
from tests.protocols import truths as true
from tests.protocols.proofs.proof_cases import Case
from tests.protocols.table import prg


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


MESSAGES = {
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
