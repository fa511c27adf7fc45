"""What a transcript shows besides its result is data: who went, by whom, and when."""

from __future__ import annotations

import pytest

from p2pgame.games.registry import KNOWN
from p2pgame.games.tictactoe import TicTacToe
from p2pgame.session import RulesNotHere, Unfinished
from p2pgame.session.game.absence.departure import Departure
from p2pgame.session.lobby.events import MovedFor
from p2pgame.session.table.report import Outline, Report
from p2pgame.session.table.verify import verify
from tests.archiving import ARCHIVE, Whole
from tests.session.tables import Net


def report(name: str) -> Report:
    return verify((ARCHIVE / f"{name}.p2pgame").read_bytes(), KNOWN)


def test_whoever_was_dropped_is_named_with_those_who_signed_it_and_the_turn() -> None:
    found = report("goofspiel-1-evicted")
    (gone,) = found.departures
    assert (gone.seat, gone.by, gone.left) == (2, (0, 1), False)
    assert found.gone == {2}
    assert 0 < gone.turns < found.turns
    assert not found.forfeited
    assert found.signed_by[:2] == (found.turns, found.turns)
    assert found.signed_by[2] == gone.turns


def test_whoever_left_is_told_from_whoever_fell_silent() -> None:
    found = report("kuhn-1-left")
    assert found.departures == (Departure(1, (0,), 3, True),)
    assert found.forfeited
    assert found.signed_by[1] < found.turns


def test_silence_can_forfeit_a_game() -> None:
    found = report("holdem-1-forfeited")
    ((seat, by, left),) = ((one.seat, one.by, one.left) for one in found.departures)
    assert (seat, by, left, found.forfeited) == (2, (0, 1), False, True)


def test_moves_that_were_made_for_a_silent_player_are_counted() -> None:
    net = Whole("holdem", 3, {}, absence="default").silenced(2, 10)
    found = verify(net.tables[0].transcript(), KNOWN)
    assert sum(isinstance(event, MovedFor) for event in net.events[0]) == 1
    assert found.moved_for == (0, 0, 1)


def test_a_game_that_nobody_left_has_no_departures() -> None:
    found = report("goofspiel-1-commutative")
    assert found.departures == ()
    assert found.moved_for == (0, 0, 0)
    assert found.signed_by == (found.turns,) * 3
    assert found.audited.done == {0, 1, 2}


def test_an_unfinished_game_is_reported_as_far_as_it_goes() -> None:
    net = Net(TicTacToe(), 2)
    net.play(until=lambda: len(net.said) > 9)
    with pytest.raises(Unfinished) as caught:
        verify(net.tables[0].transcript(), KNOWN)
    found = caught.value.report
    assert found is not None
    assert (found.end, found.payoffs) == (None, ())
    assert found.turns == caught.value.turns > 0
    assert found.signed == caught.value.signed
    assert "has not answered" in caught.value.lacking


def test_a_game_that_never_started_is_outlined() -> None:
    net = Net(TicTacToe(), 2)
    net.play(until=lambda: len(net.said) > 2)
    data = net.tables[0].transcript()
    with pytest.raises(Unfinished) as caught:
        verify(data, KNOWN)
    found = caught.value.outline
    assert caught.value.report is None
    assert (found.game, found.version, len(found.players)) == ("tictactoe", 1, 2)


def test_of_rules_that_are_not_here_players_and_signatures_are_known() -> None:
    data = (ARCHIVE / "kuhn-1-masked.p2pgame").read_bytes()
    with pytest.raises(
        RulesNotHere, match="kuhn, version 1, is not known here"
    ) as caught:
        verify(data, {})
    found, whole = caught.value.outline, verify(data, KNOWN)
    assert isinstance(found, Outline)
    assert (found.game, found.version) == ("kuhn", 1)
    assert found.players == whole.start.players
    assert (found.table, found.entries) == (whole.table, whole.entries)
