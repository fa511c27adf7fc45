"""A long table: a peer holds as much of it as of a short one, and lacks nothing."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
import trio
from msgspec.structs import replace

from p2pgame.engine import AnyGame, Game, Options, State
from p2pgame.engine.events import Chosen, Event, Rolled
from p2pgame.engine.turns import Choose, Over, Roll, Turn
from p2pgame.log import Entry, Store
from p2pgame.log.disk import Machine
from p2pgame.session import Table
from p2pgame.session.peer.runner import Peer
from p2pgame.session.table.verify import verify
from p2pgame.transport.envelope import Envelope
from tests.session.holding import held
from tests.session.peers import EPOCH_KEY
from tests.session.restoring import Inline, Person, Place, put_back
from tests.session.tables import TABLE, known, me

#: Rounds of a table, and after how many it is looked at first.
ROUNDS, FIRST = 240, 80


class Count(State, frozen=True):
    rounds: int = 0
    said: int = 0


class Rounds(Game[Count, Options]):
    """Both players say "on", then a die is rolled, again and again."""

    name, version, seats, options = "rounds", 1, range(2, 3), Options

    def setup(self, seats: int, options: Options) -> Count:
        return Count()

    def turn(self, state: Count) -> Turn:
        if state.rounds == ROUNDS:
            return Over((0, 0))
        return Roll(6) if state.said == 2 else Choose(state.said, ("on",))

    def apply(self, state: Count, event: Event) -> Count:
        match event:
            case Chosen():
                return replace(state, said=state.said + 1)
            case Rolled():
                return Count(state.rounds + 1)
        raise AssertionError(event)

    def show(self, state: Count, faces: Mapping[int, str]) -> str:
        return str(state.rounds)


class Hasty(Machine):
    """A disk that is not waited for: what was written is there."""

    def flush(self, file: int) -> None:
        pass


def person(seat: int, folder: Path, moves: int = 1000) -> Person:
    path = folder / f"seat{seat}" / "log"
    store = Store.open(path) if path.exists() else Store.create(path, Hasty())
    return Person(Rounds(), seat, 2, store, moves)


def spectator(folder: Path) -> Peer:
    games: Mapping[tuple[str, int], AnyGame] = known(Rounds())
    table = Table(TABLE, dict(games))
    store = Store.create(folder / "spectator" / "log", Hasty())
    return Peer(table, store, Envelope({0: EPOCH_KEY}), Inline())


def is_old(table: Table) -> bool:
    """Return whether most of each player's entries are on disk alone."""
    feeds = table.history.feeds.values()
    return all(feed.entries.cold > len(feed) // 2 > 0 for feed in feeds)


def everything(table: Table) -> list[Entry]:
    return sorted(table.entries, key=lambda entry: (entry.author, entry.sequence))


async def whole(folder: Path, nursery: trio.Nursery) -> list[Person]:
    """Play a whole table of two; the peers still talk."""
    place = Place(nursery)
    people = [person(0, folder), person(1, folder)]
    await place.sit_down(*people)
    place.join(*people)
    await place.finished()
    return people


async def test_a_peer_holds_as_much_of_a_long_table_as_of_a_short_one(
    tmp_path: Path,
) -> None:
    async with trio.open_nursery() as nursery:
        place = Place(nursery)
        people = [person(0, tmp_path), person(1, tmp_path)]
        await place.sit_down(*people)
        place.join(*people)
        counts = []
        for rounds in range(FIRST, ROUNDS, FIRST // 2):
            while people[0].table.play is None or rounds_of(people[0]) < rounds:
                await trio.lowlevel.checkpoint()
            people[0].events.clear()
            counts.append(held(people[0].peer).total())
        await place.finished()
        assert max(counts) <= 1.2 * counts[0]
        place.close()


def rounds_of(one: Person) -> int:
    assert one.table.play is not None
    return one.table.play.board.turns // 3


async def test_whoever_comes_late_gets_all_of_it(tmp_path: Path) -> None:
    async with trio.open_nursery() as nursery:
        host, guest = await whole(tmp_path, nursery)
        assert is_old(host.table)
        place = Place(nursery)
        guest.peer.close()
        empty = put_back(tmp_path / "again", (), is_copy=False)
        back = Person(Rounds(), 1, 2, empty)
        back.table.own.in_doubt = True  # its log is lost: it asks before it signs
        await place.sit_down(back)
        place.join(host, back)
        await place.finished()
        assert everything(back.table) == everything(host.table)
        place.close()


async def test_a_resumed_peer_has_all_of_it_and_goes_on(tmp_path: Path) -> None:
    async with trio.open_nursery() as nursery:
        place = Place(nursery)
        people = [person(0, tmp_path, moves=ROUNDS - 20), person(1, tmp_path)]
        await place.sit_down(*people)
        place.join(*people)
        while people[0].moves:
            await trio.lowlevel.checkpoint()
        nursery.cancel_scope.cancel()
    for one in people:
        one.peer.close()
    assert is_old(people[0].table)
    async with trio.open_nursery() as nursery:
        place = Place(nursery)
        again = [person(0, tmp_path), person(1, tmp_path)]
        await place.sit_down(*again)
        place.join(*again)
        await place.finished()
        assert is_old(again[0].table)
        assert everything(again[0].table) == everything(again[1].table)
        data = again[0].table.transcript()
        assert verify(data, known(Rounds())).turns == 3 * ROUNDS
        place.close()


async def test_the_file_is_the_same_whether_its_entries_were_in_memory_or_not(
    tmp_path: Path,
) -> None:
    async with trio.open_nursery() as nursery:
        host, guest = await whole(tmp_path, nursery)
        table = Table(TABLE, known(Rounds()))
        for raw in host.table.history.missing([]):
            table.receive(raw)
        while table.advance()[0]:
            pass
        assert is_old(host.table)
        assert not any(feed.entries.cold for feed in table.history.feeds.values())
        assert host.table.transcript() == table.transcript() == guest.table.transcript()
        nursery.cancel_scope.cancel()
    host.peer.close()
    guest.peer.close()


async def test_a_record_that_is_damaged_meanwhile_is_no_entry(tmp_path: Path) -> None:
    async with trio.open_nursery() as nursery:
        host, guest = await whole(tmp_path, nursery)
        log = tmp_path / "seat0" / "log"
        data = bytearray(log.read_bytes())
        first = host.table.history.feeds[me(0).key.public].entries.raw(0)
        at = data.index(first)
        data[at + 50] ^= 1
        log.write_bytes(data)
        host.peer._core.journal._last = -1, ()
        with pytest.raises(Exception, match="damaged meanwhile"):
            host.table.history.feeds[me(0).key.public].entries.raw(0)
        nursery.cancel_scope.cancel()
    host.peer.close()
    guest.peer.close()
