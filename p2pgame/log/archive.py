"""Exports a game as one file: every peer with the same entries gets the same bytes.

The file has a title line, the table, its part and the number of entries.  The entries
follow, each behind its length, by author and then by sequence; then a checksum over
everything.  A whole transcript is one file: part 1, and the last.

The reader trusts nothing: it verifies every signature, and that each author's entries
are an unbroken chain from its first.  It names the bad entry before it looks at the
checksum, which could only tell that there is one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import blake2b
from struct import Struct

from .entry import ENTRY_LIMIT, NONE, Entry, claim
from .errors import InvalidArchive, InvalidEntry, PartOfArchive
from .feed import Feed

#: Bytes and entries of a transcript, at most.
ARCHIVE_LIMIT = 64 * 1024 * 1024
ENTRIES_LIMIT = 200_000

_TITLE = b"p2pgame transcript 2\n"
#: Title, table, part, whether it is the last, the checksum of the part before, count.
_START = Struct(f">{len(_TITLE)}s32sHB32sI")
_LENGTH = Struct(">I")
_SUM_BYTES = 32


def encode_archive(table: bytes, feeds: Iterable[Feed]) -> bytes:
    """Return the transcript of a table.

    ValueError: It could not be read back: it is too long, or holds an entry of another
      table.
    """
    ordered = [
        entry
        for feed in sorted(feeds, key=lambda feed: feed.author)
        for entry in feed.entries
    ]
    if any(entry.table != table for entry in ordered):
        raise ValueError("a transcript is of one table only")
    pieces = [_START.pack(_TITLE, table, 1, True, NONE, len(ordered))]
    for entry in ordered:
        pieces += _LENGTH.pack(len(entry.raw)), entry.raw
    data = b"".join(pieces)
    if len(ordered) > ENTRIES_LIMIT or len(data) + _SUM_BYTES > ARCHIVE_LIMIT:
        raise ValueError(
            f"a transcript has at most {ENTRIES_LIMIT} entries "
            f"and {ARCHIVE_LIMIT} bytes"
        )
    return data + _sum(data)


def decode_archive(data: bytes) -> tuple[bytes, list[Entry]]:
    """Return the table of a transcript, and its entries in causal order.

    A :class:`~p2pgame.log.history.History` delivers each one at once.  An entry that
    names one missing in the file keeps the place that it would otherwise have.

    Raises:
      PartOfArchive: It is one part of a transcript, and which parts are missing.
      InvalidArchive: In one sentence, what is wrong, and with which entry.

    Cost: one signature check for each entry.
    """
    table, count = _read_start(data)
    end = len(data) - _SUM_BYTES
    at = _START.size
    entries: list[Entry] = []
    for number in range(1, count + 1):
        raw = _slice(data, at, end, number=number, count=count)
        last = entries[-1] if entries else None
        entries.append(_check(raw, table, last, number=number))
        at += _LENGTH.size + len(raw)
    if at != end:
        raise InvalidArchive(f"the file goes on after its last entry, number {count}")
    if data[end:] != _sum(data[:end]):
        raise InvalidArchive("all entries are good, but the file's checksum is not")
    return table, _causal(entries)


def _read_start(data: bytes) -> tuple[bytes, int]:
    """Return the table and the number of entries."""
    if len(data) > ARCHIVE_LIMIT:
        raise InvalidArchive(
            f"the file has {len(data)} bytes; a transcript has at most {ARCHIVE_LIMIT}"
        )
    if not data.startswith(_TITLE):
        raise InvalidArchive("this is no transcript of a version that is known here")
    if len(data) < _START.size + _SUM_BYTES:
        raise InvalidArchive("the file is cut off before its first entry")
    _, table, part, last, previous, count = _START.unpack_from(data)
    _check_part(part, last, previous)
    if count > ENTRIES_LIMIT:
        raise InvalidArchive(
            f"the file announces {count} entries; "
            f"a transcript has at most {ENTRIES_LIMIT}"
        )
    return table, count


def _check_part(part: int, last: int, previous: bytes) -> None:
    """Refuse all but a whole transcript; ``previous`` is the sum of the part before."""
    if part == 0 or last > 1 or (part == 1) != (previous == NONE):
        raise InvalidArchive("the file does not say which part of a transcript it is")
    if part == 1 and last:
        return
    before = {1: "", 2: "part 1"}.get(part, f"parts 1 to {part - 1}")
    after = "" if last else f"what follows part {part}"
    missing = " and ".join(filter(None, (before, after)))
    raise PartOfArchive(
        f"this is part {part} of a transcript, without {missing}: ask for the "
        "transcript in one file"
    )


def _slice(data: bytes, at: int, end: int, *, number: int, count: int) -> bytes:
    """Return the entry that starts at ``at``; ``end`` is where the sum starts."""
    start = at + _LENGTH.size
    if start > end:
        raise InvalidArchive(f"the file is cut off before entry {number} of {count}")
    (length,) = _LENGTH.unpack_from(data, at)
    if length > ENTRY_LIMIT:
        raise InvalidArchive(f"entry {number} announces {length} bytes, too many")
    if start + length > end:
        raise InvalidArchive(f"the file is cut off inside entry {number} of {count}")
    return data[start : start + length]


def _check(raw: bytes, table: bytes, last: Entry | None, *, number: int) -> Entry:
    """Verify and return the entry, if it may follow ``last``."""
    try:
        entry = Entry.read(raw)
    except InvalidEntry as error:
        raise InvalidArchive(f"{_name(number, claim(raw))}: {error}") from None
    wrong = _why_wrong(entry, table, last)
    if wrong is not None:
        named = _name(number, (entry.author, entry.sequence))
        raise InvalidArchive(f"{named}: {wrong}")
    return entry


def _why_wrong(entry: Entry, table: bytes, last: Entry | None) -> str | None:
    if entry.table != table:
        return "it belongs to another table"
    before = -1, NONE
    if last is not None:
        if entry.author < last.author:
            return "its author should come earlier"
        if entry.author == last.author:
            before = last.sequence, last.id
    sequence, previous = before
    if entry.sequence <= sequence:
        return "it is repeated or should come earlier"
    if entry.sequence != sequence + 1:
        return "entries of its author are missing before it"
    if entry.previous != previous:
        return "it follows another entry than the one before it"
    return None


def _causal(entries: list[Entry]) -> list[Entry]:
    """Return the entries ordered so that each follows those that it names."""
    waiting = {entry.id: entry for entry in entries}
    ordered: list[Entry] = []
    for first in entries:
        path: list[tuple[Entry, Iterator[bytes]]] = []
        ahead = waiting.pop(first.id, None)
        while ahead is not None or path:
            if ahead is not None:
                path.append((ahead, iter((ahead.previous, *ahead.seen))))
            entry, named = path[-1]
            ahead = next((waiting.pop(id) for id in named if id in waiting), None)
            if ahead is None:
                ordered.append(entry)
                path.pop()
    return ordered


def _name(number: int, claimed: tuple[bytes, int] | None) -> str:
    """Return how messages to people name an entry."""
    if claimed is None:
        return f"entry {number}"
    author, sequence = claimed
    return f"entry {number} (author {author.hex()[:16]}, sequence {sequence})"


def _sum(data: bytes) -> bytes:
    return blake2b(data, digest_size=_SUM_BYTES, person=b"p2pgame archive").digest()
