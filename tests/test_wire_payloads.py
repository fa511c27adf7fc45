"""Payloads have the shapes of docs/wire.md, to the program and a second reader."""

from __future__ import annotations

import pytest

from p2pgame.session.entries import payloads
from p2pgame.session.entries.errors import InvalidPayload
from tests.wire_reader import read_payload
from tests.wire_values import Malformed, Value, write_cbor

TURN = bytes(32)
BOX = bytes(80)
GENESIS: list[Value] = ["genesis", 2, "g", 1, TURN, {}, [TURN], TURN, [BOX]]


@pytest.mark.parametrize(
    ("payload", "allowed"),
    [
        (["absent", TURN, 0, [0]], True),
        (["absent", TURN, 65535, [0, 15]], True),
        (["evict", TURN, 1, [*range(16)]], True),
        (["receipt", TURN, 3], True),
        (["leave"], True),
        (["epoch", 2, TURN, [BOX, b""], b""], True),
        (["epoch", 65535, TURN, [BOX] * 16, BOX], True),
        (["refuse-epoch", 15], True),
        (["assent", TURN, "draw"], True),
        (["assent", TURN, "takeback 999"], True),
        (["checkpoint", TURN, TURN], True),
        (["chat", "x" * 500], True),
        (["chat", "a\nb"], False),
        (["chat", " a"], False),
        (["chat", "a\u0085"], False),
        (["chat", "a\u0308"], True),
        (["nudge", TURN], True),
        (["nudge", TURN[1:]], False),
        (["nudge"], False),
        (["assent", TURN, "adjourn"], True),
        (["successor", TURN, [BOX, b""], b""], True),
        (["successor", TURN, [BOX] * 16, BOX], True),
        (["assent", TURN, "draw\n"], False),
        (["assent", TURN, "Draw"], False),
        (["assent", TURN, "takeback 0"], False),
        (["assent", TURN, "takeback 01"], False),
        (["assent", TURN, "takeback 1000"], False),
        (["assent", TURN, "takeback \u0661"], False),
        (["assent", TURN, "takeback"], False),
        (["assent", TURN, 0, "draw"], False),
        (["checkpoint", TURN], False),
        (["checkpoint", TURN, TURN[1:]], False),
        (["chat", ""], False),
        (["chat", "x" * 501], False),
        (["chat", b"x"], False),
        (["successor", TURN, [], b""], False),
        (["successor", TURN, [BOX] * 17, b""], False),
        (["successor", TURN, [BOX[1:]], b""], False),
        (["successor", TURN, [BOX], BOX[1:]], False),
        (["successor", TURN, [BOX]], False),
        ([*GENESIS, 16, 0, "masked", 0, "wait", b"", b""], True),
        ([*GENESIS, 16, 0, "masked", 2**32 - 1, "default", BOX, b""], True),
        (["absent", TURN, 0, []], False),
        (["absent", TURN, 0, [16]], False),
        (["evict", TURN, 0, [-1]], False),
        (["evict", TURN, 0, [1, 0]], False),
        (["evict", TURN, 0, [1, 1]], False),
        (["evict", TURN, 0, [True]], False),
        (["evict", TURN[1:], 0, [1]], False),
        (["evict", TURN, 65536, [1]], False),
        (["absent", TURN, 0], False),
        (["receipt", TURN, 0, [1]], False),
        (["receipt", TURN], False),
        (["leave", 0], False),
        (["epoch", 1, TURN, [BOX], b""], False),
        (["epoch", 65536, TURN, [BOX], b""], False),
        (["epoch", 2, TURN[1:], [BOX], b""], False),
        (["epoch", 2, TURN, [], b""], False),
        (["epoch", 2, TURN, [BOX] * 17, b""], False),
        (["epoch", 2, TURN, [BOX[1:]], b""], False),
        (["epoch", 2, TURN, [BOX], BOX[1:]], False),
        (["epoch", 2, TURN, [BOX]], False),
        (["refuse-epoch", 16], False),
        (["refuse-epoch", -1], False),
        (["refuse-epoch"], False),
        ([*GENESIS, 17, 0, "masked", 0, "wait", b"", b""], False),
        ([*GENESIS, 0, -1, "masked", 0, "wait", b"", b""], False),
        ([*GENESIS, 0, 2**32, "masked", 0, "wait", b"", b""], False),
        ([*GENESIS, 0, 0, "open", 0, "wait", b"", b""], False),
        ([*GENESIS, 0, 0, "masked", -1, "wait", b"", b""], False),
        ([*GENESIS, 0, 0, "masked", 2**32, "wait", b"", b""], False),
        ([*GENESIS, 0, 0, "masked", 0, "sit", b"", b""], False),
        ([*GENESIS, 0, 0, "masked", 0, "wait", BOX[1:]], False),
        ([*GENESIS, 0, 0, "masked", 0, "wait"], False),
        ([*GENESIS, 0, 0, "masked", 0], False),
        ([*GENESIS, 0, 0, "masked"], False),
    ],
    ids=str,
)
def test_a_payload_has_the_shape_on_the_page(
    payload: list[Value], allowed: bool
) -> None:
    data = write_cbor(payload)
    if allowed:
        assert read_payload(data) == payload
        assert payloads.encode(payloads.decode(data)) == data
        return
    with pytest.raises(Malformed):
        read_payload(data)
    with pytest.raises(InvalidPayload):
        payloads.decode(data)
