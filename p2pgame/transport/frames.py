"""Encodes what peers say inside the envelope, above all who has which entries.

There are seven messages.  Each value has one byte string.  The reader uses no library
and checks bounds before it copies anything.

    Have      1 | count (2) | count × (author (32) | sequence (8) | id (32))
    Entries   2 | count (2) | count × (length (4) | entry)
    Recall    3 | author (32) | nonce (16) | signature (64)
    Recalled  4 | author (32) | nonce (16) | by (32) | signature (64) | entry
    Announce  5 | table (32) | signature (64) | content
    Whisper   6 | sealed
    Brief     7 | seat (1) | sequence (2) | count (1) | count × step (1)
                | signature (64) | payload

Numbers are big-endian.  Three fields are opaque here: entries, announced content
(:mod:`.finding.announce`), and direct messages (``Whisper``), which one player alone
can open.
This module verifies no signature.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NoReturn, assert_never

from p2pgame.transport.envelope import PLAINTEXT_LIMIT
from p2pgame.transport.link import FRAME_LIMIT, SIZES, InvalidFrame

HEADS_LIMIT = 128
ENTRIES_LIMIT = 256
ENTRY_LIMIT = 132 * 1024
#: Bytes of an announcement's content, at most.
CONTENT_LIMIT = 4096
#: Bytes of a sealed direct message, at least and at most.
WHISPER_LEAST, WHISPER_LIMIT = 64, 1024
#: Bytes of a compact entry, at most: above the smallest frame it saves nothing.
BRIEF_LIMIT = SIZES[0] - (FRAME_LIMIT - PLAINTEXT_LIMIT)
#: Limits of a compact entry: seats at the table, and entries of one author.
BRIEF_SEATS, BRIEF_SEQUENCES = 64, 1 << 16

#: An author, the sequence number of its newest entry here, and that entry's id.
Head = tuple[bytes, int, bytes]

NONCE = 16

_HAVE, _ENTRIES, _RECALL, _RECALLED, _ANNOUNCE, _WHISPER, _BRIEF = 1, 2, 3, 4, 5, 6, 7
_START = 3
_AUTHOR = _ID = _TABLE = 32
_SEQUENCE = 8
_HEAD = _AUTHOR + _SEQUENCE + _ID
_LENGTH = 4
_SIGNATURE = 64
_RECALL_SIZE = 1 + _AUTHOR + NONCE + _SIGNATURE
_RECALLED_START = _RECALL_SIZE + _AUTHOR
_ANNOUNCE_START = 1 + _TABLE + _SIGNATURE
_BRIEF_START = 1 + 1 + 2 + 1


@dataclass(frozen=True, slots=True)
class Have:
    """Tell the newest entry that we have of each author, in any order."""

    heads: tuple[Head, ...]

    def __post_init__(self) -> None:
        if len(self.heads) > HEADS_LIMIT:
            raise ValueError(f"{len(self.heads)} heads, {HEADS_LIMIT} are allowed")
        for author, sequence, id in self.heads:
            if len(author) != _AUTHOR or len(id) != _ID:
                raise ValueError("an author or an id has not 32 bytes")
            if not 0 <= sequence < 1 << 8 * _SEQUENCE:
                raise ValueError(f"{sequence} is no sequence number")


@dataclass(frozen=True, slots=True)
class Entries:
    """Send signed entries, byte for byte as they were signed."""

    raws: tuple[bytes, ...]

    def __post_init__(self) -> None:
        if len(self.raws) > ENTRIES_LIMIT:
            raise ValueError(f"{len(self.raws)} entries, {ENTRIES_LIMIT} are allowed")
        if not all(0 < len(raw) <= ENTRY_LIMIT for raw in self.raws):
            raise ValueError(f"an entry is empty or above {ENTRY_LIMIT} bytes")
        if _START + sum(_LENGTH + len(raw) for raw in self.raws) > PLAINTEXT_LIMIT:
            raise ValueError("these entries do not fit one frame")


@dataclass(frozen=True, slots=True)
class Recall:
    """Ask for the newest entry of ``author``, who asks and may have forgotten some.

    The author has signed the question.
    """

    author: bytes
    nonce: bytes
    signature: bytes

    def __post_init__(self) -> None:
        _check_sizes(self.author, self.nonce, self.signature)


@dataclass(frozen=True, slots=True)
class Recalled:
    """Answer with the newest entry of ``author`` that ``by`` has, signed by ``by``."""

    author: bytes
    nonce: bytes
    by: bytes
    signature: bytes
    entry: bytes

    def __post_init__(self) -> None:
        _check_sizes(self.author, self.nonce, self.signature)
        if len(self.by) != _AUTHOR or len(self.entry) > ENTRY_LIMIT:
            raise ValueError(f"not an author, or an entry above {ENTRY_LIMIT} bytes")


@dataclass(frozen=True, slots=True)
class Announce:
    """Tell guests with a short invite what the table's opener announces."""

    table: bytes
    signature: bytes
    content: bytes

    def __post_init__(self) -> None:
        if (len(self.table), len(self.signature)) != (_TABLE, _SIGNATURE):
            raise ValueError("a table or a signature is too short or too long")
        if len(self.content) > CONTENT_LIMIT:
            raise ValueError(f"what is announced is above {CONTENT_LIMIT} bytes")


