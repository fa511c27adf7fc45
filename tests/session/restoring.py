"""Peers with people, over memory links, whose logs can be put back as they were."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

import trio

from p2pgame.engine import AnyGame, IllegalMove
from p2pgame.log import Entry, Store
from p2pgame.session import Offer, Table
from p2pgame.session.entries.bundles import unbundle
from p2pgame.session.entries.notes import Note
from p2pgame.session.lobby.events import Asked, Completed, TableEvent
from p2pgame.session.peer.machine import Machine
from p2pgame.session.peer.runner import Peer
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.link import Link
from p2pgame.transport.memory import memory_pair
from tests.session.peers import EPOCH_KEY
from tests.session.tables import TABLE, first_offer, known, me

T = TypeVar("T")
#: What a log holds, record after record.
Records = tuple[bytes, ...]


class Inline(Machine):
    """A machine whose work takes no time of the clock."""

    cores = 1

    async def aside(self, work: Callable[[], T]) -> T:
        await trio.lowlevel.checkpoint()
        return work()


def put_back(folder: Path, records: Records, *, is_copy: bool) -> Store:
    """Return a log that holds these, and knows whether it is a copy."""
    path = folder / "log"
    with Store.create(path) as store:
        for record in records:
            store.append(record)
    if is_copy:
        shutil.copy(path, folder / "copy")
        (folder / "copy").rename(path)
    store = Store.open(path)
    assert store.in_doubt == is_copy
    return store


class Person:
    """A peer, and somebody who takes the first move there is, up to ``moves`` times."""

    def __init__(
        self, game: AnyGame, seat: int, seats: int, store: Store, moves: int = 1000
    ) -> None:
        offer = Offer(game, game.options(), seats) if seat == 0 else None
        table = Table(TABLE, known(game), me(seat), offer)
        self.peer = Peer(table, store, Envelope({0: EPOCH_KEY}), Inline())
        self.events: list[TableEvent] = []
        self.complete = trio.Event()
        self.moves = moves

    @property
    def table(self) -> Table:
        return self.peer.table

    async def sit(self) -> None:
        async for event in self.peer.events:
            self.events.append(event)
            if isinstance(event, Asked) and self.moves:
                self.moves -= 1
                with suppress(IllegalMove):  # the game has gone on meanwhile
                    await self.peer.propose(first_offer(event.view))
            elif isinstance(event, Completed):
                self.complete.set()


class Place:
    """People who sit down and connect; all logs are closed in the end."""

    def __init__(self, nursery: trio.Nursery) -> None:
        self._nursery = nursery
        self.people: list[Person] = []

    async def sit_down(self, *people: Person) -> None:
        for person in people:
            self.people.append(person)
            self._nursery.start_soon(person.sit)
            await person.peer.start()

    def join(self, one: Person, other: Person) -> tuple[Link, Link]:
        ends = memory_pair()
        for person, link in zip((one, other), ends, strict=True):
            self._nursery.start_soon(person.peer.attach, link)
        return ends

    async def finished(self) -> None:
        with trio.fail_after(1000):
            for person in self.people:
                await person.complete.wait()

    def close(self) -> None:
        self._nursery.cancel_scope.cancel()
        for person in self.people:
            person.peer.close()


@contextmanager
def no_two_in_one_place(
    records: Sequence[Records], people: list[Person]
) -> Iterator[None]:
    """Check that no author has signed two bodies for one place, then or before."""
    yield
    places: dict[tuple[bytes, int], bytes] = {}
    kept = [entry for log in records for entry in entries_of(log)]
    for entry in (*kept, *(e for person in people for e in person.table.entries)):
        assert places.setdefault((entry.author, entry.sequence), entry.id) == entry.id
    assert not any(person.table.history.forks for person in people)


def entries_of(records: Records) -> Iterator[Entry]:
    yield from (Entry.read(raw) for raw in unbundle(records) if Note.read(raw) is None)


def own(table: Table, seat: int) -> int:
    feed = table.history.feeds.get(me(seat).key.public)
    return 0 if feed is None else len(feed)
