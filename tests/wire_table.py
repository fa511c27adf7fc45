"""The entries of a table and what they say, as docs/wire.md has it.

Part of the second reader: it shares no code with the program.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tests.wire_absence import Absences
from tests.wire_proposals import Spoken
from tests.wire_reader import (
    Entry,
    admit,
    can_be_sealed_to,
    check_signature,
    delivered,
    invited,
    read_payload,
)
from tests.wire_values import Value, need

#: What is said before the game.
EARLY = ("hello", "genesis", "accept")


@dataclass(frozen=True)
class Offer:
    """The opener's genesis: its id, its fields, and the authors in seat order."""

    id: bytes
    fields: list[Value]
    authors: tuple[bytes, ...]

    @property
    def named(self) -> tuple[Value, Value]:
        """The game's name and version."""
        at = next(n for n, field in enumerate(self.fields[1:], 1) if type(field) is str)
        return self.fields[at], self.fields[at + 1]

    @property
    def quorum(self) -> int:
        quorum, seats = self.fields[9], len(self.authors)
        assert isinstance(quorum, int)
        need(quorum == 0 or seats // 2 < quorum < seats, "a quorum")
        return quorum


class Table:
    """The entries of one table, sorted by what they say.

    Without the ``joining`` key, which no file holds, nobody's invite can be checked.
    """

    def __init__(
        self, table: bytes, entries: Sequence[Entry], joining: bytes | None = None
    ) -> None:
        self.entries = {entry.id: entry for entry in entries}
        self.names: dict[bytes, str] = {}
        #: Identity, lowest and highest version by author.
        self.hellos: dict[bytes, tuple[bytes, int, int]] = {}
        self.offer: Offer | None = None
        self.answers: dict[tuple[bytes, int, bytes], tuple[bytes, bytes]] = {}
        self.ends: dict[bytes, tuple[Entry, tuple[Value, ...]]] = {}
        self.absences = Absences()
        self.spoken = Spoken()
        self.id = self._table = table
        self._joining = joining
        self._accepted: set[bytes] = set()
        for entry in delivered(entries):
            need(entry.sequence > 0 or self._is_hello(entry), "no hello")
            payload = read_payload(entry.payload)
            if entry.author not in self.ends:
                seen = {self.entries[id].author for id in entry.seen}
                need(entry.author not in seen, "an entry that names its author's")
                self._take(entry, payload)
            self._note_absence(entry, payload)

    @property
    def start(self) -> Offer:
        """What is played, if everybody has accepted it."""
        need(self.offer is not None, "nothing is offered")
        assert self.offer is not None
        need({*self.offer.authors} == self._accepted, "not accepted by all")
        return self.offer

    def _is_hello(self, entry: Entry) -> bool:
        match read_payload(entry.payload):
            case [
                "hello",
                str(name),
                bytes(id),
                bytes(proof),
                bytes(box),
                bytes(mac),
                *of,
            ]:
                need(not entry.seen, "a hello that names others")
                admit(entry.author)
                admit(id)
                can_be_sealed_to(box)
                content = self._table + entry.author
                check_signature(id, b"p2pgame author 1", content, proof)
                if self._joining is not None:
                    said = content + id + box
                    need(invited(self._joining, said) == mac, "no invite")
                self.names[entry.id] = name
                least, most, _ = of
                assert isinstance(least, int)
                assert isinstance(most, int)
                self.hellos[entry.author] = id, least, most
                return True
        return False

    def _take(self, entry: Entry, payload: list[Value]) -> None:
        offer = self.offer
        match payload:
            case ["genesis", *_] if offer is None and entry.author == self._table:
                self.offer = self._read_offer(entry, payload)
            case ["accept", bytes(id)] if offer is not None and id == offer.id:
                if entry.author in offer.authors and id in self.past([entry]):
                    self._accepted.add(entry.author)
            case [kind, *_] if kind not in EARLY and entry.author in self.absences.left:
                pass
            case ["assent", bytes(turn), str(proposal)]:
                self.spoken.assents.setdefault((turn, proposal, entry.author), entry.id)
            case ["checkpoint", bytes(turn), bytes(state)]:
                self.spoken.checkpoints.append((entry.author, turn, state))
            case ["answer", bytes(turn), int(number), bytes(message)]:
                place = turn, number, entry.author
                self.answers.setdefault(place, (entry.id, message))
                self.absences.note_word((turn, number), entry.author, entry.id)
            case ["end", bytes(turn), state]:
                self.ends[entry.author] = entry, (turn, state)
                self.absences.note_word((turn, 0), entry.author, entry.id)

    def _note_absence(self, entry: Entry, payload: list[Value]) -> None:
        author = entry.author
        match payload:
            case ["evict", bytes(turn), int(number), list(seats)]:
                numbers = [seat for seat in seats if isinstance(seat, int)]
                round_id = turn, number
                self.absences.note_eviction(round_id, author, numbers, entry.id)
            case ["leave"] if author not in self.ends:
                self.absences.left.setdefault(author, entry.id)

    def _read_offer(self, entry: Entry, payload: list[Value]) -> Offer:
        hellos, boxes, past = payload[6], payload[8], self.past([entry])
        assert isinstance(hellos, list)
        assert isinstance(boxes, list)
        known = [id for id in hellos if id in self.names and id in past]
        authors = [self.entries[id].author for id in known if isinstance(id, bytes)]
        need(len(hellos) == len({*authors}) == len(boxes), "seats and boxes")
        need(self._table in authors, "the opener's seat")
        guests = [self.hellos[author] for author in authors]
        need(len({id for id, _, _ in guests}) == len(guests), "an identity twice")
        highest = min(most for _, _, most in guests)
        need(all(least <= highest for _, least, _ in guests), "no version in common")
        need(payload[1] == highest, "not the highest version in common")
        return Offer(entry.id, payload, tuple(authors))

    def past(self, entries: Sequence[Entry]) -> set[bytes]:
        """Return the ids of entries, and of all that they build on."""
        past: set[bytes] = set()
        todo = [entry.id for entry in entries]
        while todo:
            id = todo.pop()
            if id not in past:
                past.add(id)
                todo += self.entries[id].named
        return past