@dataclass(frozen=True, slots=True)
class Whisper:
    """Carry a direct message to one player; it shows neither sender nor recipient."""

    sealed: bytes

    def __post_init__(self) -> None:
        if not WHISPER_LEAST <= len(self.sealed) <= WHISPER_LIMIT:
            raise ValueError(f"nobody whispers {len(self.sealed)} bytes")


@dataclass(frozen=True, slots=True)
class Brief:
    """Carry a compact entry: without the keys and ids that its readers can look up.

    ``steps`` has one number for each seat, in order: how many entries the newest named
    entry is ahead of what the author's last entry builds on.  0 means that none is
    named.
    """

    seat: int
    sequence: int
    steps: bytes
    signature: bytes
    payload: bytes

    def __post_init__(self) -> None:
        if not 0 <= self.seat < BRIEF_SEATS or len(self.steps) > BRIEF_SEATS:
            raise ValueError(f"a brief tells of {BRIEF_SEATS} seats")
        if not 0 < self.sequence < BRIEF_SEQUENCES:
            raise ValueError(f"no brief tells of entry {self.sequence}")
        if self.steps.endswith(b"\0") or any(self.steps[self.seat : self.seat + 1]):
            raise ValueError("steps end with one, and none is the author's own")
        if len(self.signature) != _SIGNATURE:
            raise ValueError("a signature is too short or too long")
        size = len(self.steps) + _SIGNATURE + len(self.payload)
        if _BRIEF_START + size > BRIEF_LIMIT:
            raise ValueError(f"a brief is above {BRIEF_LIMIT} bytes")


def _check_sizes(author: bytes, nonce: bytes, signature: bytes) -> None:
    if (len(author), len(nonce), len(signature)) != (_AUTHOR, NONCE, _SIGNATURE):
        raise ValueError("an author, a nonce or a signature is too short or too long")


Message = Have | Entries | Recall | Recalled | Announce | Whisper | Brief


def batches(raws: Iterable[bytes]) -> Iterator[Entries]:
    """Divide entries into as few messages as keep their order and the limits.

    Raises:
      ValueError: An entry is empty or above :data:`ENTRY_LIMIT`.
    """
    batch: list[bytes] = []
    size = _START
    for raw in raws:
        size += _LENGTH + len(raw)
        if batch and (size > PLAINTEXT_LIMIT or len(batch) == ENTRIES_LIMIT):
            yield Entries(tuple(batch))
            batch, size = [], _START + _LENGTH + len(raw)
        batch.append(raw)
    if batch:
        yield Entries(tuple(batch))


def encode(message: Message) -> bytes:
    """Return the message's one byte string."""
    match message:
        case Have(heads):
            parts = [a + n.to_bytes(_SEQUENCE) + i for a, n, i in heads]
            return _start(_HAVE, len(parts)) + b"".join(parts)
        case Entries(raws):
            parts = [len(raw).to_bytes(_LENGTH) + raw for raw in raws]
            return _start(_ENTRIES, len(parts)) + b"".join(parts)
        case Recall(author, nonce, signature):
            return bytes([_RECALL]) + author + nonce + signature
        case Recalled(author, nonce, by, signature, entry):
            return bytes([_RECALLED]) + author + nonce + by + signature + entry
        case Announce(table, signature, content):
            return bytes([_ANNOUNCE]) + table + signature + content
        case Whisper(sealed):
            return bytes([_WHISPER]) + sealed
        case Brief(seat, sequence, steps, signature, payload):
            start = bytes([_BRIEF, seat]) + sequence.to_bytes(2)
            return start + bytes([len(steps)]) + steps + signature + payload
    assert_never(message)


