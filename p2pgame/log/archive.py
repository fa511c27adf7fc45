"""Exports a game as one file: every peer with the same entries gets the same bytes.

The file has a title line, the table, its part and the number of entries.  The entries
follow, each behind its length, by author and then by sequence; then a checksum over
everything.  A transcript is one file, part 1 and the last, unless it is too long: see
:mod:`.parts`.

The reader trusts nothing: it verifies every signature, and that each author's entries
are an unbroken chain from its first.  It names the bad entry before it looks at the
checksum, which could only tell that there is one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from struct import Struct

from .entry import ENTRY_LIMIT, NONE, Entry, claim
from .errors import InvalidArchive, InvalidEntry, PartOfArchive
from .feed import Feed

#: Bytes and entries of a file, at most, and files of a transcript.
ARCHIVE_LIMIT = 64 * 1024 * 1024
ENTRIES_LIMIT = 200_000
PARTS_LIMIT = 16

TITLE = b"p2pgame transcript 2\n"
#: Title, table, part, whether it is the last, the checksum of the part before, count.
_START = Struct(f">{len(TITLE)}s32sHB32sI")
_LENGTH = Struct(">I")
SUM_BYTES = 32
#: Bytes of a file before its first entry, of one without entries, and around an entry.
HEADING_BYTES = _START.size
EMPTY_BYTES = HEADING_BYTES + SUM_BYTES
AROUND_BYTES = _LENGTH.size


@dataclass(frozen=True, slots=True)
class Heading:
    """What a file says of itself: its place in a transcript, and how many entries.

    ``before`` is the checksum of the part before, or ``NONE``.
    """

    table: bytes
    part: int
    is_last: bool
    before: bytes
    count: int

    @classmethod
    def read(cls, data: bytes) -> Heading:
        """Return the heading of a file that begins with these bytes.

        Raises:
          InvalidArchive: No transcript begins so.
        """
        if not data.startswith(TITLE):
            raise InvalidArchive(
                "this is no transcript of a version that is known here"
            )
        if len(data) < HEADING_BYTES:
            raise InvalidArchive("the file is cut off before its first entry")
        _, table, part, last, before, count = _START.unpack_from(data)
        if part == 0 or last > 1 or (part == 1) != (before == NONE):
            why = "the file does not say which part of a transcript it is"
            raise InvalidArchive(why)
        if part > PARTS_LIMIT:
            why = f"this is part {part}; a transcript has at most {PARTS_LIMIT}"
            raise InvalidArchive(why)
        if count > ENTRIES_LIMIT:
            raise InvalidArchive(
                f"the file announces {count} entries; "
                f"a transcript has at most {ENTRIES_LIMIT}"
            )
        return cls(table, part, bool(last), before, count)

    @property
    def is_whole(self) -> bool:
        """Whether the file is a transcript without other parts."""
        return self.part == 1 and self.is_last

    def encode(self) -> bytes:
        """Return the bytes with which the file begins."""
        last, before = self.is_last, self.before
        return _START.pack(TITLE, self.table, self.part, last, before, self.count)


def encode_archive(table: bytes, feeds: Iterable[Feed]) -> bytes:
    """Return the transcript of a table, in one file.

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
    heading = Heading(table, 1, True, NONE, len(ordered))
    data = encode_part(heading, [entry.raw for entry in ordered])
    if len(ordered) > ENTRIES_LIMIT or len(data) > ARCHIVE_LIMIT:
        raise ValueError(
            f"a file has at most {ENTRIES_LIMIT} entries and {ARCHIVE_LIMIT} bytes"
        )
    return data


def encode_part(heading: Heading, raws: Sequence[bytes]) -> bytes:
    """Return the file with this heading and these entries."""
    pieces = [heading.encode()]
    for raw in raws:
        pieces += _LENGTH.pack(len(raw)), raw
    data = b"".join(pieces)
    return data + _sum(data)


def decode_archive(data: bytes) -> tuple[bytes, list[Entry]]:
    """Return the table of a transcript in one file, and its entries in causal order.

    A :class:`~p2pgame.log.history.History` delivers each one at once.  An entry that
    names one missing in the file keeps the place that it would otherwise have.

    Raises:
      PartOfArchive: It is one part of a transcript, and which parts are missing.
      InvalidArchive: In one sentence, what is wrong, and with which entry.

    Cost: one signature check for each entry.
    """
    reader = Reader()
    entries = [entry for entry, _ in reader.read(data)]
    return reader.table, entries


def _alone(heading: Heading, *, is_first: bool) -> str:
    """Return in words which part of a transcript this is, and which are missing."""
    part = heading.part
    lacks = range(1, part) if is_first else range(0)
    before = {0: "", 1: "part 1"}.get(len(lacks), f"parts 1 to {part - 1}")
    after = "" if heading.is_last else f"what follows part {part}"
    missing = " and ".join(filter(None, (before, after)))
    return f"this is part {part} of a transcript, without {missing}: give all parts"


