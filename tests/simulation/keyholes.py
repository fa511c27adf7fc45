"""Who can read what: checked with everybody's box secrets, apart from the program.

I18  What the honest send all can read who stay at the table.
I19  Whoever has left reads nothing that was said after all who stay had a key of
     their own: an entry travels under the newest one in its past, or a later one.
I20  Nobody honest makes a key for somebody who has left, and one name of a key
     stands for one key.

Whoever opened the table is handed keys even if it has left, for the others may be
connected by it alone.  Who is there is the game's to say, so only what can't depend
on that is asked for: of keys whose author stays, that all who have not left by then
have a good box for, and that nobody with a box has refused, gone or not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from p2pgame.session import Table
from tests.simulation.ledger import Ledger
from tests.wire_reader import Entry, epoch_of, hash_of, open_box, read_payload
from tests.wire_values import Malformed, Value

if TYPE_CHECKING:
    from tests.simulation.world import World

_GENESIS = 1


@dataclass(frozen=True)
class Said:
    """A key that somebody has said.

    ``members`` are the seats with a box for it, ``good`` those whose box opens.
    """

    entry: Entry
    seat: int
    number: int
    members: frozenset[int]
    good: frozenset[int]

    @property
    def id(self) -> int:
        return epoch_of(self.number, self.seat)


class Books:
    """The entries of one game as a graph of causes, and what they say of keys.

    ``authors`` are the players, in the order of their seats.
    """

    def __init__(self, ledger: Ledger, authors: Sequence[bytes]) -> None:
        self._ledger = ledger
        self.authors = authors
        self.seats = {author: seat for seat, author in enumerate(authors)}
        table = ledger.authors[0]
        read = (entry for entry in ledger._read.values() if entry is not None)
        mine = [e for e in read if e.table == table and e.author in self.seats]
        # What a backup lacked, and nobody had, was signed anew, or never again.
        bodies, honest = ledger.bodies, set(filter(ledger.is_honest, self.authors))
        self.entries = {
            e.id: e
            for e in mine
            if bodies.get((e.author, e.sequence), b"" if e.author in honest else e.id)
            == e.id
        }
        #: Whoever opened the table.
        self.opener = self.seats[table]
        self._clocks: dict[bytes, Mapping[int, int]] = {}
        self.left = dict(self._first("leave"))
        #: Who has ever refused whose keys.
        self.refused = {
            (self.seats[e.author], f[1]) for e, f in self.payloads("refuse-epoch")
        }
        self.keys = [*self._keys()]

    def clock(self, id: bytes) -> Mapping[int, int]:
        """Return how far into each seat's feed an entry has seen, itself included."""
        todo = [id]
        while todo:
            one = self.entries[todo[-1]]
            named = [other for other in one.named if other in self.entries]
            lacking = [other for other in named if other not in self._clocks]
            if lacking and todo[-1] not in self._clocks:
                todo += lacking
                continue
            todo.pop()
            clock = {self.seats[one.author]: one.sequence}
            for other in named:
                for seat, upto in self._clocks[other].items():
                    clock[seat] = max(clock.get(seat, -1), upto)
            self._clocks[one.id] = clock
        return self._clocks[id]

    def has_seen(self, entry: Entry, author: int, sequence: int) -> bool:
        """Return whether an entry has another one in its past."""
        clock, own = self.clock(entry.id), self.seats[entry.author]
        upto = entry.sequence - 1 if author == own else clock.get(author, -1)
        return upto >= sequence

    def payloads(self, kind: str) -> Iterator[tuple[Entry, list[Value]]]:
        start = bytes([0x60 | len(kind)]) + kind.encode()
        for entry in self.entries.values():
            if entry.payload.startswith(start, 1):
                try:
                    fields = read_payload(entry.payload)
                except Malformed:
                    continue
                if fields[0] == kind:
                    yield entry, fields

    def _first(self, kind: str) -> Iterator[tuple[int, int]]:
        for entry, _ in self.payloads(kind):
            yield self.seats[entry.author], entry.sequence

    def _keys(self) -> Iterator[Said]:
        """Yield the keys that stand where they must, in an order of causes."""
        said: list[Said] = []
        found = sorted(
            self.payloads("epoch"), key=lambda one: sum(self.clock(one[0].id).values())
        )
        for entry, (_, number, name, boxes, _) in found:
            assert isinstance(number, int)
            assert isinstance(boxes, list)
            before = [one.number for one in said if self._follows(entry, one)]
            if number != 1 + max(before, default=_GENESIS):
                continue
            if len(boxes) != len(self.seats):
                continue
            members = frozenset(n for n, box in enumerate(boxes) if box)
            good = frozenset(n for n in members if self.opened(n, boxes[n], name))
            seat = self.seats[entry.author]
            said.append(Said(entry, seat, number, members, good))
        yield from said

    def _follows(self, entry: Entry, one: Said) -> bool:
        return self.has_seen(entry, one.seat, one.entry.sequence)

    def opened(self, seat: int, box: Value, name: Value) -> bool:
        """Return whether a box gives a seat the key of this name."""
        secret = self._ledger.boxes[self.authors[seat]]
        try:
            key = open_box(box, secret) if isinstance(box, bytes) else b""
        except Malformed:
            return False
        return hash_of("p2pgame epoch", key) == name

    def least(self, entry: Entry, away: frozenset[int]) -> int:
        """Return the epoch under which an entry, or a later one, must travel.

        ``away`` are those who leave or go at any time.
        """
        left = {s for s, at in self.left.items() if self.has_seen(entry, s, at)}
        stay = frozenset(self.seats.values()) - left
        able = (
            said.id
            for said in self.keys
            if said.seat not in away
            and stay | {self.opener} <= said.good
            and not any((seat, said.seat) in self.refused for seat in said.members)
            and self._follows(entry, said)
            and all(self._has_taken(seat, said, entry) for seat in stay)
        )
        return max(able, default=_GENESIS)

    def _has_taken(self, seat: int, said: Said, entry: Entry) -> bool:
        """Return whether an entry's past shows that a seat uses this key."""
        if seat == said.seat:
            return True
        return any(
            self.seats[one.author] == seat
            and self._follows(one, said)
            and self.has_seen(entry, seat, one.sequence)
            for one in self.entries.values()
        )

    def of(self, machine: int | None) -> int | None:
        """Return the seat of whoever plays at a machine."""
        return self.seats.get(
            self._ledger.authors.get(-1 if machine is None else machine, b"")
        )


