"""Encodes what a peer and a relay say to each other: see :mod:`.protocol`.

The reader uses no library, checks bounds before it copies anything, and refuses
trailing bytes.
"""

from __future__ import annotations

from typing import NoReturn, TypeVar, assert_never

from p2pgame.transport.link import SIZES, InvalidFrame
from p2pgame.transport.relay.protocol import (
    BODY_LIMIT,
    ENTER_TAG,
    NONCE,
    TEXT_LIMIT,
    Claim,
    Closed,
    Deliver,
    Enter,
    FromPeer,
    FromRelay,
    Knock,
    Knocked,
    Live,
    Open,
    Opened,
    Publish,
    Refused,
    Replied,
    Reply,
    Shut,
    Stored,
    Subscribe,
    Unsubscribe,
    Welcome,
    Work,
)
from p2pgame.transport.relay.topic_id import TOPIC
from p2pgame.transport.wire_version import SPOKEN, Versions

T = TypeVar("T")

_KEY, _SIGNATURE, _WORK = 32, 64, 8
_NUMBER, _SEQUENCE, _ROOM, _LENGTH, _REFUSAL = 4, 8, 8, 2, 2


def deliver_head(topic: bytes, sequence: int) -> bytes:
    """Return the bytes before the frame in a ``Deliver``."""
    return b"\x42" + topic + sequence.to_bytes(_SEQUENCE)


def encode(message: FromPeer | FromRelay) -> bytes:
    """Return the message's one byte string."""
    match message:
        case Subscribe(topic, cursor):
            return b"\x01" + topic + cursor.to_bytes(_SEQUENCE)
        case Unsubscribe(topic):
            return b"\x02" + topic
        case Claim(key, signature):
            return b"\x03" + key + signature
        case Publish(topic, number, frame):
            return b"\x04" + topic + number.to_bytes(_NUMBER) + frame
        case Work(answer):
            return b"\x05" + answer
        case Open(seconds):
            return b"\x06" + seconds.to_bytes(2)
        case Shut(door):
            return b"\x07" + door.to_bytes(_NUMBER)
        case Knock(door, body):
            return b"\x08" + door.to_bytes(_NUMBER) + body
        case Reply(door, guest, body):
            return b"\x09" + door.to_bytes(_NUMBER) + guest.to_bytes(_NUMBER) + body
        case Enter(versions, tag):
            return b"\x0a" + _range(versions) + tag
    return _encode_answer(message)


def _encode_answer(message: FromRelay) -> bytes:
    match message:
        case Welcome():
            return _encode_welcome(message)
        case Deliver(topic, sequence, frame):
            return deliver_head(topic, sequence) + frame
        case Live(topic, oldest, newest):
            span = oldest.to_bytes(_SEQUENCE) + newest.to_bytes(_SEQUENCE)
            return b"\x43" + topic + span
        case Stored(topic, number, sequence):
            place = number.to_bytes(_NUMBER) + sequence.to_bytes(_SEQUENCE)
            return b"\x44" + topic + place
        case Refused(number, refusal):
            return b"\x45" + number.to_bytes(_NUMBER) + refusal.to_bytes(_REFUSAL)
        case Opened(door):
            return b"\x46" + door.to_bytes(_NUMBER)
        case Knocked(door, guest, body):
            return b"\x47" + door.to_bytes(_NUMBER) + guest.to_bytes(_NUMBER) + body
        case Replied(door, body):
            return b"\x48" + door.to_bytes(_NUMBER) + body
        case Closed(door, refusal):
            return b"\x49" + door.to_bytes(_NUMBER) + refusal.to_bytes(_REFUSAL)
    assert_never(message)


def _encode_welcome(welcome: Welcome) -> bytes:
    head = b"\x41" + _range(welcome.versions) + welcome.nonce
    gates = bytes((welcome.is_closed, welcome.bits))
    keeps = welcome.room.to_bytes(_ROOM) + bytes([welcome.days])
    return head + gates + keeps + _text(welcome.address) + _text(welcome.message)


def _range(versions: Versions) -> bytes:
    return bytes((versions.lowest, versions.highest))


def _text(text: str) -> bytes:
    data = text.encode()
    if len(data) > TEXT_LIMIT:
        raise ValueError(f"a text of {len(data)} bytes; {TEXT_LIMIT} are allowed")
    return len(data).to_bytes(_LENGTH) + data


