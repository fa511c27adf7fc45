"""A game of time steps at a real table: orders are sealed, and may be none."""

from __future__ import annotations

import pytest

from p2pgame.engine import IllegalMove, Ticked
from p2pgame.games.mover.mover import Mover, MoverOptions
from p2pgame.session.lobby.events import AnyView, Happened
from tests.english import refusing
from tests.session.tables import Net


def ticked(net: Net, seat: int) -> list[tuple[tuple[int, str], ...]]:
    return [
        event.event.orders
        for event in net.events[seat]
        if isinstance(event, Happened) and isinstance(event.event, Ticked)
    ]


def test_who_gives_no_order_does_not_hold_up_a_tick() -> None:
    def decide(view: AnyView) -> str:
        walks, player = view.state.walks, view.player
        assert player is not None
        return f"u {player + 2}" if walks[player] is None else ""

    net = Net(Mover(), 3, MoverOptions(ticks=4), spectators=1, decide=decide)
    net.play()
    assert all(table.complete for table in net.tables)
    for seat in range(4):
        orders = ticked(net, seat)
        assert orders == [((0, "u 2"), (1, "u 3"), (2, "u 4")), (), (), ()]


def test_a_tick_has_a_timer_that_gives_no_order() -> None:
    net = Net(Mover(), 2, MoverOptions(ticks=1, seconds=5), decide=None)
    net.play()
    table = net.tables[0]
    assert table.play is not None
    choice = table.play.view.choice
    assert choice is not None
    assert choice.timer is not None
    assert (choice.timer.seconds, choice.timer.move) == (5, "")


def test_an_order_that_the_rules_refuse_is_refused_to_who_gives_it() -> None:
    net = Net(Mover(), 2, decide=None)
    net.play()
    with pytest.raises(IllegalMove):
        net.tables[0].own.propose("u 0")
    net.tables[0].own.propose("")
    with refusing(IllegalMove, match="already"):
        net.tables[0].own.propose("")
