"""A last round, to which all agree: after it another table goes on with newcomers."""

from __future__ import annotations

import pytest

from p2pgame.engine import Closing, IllegalMove, advance, start
from p2pgame.games.poker.holdem import TexasHoldem
from p2pgame.games.poker.holdem_evening import HoldemOptions
from p2pgame.games.tictactoe import TicTacToe
from p2pgame.session.lobby.events import Ended, Happened
from p2pgame.session.table.verify import verify
from tests.english import refusing
from tests.session.agreeing import at_the_table, say
from tests.session.tables import Net, first_offer, known

GAME = TexasHoldem()


def test_a_game_of_many_hands_ends_after_the_hand_in_which_all_agree() -> None:
    net = Net(GAME, 2, HoldemOptions(hands=50), spectators=1, decide=None)
    net.play()
    for seat in (0, 1):
        say(net, seat, "last round")
    assert [Closing() in _happened(net, seat) for seat in (0, 1, 2)] == [True] * 3
    net._decide = first_offer  # everybody folds, or takes what comes first
    for table in net.tables[:2]:
        if table.play is not None and table.play.seat in table.play.waiting_for:
            net.notes.append((table.play.seat, table.own.propose("fold")))
    net.play()
    assert all(table.complete for table in net.tables)
    verdict = verify(net.tables[0].transcript(), known(GAME))
    ended = [e.payoffs for e in net.events[2] if isinstance(e, Ended)]
    assert ended == [verdict.payoffs]
    assert net.tables[0].play is not None
    assert net.tables[0].play.view.state.hand == 1


def test_nobody_alone_makes_a_round_the_last() -> None:
    net = Net(GAME, 3, HoldemOptions(hands=50), decide=None)
    net.play()
    for seat in (0, 2):
        say(net, seat, "last round")
    assert not any(Closing() in _happened(net, seat) for seat in range(3))


def test_the_last_round_cannot_be_agreed_on_twice() -> None:
    net = Net(GAME, 2, HoldemOptions(hands=1), decide=None)
    net.play()
    with refusing(IllegalMove, match="the last one already"):
        net.tables[0].own.propose("last round")


def test_a_game_without_rounds_says_so() -> None:
    net = at_the_table(2, game=TicTacToe())
    with refusing(IllegalMove, match="Tic-tac-toe has no rounds to stop after"):
        net.tables[1].own.propose("last round")
    step = start(TicTacToe(), 2, TicTacToe.options())
    with pytest.raises(IllegalMove):
        advance(TicTacToe(), step.state, Closing())


def _happened(net: Net, seat: int) -> list[object]:
    return [e.event for e in net.events[seat] if isinstance(e, Happened)]
