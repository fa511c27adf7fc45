"""Who is late is said by our own clock alone: per word, and per game for decisions."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import TypeVar

import pytest
import trio
import trio.testing

from p2pgame.engine import IllegalMove
from p2pgame.log import Store
from p2pgame.session import Offer, Table, verify
from p2pgame.session.entries import payloads
from p2pgame.session.entries.payloads import UNTIMED, Absence, Absent, Time, Times
from p2pgame.session.game.patience import HURRIED_LEAST, LISTENED, Clocks
from p2pgame.session.lobby.events import Asked, Completed, Ended, TableEvent
from p2pgame.session.peer.machine import Machine
from p2pgame.session.peer.runner import Peer
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.memory import memory_pair
from tests.session.peers import EPOCH_KEY
from tests.session.tables import TABLE, known, me
from tests.session.telling import Telling

T = TypeVar("T")

PATIENCE, BANK = 50, 120


class Clock:
    """Clocks, and the time of a program that looks at them often enough."""

    def __init__(
        self,
        patience: int = PATIENCE,
        bank: int = BANK,
        at: float = 0,
        time: Time = UNTIMED,
    ) -> None:
        self.clocks = Clocks(patience, bank, time)
        self.now = at
        self._turn = 0

    def turn(self, awaited: set[int], deciding: set[int] | None = None) -> None:
        """Come to the next turn."""
        self._turn += 1
        self._look(awaited, awaited if deciding is None else deciding)

    def wait(self, seconds: float, awaited: set[int], *, decides: bool = True) -> None:
        """Let time pass in which these are awaited, and nothing else does."""
        self._look(awaited, awaited if decides else set())
        while seconds > 1e-9:
            step = min(1.0, seconds)
            seconds -= step
            self.now += step
            self._look(awaited, awaited if decides else set())

    def _look(self, awaited: set[int], deciding: set[int]) -> None:
        self.clocks.look(self.now, self._turn, awaited, deciding)


def decisions(clock: Clock, seconds: float) -> int:
    """Return how many decisions of so many seconds a player makes before it is late."""
    for count in range(100):
        clock.turn({1})
        clock.wait(seconds, {1})
        if clock.clocks.late:
            return count
    return 100


@pytest.mark.attack(23)
def test_whoever_always_decides_just_in_time_runs_out_of_its_bank() -> None:
    # 49.9 + 49.9 of 120 leave 20.2 for the third.
    assert decisions(Clock(), 49.9) == 2
    assert decisions(Clock(bank=0), 49.9) == 100


def test_whoever_has_used_up_its_bank_still_has_some_time_for_each_decision() -> None:
    clock = Clock()
    assert decisions(clock, 45.0) == 2
    hurried = max(PATIENCE / 10, HURRIED_LEAST)
    assert decisions(clock, hurried - 0.1) == 100
    clock.turn({1})
    assert clock.clocks.left == ((1, hurried),)
    clock.wait(hurried, {1})
    assert clock.clocks.late == {1}


def test_nobody_has_more_for_being_hurried_than_the_patience() -> None:
    clock = Clock(patience=2, bank=1)
    clock.turn({1})
    assert clock.clocks.left == ((1, 2.0),)


def test_what_programs_say_costs_nobody_s_bank() -> None:
    clock = Clock()
    for _ in range(10):
        clock.turn({1}, set())
        clock.wait(49.0, {1}, decides=False)
        assert not clock.clocks.late
    clock.turn({1})
    assert clock.clocks.left == ((1, PATIENCE),)


def words(clock: Clock, seconds: float) -> int:
    """Return how many words a program says by itself before it is late, at most 100."""
    for count in range(100):
        clock.turn({1}, set())
        clock.wait(seconds, {1}, decides=False)
        if clock.clocks.late:
            return count
    return 100


@pytest.mark.attack(76)
def test_what_programs_say_by_themselves_draws_on_a_bank_of_its_own() -> None:
    programs = Time(programs=100, grace=5)
    # Each costs 44.9 beyond the grace: of 100 that leaves 10.2 for the third.
    assert words(Clock(time=programs), 49.9) == 2
    assert words(Clock(time=UNTIMED), 49.9) == 100
    assert words(Clock(time=programs), 4.9) == 100


def test_decisions_cost_no_program_s_bank_nor_a_program_a_player_s() -> None:
    clock = Clock(time=Time(programs=10, grace=5), bank=0)
    assert decisions(clock, 49.9) == 100
    clock.turn({1}, set())
    assert clock.clocks.left == ((1, 15.0),)
    clock.wait(12, {1}, decides=False)
    assert clock.clocks.times(2) == Times((0, 100 * 44 + 90), (0, 7))


def test_a_clock_gains_an_increment_and_waits_for_a_delay() -> None:
    clock = Clock(bank=0, time=Time(base=60, increment=10, delay=2, grace=3))
    assert decisions(clock, 30) == 3  # 25, 50, 75, 100 of 60, 70, 80, 90
    clock = Clock(bank=0, time=Time(base=60, increment=10, delay=2, grace=3))
    assert decisions(clock, 15) == 100
    assert clock.clocks.times(2).thought == (0, 1000)


def test_a_move_has_seconds_or_days_whatever_the_patience() -> None:
    assert decisions(Clock(bank=0, time=Time(move=90, grace=5)), 94) == 100
    assert decisions(Clock(bank=0, time=Time(move=90, grace=5)), 96) == 0
    clock = Clock(bank=0, time=Time(days=1))
    clock.turn({1})
    assert clock.clocks.left == ((1, 86400.0),)


def test_each_of_several_has_its_own_time() -> None:
    clock = Clock()
    clock.turn({0, 1, 2})
    clock.wait(30, {0, 1, 2})
    clock.wait(19, {1, 2})
    assert not clock.clocks.late
    clock.wait(1, {2})
    assert clock.clocks.late == {2}
    clock.turn({0, 2})
    assert clock.clocks.left == ((0, PATIENCE), (2, PATIENCE))
    clock.wait(50, {0, 2})
    clock.turn({0, 2})
    assert clock.clocks.left == ((0, 40.0), (2, 20.0))


def test_without_patience_nobody_is_ever_late() -> None:
    clock = Clock(patience=0, bank=0)
    clock.turn({1})
    clock.wait(10_000, {1})
    assert not clock.clocks.late
    assert clock.clocks.left == ()


@pytest.mark.attack(25)
@pytest.mark.parametrize("skew", [-86_400.0, 0.0, 86_400.0, 1e9])
def test_what_a_clock_shows_does_not_matter_but_how_it_goes_on(skew: float) -> None:
    assert decisions(Clock(at=skew), 49.9) == 2


@pytest.mark.attack(25)
def test_a_program_that_was_stopped_takes_nobody_for_late() -> None:
    clock = Clock()
    clock.turn({0, 1})
    clock.now += 3600
    clock.wait(1, {0, 1})
    assert not clock.clocks.late
    left = PATIENCE - LISTENED - 1
    assert clock.clocks.left == ((0, left), (1, left))


def test_there_is_a_next_look_as_long_as_somebody_may_become_late() -> None:
    clock = Clock()
    assert clock.clocks.next_look > 1e9
    clock.turn({1})
    assert 0 < clock.clocks.next_look <= 1
    clock.wait(49.5, {1})
    assert 0 < clock.clocks.next_look <= 0.6
    clock.wait(0.5, {1})
    assert clock.clocks.late == {1}
    assert clock.clocks.next_look > 1e9


class Inline(Machine):
    """A machine whose work takes no time of the clock."""

    cores = 1

    async def aside(self, work: Callable[[], T]) -> T:
        await trio.lowlevel.checkpoint()
        return work()


def peer(
    seat: int, folder: Path, game: Telling, absence: Absence, bank: int, time: Time
) -> Peer:
    quorum = 0 if absence == "wait" else 2
    terms = quorum, PATIENCE, "masked", bank, absence
    offer = Offer(game, game.options(), 3, *terms, time=time)  # type: ignore[arg-type]
    table = Table(TABLE, known(game), me(seat), offer if seat == 0 else None)
    store = Store.create(folder / f"seat{seat}" / "log")
    return Peer(table, store, Envelope({0: EPOCH_KEY}), Inline())


class Room:
    """Three peers in a line, each with somebody who takes so long to decide."""

    def __init__(
        self,
        folder: Path,
        think: Callable[[int], float],
        *,
        absence: Absence = "default",
        bank: int = BANK,
        rounds: int = 4,
        time: Time = UNTIMED,
        until: type[TableEvent] = Ended,
    ) -> None:
        self._until = until
        game, terms = Telling(rounds), (absence, bank, time)
        self.peers = [peer(seat, folder, game, *terms) for seat in range(3)]
        self._think = think
        self.over = [trio.Event() for _ in self.peers]

    async def open(self, nursery: trio.Nursery) -> None:
        for one, other in ((0, 1), (1, 2)):
            for end, link in zip((one, other), memory_pair(), strict=True):
                nursery.start_soon(self.peers[end].attach, link)
        for seat, each in enumerate(self.peers):
            nursery.start_soon(self._sit, seat)
            nursery.start_soon(each.watch)
            await each.start()

    async def _sit(self, number: int) -> None:
        mine = self.peers[number]
        async with trio.open_nursery() as thinking:
            async for event in mine.events:
                if isinstance(event, Asked):
                    thinking.start_soon(self._decide, number, mine.table.play)
                elif isinstance(event, self._until):
                    self.over[number].set()

    async def _decide(self, number: int, play: object) -> None:
        mine = self.peers[number]
        turn = mine.table.play.id if mine.table.play else b""
        seat = mine.table.play.seat if mine.table.play else None
        await trio.sleep(self._think(seat or 0))
        if mine.table.play is not None and mine.table.play.id == turn:
            with suppress(IllegalMove):
                await mine.propose("one")

    async def finished(self) -> None:
        with trio.fail_after(100_000):
            for over in self.over:
                await over.wait()

    def said(self) -> tuple[str, ...]:
        """Return what was said in the game, which is the same for all."""
        told = {
            each.table.play.view.state.said for each in self.peers if each.table.play
        }
        assert len(told) == 1
        said: tuple[str, ...] = told.pop()
        return said

    def absents(self) -> int:
        entries = self.peers[0].table.entries
        return sum(isinstance(payloads.decode(e.payload), Absent) for e in entries)


async def play(room: Room) -> None:
    async with trio.open_nursery() as nursery:
        await room.open(nursery)
        await room.finished()
        nursery.cancel_scope.cancel()


@pytest.mark.attack(23)
async def test_slow_play_just_under_the_limit_exhausts_the_bank_of_a_real_table(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    room = Room(tmp_path, lambda seat: 49.9 if seat == 2 else 1.0)
    await play(room)
    mine = [word for word in room.said() if word.startswith("2")]
    assert mine == ["2 one", "2 one", "2 none", "2 none"]
    # Twice 49.9, then what is left of 120, then the little that is always left.
    assert trio.current_time() < 4 * 2 + 120 + 5 + 10


async def test_whoever_has_no_bank_may_always_take_the_patience(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    room = Room(tmp_path, lambda seat: 49.0 if seat == 2 else 1.0, bank=0)
    await play(room)
    assert {word.split()[1] for word in room.said()} == {"one"}
    assert room.absents() == 0


async def test_each_side_writes_down_its_counts_of_time_before_it_signs_the_end(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    think = {0: 1.0, 1: 8.0, 2: 1.0}
    programs = Time(programs=100, grace=5)
    room = Room(
        tmp_path, think.__getitem__, bank=0, rounds=1, time=programs, until=Completed
    )
    await play(room)
    file = room.peers[0].table.transcript()
    report = verify(file, known(Telling(1)))
    assert [by for by, _ in report.times] == [0, 1, 2]
    for _, times in report.times:
        assert times.thought[1] in (2, 3)
        assert times.worked == (0, 0, 0)
    assert report.slow == ()


@pytest.mark.attack(25)
@pytest.mark.parametrize("jump", [-86_400, 86_400])
async def test_a_clock_on_the_wall_that_jumps_changes_nothing(
    tmp_path: Path,
    autojump_clock: trio.testing.MockClock,
    monkeypatch: pytest.MonkeyPatch,
    jump: int,
) -> None:
    chance, real = Random(jump), time.time
    monkeypatch.setattr(time, "time", lambda: real() + chance.choice([0, jump]))
    room = Room(tmp_path, lambda seat: 40.0 if seat == 1 else 1.0, bank=0)
    await play(room)
    assert {word.split()[1] for word in room.said()} == {"one"}
    assert room.absents() == 0


@pytest.mark.attack(25)
async def test_a_program_that_stood_still_takes_nobody_for_absent(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    room = Room(
        tmp_path,
        lambda seat: 45.0 if seat == 0 else 1.0,
        rounds=1,
        bank=0,
        absence="finish",
    )
    frozen = room.peers[2]
    async with trio.open_nursery() as nursery:
        await room.open(nursery)
        await trio.sleep(1)
        assert frozen.table.play is not None
        assert frozen.table.play.seat == 2
        async with frozen._core.lock:  # neither its watch nor its link gets anywhere
            await trio.sleep(PATIENCE + 20)
        await room.finished()
        nursery.cancel_scope.cancel()
    assert room.absents() == 0
    assert {word.split()[1] for word in room.said()} == {"one"}


async def test_everybody_sees_how_much_time_is_left(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    room = Room(tmp_path, lambda seat: 10_000.0, absence="wait")
    async with trio.open_nursery() as nursery:
        await room.open(nursery)
        await trio.sleep(20.5)
        for each in room.peers:
            ((seat, left),) = each.status.left
            assert seat == 0
            assert left == pytest.approx(PATIENCE - 20, abs=1.5)
        await trio.sleep(1000)
        assert {each.status.left for each in room.peers} == {((0, 0.0),)}
        assert room.absents() == 0
        nursery.cancel_scope.cancel()
