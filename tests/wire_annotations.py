"""Names the bytes of a transcript file, one run after the other, without a gap.

Part of the second reader: it shares no code with the program.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from tests.wire_values import Value, need, read_cbor

#: Bytes of a run that are shown.
SHOWN = 12

NOBODY: Mapping[bytes, str] = MappingProxyType({})

#: The fields of each kind of payload that a game without an eviction needs.
FIELDS = {
    "hello": "name, identity, proof, box key, invited, lowest, highest, decider",
    "genesis": (
        "wire, game, version, rules, options, hellos, epoch, boxes, quorum, patience, "
        "deck, bank, absence, watch, carried"
    ),
    "accept": "genesis",
    "answer": "turn, round, message",
    "end": "turn, state",
}

#: What bytes are known as: entries' ids, for one.
Names = Mapping[bytes, str]
#: Returns the sizes and meanings of the parts of an answer's message.
Parts = Callable[[list[Value]], Sequence[tuple[int, str]]]


@dataclass(frozen=True)
class Run:
    """Some bytes that mean one thing."""

    start: int
    size: int
    meaning: str


class Notes:
    """Takes bytes off the front of a file, and notes what they mean."""

    def __init__(self, data: bytes, at: int = 0) -> None:
        self.data = data
        self.at = at
        self.runs: list[Run] = []

    def note(self, size: int, meaning: str) -> bytes:
        """Take so many bytes, which mean this."""
        start, self.at = self.at, self.at + size
        need(self.at <= len(self.data), "cut off")
        self.runs.append(Run(start, size, meaning))
        return self.data[start : self.at]

    def peek(self) -> tuple[int, int]:
        """Return how long the head of the CBOR item here is, and its argument."""
        info = self.data[self.at] & 31
        size = 0 if info < 24 else 1 << info - 24
        behind = self.data[self.at + 1 : self.at + 1 + size]
        return 1 + size, int.from_bytes(behind) if size else info

    def head(self, meaning: str) -> int:
        """Take the head of an item, and return its argument."""
        size, argument = self.peek()
        self.note(size, f"{meaning} {argument}")
        return argument

    def item(self, meaning: str, names: Names = NOBODY) -> None:
        """Take a whole item; arrays with each of their items."""
        size, argument = self.peek()
        match self.data[self.at] >> 5:
            case 0:
                self.note(size, f"{meaning} = {argument}")
            case 2 if argument == 0:
                self.note(size, f"{meaning}: empty")
            case 2:
                known = names.get(self.data[self.at + size :][:argument])
                what = f"{argument} bytes" if known is None else known
                self.note(size + argument, f"{meaning}: {what}")
            case 3:
                text = self.data[self.at + size : self.at + size + argument]
                self.note(size + argument, f'{meaning} = "{text.decode()}"')
            case 4:
                self.note(size, f"{meaning}: array of {argument}")
                for number in range(argument):
                    self.item(f"  {number}", names)
            case 5:
                self.note(size, f"{meaning}: map of {argument}")
                need(argument == 0, "a map that is not empty")

    def take_runs(self) -> list[Run]:
        """Return what was noted since the last time."""
        runs, self.runs = self.runs, []
        return runs


def note_start(notes: Notes) -> int:
    """Note what comes before the first entry; return the number of entries."""
    notes.note(len(b"p2pgame transcript 2\n"), 'the title, "p2pgame transcript 2\\n"')
    notes.note(32, "the table's id, which is the host's author key")
    notes.note(2, "u16 part = 1")
    notes.note(1, "u8 last = 1")
    notes.note(32, "the checksum of the part before: there is none")
    return int.from_bytes(notes.note(4, "u32 count: the number of entries"))


def note_entry(notes: Notes, names: Names, parts: Parts, *, whole: bool) -> None:
    """Note one entry; ``whole``: with each head of the CBOR around its fields."""
    length = int.from_bytes(notes.note(4, "u32 length of the entry"))
    end = notes.at + length
    if whole:
        _note_heads(notes)
    else:
        ahead = Notes(notes.data, notes.at)
        _note_heads(ahead)
        notes.note(
            ahead.at - notes.at, "as before: heads, kind, version, table, author"
        )
    notes.item("sequence")
    notes.item("previous", {**names, bytes(32): "none"})
    notes.item("seen", names)
    _note_payload(notes, names, parts)
    notes.item("signature")
    need(notes.at == end, "bytes left over")


def _note_heads(notes: Notes) -> None:
    """Note an entry from its begin to its author."""
    notes.head("array of")
    notes.head("the body: byte string of")
    notes.head("array of")
    for field in ("kind", "version of entries", "table", "author"):
        notes.item(field)


def _note_payload(notes: Notes, names: Names, parts: Parts) -> None:
    size, length = notes.peek()
    payload = read_cbor(notes.data[notes.at + size : notes.at + size + length])
    assert isinstance(payload, list)
    kind = str(payload[0])
    notes.head("payload: byte string of")
    notes.head("  array of")
    notes.item("  kind")
    for field in FIELDS[kind].split(", "):
        if field != "message":
            notes.item(f"  {field}", names)
            continue
        notes.head("  message: byte string of")
        for length, meaning in parts(payload):
            notes.note(length, f"    {meaning}")


def show(data: bytes, runs: Sequence[Run]) -> list[str]:
    """Return one line for each run: its offset, its bytes, their meaning."""
    lines = []
    for run in runs:
        some = data[run.start : run.start + min(run.size, SHOWN)].hex(" ")
        more = f" … {run.size}" if run.size > SHOWN else ""
        lines.append(f"{run.start:5}  {some + more:<43}{run.meaning}".rstrip())
    return lines