class Reader:
    """Reads a transcript, one part after the other."""

    def __init__(self) -> None:
        self.table = b""
        #: The number and checksum of the part before.
        self._part, self._sum = 0, NONE
        #: The number and id of each author's last entry.
        self._heads: dict[bytes, tuple[int, bytes]] = {}

    def read(self, data: bytes, *, is_last: bool = True) -> list[tuple[Entry, int]]:
        """Return a part's entries in causal order, each with its place in the file.

        ``is_last``: no other part is to follow.

        Raises:
          PartOfArchive: Other parts are missing.
          InvalidArchive: In one sentence, what is wrong, and with which entry.

        Cost: one signature check for each entry.
        """
        _check_size(data)
        heading = Heading.read(data)
        if len(data) < EMPTY_BYTES:
            raise InvalidArchive("the file is cut off before its first entry")
        self._follow(heading, is_last=is_last)
        count, end = heading.count, len(data) - SUM_BYTES
        at = HEADING_BYTES
        found: list[tuple[Entry, int]] = []
        for number in range(1, count + 1):
            raw = _slice(data, at, end, number=number, count=count)
            last = found[-1][0] if found else None
            found.append((self._check(raw, last, number=number), at))
            at += AROUND_BYTES + len(raw)
        if at != end:
            why = f"the file goes on after its last entry, number {count}"
            raise InvalidArchive(why)
        self._sum = _sum(data[:end])
        if data[end:] != self._sum:
            why = "all entries are good, but the file's checksum is not"
            raise InvalidArchive(why)
        return _causal(found)

    def _follow(self, heading: Heading, *, is_last: bool) -> None:
        """Go on to the next part, which this must be."""
        self._part += 1
        is_first = self._part == 1
        if (is_first and heading.part != 1) or (is_last and not heading.is_last):
            raise PartOfArchive(_alone(heading, is_first=is_first))
        if is_first:
            self.table = heading.table
        place = heading.table, heading.part, heading.before
        if place != (self.table, self._part, self._sum):
            raise InvalidArchive(f"it does not follow part {self._part - 1}")
        if heading.is_last and not is_last:
            raise InvalidArchive("it is the last part, and others follow")

    def _check(self, raw: bytes, last: Entry | None, *, number: int) -> Entry:
        """Verify and return the entry, if it may follow ``last``."""
        try:
            entry = Entry.read(raw)
        except InvalidEntry as error:
            raise InvalidArchive(f"{_name(number, claim(raw))}: {error}") from None
        before = self._heads.get(entry.author, (-1, NONE))
        wrong = _why_wrong(entry, self.table, last, before)
        if wrong is not None:
            named = _name(number, (entry.author, entry.sequence))
            raise InvalidArchive(f"{named}: {wrong}")
        self._heads[entry.author] = entry.sequence, entry.id
        return entry


def entry_at(data: bytes) -> tuple[bytes, int]:
    """Return an entry's bytes, which stand at the start, and how many there must be.

    They are fewer if ``data`` ends before.
    """
    if len(data) < AROUND_BYTES:
        return b"", AROUND_BYTES
    (length,) = _LENGTH.unpack_from(data)
    end = AROUND_BYTES + length
    return data[AROUND_BYTES:end], end


def _check_size(data: bytes) -> None:
    if len(data) > ARCHIVE_LIMIT:
        raise InvalidArchive(
            f"the file has {len(data)} bytes; a transcript has at most {ARCHIVE_LIMIT}"
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


def _why_wrong(
    entry: Entry, table: bytes, last: Entry | None, before: tuple[int, bytes]
) -> str | None:
    """Return why an entry may not follow ``last``, the one before it in the file.

    ``before`` are the number and id of its author's entry before it.
    """
    if entry.table != table:
        return "it belongs to another table"
    if last is not None and entry.author < last.author:
        return "its author should come earlier"
    sequence, previous = before
    if entry.sequence <= sequence:
        return "it is repeated or should come earlier"
    if entry.sequence != sequence + 1:
        return "entries of its author are missing before it"
    if entry.previous != previous:
        return "it follows another entry than the one before it"
    return None


def _causal(entries: list[tuple[Entry, int]]) -> list[tuple[Entry, int]]:
    """Return the entries ordered so that each follows those that it names."""
    waiting = {pair[0].id: pair for pair in entries}
    ordered: list[tuple[Entry, int]] = []
    for first, _ in entries:
        path: list[tuple[tuple[Entry, int], Iterator[bytes]]] = []
        ahead = waiting.pop(first.id, None)
        while ahead is not None or path:
            if ahead is not None:
                path.append((ahead, iter((ahead[0].previous, *ahead[0].seen))))
            pair, named = path[-1]
            ahead = next((waiting.pop(id) for id in named if id in waiting), None)
            if ahead is None:
                ordered.append(pair)
                path.pop()
    return ordered


def _name(number: int, claimed: tuple[bytes, int] | None) -> str:
    """Return how messages to people name an entry."""
    if claimed is None:
        return f"entry {number}"
    author, sequence = claimed
    return f"entry {number} (author {author.hex()[:16]}, sequence {sequence})"


def _sum(data: bytes) -> bytes:
    return blake2b(data, digest_size=SUM_BYTES, person=b"p2pgame archive").digest()