def _start(kind: int, count: int) -> bytes:
    return bytes([kind]) + count.to_bytes(2)


def decode(data: bytes) -> Message:
    """Read a message.

    Raises:
      InvalidFrame: Not the encoding of a message within the limits.
    """
    if len(data) < _START or len(data) > PLAINTEXT_LIMIT:
        _refuse("is too short or too long")
    kind, count = data[0], int.from_bytes(data[1:_START])
    if kind == _HAVE:
        return _decode_have(data, count)
    if kind == _ENTRIES:
        return _decode_entries(data, count)
    if kind == _RECALL:
        return _decode_recall(data)
    if kind == _RECALLED:
        return _decode_recalled(data)
    if kind == _ANNOUNCE:
        return _decode_announce(data)
    if kind == _WHISPER:
        return _decode_whisper(data)
    if kind == _BRIEF:
        return _decode_brief(data)
    _refuse("is of an unknown kind")


def _decode_have(data: bytes, count: int) -> Have:
    if count > HEADS_LIMIT:
        _refuse("has too many heads")
    if len(data) != _START + count * _HEAD:
        _refuse("is cut off or has bytes left over")
    return Have(tuple(_head(data, _START + n * _HEAD) for n in range(count)))


def _head(data: bytes, at: int) -> Head:
    author, sequence, id = at, at + _AUTHOR, at + _AUTHOR + _SEQUENCE
    return (
        data[author:sequence],
        int.from_bytes(data[sequence:id]),
        data[id : id + _ID],
    )


def _decode_entries(data: bytes, count: int) -> Entries:
    if count > ENTRIES_LIMIT:
        _refuse("has too many entries")
    raws = []
    at = _START
    for _ in range(count):
        start = at + _LENGTH
        length = int.from_bytes(data[at:start])
        at = start + length
        if not 0 < length <= ENTRY_LIMIT or at > len(data):
            _refuse("has an entry that is empty, too long or cut off")
        raws.append(data[start:at])
    if at != len(data):
        _refuse("has bytes left over")
    return Entries(tuple(raws))


def _decode_recall(data: bytes) -> Recall:
    if len(data) != _RECALL_SIZE:
        _refuse("is cut off or has bytes left over")
    return Recall(*_cut(data, _AUTHOR, NONCE, _SIGNATURE))


def _decode_recalled(data: bytes) -> Recalled:
    if not 0 <= len(data) - _RECALLED_START <= ENTRY_LIMIT:
        _refuse("is cut off or has an entry that is too long")
    entry = len(data) - _RECALLED_START
    return Recalled(*_cut(data, _AUTHOR, NONCE, _AUTHOR, _SIGNATURE, entry))


def _decode_announce(data: bytes) -> Announce:
    size = len(data) - _ANNOUNCE_START
    if not 0 <= size <= CONTENT_LIMIT:
        _refuse("is cut off or announces too much")
    return Announce(*_cut(data, _TABLE, _SIGNATURE, size))


def _decode_whisper(data: bytes) -> Whisper:
    if not WHISPER_LEAST <= len(data) - 1 <= WHISPER_LIMIT:
        _refuse("whispers too little or too much")
    return Whisper(data[1:])


def _decode_brief(data: bytes) -> Brief:
    if not _BRIEF_START <= len(data) <= BRIEF_LIMIT:
        _refuse("is too short or too long for a brief")
    seat, sequence, count = data[1], int.from_bytes(data[2:4]), data[4]
    payload = _BRIEF_START + count + _SIGNATURE
    if payload > len(data):
        _refuse("is cut off")
    steps = data[_BRIEF_START : _BRIEF_START + count]
    try:
        signature = data[payload - _SIGNATURE : payload]
        return Brief(seat, sequence, steps, signature, data[payload:])
    except ValueError:
        _refuse("tells of an entry of which no brief tells")


def _cut(data: bytes, *sizes: int) -> Iterator[bytes]:
    """Yield the fields of these sizes behind the kind."""
    at = 1
    for size in sizes:
        yield data[at : at + size]
        at += size


def _refuse(why: str) -> NoReturn:
    raise InvalidFrame(f"A peer's message {why}.")