def read_peer(data: bytes) -> FromPeer:
    """Read a peer's message.

    Raises:
      InvalidFrame: A peer may not say this.
    """
    cut = _Cut(data)
    match cut.kind:
        case 1:
            return cut.whole(Subscribe(cut.take(TOPIC), cut.number(_SEQUENCE)))
        case 2:
            return cut.whole(Unsubscribe(cut.take(TOPIC)))
        case 3:
            return cut.whole(Claim(cut.take(_KEY), cut.take(_SIGNATURE)))
        case 4:
            return Publish(cut.take(TOPIC), cut.number(_NUMBER), cut.frame())
        case 5:
            return cut.whole(Work(cut.take(_WORK)))
        case 6:
            return cut.whole(Open(cut.number(2)))
        case 7:
            return cut.whole(Shut(cut.number(_NUMBER)))
        case 8:
            return Knock(cut.number(_NUMBER), cut.body())
        case 9:
            return Reply(cut.number(_NUMBER), cut.number(_NUMBER), cut.body())
        case 10:
            return cut.whole(Enter(cut.versions(), cut.take(ENTER_TAG)))
    _refuse("is of an unknown kind")


def read_relay(data: bytes) -> FromRelay:
    """Read a relay's message.

    Raises:
      InvalidFrame: A relay may not say this.
    """
    cut = _Cut(data)
    match cut.kind:
        case 65:
            return cut.welcome()
        case 66:
            return Deliver(cut.take(TOPIC), cut.number(_SEQUENCE), cut.frame())
        case 67:
            topic, oldest = cut.take(TOPIC), cut.number(_SEQUENCE)
            return cut.whole(Live(topic, oldest, cut.number(_SEQUENCE)))
        case 68:
            topic, number = cut.take(TOPIC), cut.number(_NUMBER)
            return cut.whole(Stored(topic, number, cut.number(_SEQUENCE)))
        case 69:
            return cut.whole(Refused(cut.number(_NUMBER), cut.number(_REFUSAL)))
        case 70:
            return cut.whole(Opened(cut.number(_NUMBER)))
        case 71:
            return Knocked(cut.number(_NUMBER), cut.number(_NUMBER), cut.body())
        case 72:
            return Replied(cut.number(_NUMBER), cut.body())
        case 73:
            return cut.whole(Closed(cut.number(_NUMBER), cut.number(_REFUSAL)))
    _refuse("is of an unknown kind")


class _Cut:
    """Reads a message's fields one after the other."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0
        self.kind = self.number(1)

    def take(self, size: int) -> bytes:
        end = self._at + size
        if end > len(self._data):
            _refuse("is cut off")
        taken = self._data[self._at : end]
        self._at = end
        return taken

    def number(self, size: int) -> int:
        return int.from_bytes(self.take(size))

    def rest(self, limit: int) -> bytes:
        if len(self._data) - self._at > limit:
            _refuse("is too long")
        return self.take(len(self._data) - self._at)

    def frame(self) -> bytes:
        if len(self._data) - self._at not in SIZES:
            _refuse("has a frame of a length that no frame has")
        return self.rest(SIZES[-1])

    def body(self) -> bytes:
        return self.rest(BODY_LIMIT)

    def text(self) -> str:
        length = self.number(_LENGTH)
        if length > TEXT_LIMIT:
            _refuse("has a text that is too long")
        try:
            return self.take(length).decode()
        except UnicodeDecodeError:
            _refuse("has a text that is none")

    def versions(self) -> Versions:
        lowest, highest = self.number(1), self.number(1)
        if not 0 < lowest <= highest:
            _refuse("has versions that are none")
        return Versions(lowest, highest)

    def welcome(self) -> Welcome:
        versions, nonce = self.versions(), self.take(NONCE)
        if versions.shared(SPOKEN) is None:
            # Only this much is the same in every version.
            return Welcome(nonce, 0, 0, 0, "", "", False, versions)
        closed, bits = self.number(1), self.number(1)
        if closed > 1:
            _refuse("is neither closed nor open")
        room, days = self.number(_ROOM), self.number(1)
        texts = self.text(), self.text()
        rest = closed == 1, versions
        return self.whole(Welcome(nonce, bits, room, days, *texts, *rest))

    def whole(self, message: T) -> T:
        if self._at != len(self._data):
            _refuse("has bytes left over")
        return message


def _refuse(why: str) -> NoReturn:
    raise InvalidFrame(f"A relay message {why}.")
