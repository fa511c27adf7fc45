"""Somebody is gone: the others finish, or end as declared, and nobody is accused."""

from __future__ import annotations

from random import Random

import pytest

from p2pgame.session.lobby.events import AnyView
from p2pgame.session.table.verify import verify
from tests.session.draw import Draw
from tests.session.leavers import leave_together
from tests.session.secrets import Secretive
from tests.session.tables import Net, known


def finish(net: Net) -> None:
    """Play until nothing moves, with everybody's patience at an end each time."""
    quiet = 0
    for _ in range(40):
        said = len(net.said)
        net.play()
        for seat, table in enumerate(net.tables):
            if seat not in net.silent:
                table.lose_patience()
        quiet = quiet + 1 if len(net.said) == said else 0
        if quiet == 3:
            break


def kill(game: Secretive, seats: int, victim: int, after: int, order: int) -> Net:
    """Play a game in which ``victim`` is gone after so many words of its own."""
    net = Net(game, seats, spectators=1, chance=Random(order))

    def meddle() -> bool:
        if sum(seat == victim for seat, _ in net.said) >= after:
            net.silent.add(victim)
        return False

    net.meddle = meddle
    finish(net)
    return net


def words(seats: int, victim: int) -> int:
    net = Net(Secretive(), seats, chance=Random(0))
    net.play()
    assert all(table.complete for table in net.tables)
    return sum(seat == victim for seat, _ in net.said)


def check(net: Net) -> None:
    left = [t for seat, t in enumerate(net.tables) if seat not in net.silent]
    for table in left:
        assert table.stopped is None, table.stopped
    plays = [table.play for table in left]
    if any(play is None for play in plays):
        assert all(play is None for play in plays)
        return  # gone before the game began
    assert all(table.complete for table in left), [
        (table.play.turn, table.play.waiting_for) for table in left if table.play
    ]
    files = {table.transcript() for table in left}
    assert len(files) == 1
    verify(files.pop(), known(Secretive()))


@pytest.mark.parametrize("victim", range(3))
def test_whoever_is_gone_after_any_word_the_others_finish(victim: int) -> None:
    # Each victim at every third of its words; together that is every round.
    for after in range(victim, words(3, victim), 3):
        check(kill(Secretive(), 3, victim, after, order=after))


@pytest.mark.parametrize("seed", range(20))
def test_impatience_at_any_time_leaves_everybody_with_one_game(seed: int) -> None:
    """Nobody is silent here; all are slow, and all say at times that others are."""
    chance = Random(seed)
    seats = chance.choice([3, 3, 4, 5])
    net = Net(Secretive(), seats, spectators=0, chance=chance)

    def meddle() -> bool:
        touches = chance.random() < 0.1
        if touches:
            net.tables[chance.randrange(seats)].lose_patience()
        return touches

    net.meddle = meddle
    finish(net)
    ends = {table.play.end for table in net.tables if table.play}
    assert all(table.stopped is None for table in net.tables)
    left = [table for table in net.tables if table.play and not table.play.is_evicted]
    assert len(left) >= seats // 2 + 1
    assert len(ends) == 1
    assert all(table.complete for table in net.tables)
    assert len({table.transcript() for table in net.tables}) == 1


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(8))
def test_whoever_leaves_is_not_waited_for(seats: int, seed: int) -> None:
    chance = Random(seed)
    net = Net(Secretive(), seats, chance=chance)
    when = chance.randrange(4 * seats, 40 * seats)
    left: list[int] = []

    def meddle() -> bool:
        nonlocal when
        when -= 1
        play = net.tables[1].play
        leaves = when <= 0 and not left and play is not None and not play.over
        if leaves:
            left.append(1)
            net.tables[1].leave()
        return leaves

    net.meddle = meddle
    net.play()
    assert all(table.complete for table in net.tables)
    assert all(table.stopped is None for table in net.tables)
    assert len({table.transcript() for table in net.tables}) == 1
    assert net.tables[1].play is not None
    assert net.tables[1].play.is_evicted == bool(left)
    assert left


def test_of_two_players_nobody_decides_alone() -> None:
    net = kill(Secretive(), 2, 1, 4, order=0)
    assert net.tables[0].stopped is None
    assert not net.tables[0].complete
    assert net.tables[0].play is not None
    assert net.tables[0].play.waiting_for == (1,)


@pytest.mark.parametrize("seed", range(30))
def test_however_many_leave_at_once_there_is_one_game(seed: int) -> None:
    chance = Random(seed)
    seats = chance.choice([3, 4, 5])
    net = Net(Secretive(), seats, chance=chance)
    leavers = chance.sample(range(seats), chance.randint(2, seats - 1))
    when = chance.randrange(4 * seats, 30 * seats)
    leave_together(net, leavers, when, chance)
    net.play()
    assert all(table.stopped is None for table in net.tables)
    assert all(table.complete for table in net.tables)
    files = {table.transcript() for table in net.tables}
    assert len(files) == 1
    verify(files.pop(), known(Secretive()))


@pytest.mark.parametrize("seats", [2, 3])
def test_whoever_leaves_when_only_the_end_is_to_sign_changes_nothing(
    seats: int,
) -> None:
    game = Draw()

    def decide(view: AnyView) -> str:
        if view.player == seats - 1:  # the last to move
            net.tables[0].leave()
        return "stay"

    net = Net(game, seats, decide=decide)
    net.play()
    assert all(table.complete for table in net.tables)
    files = {table.transcript() for table in net.tables}
    assert len(files) == 1
    verify(files.pop(), known(game))
