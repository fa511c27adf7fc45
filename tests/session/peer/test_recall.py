"""A player whose log was put back signs nothing before the others have told it all."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest
import trio
import trio.testing

from p2pgame.engine import AnyGame, IllegalMove
from p2pgame.games.duel.kuhn import KuhnPoker
from p2pgame.log import Entry, Store
from p2pgame.session.entries import payloads
from p2pgame.session.entries.payloads import Genesis, Hello
from p2pgame.session.lobby.events import Asked, Elsewhere
from p2pgame.session.peer.own_recall import ASK_EVERY, OBJECT_WITHIN
from p2pgame.transport import frames
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.frames import Recall, Recalled
from p2pgame.transport.link import Link, UnknownEpoch
from p2pgame.transport.memory import memory_pair
from tests.english import refusing
from tests.session.peers import EPOCH_KEY
from tests.session.restoring import (
    Person,
    Place,
    Records,
    no_two_in_one_place,
    own,
    put_back,
)
from tests.session.tables import me
from tests.session.telling import Telling


async def interrupted(
    game: AnyGame, folder: Path, moves: Sequence[int]
) -> list[Records]:
    """Return all logs of a game in which each has made so many moves."""
    places = [folder / str(seat) for seat, _ in enumerate(moves)]
    people = [
        Person(game, seat, len(moves), Store.create(places[seat] / "log"), count)
        for seat, count in enumerate(moves)
    ]
    async with trio.open_nursery() as nursery:
        place = Place(nursery)
        await place.sit_down(*people)
        for one, other in pairwise(people):
            place.join(one, other)
        await trio.sleep(1)
        place.close()
    assert not any(person.table.complete for person in people)
    assert not any(person.moves for person in people)
    return [records_of(at) for at in places]


def records_of(folder: Path) -> Records:
    with Store.open(folder / "log") as store:
        return store.records


def again(
    game: AnyGame, logs: list[Records], folder: Path, victim: int, cut: int | None
) -> list[Person]:
    """Return everybody as they were, and ``victim`` as of so many records."""
    people = []
    for seat, records in enumerate(logs):
        lost = cut if seat == victim else None
        at = folder / str(seat)
        store = put_back(at, records[:lost], is_copy=lost is not None)
        people.append(Person(game, seat, len(logs), store))
    return people


@pytest.mark.attack(41)
@pytest.mark.parametrize(
    ("game", "moves", "victim"),
    [
        (Telling(2), (2, 1, 1), 0),
        (Telling(2), (2, 2, 1), 1),
        (KuhnPoker(), (1, 0), 0),
        (KuhnPoker(), (1, 0), 1),
    ],
    ids=["first", "second", "dealer", "dealt to"],
)
async def test_a_log_put_back_as_of_any_moment_signs_nothing_twice(
    game: AnyGame,
    moves: tuple[int, ...],
    victim: int,
    tmp_path: Path,
    autojump_clock: trio.testing.MockClock,
) -> None:
    logs = await interrupted(game, tmp_path / "before", moves)
    step = 1 if isinstance(game, Telling) else 3
    for cut in range(0, len(logs[victim]) + 1, step):
        people = again(game, logs, tmp_path / f"cut {cut}", victim, cut)
        restored = people[victim]
        with no_two_in_one_place(logs, people):
            async with trio.open_nursery() as nursery:
                place = Place(nursery)
                await place.sit_down(*people)
                for one, other in pairwise(people):
                    place.join(one, other)
                await place.finished()
                place.close()
        assert len({person.table.transcript() for person in people}) == 1
        with Store.open(tmp_path / f"cut {cut}" / str(victim) / "log") as store:
            assert not store.in_doubt
            kept = {*store.records}
        mine = restored.table.history.feeds[me(victim).key.public].entries
        assert cut == 0 or any(entry.raw in kept for entry in mine)


@pytest.mark.attack(41)
async def test_whoever_is_in_doubt_says_whom_it_waits_for_and_goes_on_at_once(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    game = Telling(2)
    logs = await interrupted(game, tmp_path / "before", (2, 1, 1))
    people = again(game, logs, tmp_path / "now", 0, len(logs[0]) - 1)
    restored, middle, far = people
    async with trio.open_nursery() as nursery:
        place = Place(nursery)
        await place.sit_down(*people)
        assert [*restored.peer.status.recalling] == ["player 1", "player 2"]
        place.join(restored, middle)
        await trio.sleep(10 * ASK_EVERY)
        assert [*restored.peer.status.recalling] == ["player 2"]
        assert not any(isinstance(event, Asked) for event in restored.events)
        for forbidden in (partial(restored.peer.propose, "one"), restored.peer.leave):
            with refusing(IllegalMove, match="the others must first tell"):
                await forbidden()
        assert own(middle.table, 0) == own(restored.table, 0)
        joined = trio.current_time()
        place.join(middle, far)  # by whom alone it can be reached
        await place.finished()
        assert trio.current_time() - joined <= 2 * ASK_EVERY + OBJECT_WITHIN
        place.close()
    assert [*restored.peer.status.recalling] == []


class _Spied:
    """A link that keeps all that is sent by it."""

    def __init__(self, link: Link, seen: list[bytes]) -> None:
        self._link, self._seen = link, seen

    async def send(self, frame: bytes) -> None:
        self._seen.append(frame)
        await self._link.send(frame)

    async def receive(self) -> bytes:
        return await self._link.receive()

    async def aclose(self) -> None:
        await self._link.aclose()


async def spied(people: list[Person], nursery: trio.Nursery) -> list[bytes]:
    """Connect two; return the frames that go between them."""
    seen: list[bytes] = []
    for person, link in zip(people, memory_pair(), strict=True):
        nursery.start_soon(person.peer.attach, _Spied(link, seen))
    return seen


def read_by_a_guest(seen: list[bytes]) -> list[frames.Message]:
    outsider, messages = Envelope({0: EPOCH_KEY}), []
    for frame in seen:
        try:
            messages.append(frames.decode(outsider.open(frame)[1]))
        except UnknownEpoch:
            continue
    return messages


async def test_whoever_has_only_the_invite_reads_no_word_of_the_game_by_a_recall(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    game = Telling(2)
    logs = await interrupted(game, tmp_path / "before", (2, 1))
    people = again(game, logs, tmp_path / "now", 1, 1)
    async with trio.open_nursery() as nursery:
        place = Place(nursery)
        await place.sit_down(*people)
        seen = await spied(people, nursery)
        await place.finished()
        place.close()
    messages = read_by_a_guest(seen)
    assert any(isinstance(message, Recall) for message in messages)
    for message in messages:
        if isinstance(message, Recalled) and message.entry:
            payload = payloads.decode(Entry.read(message.entry).payload)
            assert isinstance(payload, Hello | Genesis)


async def test_a_plain_restart_asks_nobody_and_goes_on_at_once(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    game = Telling(2)
    logs = await interrupted(game, tmp_path / "before", (2, 1))
    people = again(game, logs, tmp_path / "now", 1, None)
    started = trio.current_time()
    async with trio.open_nursery() as nursery:
        place = Place(nursery)
        await place.sit_down(*people)
        assert people[1].peer.status.recalling == ()
        seen = await spied(people, nursery)
        await place.finished()
        place.close()
    assert trio.current_time() - started < OBJECT_WITHIN
    kinds = {type(message) for message in read_by_a_guest(seen)}
    assert not kinds & {Recall, Recalled}


@pytest.mark.attack(49)
async def test_of_two_programs_with_one_seat_the_second_signs_nothing(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    """They are in a line with the other player between, who answers at once."""
    game = Telling(2)
    logs = await interrupted(game, tmp_path / "before", (2, 1))
    host, older = again(game, logs, tmp_path / "now", 1, None)
    store = put_back(tmp_path / "copy", logs[1], is_copy=True)
    newer = Person(game, 1, 2, store)
    host.moves = older.moves = 0
    async with trio.open_nursery() as nursery:
        place = Place(nursery)
        with no_two_in_one_place(logs, [host, older, newer]):
            await place.sit_down(host, older, newer)
            before = own(newer.table, 1)
            place.join(host, older)
            await trio.sleep(1)
            place.join(host, newer)
            await trio.sleep(20)
            assert newer.events.count(Elsewhere(plays_on=False)) == 1
            assert older.events.count(Elsewhere(plays_on=True)) == 1
            assert newer.table.in_doubt
            assert own(host.table, 1) == before
            host.moves = older.moves = 1000
            for person in (host, older):
                for event in [e for e in person.events if isinstance(e, Asked)]:
                    assert event.view.choice is not None
                    await person.peer.propose(str(event.view.choice.moves[0]))
            with trio.fail_after(100):
                await host.complete.wait()
                await older.complete.wait()
            place.close()
