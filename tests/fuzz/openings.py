"""First frames, right or nearly, against a second reader."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Callable
from random import Random

from p2pgame.transport.first_frame import CallerKind, KnownCallers, LinkRequest
from tests import wire_first_frame as reader
from tests.fuzz.havoc import below, havoc, noise, one_of
from tests.fuzz.target import Input, Target, Wrong
from tests.wire_values import Malformed

LISTENER = bytes(range(32))
KEYS = {kind.value: bytes([number]) * 32 for number, kind in enumerate(CallerKind)}
del KEYS["stranger"]
_STARTS = (
    b"\2\2\0",
    b"\2\2\1",
    b"\1\2\0",
    b"\3\xff\1",
    b"\0\2\0",
    b"\3\2\0",
    b"\2\2\2",
)

Recognise = Callable[[KnownCallers, str], LinkRequest]


class FirstFrames(Target):
    """``recognise`` reads the path of a request."""

    name, inputs = "first frames", 500_000

    def __init__(self, *, recognise: Recognise = KnownCallers.recognise) -> None:
        self._recognise = recognise

    def make(self, chance: Random) -> Input:
        way = chance.random()
        start = one_of(chance, _STARTS[:2] if way < 0.7 else _STARTS)
        content = start + chance.randbytes(16)
        key = one_of(chance, [*KEYS.values(), bytes(32)])
        to = bytes(32) if start[2] and chance.random() < 0.9 else LISTENER
        frame = content + reader.tag(key, content, to)
        if way > 0.9:
            frame = havoc(chance, frame, [frame])
        elif way > 0.85:
            at = below(chance, 8 * len(frame))
            bent = frame[at // 8] ^ 1 << at % 8
            frame = frame[: at // 8] + bytes([bent]) + frame[at // 8 + 1 :]
        path = b"/" + urlsafe_b64encode(frame).rstrip(b"=")
        if 0.76 < way < 0.8:
            # The bits of the last letter that no byte uses, among others.
            path = path[:-1] + bytes([33 + below(chance, 94)])
        elif 0.8 < way < 0.84:
            path = havoc(chance, path, [path])
        elif 0.84 < way < 0.85:
            path = noise(chance, 60)
        return Input(path)

    def parse(self, data: bytes) -> object:
        return self._read(data)

    def _read(self, data: bytes) -> LinkRequest:
        callers = KnownCallers(LISTENER)
        for kind, key in KEYS.items():
            callers.know(CallerKind(kind), key)
        return self._recognise(callers, data.decode("latin-1"))

    def judge(self, given: Input) -> str:
        found = self._read(given.data)
        try:
            second = reader.read_first_frame(
                given.data.decode("latin-1"), KEYS, LISTENER
            )
        except (Malformed, UnicodeEncodeError):
            if found.caller is not CallerKind.STRANGER:
                raise Wrong("known, and the page refuses it") from None
            return "refused"
        if found.caller.value != (second.key or "stranger"):
            raise Wrong("the page says another caller")
        versions = found.versions.lowest, found.versions.highest
        if (versions, found.purpose.value) != (second.versions, second.purpose):
            raise Wrong("the page reads something else")
        return found.caller.value
