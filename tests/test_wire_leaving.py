"""docs/wire.md is enough to say who has left: the second reader judges for itself."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

import pytest

from p2pgame.session.lobby.events import AnyView
from tests.session.leavers import leave_together
from tests.session.tables import Net
from tests.wire_votes import LAST, Votes, agreed


def seated(net: Net, who: int) -> int:
    """Return the seat that a player came to have; it is who came first."""
    play = net.tables[who].play
    assert play is not None
    assert play.seat is not None
    return play.seat


@pytest.mark.parametrize("after", range(4, 12))
def test_whoever_leaves_is_gone_by_the_page_too(after: int) -> None:
    net = Net(Votes(), 4, chance=Random(after))
    left: list[int] = []

    def meddle() -> None:
        if not left and sum(seat == 1 for seat, _ in net.said) >= after:
            left.append(1)
            net.tables[1].leave()

    net.meddle = meddle
    net.play()
    game = agreed(net, net.tables)
    assert sorted(game.payoffs) == [-3, 1, 1, 1]


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("seed", range(10))
def test_two_who_leave_at_once_are_gone_by_the_page_too(seats: int, seed: int) -> None:
    chance = Random(seed)
    net = Net(Votes(), seats, chance=chance)
    leavers = chance.sample(range(seats), 2)
    when = chance.randrange(4 * seats, 20 * seats)
    said = leave_together(net, leavers, when, chance)
    net.play()
    game = agreed(net, net.tables, seats)
    assert {*said} == {*leavers}
    gone = {seat for seat, won in enumerate(game.payoffs) if won < 0}
    assert gone == {seated(net, who) for who in leavers}


def leaving_at_the_end(seats: int, leavers: Collection[int], chance: Random) -> Net:
    """Return a game in which some leave while another makes the last move."""
    net: Net

    def decide(view: AnyView) -> str:
        if len(view.state.moves) == LAST:
            for seat in leavers:
                net.tables[seat].leave()
        return "yes"

    net = Net(Votes(), seats, chance=chance, decide=decide)
    return net


@pytest.mark.parametrize(("seats", "leavers"), [(3, [2]), (4, [1]), (5, [3])])
@pytest.mark.parametrize("seed", range(4))
def test_whoever_leaves_at_the_end_has_played_by_the_page_too(
    seats: int, leavers: list[int], seed: int
) -> None:
    net = leaving_at_the_end(seats, leavers, Random(seed))
    net.play()
    game = agreed(net, net.tables, seats)
    assert game.payoffs == (0,) * seats


@pytest.mark.parametrize(
    ("seats", "leavers"), [(3, [1, 2]), (4, [1, 3]), (5, [2, 4]), (5, [1, 2, 3, 4])]
)
@pytest.mark.parametrize("seed", range(6))
def test_several_may_leave_at_the_end(
    seats: int, leavers: list[int], seed: int
) -> None:
    net = leaving_at_the_end(seats, leavers, Random(seed))
    net.play()
    game = agreed(net, net.tables, seats)
    assert game.payoffs == (0,) * seats
