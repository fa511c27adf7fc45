"""What peers and relays say to each other, against a second reader.

Both readers are given every input: what one side says is never what the other does.
Messages are made by the page, right or nearly, and spoilt as bytes besides.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple
from random import Random

from p2pgame.transport.link import InvalidFrame
from p2pgame.transport.relay import codec as relay_codec
from p2pgame.transport.relay.protocol import Enter, FromPeer, FromRelay, Welcome
from p2pgame.transport.wire_version import SPOKEN
from tests import relay_reader as reader
from tests.fuzz.havoc import below, havoc, noise, one_of, splice
from tests.fuzz.target import Input, Target, Wrong, same
from tests.wire_values import Malformed

KINDS = {**reader.FROM_PEER, **reader.FROM_RELAY}
_LETTERS = ("", "a", "é", "\ud7ff\U0010ffff", "\0\x1b[2J", "host:80", "a" * 510)
_NOT_UTF8 = (b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"a\xe2\x82")
_TEXTS = (0, 1, 511, 512, 513, 65535)
#: Ranges of versions with this program's in it.
_VERSIONS = (b"\2\2", b"\1\2", b"\2\xff", b"\1\3")
_BODIES = (0, 1, 64, 4095, 4096, 4097)


class Relay(Target):
    """``read_peer`` and ``read_relay``."""

    name, inputs = "relay", 1_000_000

    def __init__(
        self,
        *,
        peer: Callable[[bytes], FromPeer] = relay_codec.read_peer,
        relay: Callable[[bytes], FromRelay] = relay_codec.read_relay,
        write: Callable[[FromPeer | FromRelay], bytes] = relay_codec.encode,
    ) -> None:
        self._readers: tuple[
            tuple[Callable[[bytes], FromPeer | FromRelay], dict[int, str]], ...
        ] = ((peer, reader.FROM_PEER), (relay, reader.FROM_RELAY))
        self._write = write

    def make(self, chance: Random) -> Input:
        way = chance.random()
        if way < 0.15:
            return Input(message(chance, 0.0), valid=True)
        data = message(chance, 0.08)
        if way < 0.55:
            return Input(data)
        if way < 0.8:
            return Input(havoc(chance, data, [data, message(chance, 0.0)]))
        if way < 0.97:
            return Input(splice(chance, data, message(chance, 0.0)))
        return Input(noise(chance, 60))

    def parse(self, data: bytes) -> object:
        for read, _ in self._readers:
            try:
                return read(data)
            except InvalidFrame:
                pass
        return None

    def judge(self, given: Input) -> str:
        words = [self._judge(given.data, *pair) for pair in self._readers]
        taken = [word for word in words if word]
        if len(taken) > 1:
            raise Wrong("a peer and a relay may both say it")
        if given.valid and not taken:
            raise Wrong("refused, though it was made by the page")
        return taken[0] if taken else "refused"

    def _judge(
        self,
        data: bytes,
        read: Callable[[bytes], FromPeer | FromRelay],
        kinds: dict[int, str],
    ) -> str | None:
        """Return what a message is, or None if it is refused."""
        try:
            second = reader.read(data, kinds)
        except Malformed:
            second = None
        try:
            said = read(data)
        except InvalidFrame as error:
            if not str(error).isprintable():
                raise Wrong("the reason cannot be shown") from None
            if second is not None:
                raise Wrong("refused, and the page takes it") from None
            return None
        if second is None:
            raise Wrong("taken, and the page refuses it")
        if not same(_fields(said), [*second[1:]]):
            raise Wrong("the page reads another message")
        # Of a relay of other versions the rest is not read.
        is_known = not isinstance(said, Welcome) or said.versions.shared(SPOKEN)
        if is_known and self._write(said) != data:
            raise Wrong("written again it has other bytes")
        return type(said).__name__.lower()


def _fields(said: FromPeer | FromRelay) -> list[object]:
    """Return a message's fields in the order of the page."""
    match said:
        case Enter(versions, tag):
            return [bytes(astuple(versions)), tag]
        case Welcome(nonce) if said.versions.shared(SPOKEN) is None:
            return [bytes(astuple(said.versions)), nonce]
        case Welcome(nonce, bits, room, days, address, text, closed, versions):
            first = bytes(astuple(versions)), nonce, int(closed)
            return [*first, bits, room, days, address, text]
    return [*astuple(said)]


def message(chance: Random, sin: float) -> bytes:
    """Return a message by the page; each part is wrong with the chance ``sin``."""
    kind = one_of(chance, [*KINDS])
    parts = [_part(chance, letter, sin) for letter in KINDS[kind]]
    if chance.random() < sin:
        kind = below(chance, 256)
    if chance.random() < sin / 2:
        del parts[below(chance, len(parts))]
    return bytes([kind]) + b"".join(parts) + (b"\0" if chance.random() < sin else b"")


def _part(chance: Random, letter: str, sin: float) -> bytes:
    is_wrong = chance.random() < sin
    if letter == "s":
        return _wrong_text(chance) if is_wrong else _text(chance)
    if letter == "f":
        # Mostly the shortest, for the readers look at no more than its length.
        size = reader.FRAMES[0 if chance.random() < 0.97 else below(chance, 6)]
        size += one_of(chance, (-1, 1, 256)) if is_wrong else 0
        return bytes([below(chance, 256)]) * size
    if letter == "v":
        return chance.randbytes(2) if is_wrong else one_of(chance, _VERSIONS)
    if letter == "c":
        return chance.randbytes(1) if is_wrong else bytes([below(chance, 2)])
    if letter == "b":
        sizes = _BODIES if is_wrong or chance.random() < 0.1 else _BODIES[:3]
        return bytes(one_of(chance, sizes if is_wrong else sizes[:5]))
    size = int(letter) if letter.isdigit() else reader.SIZES[letter]
    edge = one_of(chance, (bytes(size), b"\xff" * size, None))
    size += one_of(chance, (-1, 1)) if is_wrong else 0
    return chance.randbytes(size) if edge is None or is_wrong else edge


def _text(chance: Random) -> bytes:
    data = one_of(chance, _LETTERS).encode()
    return len(data).to_bytes(2) + data


def _wrong_text(chance: Random) -> bytes:
    data = one_of(chance, _NOT_UTF8) + chance.randbytes(below(chance, 3))
    size = len(data)
    if chance.random() < 0.5:
        data = b"a" * one_of(chance, _TEXTS)
        size = one_of(chance, (*_TEXTS, len(data), len(data) + 1))
    return (size % 65536).to_bytes(2) + data
