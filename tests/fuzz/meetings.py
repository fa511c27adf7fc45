"""What is said at doors and in pairing, against a second reader.

Most inputs are sealed under the key that both have agreed on, for whoever knows the
code can do so: what is in a slip is wrong, and how it is filled up.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from nacl import bindings as sodium

from p2pgame.transport.finding import handshake, slip, spoken
from p2pgame.transport.finding.emoji import EMOJI
from p2pgame.transport.finding.slip import NotWelcome
from p2pgame.transport.finding.spoken import WrongCode
from p2pgame.transport.finding.words import Code
from p2pgame.transport.link import InvalidFrame
from tests import wire_spoken as reader
from tests.fuzz.havoc import NUMBERS, below, havoc, noise, one_of
from tests.fuzz.target import Input, Target, Wrong
from tests.wire_values import Malformed

CODE = Code(7, ("purple", "sausages", "river"))
KEY = bytes(range(32))
_GUEST = 12345678901234567890
_NAMES = (
    "Anna",
    "Zoë",
    "\U0001f3b2" * 24,
    "a b",
    "x" * 24,
    "Ünal \u00df",
    "\u4e2d\u6587",
)
_BAD = (
    "",
    " a",
    "a ",
    "x" * 25,
    "a\x1b[0m",
    "\u202eb",
    "o\u0308",
    "a\u00a0b",
    "\ue000",
)


def name(chance: Random) -> bytes:
    """Return a name's bytes, right or nearly."""
    way = chance.random()
    if way < 0.1:
        return one_of(chance, _BAD).encode()
    data = one_of(chance, _NAMES).encode()
    return havoc(chance, data, [data])[:200] if way < 0.2 else data


def filled(chance: Random, text: bytes, size: int) -> bytes:
    """Return what is sealed in a slip: filled up as it must be, or nearly."""
    said, room, way = len(text), size - 16, chance.random()
    if way < 0.06:
        said += one_of(chance, (-1, 1, 2, 256))
    elif way < 0.09:
        said = one_of(chance, NUMBERS)
    data = bytearray((said % 65536).to_bytes(2) + text)
    data = data.ljust(room, b"\0")[:room]
    if 0.09 < way < 0.15:
        data[-1 - below(chance, min(40, room))] ^= 1 << below(chance, 8)
    return bytes(data)


class Slips(Target):
    """A host's last word."""

    name, inputs = "slips", 500_000

    def __init__(
        self, *, read: Callable[[bytes, bytes, bytes], bytes] = slip.read_answer
    ) -> None:
        self._read = read

    def make(self, chance: Random) -> Input:
        text = one_of(
            chance, (b"\0", b"\1", b"\1invite", b"\0x", b"\2", b"", b"\1" * 3981)
        )
        size = one_of(chance, (4000, 4000, 128, 20))
        data = reader.close_slip(filled(chance, text, size), KEY, "pair answer")
        if chance.random() < 0.1:
            data = havoc(chance, data, [data])
        return Input(data if chance.random() < 0.95 else noise(chance, 40))

    def parse(self, data: bytes) -> object:
        return self._read(KEY, b"pair answer", data)

    def judge(self, given: Input) -> str:
        try:
            second = reader.read_answer(given.data, KEY, "pair answer")
        except Malformed:
            second = b"malformed"
        try:
            invite: bytes | None = self._read(KEY, b"pair answer", given.data)
        except NotWelcome:
            invite = None
        except InvalidFrame:
            invite = b"malformed"
        if invite != second:
            raise Wrong("the page reads another word, or none")
        if invite == b"malformed":
            return "refused"
        return "no" if invite is None else "yes"


