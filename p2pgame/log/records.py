"""Encodes a log file's records, and recognises what a crash can do to them.

A file is a header and records.  A record is a mark, its number, length and time, a
checksum over these and the content, and the content.  Every record is flushed before
the next is written, so a crash can spoil only the last one.
A bad record with no good one behind it is a torn tail, to be cut off.  A bad record
with a good one behind it is damage, which must not be skipped.

The checksum has a key, drawn for each file and kept in its header.  So no peer can hide
what looks like a good record inside an entry.
The header also names the place where the file was made, because a copy may lack later
entries.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from struct import Struct

from .errors import StoreError

KEY_BYTES = 16
PLACE_BYTES = 16
#: The place in a file that must count as a copy.
NOWHERE = bytes(PLACE_BYTES)

#: Bytes of a record, at most.
RECORD_LIMIT = 1024 * 1024

_TITLE = b"p2pgame log 1\n"
_MARK = b"\xf7log"
_SUM_BYTES = 16
_TIME_BYTES = 8
_HEADER_BYTES = len(_TITLE) + KEY_BYTES + PLACE_BYTES + _TIME_BYTES + _SUM_BYTES
_HEAD = Struct(f">{len(_MARK)}sIIQ{_SUM_BYTES}s")


class Damaged(StoreError):
    """A log file has lost something that was safely stored."""


@dataclass(frozen=True, slots=True)
class Contents:
    """A file's key, its records, and the end of its good part.

    ``place`` is where it was made, ``time`` its last write in milliseconds.  ``key`` is
    None, and nothing is good, if the header was never finished.
    """

    key: bytes | None
    place: bytes
    records: tuple[bytes, ...] = field(repr=False)
    end: int
    time: int = 0


def write_header(key: bytes, place: bytes, time: int = 0) -> bytes:
    """Return the start of a file, made in ``place``, whose checksums have this key."""
    made = place + time.to_bytes(_TIME_BYTES, "big")
    return _TITLE + key + made + _sum(key, _TITLE + made)


def write_record(key: bytes, number: int, content: bytes, time: int = 0) -> bytes:
    """Return one record of a file; the first has number 0.

    ``time`` is when it is appended, in milliseconds of the disk's clock.

    Raises:
      ValueError: The content is too long.
    """
    if len(content) > RECORD_LIMIT:
        raise ValueError(f"a record has at most {RECORD_LIMIT} bytes")
    return _HEAD.pack(*_head(key, number, content, time)) + content


def read_file(data: bytes) -> Contents:
    """Return the contents of a file up to its torn tail, if it has one.

    Raises:
      Damaged: Something that was safely stored is missing.
      StoreError: This is no log.
    """
    if data[: len(_TITLE)] != _TITLE[: len(data)]:
        raise StoreError("this file is not a log")
    if len(data) < _HEADER_BYTES:
        return Contents(None, b"", (), 0)
    key, place, made = _header_of(data)
    if not data.startswith(write_header(key, place, made)):
        raise Damaged("the log is damaged at its start")
    records: list[bytes] = []
    at, time = _HEADER_BYTES, made
    while (content := _record_at(data, at, key, number=len(records))) is not None:
        records.append(content)
        time = _HEAD.unpack_from(data, at)[3]
        at += _HEAD.size + len(content)
    if not _can_be_torn(data, at, key, number=len(records)):
        raise Damaged(f"the log is damaged at its record {len(records)}")
    return Contents(key, place, tuple(records), at, time)


def places(records: Iterable[bytes]) -> Iterator[int]:
    """Yield where each of a file's records starts, if these are its first ones."""
    at = _HEADER_BYTES
    for content in records:
        yield at
        at += size_of(content)


def size_of(content: bytes) -> int:
    """Return the bytes of a record with this content."""
    return _HEAD.size + len(content)


def read_record(data: bytes, key: bytes) -> tuple[bytes | None, int]:
    """Return the content of the record with which ``data`` begins, and its size.

    The content is None if ``data`` holds no good record; then it may lack its end.
    """
    if len(data) < _HEAD.size:
        return None, _HEAD.size
    length = min(_HEAD.unpack_from(data)[2], RECORD_LIMIT)
    return _record_at(data, 0, key, number=None), _HEAD.size + length


def salvage(data: bytes) -> Contents:
    """Return the good records of a damaged file, wherever they are.

    Some between them may be missing.  Without a good header no record is good.
    """
    key, place, made = _header_of(data)
    if not data.startswith(write_header(key, place, made)):
        return Contents(None, NOWHERE, (), 0)
    records: list[bytes] = []
    at = data.find(_MARK, _HEADER_BYTES)
    while at >= 0:
        content = _record_at(data, at, key, number=None)
        if content is not None:
            records.append(content)
        step = len(_MARK) if content is None else _HEAD.size + len(content)
        at = data.find(_MARK, at + step)
    return Contents(key, place, tuple(records), len(data))


def _header_of(data: bytes) -> tuple[bytes, bytes, int]:
    """Return key, place and time of a file that holds a whole header."""
    start = len(_TITLE)
    middle = start + KEY_BYTES
    end = middle + PLACE_BYTES
    made = int.from_bytes(data[end : end + _TIME_BYTES], "big")
    return data[start:middle], data[middle:end], made


def _record_at(data: bytes, at: int, key: bytes, *, number: int | None) -> bytes | None:
    """Return the content of the good record that starts here, or None.

    ``number=None`` accepts any number.
    """
    if at + _HEAD.size > len(data):
        return None
    head = _HEAD.unpack_from(data, at)
    _, found, length, time, _ = head
    start = at + _HEAD.size
    if length > min(RECORD_LIMIT, len(data) - start):
        return None
    content = data[start : start + length]
    if number is not None and found != number:
        return None
    return content if head == _head(key, found, content, time) else None


def _can_be_torn(data: bytes, at: int, key: bytes, *, number: int) -> bool:
    """Return whether the bytes from here on may be the rest of one broken append.

    They may not if they are longer than a record, contain a whole record and more, or
    have a good record anywhere in them.
    """
    if len(data) - at > _HEAD.size + RECORD_LIMIT:
        return False
    if len(data) - at >= _HEAD.size:
        mark, found, length, _, _ = _HEAD.unpack_from(data, at)
        end = at + _HEAD.size + length
        if (mark, found) == (_MARK, number) and end < len(data):
            return False
    good = data.find(_MARK, at + 1)
    while good >= 0:
        if _record_at(data, good, key, number=None) is not None:
            return False
        good = data.find(_MARK, good + 1)
    return True


def _head(
    key: bytes, number: int, content: bytes, time: int
) -> tuple[bytes, int, int, int, bytes]:
    framed = _HEAD.pack(_MARK, number, len(content), time, bytes(_SUM_BYTES))
    return _MARK, number, len(content), time, _sum(key, framed + content)


def _sum(key: bytes, content: bytes) -> bytes:
    return blake2b(content, digest_size=_SUM_BYTES, key=key).digest()
