"""All that ever left a machine or became safe on a disk, in order, and its hash.

Everything here is read with the second reader of the wire, or one of its own: the
books of those who are checked are not kept with their own pens.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from contextlib import suppress
from hashlib import blake2b

import trio

from tests.wire_briefs import read_brief
from tests.wire_reader import (
    Entry,
    Head,
    epoch_of,
    halves,
    hash_of,
    open_box,
    open_frame,
    read_entries,
    read_entry,
    read_message,
    read_payload,
)
from tests.wire_values import Malformed, Value, read_cbor

#: Where records begin in a log file, and what each begins with.
_HEADER, _MARK, _TIME, _SUM = 14 + 16 + 16 + 8 + 16, b"\xf7log", 8, 16
#: The messages that hold heads or entries, and that which is short for an entry.
_KINDS, _BRIEF = (b"\x01", b"\x02"), b"\x07"
#: No log of any game here is so long, in bytes.
LONGEST = 512 * 1024
#: How a record starts that holds several entries.
_BUNDLE = b"\x82np2pgame bundle"


def records_of(data: bytes) -> list[bytes]:
    """Return what the records in a log file hold, whatever their checksums."""
    return _records(data, _HEADER)[0]


def _unbundled(record: bytes) -> list[bytes]:
    try:
        match read_cbor(record):
            case [str(), list(raws)]:
                return [raw for raw in raws if isinstance(raw, bytes)]
    except Malformed:
        pass
    return [record]


def _records(data: bytes, at: int) -> tuple[list[bytes], int]:
    """Return what the records hold from a place on, and where the last one ends."""
    found: list[bytes] = []
    while data[at : at + 4] == _MARK:
        length = int.from_bytes(data[at + 8 : at + 12], "big")
        start = at + 12 + _TIME + _SUM
        if start + length > len(data):
            break
        record = data[start : start + length]
        found += _unbundled(record) if record.startswith(_BUNDLE) else [record]
        at = start + length
    return found, at


class Endless(BaseException):
    """A program goes on writing, and would for ever: starting it again is no help."""


class Ledger:
    """The books of one game; ``keys`` open its frames, by epoch.

    ``boxes`` are the players' box secrets, by author: with them come later keys.
    """

    def __init__(self, keys: Mapping[int, bytes]) -> None:
        self.keys = {**keys}
        self.boxes: dict[bytes, bytes] = {}
        self._seats: dict[bytes, int] = {}
        self._hash = blake2b(digest_size=16)
        self._nonces: dict[tuple[int, bytes], int] = {}
        self._read: dict[bytes, Entry | None] = {}
        self._by_signature: dict[bytes, bytes] = {}
        self.bodies: dict[tuple[bytes, int], bytes] = {}
        #: The first place of each author in which it has signed two entries.
        self.forks: dict[bytes, int] = {}
        self.authors: dict[int, bytes] = {}
        self.dishonest: set[int] = set()
        #: The players and the relays, who remember what they are told.
        self.reachable: set[int] = set()
        self.safe: dict[int, set[bytes]] = defaultdict(set)
        #: What each log held when it was read last, and up to where that was done.
        self._logs: dict[int, tuple[bytes, int]] = {}
        self.said: dict[int, dict[bytes, Entry]] = defaultdict(dict)
        self.plain: dict[int, list[bytes]] = defaultdict(list)
        self.violations: list[str] = []
        self.frames: Counter[int] = Counter()
        self.bytes: Counter[int] = Counter()
        self.counts: Counter[str] = Counter()
        #: Under which epochs the honest have sent an entry, each.
        self.under: dict[bytes, set[tuple[int, int]]] = defaultdict(set)
        self._alike: dict[int, list[bytes]] = defaultdict(list)
        self._by_id: dict[bytes, bytes] = {}
        #: The ids of what each has told each other; a relay, all together.
        self._told_to: dict[tuple[int, int], set[bytes]] = defaultdict(set)
        self.restored: set[int] = set()
        self.story: list[str] | None = None
        self.latest = 0.0

    def note(self, kind: str, who: int, data: bytes = b"") -> None:
        """Add to the trace."""
        now = trio.current_time()
        self._hash.update(f"{now:.9f} {kind} {who} {len(data)} ".encode())
        self._hash.update(data)
        if self.story is not None:
            self.story.append(f"{now:10.4f} {who} {kind}")

    @property
    def trace(self) -> str:
        """The hash of all that has happened."""
        return self._hash.hexdigest()

    def accuse(self, invariant: str, text: str) -> None:
        line = f"{invariant}: {text}"
        if line not in self.violations:
            self.violations.append(line)

    def sent(self, sender: int, receiver: int, frame: bytes) -> None:
        """Read a frame that has just left a machine, before anybody else has it."""
        self.note(f"frame to {receiver}", sender, frame)
        self.frames[sender] += 1
        self.bytes[sender] += len(frame)
        if sender in self.dishonest or sender not in self.authors:
            if receiver not in self.authors:
                entries = filter(None, map(self.read, self.entries_in(frame)))
                self._told_to[-1, receiver].update(entry.id for entry in entries)
            return
        self._check_nonce(sender, frame)
        try:
            opened = self._opened(frame)
            if opened is None:
                raise Malformed("sealed under no key of this table")
            self.plain[sender].append(opened[1])
            message = self._message(sender, opened[1])
        except Malformed as error:
            self.accuse("I12", f"{sender} sent what the page does not allow: {error}")
            return
        if self.story is not None:
            self.story[-1] += f": {self._told(message)}"
        for item in message:
            if isinstance(item, bytes):
                self._entry(sender, item, receiver)
                self.under[item].add((sender, opened[0]))

    def entries_in(self, frame: bytes) -> list[bytes]:
        """Return the entries in a frame, or the one that it is short for."""
        with suppress(Malformed):
            opened = self._opened(frame)
            if opened is not None and opened[1][:1] == _KINDS[1]:
                return read_entries(opened[1])
            if opened is not None and opened[1][:1] == _BRIEF:
                raw = self._by_signature.get(read_brief(opened[1]).signature)
                return [] if raw is None else [raw]
        return []

    def is_at(self, raw: bytes, author: bytes, sequence: int) -> bool:
        """Return whether this is an entry in that place."""
        entry = self.read(raw)
        return entry is not None and (entry.author, entry.sequence) == (
            author,
            sequence,
        )

    def follows(
        self, raw: bytes, author: bytes, sequence: int, head: bytes | None
    ) -> bool:
        """Return whether this is an author's entry in that place, behind its ``head``.

        None: of a feed that is not here, any.
        """
        entry = self.read(raw)
        is_there = entry is not None and self.is_at(raw, author, sequence)
        return is_there and (head is None or entry is None or entry.previous == head)

    def _message(self, sender: int, plaintext: bytes) -> list[Head] | list[bytes]:
        """Return the heads or the entries of a message, if it holds any."""
        if plaintext[:1] in _KINDS:
            return read_message(plaintext)
        if plaintext[:1] != _BRIEF:
            return []
        brief = read_brief(plaintext)
        raw = self._by_signature.get(brief.signature, b"")
        entry = self._read.get(raw)
        if entry is None:
            self.accuse("I5", f"{sender} sent a brief of what is safe nowhere")
            return []
        same = (entry.sequence, entry.payload) == (brief.sequence, brief.payload)
        if not same:
            self.accuse("I12", f"{sender} is short for another {self.name(entry)}")
        return [raw]

    def _opened(self, frame: bytes) -> tuple[int, bytes] | None:
        """Open a frame; of an epoch that somebody said twice, under either key."""
        epoch = int.from_bytes(frame[1:5])
        for key in self._alike.get(epoch, ()):
            with suppress(Malformed):
                return open_frame(frame, {epoch: key})
        return open_frame(frame, self.keys)

    def _told(self, message: list[Head] | list[bytes]) -> str:
        if message and isinstance(message[0], bytes):
            entries = [self.read(raw) for raw in message if isinstance(raw, bytes)]
            return "entries " + " ".join(map(self.name, entries))
        heads = [head for head in message if not isinstance(head, bytes)]
        return "have " + " ".join(f"{self.seat(a)}.{n}" for a, n, _ in heads)

    def seat(self, author: bytes) -> str:
        for seat, known in self.authors.items():
            if known == author:
                return str(seat)
        return author.hex()[:6]

    def name(self, entry: Entry | None) -> str:
        if entry is None:
            return "junk"
        return f"{self.seat(entry.author)}.{entry.sequence}:{self.kind(entry)}"

    @staticmethod
    def kind(entry: Entry) -> str:
        return entry.payload[2 : 2 + entry.payload[1] % 32].decode("latin-1")

    def _check_nonce(self, sender: int, frame: bytes) -> None:
        nonce = int.from_bytes(frame[1:5], "big"), frame[5:29]
        if nonce in self._nonces:
            self.accuse("I8", f"{sender} used a nonce of the envelope again")
        self._nonces[nonce] = sender

    def read(self, raw: bytes) -> Entry | None:
        """Return an entry if its author signed it, read once."""
        if raw not in self._read:
            try:
                self._read[raw] = entry = read_entry(raw)
                self._by_signature[halves(raw)[1]] = raw
                self._by_id[entry.id] = raw
                self._learn(entry)
            except Malformed:
                self._read[raw] = None
        return self._read[raw]

    def _learn(self, entry: Entry) -> None:
        """Take the key out of an epoch, if there is a good box for anybody."""
        with suppress(Malformed):
            match read_payload(entry.payload):
                case ["genesis", _, _, _, _, _, _, _, list(boxes), *_]:
                    opened = (self._whose(box) for box in boxes)
                    self._seats = {who: seat for seat, (who, _) in enumerate(opened)}
                case ["epoch", int(number), bytes(name), list(boxes), bytes()]:
                    epoch = epoch_of(number, self._seats.get(entry.author, -1))
                    for _, key in map(self._whose, boxes):
                        if hash_of("p2pgame epoch", key) == name:
                            self._keep(epoch, key)

    def _whose(self, box: Value) -> tuple[bytes, bytes]:
        """Return for whom a box is, and the key in it; nobody's is empty."""
        for author, secret in self.boxes.items():
            with suppress(Malformed):
                return author, open_box(box, secret) if isinstance(box, bytes) else b""
        return b"", b""

    def _keep(self, epoch: int, key: bytes) -> None:
        if self.keys.setdefault(epoch, key) != key:
            self._alike[epoch].append(key)

    def _entry(self, sender: int, raw: bytes, receiver: int) -> None:
        entry = self.read(raw)
        if entry is None:
            self.accuse("I12", f"{sender} passed on what nobody signed")
            return
        self.signed(entry)
        own = entry.author == self.authors[sender]
        if own and raw not in self.safe[sender]:
            self.accuse("I5", f"{sender} sent {self.name(entry)} before it was safe")
        told = self._told_to[sender if receiver in self.authors else -1, receiver]
        if own and entry.sequence and receiver in self.reachable:
            self._in_order(sender, entry, receiver, told)
        told.add(entry.id)
        if own or (self.is_honest(entry.author) and raw in self.safe[sender]):
            self.said[sender][raw] = entry

    def _in_order(
        self, sender: int, entry: Entry, receiver: int, told: set[bytes]
    ) -> None:
        """I18: of its own words nobody tells a later one before the one it builds on.

        If that were lost with its author's disk, the author could sign nothing more.
        """
        before = self._by_id.get(entry.previous, b"")
        if entry.previous not in told and before not in self.safe[receiver]:
            self.accuse("I18", f"{sender} told {receiver} {self.name(entry)} too early")

    def is_honest(self, author: bytes) -> bool:
        return any(
            known == author and seat not in self.dishonest
            for seat, known in self.authors.items()
        )

    def signed(self, entry: Entry) -> None:
        """Note that an author has signed this in this place."""
        place = entry.author, entry.sequence
        same = self.bodies.setdefault(place, entry.id) == entry.id
        if not same:
            first = self.forks.get(entry.author, entry.sequence)
            self.forks[entry.author] = min(first, entry.sequence)
            if self.is_honest(entry.author):
                self.accuse("I1", f"{self.name(entry)} was signed twice, differently")

    def builds_on_fork(self, entry: Entry) -> bool:
        """Return whether an entry names, by any way, one at a fork or behind it."""
        rest, known = [entry], {entry.id}
        while rest:
            one = rest.pop()
            if one.sequence >= self.forks.get(one.author, one.sequence + 1):
                return True
            for id in set(one.named) - known:
                known.add(id)
                named = self.read(self._by_id.get(id, b""))
                rest += [] if named is None else [named]
        return False

    def put_back(self, who: int) -> None:
        """Forget what a disk held: it was restored from a backup.

        What it had signed and nobody else has got is forgotten for good: no peer can
        be asked for it.
        """
        own, others = self.authors[who], set[bytes]()
        self.safe[who] = set()
        self._logs.pop(who, None)
        self.restored.add(who)
        for other, raws in self.safe.items():
            others |= raws if other != who else set()
        places = {(e.author, e.sequence) for e in map(self.read, others) if e}
        for place in [place for place in self.bodies if place[0] == own]:
            if place not in places:
                del self.bodies[place]
        for raw in [raw for raw in self.said[who] if raw not in others]:
            del self.said[who][raw]

    def made_safe(self, who: int, content: bytes) -> None:
        """Note what a log file holds for certain now.

        Raises:
          Endless: It is longer than any game.
        """
        if len(content) > LONGEST:
            raise Endless(f"the log of {who} has {len(content)} bytes")
        self.note("safe", who, hash_of("sim", content))
        before, at = self._logs.get(who, (b"", 0))
        if not at or not content.startswith(before):
            self.safe[who], at = set(), _HEADER
        records, at = _records(content, at)
        self._logs[who] = content, at
        self.safe[who].update(records)
        if who not in self.dishonest:
            for raw in records:
                entry = self.read(raw)
                if entry is not None:
                    self.signed(entry)
