"""Orders for ticks to come: given ahead, opened late, in the end one world for all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from p2pgame.engine import Event, Game, IllegalMove, Options, Over, Tick, Ticked, Turn
from p2pgame.engine.state import State
from p2pgame.engine.ticks import Ticks
from p2pgame.engine.turns import NO_ORDER
from p2pgame.games.mover.mover import ENOUGH, Mover
from p2pgame.games.registry import KNOWN
from p2pgame.log import Entry
from p2pgame.session import Table
from p2pgame.session.entries import payloads
from p2pgame.session.entries.notes import Note
from p2pgame.session.entries.payloads import Answer
from p2pgame.session.game import forgotten
from p2pgame.session.game.orders_ahead import SEALED, round_ahead
from p2pgame.session.lobby.events import Happened, Reached
from tests import second
from tests.borrowed_rules import Borrowed
from tests.session.game.reorganised import played_again
from tests.session.game.walkers import HORIZON, Walkers
from tests.session.tables import Net, me


def test_who_waits_orders_ahead_as_far_as_the_horizon() -> None:
    net = Walkers(3, 12)
    for seat in (0, 1):
        assert net.order(seat, "l 3")
    for tick in range(HORIZON):
        plane = net.foreseen(0)
        assert plane is not None
        assert plane.tick == tick + 1
        assert net.order(0, f"k {tick + 1}")
    assert not net.order(0, "k 1")
    with pytest.raises(IllegalMove):
        net.tables[0].own.propose("k 1", HORIZON + 1)
    assert net.plane(0).tick == 0


def test_a_late_order_applies_in_the_tick_that_it_was_given_for() -> None:
    net = Walkers(2, 12)
    net.delays[1] = 3
    for tick in range(6):
        net.order(0, f"l {tick + 1}")
        net.order(1, f"k {tick + 1}")
        net.pass_step()
    for _ in range(4):
        net.pass_step()
    for seat in (0, 1):
        assert net.orders(seat) == [{0: f"l {n}", 1: f"k {n}"} for n in range(1, 7)]
    assert net.again(0)
    assert max(net.again(0)) <= 3


@pytest.mark.row("M20")
def test_what_is_foreseen_has_all_orders_that_are_known() -> None:
    net = Walkers(2, 12)
    net.delays[1] = 2
    net.order(0, "l 5")
    net.order(1, "k 5")
    net.play()
    net.order(0, "l 5")
    plane = net.foreseen(0)
    assert plane is not None
    assert plane.walks[1] is None
    net.pass_step()
    net.pass_step()
    plane = net.foreseen(0)
    assert plane is not None
    assert plane.tick == 2
    assert net.plane(0).tick == 1
    assert net.plane(0).walks[1] is not None
    assert plane.walks[1] == net.plane(0).walks[1]


def test_a_late_enough_ends_the_game_after_all_that_was_ordered_ahead() -> None:
    net = Walkers(2, 60)
    net.delays[1] = HORIZON
    for seat in (0, 1):
        net.order(seat, ENOUGH)
    for tick in range(HORIZON):
        assert net.order(0, f"k {tick + 1}")
    plane = net.foreseen(0)
    assert plane is None, "so far and no farther"
    for _ in range(3 * HORIZON):
        net.pass_step()
        net.order(1, NO_ORDER)
    for seat in (0, 1):
        assert net.tables[seat].complete
        assert net.orders(seat)[0] == {0: ENOUGH, 1: ENOUGH}
        assert [one.get(0) for one in net.orders(seat)[1:]] == [
            "k 1",
            "k 2",
            "k 3",
            "k 4",
        ]
        assert net.plane(seat).tick == net.plane(seat).ticks == 1 + HORIZON


def play_all(net: Walkers, chance: Random) -> None:
    """Have all order what they like as soon as they may, until it is over."""
    seats = range(len(net.tables[0].players))
    for _ in range(2000):
        for seat in seats:
            way, steps = chance.choice("ykulnjbh"), chance.randint(1, 9)
            net.order(seat, f"{way} {steps}" if chance.random() < 0.7 else NO_ORDER)
        net.pass_step()
        if all(table.complete for table in net.tables):
            return
    raise AssertionError("it never ended")


@pytest.mark.row("M15")
@pytest.mark.parametrize("seats", [2, 3, 5, 16])
def test_all_come_to_one_end_whatever_takes_how_long(seats: int) -> None:
    chance = Random(seats)
    net = Walkers(seats, 6, chance=chance, spectators=1)
    net.loss = 0.1
    net.delays = {seat: chance.randint(0, HORIZON) for seat in range(seats)}
    net.delays[0] = HORIZON
    play_all(net, chance)
    assert {table.stopped for table in net.tables} == {None}
    reached = {
        tuple(one.digest for one in events if isinstance(one, Reached))
        for events in net.events
    }
    assert len(reached) == 1
    files = {table.transcript() for table in net.tables}
    assert len(files) == 1
    deepest = {max(net.again(seat), default=0) for seat in range(1, seats)}
    assert max(deepest) == HORIZON
    shown = played_again(files.pop(), KNOWN)
    for seat in range(seats):
        assert max(shown[me(seat).key.public]) == max(net.again(seat))


def test_a_world_that_was_rolled_back_to_another_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A ledger that lets late orders come after the step that they were given for."""
    net = Walkers(3, 6, chance=Random(3))
    net.delays = {0: HORIZON, 1: 2}
    play_all(net, Random(3))
    file, give = net.tables[0].transcript(), Ticks.give
    assert played_again(file, KNOWN)

    def late(ledger: Ticks[Any, Any], tick: int, player: int, order: str) -> Any:
        return give(ledger, min(tick + 1, ledger.tick), player, order)

    monkeypatch.setattr(Ticks, "give", late)
    with pytest.raises(AssertionError):
        played_again(file, KNOWN)


