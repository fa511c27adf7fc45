"""Whatever reads elements and scalars takes one encoding of each, in every place."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from p2pgame.protocols.arithmetic.elgamal import Masked
from p2pgame.protocols.arithmetic.errors import InvalidEncoding, ProtocolError
from p2pgame.protocols.arithmetic.group import ORDER, G, Scalar
from p2pgame.protocols.classic import commutative, laps
from p2pgame.protocols.deck import placing, stage
from p2pgame.protocols.deck.cards import Cards, Secrets
from p2pgame.protocols.proofs import (
    dleq,
    known_content,
    ownership,
    relock,
    same_scalar,
    shuffle,
)
from p2pgame.protocols.rounds import Run
from p2pgame.protocols.threshold import keys, pvss, vss
from p2pgame.protocols.threshold.keys import Keys
from tests.protocols import truths as true
from tests.protocols.proofs import verified as case
from tests.protocols.table import prg

PROTOCOLS = Path(__file__).parents[3] / "protocols"
N, P = 3, true.POINTS[0].encode()

# Neither an element nor a scalar, whichever is asked for: an element with bit 255
# set, which libsodium 1.0.18 takes for the one without; p + 1 and p, that is 1 and
# 0 once more; the order, and one more; and -1 modulo p, a point of small order.
FIELD = 2**255 - 19
BAD = {
    "alias": P[:31] + bytes([P[31] | 0x80]),
    "alias of the base": G.encode()[:31] + bytes([G.encode()[31] | 0x80]),
    "p + 1": (FIELD + 1).to_bytes(32, "little"),
    "p": FIELD.to_bytes(32, "little"),
    "-1": (FIELD - 1).to_bytes(32, "little"),
    "order, bit 255": (ORDER + 2**255).to_bytes(32, "little"),
    "all ones": b"\xff" * 32,
}


def place_it(message: bytes) -> None:
    """Hear a placement, as somebody who looks on."""
    table = Cards(Keys({0: true.SHARE}))
    run = Run(placing.place(None, 0, table, (7,), ("a", "b"), None, None, b"c", bytes))
    run.step()
    run.receive(0, 0, message)
    run.step()


def placement() -> bytes:
    table, mine = Cards(Keys({0: true.SHARE})), Secrets(true.x)
    entropy = prg("place")
    said = placing.place(0, 0, table, (7,), ("a", "b"), ("b",), mine, b"c", entropy)
    return next(said).say or b""


def hear_share(message: bytes) -> None:
    run = Run(keys.generate(None, (0,), b"c", None, bytes))
    run.step()
    run.receive(0, 0, message)
    run.step()


def key_share() -> bytes:
    return next(keys.generate(0, (0,), b"c", true.x, prg("key"))).say or b""


def given(name: str) -> Mapping[str, object]:
    return case.CASES[name].given


def said(name: str) -> bytes:
    """Return the message, or the proof encoded, that a verifier takes."""
    match given(name):
        case {"message": bytes() as message} | {"complaint": bytes() as message}:
            return message
        case {"proof": proof} | {"dealing": proof}:
            match proof:
                case ownership.Proof() | dleq.Proof() | dleq.BatchProof():
                    return proof.encode()
                case shuffle.Proof() | known_content.Proof() | same_scalar.Proof():
                    return proof.encode()
                case relock.Proof() | pvss.Dealing() | vss.Dealing():
                    return proof.encode()
    raise TypeError(f"{name} takes nothing encoded")


def verifier(name: str, part: str = "message") -> Callable[[bytes], object]:
    whole = case.CASES[name]
    return lambda data: whole.verify(**{**whole.given, part: data})


def locked(data: bytes) -> object:
    locks = tuple(k * G for k in true.NUMBERS)
    return commutative._decode_keys(data, locks, tuple(range(N)))


FIRST, SECOND = true.FIRST, true.SECOND
KEYS = b"".join(k.encode() for k in true.NUMBERS)
CARD = true.CARDS[0].encode()

#: Each function that reads elements or scalars, and a message that it takes.
DOORS: dict[str, tuple[Callable[[bytes], object], bytes]] = {
    "ownership.Proof.decode": (ownership.Proof.decode, said("ownership.verify")),
    "dleq.Proof.decode": (dleq.Proof.decode, said("dleq.verify")),
    "dleq.BatchProof.decode": (dleq.BatchProof.decode, said("dleq.verify_batch")),
    "elgamal.Masked.decode": (Masked.decode, CARD),
    "shuffle.Proof.decode": (
        lambda data: shuffle.Proof.decode(data, N),
        said("shuffle.verify"),
    ),
    "known_content.Proof.decode": (
        lambda data: known_content.Proof.decode(data, N),
        said("known_content.equations"),
    ),
    "same_scalar.Proof.decode": (
        lambda data: same_scalar.Proof.decode(data, N),
        said("same_scalar.verify"),
    ),
    "relock.Proof.decode": (
        lambda data: relock.Proof.decode(data, N),
        said("relock.verify"),
    ),
    "pvss.Dealing.decode": (
        lambda data: pvss.Dealing.decode(data, (0, 1, 2), 2),
        said("pvss.verify"),
    ),
    "vss.Dealing.decode": (
        lambda data: vss.Dealing.decode(data, true.OCCASION, 2),
        said("vss.verify"),
    ),
    "stage.decode": (
        lambda data: stage.decode(true.PILE, 1, data),
        said("stage.verify"),
    ),
    "laps.First.decode": (
        lambda data: laps.First.decode(true.START, 0, data, proved=True),
        FIRST,
    ),
    "laps._cards": (
        lambda data: laps.First.decode(true.PLAIN, 0, data, proved=False),
        true.PLAIN_FIRST,
    ),
    "laps.Second.decode": (
        lambda data: laps.Second.decode(true.SAID.after, 0, data, true.SAID.S),
        SECOND,
    ),
    "membership.verify": (verifier("membership.verify"), said("membership.verify")),
    "non_membership.Proof.decode": (
        verifier("non_membership.verify"),
        said("non_membership.verify"),
    ),
    "remasking.verify": (verifier("remasking.verify"), said("remasking.verify")),
    "reveal._decode": (verifier("reveal.verify"), said("reveal.verify")),
    "pvss.verify_decryption": (
        verifier("pvss.verify_decryption"),
        said("pvss.verify_decryption"),
    ),
    "keys._verify": (hear_share, key_share()),
    "placing._laid": (place_it, placement()),
    "commutative._decode_keys": (locked, KEYS),
}
#: Reads a number before its elements.
JUDGE = verifier("vss.judge", "complaint")


def readers() -> Iterator[str]:
    """Yield every function that decodes an element, a scalar or a card."""
    for path in sorted(PROTOCOLS.rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            inside = node.body if isinstance(node, ast.ClassDef) else [node]
            owner = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
            for function in inside:
                if isinstance(function, ast.FunctionDef) and reads(function):
                    yield f"{path.stem}.{owner}{function.name}"


def reads(function: ast.FunctionDef) -> bool:
    return any(
        ast.unparse(node) in {"Element.decode", "Scalar.decode", "Masked.decode"}
        for node in ast.walk(function)
        if isinstance(node, ast.Attribute)
    )


@pytest.mark.pitfall(9)
@pytest.mark.pitfall(26)
def test_every_door_is_tried_here() -> None:
    assert {*readers()} == {*DOORS, "vss.judge", "group._is_refused"}


@pytest.mark.parametrize("door", DOORS)
def test_every_door_takes_what_is_canonical(door: str) -> None:
    read, message = DOORS[door]
    read(message)


@pytest.mark.attack(17)
@pytest.mark.attack(18)
@pytest.mark.pitfall(9)
@pytest.mark.pitfall(10)
@pytest.mark.pitfall(11)
@pytest.mark.pitfall(26)
@pytest.mark.parametrize("door", DOORS)
def test_no_place_in_a_message_takes_a_bad_encoding(door: str) -> None:
    read, message = DOORS[door]
    assert len(message) % 32 == 0
    for at in range(0, len(message), 32):
        for name, bad in BAD.items():
            try:
                read(message[:at] + bad + message[at + 32 :])
            except InvalidEncoding:
                continue
            pytest.fail(f"{door} takes {name} at byte {at}")


@pytest.mark.pitfall(9)
@pytest.mark.pitfall(11)
def test_no_complaint_takes_a_bad_encoding() -> None:
    message = said("vss.judge")
    for at in range(8, len(message), 32):
        for bad in BAD.values():
            with pytest.raises(InvalidEncoding):
                JUDGE(message[:at] + bad + message[at + 32 :])


@pytest.mark.pitfall(8)
@pytest.mark.parametrize("door", DOORS)
def test_no_message_may_be_longer_or_shorter(door: str) -> None:
    read, message = DOORS[door]
    for other in (
        b"",
        message[:-1],
        message[:-32],
        message + b"\0",
        message + bytes(32),
    ):
        with pytest.raises(InvalidEncoding):
            read(other)
    with pytest.raises(InvalidEncoding):
        read(message * 1000)


@pytest.mark.pitfall(11)
@pytest.mark.pitfall(32)
@pytest.mark.parametrize("name", [n for n in case.CASES if "message" in given(n)])
def test_no_number_of_a_message_may_be_itself_plus_the_order(name: str) -> None:
    """Be it a scalar, which it would equal, or an element, which it would not."""
    verify, message = verifier(name), said(name)
    for at in range(0, len(message), 32):
        number = int.from_bytes(message[at : at + 32], "little")
        other = (number + ORDER).to_bytes(32, "little")
        with pytest.raises(ProtocolError):
            verify(message[:at] + other + message[at + 32 :])
        if number < ORDER:
            with pytest.raises(InvalidEncoding):
                Scalar.decode(other)
