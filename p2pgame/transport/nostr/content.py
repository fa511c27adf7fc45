"""Encodes sealed frames as a nostr event's content, with the claim to write there.

Anybody may publish under any tag.  So each event claims its right to write to the
topic: the topic is the hash of a key, and that key's holder has signed the event's
temporary author.
Events without a valid claim are strangers', and are dropped.

One event a second and 64 KiB are little.  So waiting frames share one event, and a long
frame is cut into pieces.
A piece names its frame by the frame's hash; pieces may come in any order.

Content is the base64 of ``version (1) | key (32) | signature (64) | pieces``; a piece
is ``hash of the frame (8) | number (1) | how many (1) | length (4) | bytes``.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b

from nacl.bindings import crypto_sign, crypto_sign_open, crypto_sign_seed_keypair
from nacl.exceptions import CryptoError

from p2pgame.transport.link import FRAME_LIMIT, SIZES, InvalidFrame
from p2pgame.transport.relay.topic_id import topic_of

#: Pieces of a frame, and pieces in an event, at most.
PIECES_LIMIT = 16
PIECES_IN_EVENT = 64

#: Bytes of incomplete frames, at most; the oldest are given up.  Each frame and each
#: piece counts for some bytes more.
PARTS_LIMIT = 8 * FRAME_LIMIT
_PART = 256

_VERSION = b"\x01"
_KEY, _SIGNATURE = 32, 64
_HEAD = 1 + _KEY + _SIGNATURE
_HASH = 8
_PIECE = _HASH + 1 + 1 + 4
_LABEL = b"p2pgame nostr author"

#: Bytes of room that an event must have, or the longer frames of a game do not fit.
LEAST_ROOM = _HEAD + _PIECE + 65536 // PIECES_LIMIT + 1


@dataclass(frozen=True, slots=True)
class Piece:
    """Bytes of a frame, the ``number``-th of ``count``."""

    frame: bytes
    number: int
    count: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Claim:
    """The claim that a nostr author may write to the topic of ``key``."""

    key: bytes
    signature: bytes


def claim(seed: bytes, author: bytes) -> Claim:
    """Sign an author's claim with the seed that may write."""
    public, secret = crypto_sign_seed_keypair(seed)
    return Claim(public, crypto_sign(_LABEL + author, secret)[:_SIGNATURE])


def verify_claim(made: Claim, topic: bytes, author: bytes) -> None:
    """Verify a claim; raise ``InvalidFrame`` if the author may not write there."""
    try:
        if topic_of(made.key) == topic:
            crypto_sign_open(made.signature + _LABEL + author, made.key)
            return
    except CryptoError:
        pass
    raise InvalidFrame("Somebody who has no invite writes there.")


def size_of(pieces: Iterable[Piece]) -> int:
    """Return the bytes that pieces take in an event's room."""
    return _HEAD + sum(_PIECE + len(piece.data) for piece in pieces)


def cut(frame: bytes, room: int) -> list[Piece]:
    """Cut a frame into pieces that each fit an event with ``room`` bytes."""
    step = room - _HEAD - _PIECE
    parts = [frame[at : at + step] for at in range(0, len(frame), step)]
    name = _hash(frame)
    return [Piece(name, at, len(parts), part) for at, part in enumerate(parts)]


def encode(made: Claim, pieces: Iterable[Piece]) -> str:
    """Return an event's content."""
    data = b"".join(
        piece.frame
        + bytes((piece.number, piece.count))
        + len(piece.data).to_bytes(4)
        + piece.data
        for piece in pieces
    )
    return b64encode(_VERSION + made.key + made.signature + data).decode()


def decode(content: str, topic: bytes, author: bytes) -> list[Piece]:
    """Read the pieces in an author's event.

    Raises:
      InvalidFrame: The author may not write there, or the content is malformed.
    """
    try:
        text = content.encode()
        data = b64decode(text)
    except ValueError:
        raise InvalidFrame("This event holds nothing of ours.") from None
    if b64encode(data) != text or len(data) < _HEAD or data[:1] != _VERSION:
        raise InvalidFrame("This event holds nothing of ours.")
    verify_claim(Claim(data[1:33], data[33:_HEAD]), topic, author)
    return [*_pieces(data[_HEAD:])]


def _pieces(data: bytes) -> Iterator[Piece]:
    at = had = 0
    while at < len(data):
        start, had = at + _PIECE, had + 1
        head = data[at:start]
        end = start + int.from_bytes(head[-4:])
        if len(head) < _PIECE or end > len(data) or had > PIECES_IN_EVENT:
            raise InvalidFrame("This event's pieces do not fit it.")
        number, count = head[_HASH], head[_HASH + 1]
        if not number < count <= PIECES_LIMIT:
            raise InvalidFrame("This event's pieces are numbered wrongly.")
        yield Piece(head[:_HASH], number, count, data[start:end])
        at = end


def _hash(frame: bytes) -> bytes:
    return blake2b(frame, digest_size=_HASH).digest()


@dataclass(slots=True)
class _Parts:
    count: int
    have: dict[int, bytes] = field(default_factory=dict)

    @property
    def size(self) -> int:
        return sum(_PART + len(data) for data in self.have.values())


class Joiner:
    """Joins pieces to frames; keeps incomplete frames within bounds."""

    __slots__ = ("_parts", "_size")

    def __init__(self) -> None:
        self._parts: dict[tuple[bytes, bytes], _Parts] = {}
        self._size = 0

    def take(self, author: bytes, pieces: Iterable[Piece]) -> list[bytes]:
        """Return the frames that an author's pieces complete.

        Drops a result whose hash or length is wrong.
        """
        joined = (self._join(author, piece) for piece in pieces)
        return [frame for frame in joined if frame is not None]

    def _join(self, author: bytes, piece: Piece) -> bytes | None:
        place = author, piece.frame
        parts = self._parts.setdefault(place, _Parts(piece.count))
        if parts.count == piece.count and piece.number not in parts.have:
            parts.have[piece.number] = piece.data
            self._size += _PART + len(piece.data)
        if len(parts.have) == parts.count:
            self._forget(place)
            frame = b"".join(parts.have[at] for at in range(parts.count))
            is_one = len(frame) in SIZES and _hash(frame) == piece.frame
            return frame if is_one else None
        while self._size > PARTS_LIMIT:
            self._forget(next(iter(self._parts)))
        return None

    def _forget(self, place: tuple[bytes, bytes]) -> None:
        self._size -= self._parts.pop(place).size
