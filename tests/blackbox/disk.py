"""What processes have written: their logs, read by a reader of our own.

It shares no code with the program.  A log that is read while its process writes,
or after that was killed, may end in half a record; nothing else may be wrong.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path

from tests.wire_reader import Entry, read_entry
from tests.wire_values import Malformed, read_cbor

TITLE = b"p2pgame log 1\n"
KEY = PLACE = SUM = 16
TIME = 8
HEADER = len(TITLE) + KEY + PLACE + TIME + SUM
MARK = b"\xf7log"
HEAD = len(MARK) + 4 + 4 + TIME + SUM


def records_of(data: bytes) -> list[bytes]:
    """Return the records of a log file, without what may be half of one.

    Raises:
      Malformed: Something that was written whole is not there any more.
    """
    if len(data) < HEADER:
        return []
    key = data[len(TITLE) : len(TITLE) + KEY]
    start, checksum = data[: HEADER - SUM], data[HEADER - SUM : HEADER]
    title_and_rest = TITLE + start[len(TITLE) + KEY :]
    if not data.startswith(TITLE) or _sum(key, title_and_rest) != checksum:
        raise Malformed("the header of a log")
    records: list[bytes] = []
    at = HEADER
    while at + HEAD <= len(data):
        number = int.from_bytes(data[at + 4 : at + 8])
        length = int.from_bytes(data[at + 8 : at + 12])
        content = data[at + HEAD : at + HEAD + length]
        if len(content) < length:
            break
        framed = data[at : at + HEAD - SUM] + bytes(SUM) + content
        good = data[at : at + 4] == MARK and number == len(records)
        if not good or _sum(key, framed) != data[at + HEAD - SUM : at + HEAD]:
            raise Malformed(f"record {len(records)} of a log")
        records.append(content)
        at += HEAD + length
    return records


def _sum(key: bytes, content: bytes) -> bytes:
    return blake2b(content, digest_size=SUM, key=key).digest()


@dataclass
class Witness:
    """All that any process has ever had on its disk, and what is wrong with it."""

    wrongs: list[str] = field(default_factory=list)
    entries: dict[bytes, Entry] = field(default_factory=dict)
    _bodies: dict[tuple[bytes, bytes, int], bytes] = field(default_factory=dict)
    _seen: dict[str, set[bytes]] = field(default_factory=dict)

    def look(self, seat: str, home: Path) -> int:
        """Read the log of a seat; return how many records it holds.

        A record that was there once must be there ever after, and no author may
        have signed two bodies in one place.
        """
        files = sorted(home.glob("tables/*/*/log"))
        if not files:
            return 0
        if len(files) > 1:
            self.wrongs.append(f"{seat} has taken {len(files)} seats")
        data = files[0].read_bytes()
        try:
            records = records_of(data)
        except Malformed as error:
            self.wrongs.append(f"{seat}: {error} is damaged")
            return 0
        self.note(seat, records)
        return len(records)

    def forget(self, seat: str) -> None:
        """Expect less of a seat whose log was put back from a backup.

        What it has signed, and nobody else has had from it, is as if never said.
        """
        self._seen.pop(seat, None)
        kept = (raw for seen in self._seen.values() for raw in seen)
        elsewhere = {raw for record in kept for raw in kept_in(record)}
        for raw in self.entries.keys() - elsewhere:
            entry = self.entries.pop(raw)
            del self._bodies[entry.table, entry.author, entry.sequence]

    def note(self, seat: str, records: list[bytes]) -> None:
        before = self._seen.setdefault(seat, set())
        lost = before - {*records}
        if lost:
            self.wrongs.append(f"{seat} has lost {len(lost)} records")
        for raw in records:
            if raw not in before:
                before.add(raw)
                for one in kept_in(raw):
                    self._enter(seat, one)

    def _enter(self, seat: str, raw: bytes) -> None:
        if raw in self.entries:
            return
        try:
            entry = read_entry(raw)
        except Malformed:
            self.wrongs.append(f"{seat} keeps a record that is nothing")
            return
        self.entries[raw] = entry
        place = entry.table, entry.author, entry.sequence
        if self._bodies.setdefault(place, entry.id) != entry.id:
            self.wrongs.append(f"two bodies of one author at {entry.sequence}")


def kept_in(record: bytes) -> list[bytes]:
    """Return the entries in a record: one, those of a bundle, or none of a note."""
    try:
        value = read_cbor(record)
    except Malformed:
        return [record]
    match value:
        case ["p2pgame note", *_]:
            return []
        case ["p2pgame bundle", list(raws)]:
            return [raw for raw in raws if isinstance(raw, bytes)]
    return [record]
