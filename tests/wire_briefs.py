"""A second reader of briefs, written from docs/wire.md: it makes entries whole again.

Part of the second reader: it shares no code with the program.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tests import wire_reader as reader
from tests.wire_values import Bytes, Malformed, Value, need, write_cbor


@dataclass(frozen=True)
class Brief:
    seat: int
    sequence: int
    steps: bytes
    signature: bytes
    payload: bytes


def read_brief(plaintext: bytes) -> Brief:
    need(len(plaintext) <= 207, "length")
    fields = Bytes(plaintext)
    need(fields.number(1) == 7, "kind")
    seat, sequence = fields.number(1), fields.number(2)
    steps = fields.take(fields.number(1))
    signature = fields.take(64)
    need(seat < 64 and len(steps) <= 64 and sequence > 0, "a seat or a number")
    need(not steps or steps[-1] > 0, "a step too many")
    need(seat >= len(steps) or steps[seat] == 0, "a step of one's own")
    return Brief(seat, sequence, steps, signature, fields.rest)


class Missing(Exception):
    """Something that a brief builds on is not here."""


class Wholes:
    """The entries of a table as they come, whole or as briefs.

    ``seats`` are the players' authors, if no genesis will tell.
    """

    def __init__(self, seats: Sequence[bytes] = ()) -> None:
        self.raws: set[bytes] = set()
        self._ids: dict[bytes, reader.Entry] = {}
        self._places: dict[tuple[bytes, int], bytes] = {}
        self._clocks: dict[bytes, dict[bytes, int]] = {}
        self._seats = [*seats]

    def add(self, raw: bytes) -> None:
        """Take in an entry after those that it names."""
        entry = reader.read_entry(raw)
        clock = dict[bytes, int]()
        for id in entry.named:
            for author, sequence in self._clocks[id].items():
                clock[author] = max(clock.get(author, 0), sequence)
        clock[entry.author] = entry.sequence
        self.raws.add(raw)
        self._ids[entry.id] = entry
        self._clocks[entry.id] = clock
        self._places[entry.author, entry.sequence] = entry.id
        kind, *fields = reader.read_payload(entry.payload)
        if kind == "genesis" and isinstance(hellos := fields[5], list):
            ids = [id for id in hellos if isinstance(id, bytes)]
            self._seats = [self._ids[id].author for id in ids]

    def rebuild(self, brief: Brief) -> bytes:
        """Return the entry that a brief is short for."""
        if not self._seats:
            raise Missing
        need(max(brief.seat + 1, len(brief.steps)) <= len(self._seats), "no such seat")
        author = self._seats[brief.seat]
        previous = self._at(author, brief.sequence - 1)
        before = self._clocks[previous]
        seen: list[Value] = [
            *sorted(
                self._at(other, before.get(other, -1) + step)
                for other, step in zip(self._seats, brief.steps, strict=False)
                if step
            )
        ]
        table = self._ids[previous].table
        names: list[Value] = ["p2pgame entry", 1, table, author, brief.sequence]
        body = write_cbor([*names, previous, seen, brief.payload])
        raw = write_cbor([body, brief.signature])
        reader.read_entry(raw)
        return raw

    def _at(self, author: bytes, sequence: int) -> bytes:
        try:
            return self._places[author, sequence]
        except KeyError:
            raise Missing from None

    def read(self, plaintexts: Iterable[bytes]) -> None:
        """Take in the entries of all Entries and Briefs among these, in any order."""
        waiting = [one for one in plaintexts if one[0] in (2, 7)]
        before = len(waiting) + 1
        while waiting and len(waiting) < before:
            before = len(waiting)
            waiting = [one for one in waiting if not self._take(one)]
        if waiting:
            raise Malformed("what some build on is not there")

    def _take(self, plaintext: bytes) -> bool:
        try:
            for raw in self._raws(plaintext):
                if raw not in self.raws:
                    self.add(raw)
        except (Missing, KeyError):
            return False
        return True

    def _raws(self, plaintext: bytes) -> Sequence[bytes]:
        if plaintext[0] == 2:
            return reader.read_entries(plaintext)
        return [self.rebuild(read_brief(plaintext))]