class Pairs(Target):
    """A guest's reveal, after a commitment to its key or to another one."""

    name, inputs = "pairs", 100_000

    def __init__(self, *, host: type[handshake.Host] = handshake.Host) -> None:
        self._host = host
        self._public = host(b"", "Anna", lambda size: KEY).receive(b"\1" + KEY)[1:]

    def make(self, chance: Random) -> Input:
        own = chance.randbytes(32)
        guest = sodium.crypto_scalarmult_base(own)
        secret = reader.pair_secret(own, self._public, guest, self._public)
        slipped = filled(chance, name(chance), 128)
        said = b"\3" + guest + reader.close_slip(slipped, secret, "pair guest")
        commit, way = reader.commitment(guest), chance.random()
        if way < 0.1:
            said = havoc(chance, said, [said])
        elif way < 0.2:
            small = one_of(chance, (bytes(32), b"\1" + bytes(31), b"\xff" * 32))
            commit, said = reader.commitment(small), b"\3" + small + said[33:]
        elif way < 0.25:
            commit = chance.randbytes(32)
        return Input(commit + said)

    def parse(self, data: bytes) -> object:
        host = self._host(b"", "Anna", lambda size: KEY)
        host.receive(b"\1" + data[:32])
        host.receive(data[32:])
        return host

    def judge(self, given: Input) -> str:
        host = self._host(b"", "Anna", lambda size: KEY)
        if (
            len(given.data) < 32
            or host.receive(b"\1" + given.data[:32])[1:] != self._public
        ):
            return "short"
        try:
            second = reader.read_reveal(
                given.data[32:], given.data[:32], KEY, self._public
            )
        except Malformed:
            second = None
        try:
            shown = host.receive(given.data[32:])
        except (InvalidFrame, handshake.NotCommitted) as error:
            if second is not None or host.pictures is not None:
                raise Wrong("refused, and the page takes it") from None
            return "changed" if isinstance(error, handshake.NotCommitted) else "refused"
        if second is None or second[0] != host.guest or host.pictures is None:
            raise Wrong("the page reads another name, or none")
        seen = tuple(map(EMOJI.index, host.pictures))
        if seen != reader.pictures(second[1]):
            raise Wrong("the page shows other pictures")
        if reader.open_slip(shown[1:], second[1], "pair host") != b"Anna":
            raise Wrong("the page does not read who the host is")
        return "taken"


class Doors(Target):
    """A guest's element, or its proof after one that is right."""

    # Two multiplications of the package's arithmetic for each input.
    name, inputs, seconds = "doors", 20_000, 0.2

    def __init__(self, *, host: type[spoken.Host] = spoken.Host) -> None:
        self._host = host
        self._mine = reader.element(_GUEST, CODE.encode(), reader.N)
        answer = self._fresh().receive(1, b"\1" + self._mine, now=0.0)
        theirs = answer[1:]
        self._key = reader.door_key(
            _GUEST, CODE.encode(), self._mine, theirs, host=False
        )

    def _fresh(self) -> spoken.Host:
        chance = Random(1)
        return self._host(CODE, b"invite", chance.randbytes, name="Anna", now=0.0)

    def make(self, chance: Random) -> Input:
        way = chance.random()
        if way < 0.3:
            return Input(b"\1" + _element(chance))
        slipped = filled(chance, name(chance), 128)
        proof = reader.door_proof(self._key, "guest")
        said = b"\3" + proof + reader.close_slip(slipped, self._key, "spoken guest")
        if way < 0.5:
            said = havoc(chance, said, [said])
        elif way < 0.6:
            said = b"\3" + chance.randbytes(32) + said[33:]
        return Input(said)

    def parse(self, data: bytes) -> object:
        host = self._fresh()
        if data[:1] != b"\1":
            host.receive(1, b"\1" + self._mine, now=0.0)
        return host.receive(1, data, now=0.0)

    def judge(self, given: Input) -> str:
        host, body = self._fresh(), given.data
        if body[:1] == b"\1":
            return self._judge_element(host, body)
        host.receive(1, b"\1" + self._mine, now=0.0)
        try:
            second = reader.read_proof(body, self._key, "guest")
        except Malformed:
            second = None
        try:
            proved = host.receive(1, body, now=0.0)
        except (InvalidFrame, WrongCode) as error:
            if second is not None or host.asking:
                raise Wrong("refused, and the page takes it") from None
            if isinstance(error, WrongCode) != (host.failures == 1):
                raise Wrong(
                    "a wrong guess is not counted, or something else is"
                ) from None
            return "wrong" if host.failures else "refused"
        if second is None or host.asking != {1: second}:
            raise Wrong("the page reads another name, or none")
        if reader.read_proof(proved, self._key, "host") != "Anna":
            raise Wrong("the page does not read who the host is")
        return "proved"

    def _judge_element(self, host: spoken.Host, body: bytes) -> str:
        fine = reader.is_element(body[1:])
        try:
            answer = host.receive(1, body, now=0.0)
        except InvalidFrame:
            if fine:
                raise Wrong("no element, and the page takes it") from None
            return "no element"
        if not fine or not reader.is_element(answer[1:]):
            raise Wrong("an element, and the page refuses it or its answer")
        return "element"


def _element(chance: Random) -> bytes:
    """Return an element, or nearly: off the curve, out of the group, misspelt."""
    way, scalar = chance.random(), 1 + below(chance, 1 << 52)
    point: bytes = sodium.crypto_scalarmult_ed25519_base_noclamp(
        scalar.to_bytes(32, "little")
    )
    if way < 0.4:
        return point
    if way < 0.6:
        return chance.randbytes(32)
    if way < 0.8:
        near = below(chance, 20) - 20 + (1 << 255)
        return one_of(chance, (near, near - (1 << 255) + 20)).to_bytes(32, "little")
    return havoc(chance, point, [point])
