"""Transcripts that are refused for what a player says of cards, hidden ships and keys.

Like those of :mod:`tests.refused_words` they end where the others stopped.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from unittest.mock import patch

from p2pgame.protocols.arithmetic.group import Element, G, Scalar
from p2pgame.protocols.classic import laps
from p2pgame.session.entries.payloads import Answer, End, Payload
from tests.archiving import ARCHIVE, SUFFIX, kept_trace
from tests.refusing import (
    CHEAT,
    NAMES,
    SO_FAR,
    Case,
    Forged,
    battleship,
    evicted,
    flipped,
    kuhn,
    left,
    locked,
    of_answer,
    proved,
)

# Masked cards


def _exchanged(message: bytes) -> bytes:
    """Exchange the first two cards of a shuffle."""
    return message[64:128] + message[:64] + message[128:]


def _one_more(message: bytes) -> bytes:
    """Add the generator to the element that a message begins with."""
    return (Element(message[:32]) + G).encode() + message[32:]


#: The first byte of the last scalar of a message.
SCALAR = -32

CARDS: Mapping[str, Case] = {
    "key-share-not-proved": of_answer(
        *(kuhn, 0, "proof", "a bit of the proof with player 1's key share is flipped"),
        flipped(SCALAR),
    ),
    "key-share-of-nobody": of_answer(
        *(kuhn, 0, "proof", "player 1's key share is another element"), _one_more
    ),
    "key-share-neutral": of_answer(
        *(kuhn, 0, "encoding", "player 1's key share is the neutral element"),
        lambda message: bytes(32) + message[32:],
    ),
    "key-share-no-element": of_answer(
        *(kuhn, 0, "encoding", "player 1's key share is no element: 32 bytes ff"),
        lambda message: b"\xff" * 32 + message[32:],
    ),
    "key-share-of-256-bits": of_answer(
        *(kuhn, 0, "encoding", "bit 255 of player 1's key share is set"),
        lambda message: message[:31] + bytes([message[31] | 128]) + message[32:],
    ),
    "shuffle-not-proved": of_answer(
        *(kuhn, 1, "proof", "a bit of the proof of player 1's shuffle is flipped"),
        flipped(SCALAR),
    ),
    "shuffle-cards-exchanged": of_answer(
        *(kuhn, 1, "proof", "two cards of player 1's shuffle are exchanged"), _exchanged
    ),
    "shuffle-too-short": of_answer(
        *(kuhn, 1, "encoding", "player 1's shuffle lacks its last 32 bytes"),
        lambda message: message[:-32],
    ),
    "token-wrong": of_answer(
        *(kuhn, 2, "proof", "a token of player 1 is another element"), _one_more
    ),
    "token-not-proved": of_answer(
        *(kuhn, 2, "proof", "a bit of the proof with player 1's token is flipped"),
        flipped(SCALAR),
    ),
    "token-left-out": of_answer(
        *(kuhn, 2, "encoding", "player 1 gives no token, and the proof alone"),
        lambda message: message[32:],
    ),
    "token-too-many": of_answer(
        *(kuhn, 2, "encoding", "player 1 gives its token twice"),
        lambda message: message[:32] + message,
    ),
    "token-of-an-open-card-wrong": of_answer(
        *(kuhn, 4, "proof", "a token of player 1 for its own card is another element"),
        _one_more,
    ),
    "placement-not-proved": of_answer(
        battleship,
        *(1, "proof", "a bit of the proof of player 1's placement is flipped"),
        flipped(SCALAR),
    ),
    "placement-of-another-face": of_answer(
        *(battleship, 1, "proof", "a cell of player 1's placement holds no face"),
        lambda message: message[:32] + _one_more(message[32:]),
    ),
    "dealing-wrong": of_answer(
        *(evicted, 1, "proof", "a bit of player 1's dealing of its secret is flipped"),
        flipped(SCALAR),
    ),
    "stand-in-token-wrong": of_answer(
        evicted,
        *(
            7,
            "proof",
            "player 1's part of the evicted player's token is another element",
        ),
        _one_more,
    ),
}


# Commutative decks


def _swapped(
    cards: tuple[Element, ...], s: Scalar, secrets: tuple[Scalar, ...]
) -> tuple[Element, ...]:
    """Change the locks of a lap, and exchange two cards."""
    off = s.inverse()
    honest = [k * off * P for k, P in zip(secrets, cards, strict=True)]
    return (honest[1], honest[0], *honest[2:])


def _wrong_lap() -> bytes:
    """Let player 1's program exchange two cards in the second lap."""
    net = Forged("kuhn", 2, {}, deck="commutative", quorum=0).net()
    work = net._work

    def working(seat: int) -> bool:
        lies = patch.object(laps, "change_locks", _swapped)
        with lies if seat == CHEAT else nullcontext():
            return work(seat)

    with patch.object(net, "_work", working):
        net.play()
    return net.tables[0].transcript()


def _unaudited() -> bytes:
    """Let all who stay sign an end in the turn of the audit, in place of a seed."""
    lines = kept_trace(ARCHIVE / f"{NAMES[left]}{SUFFIX}")
    *_, audit, _end = (line.split() for line in lines if line.startswith("turn "))
    turn, state = map(bytes.fromhex, audit[2:])

    def forge(seat: int, payload: Payload) -> Payload:
        is_owed = isinstance(payload, Answer) and payload.turn == turn
        return End(turn, state) if is_owed else payload

    return left(forge)


DECKS: Mapping[str, Case] = {
    "lap-not-proved": of_answer(
        *(proved, 1, "proof", "a bit of the proof of player 1's lap is flipped"),
        flipped(SCALAR),
    ),
    "lap-no-element": of_answer(
        *(locked, 0, "encoding", "a card in player 1's first lap is no element"),
        lambda message: b"\xff" * 32 + message[32:],
    ),
    "lap-cards-exchanged": Case(
        NAMES[locked],
        "player 1 exchanges two cards in its second lap, which the audit finds",
        *(_wrong_lap, "opening", CHEAT),
    ),
    "lock-wrong": of_answer(
        *(locked, 2, "opening", "player 1 opens another lock than it has shown"),
        flipped(0),
    ),
    "audit-wrong": of_answer(
        *(locked, 5, "opening", "player 1's program shows another seed in the audit"),
        flipped(0),
    ),
    "audit-after-a-leave-wrong": of_answer(
        *(left, 5, "opening", "player 1 shows another seed after player 2 has left"),
        flipped(0),
    ),
    "audit-after-a-leave-left-out": Case(
        NAMES[left],
        "the others sign the end without an audit when player 2 has left",
        _unaudited,
        verdict=SO_FAR,
    ),
}

CASES: Mapping[str, Case] = {**CARDS, **DECKS}