def test_without_a_horizon_nobody_orders_ahead() -> None:
    net = Walkers(2, 5, horizon=0)
    assert net.order(0, "l 3")
    assert not net.order(0, "l 3")
    with pytest.raises(IllegalMove):
        net.tables[0].own.propose("k 1", 1)


def ordered_ahead(seats: int = 2, quorum: int | None = None) -> Walkers:
    """Return a table at which seat 0 has ordered for three ticks, and no other."""
    net = Walkers(seats, 8, quorum=quorum)
    for steps in (1, 2, 3):
        assert net.order(0, f"l {steps}")
    net.play()
    return net


def the_rest(net: Walkers, *seats: int) -> None:
    """Have these seats order nothing until the game is over."""
    for _ in range(60):
        for seat in seats:
            net.order(seat, NO_ORDER)
        net.pass_step()
    assert all(table.complete for table in net.tables if table not in silent(net))
    assert {table.stopped for table in net.tables} == {None}


def silent(net: Walkers) -> list[Table]:
    return [net.tables[seat] for seat in net.silent]


def test_nobody_opens_an_order_before_all_have_sealed_theirs() -> None:
    net = ordered_ahead()
    said = [payloads.decode(Entry.read(raw).payload) for _, raw in net.said]
    rounds = [one.round for one in said if isinstance(one, Answer)]
    assert rounds == [0, 2, 4]
    net.order(1, "k 1")
    net.play()
    said = [payloads.decode(Entry.read(raw).payload) for _, raw in net.said]
    rounds = [one.round for one in said if isinstance(one, Answer)]
    assert sorted(rounds) == [0, 0, 1, 1, 2, 4]


def test_of_two_orders_for_one_tick_the_first_counts() -> None:
    net = ordered_ahead()
    table = net.tables[0]
    assert table.play is not None
    other = Answer(table.play.id, round_ahead(1, SEALED), bytes(32))
    raw = table.history.write(me(0).key, payloads.encode(other)).raw
    net.send(0, table.receive(raw))
    the_rest(net, 0, 1)
    for seat in (0, 1):
        assert net.orders(seat)[:3] == [{0: "l 1"}, {0: "l 2"}, {0: "l 3"}]


def started_again(net: Walkers, notes: Iterable[Note]) -> None:
    """Have seat 0 start again with its entries and these notes."""
    again = Table(net.tables[0].id, net.games, me(0))
    for note in notes:
        again.remember(note)
    for entry in net.tables[0].history.missing([]):
        again.receive(entry)
    net.tables[0] = again
    net.events[0].clear()


def notes_of(net: Walkers) -> list[Note]:
    """Return the notes of seat 0."""
    notes = [Note.read(raw) for seat, raw in net.notes if seat == 0]
    return [note for note in notes if note is not None]


@pytest.mark.row("M22")
@pytest.mark.parametrize("with_notes", [True, False])
def test_a_seat_that_starts_again_opens_what_it_had_sealed(with_notes: bool) -> None:
    net = ordered_ahead()
    started_again(net, notes_of(net) if with_notes else ())
    the_rest(net, 0, 1)
    assert net.orders(0)[:3] == [{0: "l 1"}, {0: "l 2"}, {0: "l 3"}]


