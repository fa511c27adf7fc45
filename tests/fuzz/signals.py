"""What players say to find a direct path, against a second reader.

What travels in a whisper is signed anew most of the time, because whoever has a seat
can do so: the fields are what is wrong then, and not the signature.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from p2pgame.log import AuthorKey
from p2pgame.session.entries.whispers import SignalKey
from p2pgame.transport.link import InvalidFrame
from p2pgame.transport.paths import signals
from p2pgame.transport.paths.signals import Hello, Proof, Reach, Signal, Sync
from tests import wire_signals as reader
from tests.fuzz.havoc import below, havoc, noise, one_of
from tests.fuzz.target import Input, Target, Wrong
from tests.wire_values import Bytes, Malformed, need

KEY, TABLE = AuthorKey(bytes(range(32))), bytes(range(32, 64))
_VOICE = SignalKey(KEY, TABLE)
_EDGES = (bytes(16), b"\xff" * 16, b"\0" * 10 + b"\xff\xff" + b"\xc0\xa8\x01\x07")
_SIGNATURE = 64


class Signals(Target):
    """``read`` reads a signal, ``check`` its signature."""

    name, inputs = "signals", 1_000_000

    def __init__(
        self,
        *,
        read: Callable[[bytes], Signal] = signals.decode,
        check: Callable[[Reach | Sync, SignalKey], None] = signals.verify,
        write: Callable[[Signal], bytes] = signals.encode,
    ) -> None:
        self._read, self._check, self._write = read, check, write

    def make(self, chance: Random) -> Input:
        way, valid = chance.random(), False
        if way < 0.03:
            return Input(noise(chance, 200))
        sin = 0.0 if way < 0.15 else 0.04
        if chance.random() < 0.25:
            kind, size = one_of(chance, ((18, 48), (19, 64)))
            size += one_of(chance, (-1, 1)) if chance.random() < 5 * sin else 0
            return Input(bytes([kind]) + chance.randbytes(size), valid=not sin)
        body = _reach(chance, sin) if chance.random() < 0.7 else _sync(chance, sin)
        if way > 0.75:
            body = havoc(chance, body, [body])
        said, valid = body, not sin
        if chance.random() < sin:
            said, valid = body[:-1], False
        data = body + KEY.sign(b"p2pgame signal 1", TABLE + said)
        if chance.random() < sin:
            return Input(havoc(chance, data, [data]))
        return Input(data, valid=valid)

    def parse(self, data: bytes) -> object:
        return self._read(data)

    def judge(self, given: Input) -> str:
        data = given.data
        try:
            second = _second(data)
        except Malformed:
            second = None
        try:
            signal = self._read(data)
        except InvalidFrame as error:
            if not str(error).isprintable():
                raise Wrong("the reason cannot be shown") from None
            if second is not None or given.valid:
                raise Wrong("refused, and the page takes it") from None
            return "refused"
        if second is None:
            raise Wrong("taken, and the page refuses it")
        if _fields(signal) != second:
            raise Wrong("the page reads another signal")
        if self._write(signal) != data:
            raise Wrong("written again it has other bytes")
        word = type(signal).__name__.lower()
        if isinstance(signal, Reach | Sync) and not self._is_signed(signal, data):
            return f"unsigned {word}"
        return word

    def _is_signed(self, signal: Reach | Sync, data: bytes) -> bool:
        """Return whether both find that its author has signed it."""
        try:
            reader.read_signal(data, TABLE)
        except Malformed:
            second = False
        else:
            second = True
        try:
            self._check(signal, _VOICE)
        except InvalidFrame:
            first = False
        else:
            first = True
        if first != second:
            raise Wrong("only one of both finds it signed")
        return first


def _second(data: bytes) -> tuple[object, ...]:
    """Return what a signal says by the page, whoever may have signed it."""
    fields = Bytes(data)
    match fields.number(1):
        case 16:
            reach = reader._reach(fields.take(32), fields)
            told: tuple[object, ...] = reach.author, reach.edition, reach.candidates
            size = _SIGNATURE
        case 17:
            sync = reader._sync(fields.take(32), fields)
            told = sync.author, sync.to, sync.nonce, sync.step, sync.millis
            size = _SIGNATURE
        case 18:
            told, size = (fields.take(32), fields.take(16)), 0
        case 19:
            told, size = (fields.rest,), _SIGNATURE
        case _:
            raise Malformed("kind")
    need(len(fields.rest) == size, "length")
    return told


def _fields(signal: Signal) -> tuple[object, ...]:
    match signal:
        case Reach(author, edition, candidates):
            told = (f"{one.kind:d} {one.host} {one.port}" for one in candidates)
            return author, edition, tuple(told)
        case Sync(author, to, nonce, step, millis):
            return author, to, nonce, int(step), millis
        case Hello(author, nonce):
            return author, nonce
        case Proof(signature):
            return (signature,)


def _reach(chance: Random, sin: float) -> bytes:
    """Return a Reach without its signature, right or nearly."""
    count = said = one_of(chance, (0, 1, 1, 2, 3, 8))
    edition = one_of(chance, (bytes(8), b"\xff" * 8, chance.randbytes(8)))
    if chance.random() < sin:
        said = one_of(chance, (count + 1, count - 1, 255)) % 256
    elif chance.random() < sin:
        count = said = 9
    told = b"".join(_candidate(chance, sin) for _ in range(count))
    return b"\x10" + KEY.public + edition + bytes([said]) + told


def _candidate(chance: Random, sin: float) -> bytes:
    kind, version = 1 + below(chance, 5), one_of(chance, (4, 6))
    size = 4 if version == 4 else 16
    host = chance.randbytes(size)
    if chance.random() < 0.3:
        host = one_of(chance, _EDGES)[-size:]
    port = one_of(chance, (1, 1023, 1024, 65535, 1 + below(chance, 65535)))
    if chance.random() < sin:
        kind = one_of(chance, (0, 6, 255))
    elif chance.random() < sin:
        version = one_of(chance, (0, 4, 5, 6, 16))
    elif chance.random() < sin:
        port = 0
    return bytes([kind, version]) + host + port.to_bytes(2)


def _sync(chance: Random, sin: float) -> bytes:
    """Return a Sync without its signature, right or nearly."""
    step, millis = 1 + below(chance, 3), one_of(chance, (0, 1, 65535))
    if chance.random() < sin:
        step = one_of(chance, (0, 4, 255))
    to = chance.randbytes(32 + (chance.random() < sin))
    nonce = chance.randbytes(16)
    return b"\x11" + KEY.public + to + nonce + bytes([step]) + millis.to_bytes(2)
