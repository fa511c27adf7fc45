"""What comes to the ports of hosts and guests on a network, against a second reader."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeVar

from p2pgame.transport.finding.discovery import (
    PACKET,
    Label,
    encode_answer,
    encode_question,
    read_answer,
    read_question,
)
from p2pgame.transport.link import InvalidFrame
from tests import wire_spoken as reader
from tests.fuzz.havoc import EDGES, below, havoc, noise, one_of
from tests.fuzz.meetings import name
from tests.fuzz.target import Input, Target, Wrong
from tests.wire_values import Malformed

T = TypeVar("T")


class Discoveries(Target):
    name, inputs = "discovery", 500_000

    def __init__(
        self,
        *,
        read: Callable[[bytes], tuple[bytes, Label]] = read_answer,
        question: Callable[[bytes], bytes] = read_question,
    ) -> None:
        self._answer, self._question = read, question

    def make(self, chance: Random) -> Input:
        way = chance.random()
        if way < 0.05:
            return Input(noise(chance, 300))
        asks, way = way < 0.2, chance.random()
        packet = encode_question(chance.randbytes(8)) if asks else _answer(chance)
        if way < 0.2:
            at = below(chance, PACKET)
            packet = packet[:at] + bytes([one_of(chance, EDGES)]) + packet[at + 1 :]
        elif way < 0.3:
            packet = havoc(chance, packet, [packet])
        return Input(packet)

    def parse(self, data: bytes) -> object:
        return self._answer(data)

    def judge(self, given: Input) -> str:
        asked = _either(lambda: self._question(given.data))
        if asked != _either(lambda: reader.read_question(given.data)):
            raise Wrong("the page reads another question, or none")
        told = _either(lambda: self._answer(given.data))
        second = _either(lambda: reader.read_shout(given.data))
        if told is None or second is None:
            if told is not None or second is not None:
                raise Wrong("only one of both takes it for an answer")
            return "refused" if asked is None else "question"
        token, label = told
        fields = label.tag, label.port, label.taken, label.seats, label.name, label.game
        if reader.Answer(token, *fields) != second:
            raise Wrong("the page reads another answer")
        if encode_answer(token, label) != given.data:
            raise Wrong("written again it has other bytes")
        return "answer"


def _either(read: Callable[[], T]) -> T | None:
    """Return what is read; None if it is refused, by whichever of both."""
    try:
        return read()
    except (InvalidFrame, Malformed):
        return None


def _answer(chance: Random) -> bytes:
    """Return an answer, right or nearly."""
    texts = [name(chance), name(chance)]
    port = one_of(chance, (0, 1, 4400, 65535)).to_bytes(2)
    body = b"p2pgame!\x01" + chance.randbytes(16) + port
    seats = below(chance, 256)
    body += bytes((below(chance, seats + 1 + (chance.random() < 0.1)) % 256, seats))
    for text in texts:
        size = len(text) + one_of(chance, (0, 0, 0, 0, 0, 0, 0, -1, 1, 200))
        body += bytes([size % 256]) + text
    return body.ljust(PACKET, b"\0")[: PACKET + below(chance, 2)]
