"""A seat that is given up before the game has started."""

from __future__ import annotations

from p2pgame.engine import IllegalMove
from p2pgame.games.tictactoe import TicTacToe
from p2pgame.session.entries.payloads import Genesis
from p2pgame.session.lobby.events import Declined, Started
from tests.english import english, refusing
from tests.session.rekeying import said
from tests.session.tables import Net

WHY = "has given up the seat before the start: open another table."


def declined(net: Net, seat: int) -> list[str]:
    errors = [e.error for e in net.events[seat] if isinstance(e, Declined)]
    return [english(error.why) for error in errors if error.why is not None]


def test_a_guest_who_gives_up_before_the_offer_is_offered_no_seat() -> None:
    net = Net(TicTacToe(), 2)
    net.silent = {0}
    net.play()  # the guest's hello is under way
    net.tables[1].leave()
    net.play()
    net.silent = set()
    for raw in [raw for seat, raw in net.said if seat == 1]:
        net.tables[0].receive(raw)
    net.play()
    assert [*said(net, Genesis)] == []
    with refusing(IllegalMove, match="no game to leave"):
        net.tables[1].leave()


def test_a_player_who_gives_up_before_accepting_ends_the_wait_of_all() -> None:
    net = Net(TicTacToe(), 2)
    net.play(lambda: bool([*said(net, Genesis)]))
    net.tables[1].receive(net.said[-1][1])
    net.tables[1].leave()
    net.play()
    for seat in (0, 1):
        assert not any(isinstance(e, Started) for e in net.events[seat])
        assert declined(net, seat) == [f"player 1 {WHY}"]
    assert all(table.stopped is None for table in net.tables)


def test_a_host_who_gives_up_before_the_offer_is_not_waited_for() -> None:
    net = Net(TicTacToe(), 3)
    net.silent = {2}
    net.play()
    net.tables[0].leave()
    net.play()
    assert declined(net, 1) == [f"player 0 {WHY}"]


def test_nobody_gives_up_a_seat_before_it_has_come() -> None:
    net = Net(TicTacToe(), 2)
    with refusing(IllegalMove, match="no game to leave"):
        net.tables[1].leave()
