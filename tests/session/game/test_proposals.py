"""Draws and takebacks: what all who are there agree to, and nothing less, happens."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from random import Random

import pytest

from p2pgame.engine import Game, IllegalMove, Options, State
from p2pgame.engine.events import Chosen, Event
from p2pgame.engine.turns import Choose, Over, Turn
from p2pgame.games.chess.chess import Chess, ChessOptions
from p2pgame.games.duel.kuhn import KuhnPoker
from p2pgame.games.registry import GAMES
from p2pgame.games.tictactoe import TicTacToe
from p2pgame.session.entries import payloads
from p2pgame.session.entries.payloads import Assent
from p2pgame.session.lobby.events import Assented, Drawn, Ended, TakenBack
from p2pgame.session.table.verify import verify
from tests.english import refusing
from tests.session.agreeing import (
    at_the_table,
    check_all_agree,
    finish,
    happened,
    refusal,
    say,
    taken,
    told,
)
from tests.session.ring import Ring, RingOptions
from tests.session.tables import TABLE, Net, known, me


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_draw_to_which_all_agree_ends_the_game(seats: int) -> None:
    net = at_the_table(seats, "left")
    for seat in [*range(2, seats), 0]:
        say(net, seat, "draw")
        assert not any(table.complete for table in net.tables)
    say(net, 1, "draw")
    check_all_agree(net, Ring(), (0,) * seats)
    for seat in range(seats + 1):
        assert happened(net, seat)[-1] == Drawn()
        assert [e.payoffs for e in net.events[seat] if isinstance(e, Ended)] == [
            (0,) * seats
        ]


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("levels", [1, 3])
def test_what_all_take_back_never_was(seats: int, levels: int) -> None:
    net = at_the_table(seats, "left", "right", "left", "right")
    for seat in range(seats):
        say(net, seat, f"takeback {levels}")
    for seat in range(seats + 1):
        assert taken(net, seat) == ("left", "right", "left", "right")[:-levels]
        assert happened(net, seat).count(TakenBack(levels)) == 1
    finish(net)
    assert taken(net)[4 - levels :] == ("left",) * (4 + levels)
    check_all_agree(net, Ring(), (seats - 1, *[-1] * (seats - 1)))


def test_whose_turn_it_is_may_offer_and_need_not_answer_twice() -> None:
    net = at_the_table(3)
    say(net, 0, "draw")
    say(net, 2, "draw")
    assert not net.tables[0].complete
    say(net, 1, "draw")
    check_all_agree(net, Ring(), (0, 0, 0))


def test_an_offer_is_told_once_to_everybody_and_not_again_in_another_turn() -> None:
    net = at_the_table(3, "left")
    say(net, 2, "draw")
    say(net, 0, "takeback 1")
    for seat in range(4):
        assert told(net, seat) == [Assented(2, "draw"), Assented(0, "takeback 1")]
    with refusing(IllegalMove, match="agreed to that already"):
        say(net, 2, "draw")
    finish(net)
    for seat in range(4):
        assert len(told(net, seat)) == 2


def test_a_move_answers_an_offer_and_makes_it_void() -> None:
    net = at_the_table(2)
    say(net, 1, "draw")
    say(net, 0, "left")
    say(net, 0, "draw")  # agrees, too late: now it is an offer of its own
    assert not net.tables[0].complete
    say(net, 1, "right")
    assert taken(net) == ("left", "right")
    finish(net)
    check_all_agree(net, Ring(), (1, -1))


def test_nonsense_that_is_assented_to_is_told_nobody() -> None:
    net = at_the_table(2, "left")
    table = net.tables[0]
    assert table.play is not None
    nonsense = payloads.encode(Assent(table.play.id, "takeback 7"))
    entry = table.history.write(me(0).key, nonsense, among=[TABLE, me(1).key.public])
    net.send(0, table.receive(entry.raw))
    net.play()
    assert not told(net, 1)
    assert all(table.stopped is None for table in net.tables)


def test_whoever_has_left_is_not_asked() -> None:
    net = at_the_table(3, "left")
    net.tables[2].leave()
    net.play()
    say(net, 0, "takeback 1")
    say(net, 1, "takeback 1")
    assert taken(net) == ()


def test_nobody_gets_a_draw_that_was_offered_by_leaving() -> None:
    net = at_the_table(2)
    say(net, 0, "draw")
    net.tables[1].leave()
    net.play()
    assert not any(isinstance(event, Drawn) for event in happened(net, 0))
    say(net, 0, "left")
    check_all_agree(net, Ring(), (1, -1))


@pytest.mark.parametrize("seed", range(10))
def test_whoever_leaves_meanwhile_makes_no_two_outcomes(seed: int) -> None:
    chance = Random(seed)
    net = at_the_table(3, "left", "left", chance=chance)
    deeds = [(0, "draw"), (1, "draw"), (2, "draw"), (2, "left"), (0, "leave")]
    chance.shuffle(deeds)

    def meddle() -> None:
        if deeds and chance.random() < 0.3:
            seat, words = deeds.pop()
            with suppress(IllegalMove):
                if words == "leave":
                    net.tables[seat].leave()
                else:
                    net.tables[seat].own.propose(words)

    net.meddle = meddle
    while deeds:
        net.play()
    net.meddle = None
    finish(net)
    plays = [table.play for table in net.tables]
    assert len({play.id for play in plays if play is not None}) == 1
    assert all(table.complete for table in net.tables)
    verify(net.tables[1].transcript(), known(Ring()))


def test_those_who_stay_agree_without_whoever_has_gone() -> None:
    net = at_the_table(3, "left")
    net.silent = {1}
    net.play()
    for _ in range(10):
        for seat in (0, 2):
            net.tables[seat].lose_patience()
        net.play()
    play = net.tables[0].play
    assert play is not None
    assert play.present == {0, 2}
    late = payloads.encode(Assent(play.id, "draw"))
    players = [me(seat).key.public for seat in range(3)]
    entry = net.tables[0].history.write(me(1).key, late, among=players)
    net.send(1, net.tables[0].receive(entry.raw))
    net.play()
    assert not told(net, 0)
    say(net, 0, "draw")
    say(net, 2, "draw")
    left = [net.tables[0], net.tables[2]]
    assert all(table.complete for table in left)
    assert verify(left[0].transcript(), known(Ring())).payoffs == (0, 0, 0)


def test_a_refusal_is_one_sentence_with_its_reason() -> None:
    net = at_the_table(2, "left")
    assert refusal(net, 0, "takeback 2") == "only one move has been made"
    assert refusal(net, 2, "draw") == "a spectator has no moves"
    assert "is not to move" in refusal(net, 0, "takeback 0")
    finish(net)
    assert refusal(net, 0, "draw") == "the game is over"
    kuhn = Net(KuhnPoker(), 2, decide=None)
    kuhn.play()
    for seat in (0, 1):
        assert refusal(kuhn, seat, "draw") == "Kuhn poker knows no draw by agreement"
        assert "dealt since" in refusal(kuhn, seat, "takeback 1")


def test_nobody_goes_back_across_chance() -> None:
    chosen = RingOptions(rolls=True)
    net = Net(Ring(), 2, chosen, decide=None)
    net.play()
    for seat in (0, 1, 0, 1, 0):
        say(net, seat, "left")
    say(net, 0, "left")
    assert "rolled since" in refusal(net, 0, "takeback 2")
    assert refusal(net, 1, "takeback 9") == "only 7 moves have been made"
    say(net, 0, "takeback 1")
    say(net, 1, "takeback 1")
    assert len(taken(net)) == 6


def test_the_games_that_know_draws_are_those_of_the_board() -> None:
    knowing = {game.name for game in GAMES.values() if game.draws}
    assert knowing == {"tictactoe", "checkers", "chess"}
    net = Net(Chess(), 2, ChessOptions(agreement=False), decide=None)
    net.play()
    assert "only the board" in refusal(net, 0, "draw")
    net = at_the_table(2, "5", game=TicTacToe())
    say(net, 0, "draw")
    say(net, 1, "draw")
    check_all_agree(net, TicTacToe(), (0, 0))


class Drawing(Game[State, Options]):
    """A game in which ``draw`` is a move, which loses."""

    name, version, seats, options = "drawing", 1, range(2, 3), Options
    draws = True

    def setup(self, seats: int, options: Options) -> State:
        return Pulled()

    def turn(self, state: State) -> Turn:
        return Over((-1, 1)) if state == Pulled(True) else Choose(0, ("draw",))

    def apply(self, state: State, event: Event) -> State:
        assert event == Chosen(0, "draw")
        return Pulled(True)

    def show(self, state: State, faces: Mapping[int, str]) -> str:
        return ""


class Pulled(State, frozen=True):
    done: bool = False


def test_a_game_s_own_move_comes_before_a_proposal_of_that_name() -> None:
    net = Net(Drawing(), 2, decide=None)
    net.play()
    assert "not to move" in refusal(net, 1, "draw")
    say(net, 0, "draw")
    assert net.tables[1].complete
    assert verify(net.tables[1].transcript(), known(Drawing())).payoffs == (-1, 1)