def is_shut_out(world: World, table: Table) -> bool:
    """Return whether a player has left, and somebody makes keys that it can't read.

    That can be done to whoever has left.  But if who opened the table has refused a key
    before, the others use none of that author's.
    """
    books = Books(world.ledger, [player.author for player in table.players])
    seat = None if table.play is None else table.play.seat
    if seat is None or seat not in books.left:
        return False
    return any(
        said.seat in _liars(world, books)
        and seat not in said.good
        and (seat != books.opener or (seat, said.seat) not in books.refused)
        for said in books.keys
    )


def at_end(world: World) -> None:
    """Make all of these checks, if any key but the first was said."""
    if not world.plan.keys and world.plan.leaver is None:
        return
    if world.plan.cheat in ("fork", "twin") and world.has_cheated:
        return  # what is in whose past depends on the story that one was told
    tables = [peer.table for s in range(world.plan.seats) if (peer := world.peer(s))]
    playing = [table for table in tables if table.play is not None]
    if not playing:
        return
    books = Books(world.ledger, [player.author for player in playing[0].players])
    gone = {
        seat
        for table in playing
        for seat in range(world.plan.seats)
        if table.play is not None and seat not in table.play.present
    }
    away = frozenset(gone | books.left.keys())
    _one_key_each(world, tables)
    _no_key_for_who_has_left(world, books)
    _all_can_read(world, books, away)
    _none_who_left_can_read(world, books, away)


def _liars(world: World, books: Books) -> set[int | None]:
    return {books.of(world.plan.meddler), books.of(world.plan.cheater)}


def _one_key_each(world: World, tables: Sequence[Table]) -> None:
    keys: dict[int, bytes] = {}
    for table in tables:
        for id, key in table.epochs.keys.items():
            if keys.setdefault(id, key) != key:
                world.ledger.accuse("I20", f"epoch {id} has two keys")


def _no_key_for_who_has_left(world: World, books: Books) -> None:
    liars = _liars(world, books)
    for said in books.keys:
        for seat, at in books.left.items():
            is_late = books.has_seen(said.entry, seat, at) and seat != books.opener
            if is_late and seat in said.good and said.seat not in liars:
                world.ledger.accuse("I20", f"epoch {said.id} is for {seat}, who left")


def _sent(world: World, books: Books) -> Iterator[tuple[Entry, dict[int | None, int]]]:
    """Yield the entries of those who play, and under what epochs who has sent them.

    Of several epochs of one sender the least counts.  What somebody says who has left
    is void, and need not be kept from whoever said it.
    """
    for raw, under in world.ledger.under.items():
        entry = world.ledger.read(raw)
        if entry is None or entry.id not in books.entries:
            continue
        if entry.sequence <= books.left.get(books.seats[entry.author], entry.sequence):
            latest_first = sorted(under, key=lambda one: -one[1])
            yield entry, {books.of(machine): epoch for machine, epoch in latest_first}


def _all_can_read(world: World, books: Books, away: frozenset[int]) -> None:
    """A liar who makes a key that it cannot read itself does that to itself alone."""
    liars = _liars(world, books)
    good = {said.id: said.good | ({said.seat} & liars) for said in books.keys}
    stay = frozenset(books.seats.values()) - away
    for entry, under in _sent(world, books):
        for sender, epoch in under.items():
            if epoch > _GENESIS and not stay <= good.get(epoch, frozenset()):
                name = world.ledger.name(entry)
                text = f"{sender} sent {name} under {epoch}, which not all can read"
                world.ledger.accuse("I18", text)


def _none_who_left_can_read(world: World, books: Books, away: frozenset[int]) -> None:
    careless = books.of(world.plan.meddler) if world.plan.keys == "old key" else None
    left = books.left.keys() - {books.opener}
    closed = {said.id for said in books.keys if left and not left & said.good}
    for entry, under in _sent(world, books):
        told = {
            s: e for s, e in under.items() if s not in {careless, None, *away} and e
        }
        if not told:
            continue
        least = books.least(entry, away)
        if least > _GENESIS:
            world.count("audit: fresh keys")
        if least in closed:
            world.count("audit: closed to who left")
        for sender, epoch in told.items():
            if epoch < least:
                name = world.ledger.name(entry)
                text = f"{sender} sent {name} under {epoch}, not {least}"
                world.ledger.accuse("I19", text)