def test_what_is_sealed_counts_and_not_an_older_note_of_another_order() -> None:
    """All have sealed ahead before one of them starts again from a backup."""
    net = Walkers(2, 8)
    net.delays = {0: 2, 1: 2}
    for steps in (1, 2, 3):
        assert net.order(0, f"l {steps}")
        assert net.order(1, f"k {steps}")
    started_again(net, [replace(note, move="j 7") for note in notes_of(net)])
    the_rest(net, 0, 1)
    assert net.orders(1)[:3] == [{0: f"l {n}", 1: f"k {n}"} for n in (1, 2, 3)]


def test_who_finds_no_move_that_fits_its_seal_opens_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It opened what an older note says, and was convicted for it."""
    monkeypatch.setattr(forgotten, "MOVES", 0)
    net = Walkers(2, 8)
    assert net.order(0, "l 3")
    started_again(net, [replace(note, move="j 7") for note in notes_of(net)])
    assert net.order(1, "k 1")
    net.play()
    for table in net.tables:
        assert table.play is not None
        assert table.play.waiting_for == (0,)


def test_who_stays_silent_is_gone_on_without_and_later_orders_stand() -> None:
    net = ordered_ahead(3, quorum=2)
    net.silent.add(2)
    assert net.order(1, "k 1")
    assert net.order(1, "k 2")
    for _ in range(3):
        for seat in (0, 1):
            net.tables[seat].lose_patience()
        net.play()
    the_rest(net, 0, 1)
    orders = net.orders(0)
    assert orders == net.orders(1)
    assert orders[:3] == [{0: "l 1", 1: "k 1"}, {0: "l 2", 1: "k 2"}, {0: "l 3"}]


def test_who_leaves_with_orders_open_sees_the_game_to_its_end() -> None:
    """Its own order for a tick without it counted as its move there.

    So its program said that the rules were at fault.
    """
    net = ordered_ahead(3, quorum=2)
    net.tables[0].leave()
    net.play()
    for _ in range(8):
        for seat in (1, 2):
            net.order(seat, NO_ORDER)
            net.tables[seat].lose_patience()
        net.play()
    the_rest(net, 1, 2)
    assert net.tables[0].broken is None
    assert net.tables[0].complete
    assert {2} == {len(one.players) for one in net.turns(0)[-3:]}


class Gate(State, frozen=True):
    """Whether somebody has shut the gate, after so many ticks."""

    ticks: int = 0
    is_shut: bool = False


class Gates(Game[Gate, Options]):
    """All may go or shut; once it is shut they may only wait."""

    name, version, seats, options = "gates", 1, range(2, 3), Options

    def setup(self, seats: int, options: Options) -> Gate:
        return Gate()

    def turn(self, state: Gate) -> Turn:
        if state.ticks == 3:
            return Over((0, 0))
        return Tick((0, 1), ("wait",) if state.is_shut else ("go", "shut"), 1, 2)

    def apply(self, state: Gate, event: Event) -> Gate:
        assert isinstance(event, Ticked)
        is_shut = any(move == "shut" for _, move in event.orders)
        return Gate(state.ticks + 1, state.is_shut or is_shut)

    def show(self, state: Gate, faces: Mapping[int, str]) -> str:
        return ""


def test_an_order_that_a_late_one_makes_illegal_is_none() -> None:
    net = Net(Gates(), 2, decide=None)
    net.play()
    zero, one = net.tables
    zero.own.propose("go", 0)
    net.play()
    zero.own.propose("go", 1)
    net.play()
    one.own.propose("shut", 0)
    net.play()
    one.own.propose(NO_ORDER, 1)
    net.play()
    assert zero.stopped is one.stopped is None
    ticks = [e.event for e in net.events[1] if isinstance(e, Happened)]
    assert ticks == [Ticked(((0, "go"), (1, "shut"))), Ticked(())]


def test_the_second_reader_agrees() -> None:
    net = Walkers(3, 6, chance=Random(7))
    net.delays = {0: 2, 1: 1}
    play_all(net, Random(7))
    rules = {"mover": Borrowed(Mover())}
    read = second.verify(net.tables[0].transcript(), rules)
    play = net.tables[0].play
    assert play is not None
    assert read.turns[-1] == play.id
    words = (payloads.decode(entry.payload) for entry in net.tables[0].entries)
    assert any(isinstance(one, Answer) and one.round >= 2 for one in words)
