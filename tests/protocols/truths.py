"""True statements of every kind, what proves them, and what to change in them."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping

from p2pgame.protocols.arithmetic import commitment
from p2pgame.protocols.arithmetic.elgamal import mask
from p2pgame.protocols.arithmetic.group import (
    IDENTITY,
    Element,
    G,
    Scalar,
    hash_to_group,
)
from p2pgame.protocols.arithmetic.transcript import Transcript
from p2pgame.protocols.classic import laps
from p2pgame.protocols.deck import reveal, stage
from p2pgame.protocols.proofs import dleq, relock, remasking, same_scalar
from p2pgame.protocols.threshold import pvss, vss
from p2pgame.protocols.threshold.keys import Keys
from tests.protocols.proofs.shuffled import honest
from tests.protocols.table import prg

ONE, PLACE = Scalar(1), b"table 1, hand 2, player 3"
NUMBERS = tuple(Scalar.random(prg(f"number {i}")) for i in range(3))
#: Elements of which nobody knows a relation.
POINTS = tuple(hash_to_group(b"test", bytes([i])) for i in range(3))
OTHERS = tuple(hash_to_group(b"test", bytes([i])) for i in (3, 4))
x = Scalar.random(prg("secret"))
SHARE = x * G
CARDS = tuple(mask(P, SHARE, r) for P, r in zip(POINTS, NUMBERS, strict=True))
ORDER = (2, 0, 1)
SECRETS = dict(enumerate(NUMBERS))
SHARES = {player: secret * G for player, secret in SECRETS.items()}


def place() -> Transcript:
    return Transcript(PLACE)


def changes(value: object) -> Iterator[tuple[str, object]]:
    """Yield all that ``value`` is tried as instead, and what was changed."""
    match value:
        case Element():
            yield "moved", value + G
            yield "identity", IDENTITY
        case Scalar():
            yield "moved", value + ONE
        case int():
            yield "next", value + 1
        case bytes():
            for at in range(0, len(value), 32):
                yield f"byte {at}", _flipped(value, at)
            yield "shorter", value[:-1]
            yield "longer", value + b"\0"
        case tuple():
            for i, item in enumerate(value):
                for what, other in changes(item):
                    yield f"{i} {what}", (*value[:i], other, *value[i + 1 :])
            yield "shorter", value[:-1]
            yield "longer", (*value, value[-1])
            if len(value) > 1:
                yield "swapped", (value[1], value[0], *value[2:])
        case Mapping():
            for key, item in value.items():
                for what, other in changes(item):
                    yield f"{key} {what}", {**value, key: other}
        case _ if dataclasses.is_dataclass(value) and not isinstance(value, type):
            for field in dataclasses.fields(value):
                for what, other in changes(getattr(value, field.name)):
                    changed = dataclasses.replace(value, **{field.name: other})
                    yield f"{field.name} {what}", changed
        case _:
            raise TypeError(f"nothing is known to change a {type(value)} to")


def _flipped(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


def occasion(context: bytes, shares: Mapping[int, Element]) -> vss.Occasion:
    return vss.Occasion.of([*shares], Keys(shares), 2, context)


MIXED = laps.mix(POINTS, x, ORDER)
RELOCKED = laps.change_locks(POINTS, x, NUMBERS)
LAP = same_scalar.Statement(POINTS, MIXED, SHARE)
LOCKED = relock.Statement(SHARE, POINTS, RELOCKED, laps.locks(NUMBERS))
PAIR = dleq.Statement(G, POINTS[0], SHARE, x * POINTS[0])
BATCH = dleq.Batch(SHARE, tuple((P, x * P) for P in POINTS))
SHUFFLED = honest(3)

VALUES = tuple(map(Scalar, (4, 5, 6)))
HELD = commitment.commit_vector([VALUES[i] for i in ORDER], x)
TERMS = {
    "factors": dict(enumerate((x, -ONE, x, -ONE))),
    "elements": dict(enumerate((G, SHARE, POINTS[0], x * POINTS[0]))),
}
REMASKED = remasking.remask(CARDS[0], SHARE, place(), prg("remask"))
TOKENS = tuple(
    reveal.prove(CARDS, secret, place(), prg("tokens")) for secret in SECRETS.values()
)
PVSS = pvss.deal(NUMBERS[:2], SHARES, place(), prg("dealing"))
OCCASION = occasion(PLACE, SHARES)
DEALING = vss.deal(OCCASION, 2, SECRETS[2], prg("vss"))


def _bad_dealing() -> vss.Dealing:
    """Return a dealing of 0's in which the share of 1 does not fit."""
    one = vss.deal(OCCASION, 0, SECRETS[0], prg("bad"))
    return dataclasses.replace(one, shares={**one.shares, 1: one.shares[1] + ONE})


BAD_DEALING = _bad_dealing()
COMPLAINT = vss.complain(OCCASION, BAD_DEALING, 0, 1, SECRETS[1], prg("complain"))
PILE = stage.Stage(SHARE, CARDS, bytes(32))
MIX = stage.mix(PILE, 1, prg("mix"))
MIX_AGAIN = stage.mix(stage.decode(PILE, 1, MIX).after, 2, prg("mix again"))
START = laps.start((0, 1), POINTS, PLACE, proved=True)
SEED = laps.Seed(0, bytes(range(32)))
FIRST = laps.first_turn(START, SEED, prg("first"), proved=True)
SAID = laps.First.decode(START, 0, FIRST, proved=True)
SECOND = laps.second_turn(SAID.after, SEED, SAID, prg("second"))
PLAIN = laps.Stage(POINTS, bytes(32))
PLAIN_FIRST = laps.first_turn(PLAIN, SEED, prg("first"), proved=False)
PLAIN_SAID = laps.First.decode(PLAIN, 0, PLAIN_FIRST, proved=False)
PLAIN_SECOND = laps.second_turn(PLAIN_SAID.after, SEED, PLAIN_SAID, prg("second"))
SHUFFLE = {
    "before": SHUFFLED.before,
    "after": SHUFFLED.after,
    "key": SHUFFLED.key,
    "proof": SHUFFLED.proof,
    "place": PLACE,
}
