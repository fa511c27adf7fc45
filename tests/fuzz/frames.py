"""Frames, what is sealed in them, and boxes of keys, against a second reader.

Most inputs are sealed under a key that the reader has, because whoever is at the
table can do so: their padding and their messages are what is wrong.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import astuple
from random import Random

from nacl.bindings import crypto_aead_xchacha20poly1305_ietf_encrypt as seal

from p2pgame.transport import frames
from p2pgame.transport.envelope import Envelope, box_public, open_key, seal_key
from p2pgame.transport.frames import Message
from p2pgame.transport.link import SIZES, InvalidFrame, UnknownEpoch
from tests import wire_reader as reader
from tests.fuzz.havoc import NUMBERS, below, havoc, noise, one_of, splice
from tests.fuzz.target import Input, Target, Wrong
from tests.wire_briefs import read_brief
from tests.wire_values import Malformed, need

KEYS = {0: bytes(range(32)), 1: bytes(range(32, 64))}
LIMIT = 262095
_OVERHEAD = 49
#: The kinds of message whose fields have fixed sizes but for an entry at the end.
_FIXED = {
    b"\x03": (113, 113),
    b"\x04": (145, 145 + 135168),
    b"\x05": (97, 97 + 4096),
    b"\x06": (65, 1025),
}
_LENGTHS = (0, 1, 2, 100, 4096, 131072, 135168, 135169)
_SECRET = bytes(range(64, 96))


def plaintext(chance: Random) -> bytes:
    """Return a message by the grammar, right or nearly."""
    if chance.random() < 0.2:
        start, (least, most) = one_of(chance, [*_FIXED.items()])
        size = min(least + below(chance, 90), most) + one_of(chance, (0, 0, 0, -1, 1))
        return start + chance.randbytes(size - 1)
    if chance.random() < 0.2:
        return brief(chance)
    kind, count = 1 + below(chance, 2), one_of(chance, (0, 1, 1, 2, 3, 5))
    if chance.random() < 0.01:
        count = one_of(chance, (127, 128, 129, 255, 256, 257))
    if kind == 1:
        body = chance.randbytes(72 * count)
    else:
        sizes = [one_of(chance, (1, 2, 40, 200)) for _ in range(count)]
        if count and chance.random() < 0.005:
            sizes[0] = one_of(chance, (135167, 135168, 135169, 262000))
        if count and chance.random() < 0.05:
            sizes[-1] = 0
        body = b"".join(_entry(chance, size) for size in sizes)
    sin = chance.random()
    if sin < 0.05:
        kind = one_of(chance, (0, 1, 2, 3, 255))
    elif sin < 0.12:
        count += one_of(chance, (-1, 1, 256))
    elif sin < 0.15:
        count = one_of(chance, NUMBERS)
    return bytes([kind]) + (count % 65536).to_bytes(2) + body


def brief(chance: Random) -> bytes:
    """Return a brief by the grammar, right or nearly."""
    steps = bytearray(one_of(chance, (0, 1, 1, 2, 9)) for _ in range(below(chance, 8)))
    seat = one_of(chance, (0, 1, 2, 5, 9, 63, 64, 255))
    if chance.random() < 0.8:
        steps = bytearray(bytes(steps).rstrip(b"\0"))
        steps[seat : seat + 1] = bytes(len(steps[seat : seat + 1]))
    if chance.random() < 0.03:
        steps = bytearray(b"\x01" * one_of(chance, (63, 64, 65, 255)))
    number = one_of(chance, (0, 1, 2, 255, 256, 65535))
    count = len(steps) + one_of(chance, (0,) * 20 + (-1, 1))
    start = bytes([7, seat]) + number.to_bytes(2) + bytes([count % 256]) + steps
    full = 207 - len(start) - 64
    size = one_of(chance, (0, 1, 40, 40, 60, max(full, 0), max(full + 1, 0)))
    return start + chance.randbytes(64 + size)


def _entry(chance: Random, size: int) -> bytes:
    said = size
    if chance.random() < 0.03:
        said = one_of(chance, (*_LENGTHS, *NUMBERS, size + 1, max(size, 1) - 1))
    return said.to_bytes(4) + (bytes(size) if size > 999 else chance.randbytes(size))


def padded(chance: Random, message: bytes) -> bytes:
    """Return what is sealed: padded as it must be, or nearly."""
    said, size = len(message), len(message) + _OVERHEAD
    frame = SIZES[min(bisect_left(SIZES, size), len(SIZES) - 1)]
    sin = chance.random()
    if sin < 0.06:
        said = max(0, said + one_of(chance, (-1, 1, 2, 256)))
    elif sin < 0.09:
        said = one_of(chance, NUMBERS)
    elif sin < 0.14:
        frame = one_of(chance, SIZES[:4])
    room = max(0, frame - _OVERHEAD + 4)
    data = bytearray((said.to_bytes(4) + message).ljust(room, b"\0"))
    if 0.14 < sin < 0.2:
        data[-1 - below(chance, 40)] ^= 1 << below(chance, 8)
    return bytes(data)


def frame(chance: Random, inside: bytes) -> bytes:
    """Return a frame around what is padded, sealed as it must be, or nearly."""
    epoch = below(chance, 2)
    header = b"\x01" + epoch.to_bytes(4)
    nonce = chance.randbytes(24)
    data = (
        header
        + nonce
        + seal(inside, b"p2pgame/1/envelope" + header, nonce, KEYS[epoch])
    )
    sin = chance.random()
    if sin < 0.05:
        at = below(chance, 45)
        data = data[:at] + bytes([data[at] ^ 1 << below(chance, 8)]) + data[at + 1 :]
    elif sin < 0.08:
        data = havoc(chance, data, [data])
    return data


class Frames(Target):
    """``open`` reads a frame and ``read`` what is in it."""

    name, inputs = "frames", 1_000_000

    def __init__(
        self,
        *,
        opened: Callable[[Envelope, bytes], tuple[int, bytes]] = Envelope.open,
        read: Callable[[bytes], Message] = frames.decode,
    ) -> None:
        self._envelope = Envelope(KEYS)
        self._open = opened
        self._read = read

    def make(self, chance: Random) -> Input:
        way, message = chance.random(), plaintext(chance)
        if way < 0.2:
            message = havoc(chance, message, [message, plaintext(chance)])
        elif way < 0.3:
            message = splice(chance, message, plaintext(chance))
        elif way < 0.33:
            message = noise(chance, 20)
        return Input(frame(chance, padded(chance, message)))

    def parse(self, data: bytes) -> object:
        return self._read(self._open(self._envelope, data)[1])

    def judge(self, given: Input) -> str:
        data = given.data
        try:
            epoch, inside = self._open(self._envelope, data)
        except UnknownEpoch:
            if _second(data) is not None:
                raise Wrong("ignored, and the page opens it") from None
            return "ignored"
        except InvalidFrame:
            self._check_refused(lambda: _second(data))
            return "not opened"
        if _second(data) != (epoch, inside):
            raise Wrong("opened, and the page refuses it or opens to something else")
        try:
            message = self._read(inside)
        except InvalidFrame:
            self._check_refused(lambda: _read_message(inside))
            return "opened, refused"
        said: Sequence[object] | None = None
        match message:
            case frames.Have(heads):
                said = heads
            case frames.Entries(raws):
                said = raws
            case frames.Brief(seat, sequence, steps, signature, payload):
                said = seat, sequence, steps, signature, payload
        second = _read_message(inside)
        if said != (None if second is None else tuple(second)):
            raise Wrong("the page reads another message")
        if frames.encode(message) != inside:
            raise Wrong("written again it has other bytes")
        return type(message).__name__.lower()

    def _check_refused(self, second: Callable[[], object]) -> None:
        try:
            second()
        except Malformed:
            return
        raise Wrong("refused, and the page takes it")


def _second(data: bytes) -> tuple[int, bytes] | None:
    return reader.open_frame(data, KEYS)


def _read_message(inside: bytes) -> Sequence[object] | None:
    """Return what the second reader makes of a message; None if it has fixed fields."""
    if inside[:1] == b"\x07":
        return astuple(read_brief(inside))
    if inside[:1] not in _FIXED:
        return reader.read_message(inside)
    least, most = _FIXED[inside[:1]]
    need(least <= len(inside) <= most, "length")
    return None


class Boxes(Target):
    """The key of an epoch in its box, as it comes in a genesis."""

    name, inputs = "boxes", 100_000

    def __init__(self, *, opened: Callable[[bytes, bytes], bytes] = open_key) -> None:
        self._open = opened
        self._public = box_public(_SECRET)

    def make(self, chance: Random) -> Input:
        box = seal_key(chance.randbytes(32), self._public, chance.randbytes)
        way = chance.random()
        if way < 0.2:
            return Input(box, valid=True)
        if way < 0.4:
            # The same point in its other spelling, and points of small order.
            first = box[:31] + bytes([box[31] ^ 0x80])
            small = one_of(chance, (bytes(32), b"\x01" + bytes(31), b"\xff" * 32))
            return Input((first if way < 0.3 else small) + box[32:])
        if way < 0.6:
            at = below(chance, len(box))
            flipped = bytes([box[at] ^ 1 << below(chance, 8)])
            return Input(box[:at] + flipped + box[at + 1 :])
        return Input(havoc(chance, box, [box]))

    def parse(self, data: bytes) -> object:
        return self._open(data, _SECRET)

    def judge(self, given: Input) -> str:
        try:
            key = self._open(given.data, _SECRET)
        except InvalidFrame:
            key = None
        try:
            second = reader.open_box(given.data, _SECRET)
        except Malformed:
            second = None
        if key != second:
            raise Wrong("the page opens it to something else, or only one does")
        if given.valid and key is None:
            raise Wrong("refused, though it was made by the rules")
        return "refused" if key is None else "opened"
