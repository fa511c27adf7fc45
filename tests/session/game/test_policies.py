"""What becomes of a game with a silent player is what its players agreed on before."""

from __future__ import annotations

from random import Random

import pytest

from p2pgame.engine import Chosen, Open, Over, Together, forfeited
from p2pgame.games.goofspiel import Goofspiel, GoofspielOptions
from p2pgame.games.poker.holdem import TexasHoldem
from p2pgame.games.poker.holdem_evening import HoldemOptions
from p2pgame.session import Table
from p2pgame.session.entries.payloads import Absence
from p2pgame.session.lobby import terms
from p2pgame.session.lobby.events import AnyView, Happened, MovedFor, Overtaken
from p2pgame.session.lobby.lobby import Player
from p2pgame.session.lobby.terms import why_no_absence, why_no_bank
from tests.session.game.silence import away, back, check, impatient, said, to_choose
from tests.session.tables import TABLE, Net, known
from tests.session.telling import Telling

OTHERS: list[Absence] = ["finish", "forfeit", "default"]


def test_nobody_is_ever_gone_where_all_wait_for_all() -> None:
    net = away(Telling(), "wait", 1, to_choose(1), seats=2)
    impatient(net, 5)
    assert not net.tables[0].complete
    assert net.tables[0].play is not None
    assert net.tables[0].play.waiting_for == (1,)
    back(net, 1, restarted=True)
    assert check(net, known(Telling())) == (0, 0)


def test_whoever_leaves_is_not_waited_for_even_so() -> None:
    net = Net(Telling(), 2)
    net.play(until=lambda: bool(net.tables[0].play and said(net.tables[0])))
    net.tables[0].leave()
    net.play()
    assert all(table.complete for table in net.tables)


def test_others_finish_the_game_without_whoever_is_silent() -> None:
    net = away(Telling(), "finish", 1, to_choose(1))
    impatient(net)
    assert check(net, known(Telling())) == (1, -2, 1)
    assert not any(word.startswith("1") for word in said(net.tables[0]))
    back(net, 1, restarted=True)
    mine = net.tables[1].play
    assert mine is not None
    assert mine.is_evicted


@pytest.mark.attack(21)
def test_whoever_is_silent_has_lost_where_that_forfeits_the_game() -> None:
    net = away(Telling(), "forfeit", 1, to_choose(1))
    impatient(net)
    payoffs = check(net, known(Telling()))
    assert payoffs == forfeited(3, [1], ((0,), (1,), (2,))).payoffs
    assert said(net.tables[0]) == ("0 none",)
    back(net, 1, restarted=True)
    mine = net.tables[1].play
    assert mine is not None
    assert mine.turn == Over(payoffs)


def test_a_move_is_made_for_whoever_is_silent_and_it_may_come_back() -> None:
    net = away(Telling(), "default", 1, to_choose(1))
    impatient(net)
    assert said(net.tables[0]) == ("0 none", "1 none", "2 none", "0 none")
    assert net.events[0].count(MovedFor(1, "none")) == 1
    back(net, 1, restarted=True)
    assert check(net, known(Telling())) == (0, 0, 0)
    assert len(said(net.tables[0])) == 6
    assert all(table.play and not table.play.absences.evicted for table in net.tables)


def test_the_timer_s_move_is_made_where_the_turn_has_one() -> None:
    game = Telling(timer=True)
    net = away(game, "default", 1, to_choose(1))
    impatient(net, 2)
    assert said(net.tables[0]) == ("0 none", "1 two", "2 none") * 2
    assert not net.tables[0].complete  # its end is missing: it has not gone
    impatient(net)
    check(net, known(game))


@pytest.mark.attack(24)
def test_an_answer_that_comes_too_late_is_void_and_its_author_folds_again() -> None:
    net = away(Telling(), "default", 1, to_choose(1))
    mine = net.tables[1]
    while any(mine.advance()):
        pass  # it is asked, by now
    mine.own.propose("two")
    _, raw = mine.advance()
    assert raw is not None
    mine.receive(raw)  # and acts on that
    while mine.advance()[0]:
        pass
    mine.events.clear()
    assert said(mine) == ("0 none", "1 two")
    impatient(net)
    assert said(net.tables[0])[:2] == ("0 none", "1 none")
    back(net, 1)
    assert Overtaken() in net.events[1]
    assert said(mine)[:2] == ("0 none", "1 none")
    check(net, known(Telling()))


def test_an_answer_that_one_of_the_others_had_in_time_stands() -> None:
    net = away(Telling(), "default", 1, to_choose(1))
    mine = net.tables[1]
    while any(mine.advance()):
        pass
    mine.own.propose("two")
    _, raw = mine.advance()
    assert raw is not None
    mine.events.clear()
    net.tables[2].receive(raw)
    impatient(net)
    assert said(net.tables[0])[:2] == ("0 none", "1 two")
    back(net, 1)
    check(net, known(Telling()))


@pytest.mark.parametrize("absence", OTHERS)
def test_whoever_says_that_it_leaves_is_gone_for_good(absence: Absence) -> None:
    net = Net(Telling(), 3, spectators=1, absence=absence)
    net.play(until=lambda: bool(net.tables[0].play and said(net.tables[0])))
    net.tables[1].leave()
    net.play()
    assert check(net, known(Telling())) == (1, -2, 1)
    assert len(said(net.tables[0])) == 6
    assert not any(isinstance(event, MovedFor) for event in net.events[0])


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("absence", ["forfeit", "default"])
def test_a_leave_that_crosses_with_silence_means_the_same_to_all(
    absence: Absence, seed: int
) -> None:
    """The others may agree before they hear of it, after, or some of them before."""
    chance = Random(seed)
    net = away(Telling(), absence, 1, to_choose(1), seats=4)
    mine = net.tables[1]
    mine.leave()
    _, raw = mine.advance()
    assert raw is not None
    heard = chance.sample([0, 2, 3, 4], chance.randint(0, 4))
    for seat, table in enumerate(net.tables):
        if seat not in net.silent:
            table.lose_patience()
    for _ in range(chance.randrange(12)):
        net._work(chance.choice([0, 2, 3]))
        net._arrive()
    for seat in heard:
        net.send(seat, net.tables[seat].receive(raw))
    net.play()
    impatient(net, 2)
    back(net, 1)
    check(net, known(Telling()))


def test_a_game_in_which_cards_are_sealed_goes_on_without_a_bidder() -> None:
    """Where several choose at once, a default is like finishing without them."""
    game, options = Goofspiel(), GoofspielOptions(cards=3)

    def bids(table: Table) -> bool:
        return table.play is not None and isinstance(table.play.turn, Together)

    outcomes = {}
    for absence in OTHERS:
        net = away(game, absence, 1, bids, options=options)
        impatient(net)
        outcomes[absence] = check(net, known(game))
        assert not any(isinstance(event, MovedFor) for event in net.events[0])
    assert outcomes["finish"] == outcomes["default"]
    assert outcomes["forfeit"] == (1, -2, 1)


def patient(view: AnyView) -> str:
    assert view.choice is not None
    texts = [offer for offer in view.choice.moves if isinstance(offer, str)]
    return next(move for move in ("check", "call", "show", *texts) if move in texts)


@pytest.mark.parametrize("absence", OTHERS)
def test_a_hand_of_poker_with_a_silent_player_ends_as_declared(
    absence: Absence,
) -> None:
    game, options = TexasHoldem(), HoldemOptions(hands=1, button=3)

    net = away(
        *(game, absence, 1, lambda table: asked(table, 1)),
        options=options,
        decide=patient,
    )
    impatient(net, 8)
    payoffs = check(net, known(game))
    assert payoffs[1] <= 0
    made = [event for event in net.events[0] if isinstance(event, MovedFor)]
    events = [e.event for e in net.events[0] if isinstance(e, Happened)]
    if absence == "default":
        assert made
        assert {one.seat for one in made} == {1}
        assert {one.move for one in made} <= {"check", "fold"}
        assert all(Chosen(1, one.move) in events for one in made)
    else:
        assert not made
    if absence == "forfeit":
        assert payoffs == (5, -10, 5), "it had posted the big blind"


def asked(table: Table, seat: int) -> bool:
    play = table.play
    return play is not None and play.awaited == {seat} and play.round_id[1] == 0


def test_a_player_who_is_back_in_time_plays_its_next_hand() -> None:
    game, options = TexasHoldem(), HoldemOptions(hands=2)
    net = away(
        *(game, "default", 1, lambda table: asked(table, 1)),
        options=options,
        decide=patient,
    )
    # The others agree on its fold, and then wait for its tokens of the flop.
    impatient(net)
    made = [event for event in net.events[0] if isinstance(event, MovedFor)]
    assert {event.seat for event in made} == {1}
    assert not any(table.play and table.play.absences.evicted for table in net.tables)
    back(net, 1, restarted=True)
    check(net, known(game))
    assert not any(table.play and table.play.absences.evicted for table in net.tables)


def test_a_pause_before_a_threshold_opening_voids_nothing_and_brings_nobody_back() -> (
    None
):
    """A program may wait before it helps to open the cards of an evicted player."""
    game = TexasHoldem()
    net = away(game, "finish", 1, is_opening, decide=patient)
    waiting = net.tables[2]

    def pause() -> None:
        play = net.tables[0].play
        if play is not None and play.absences.evicted:
            net.silent.add(0)
            net.meddle = None

    net.meddle = pause
    impatient(net)
    assert net.silent == {0, 1}
    assert waiting.play is not None
    assert waiting.play.absences.evicted == {1}
    assert waiting.play.waiting_for == (0,)
    here = waiting.play.round_id
    back(net, 1)
    assert net.tables[1].play is not None
    assert net.tables[1].play.is_evicted
    assert (waiting.play.round_id, waiting.play.waiting_for) == (here, (0,))
    back(net, 0)
    assert waiting.play.absences.evicted == {1}
    check(net, known(game))


def is_opening(table: Table) -> bool:
    return table.play is not None and isinstance(table.play.turn, Open)


def test_what_makes_no_sense_together_is_refused_in_one_sentence() -> None:
    for absence in OTHERS:
        assert "quorum" in str(why_no_absence(absence, 0))
        assert why_no_absence(absence, 2) is None
    assert "no-quorum" in str(why_no_absence("wait", 2))
    assert why_no_absence("wait", 0) is None
    assert "patience" in str(why_no_bank(60, 0))
    assert why_no_bank(60, 5) is None
    assert terms.absence(0) == "wait"
    assert terms.absence(2) == "finish"


def test_an_offer_that_makes_no_sense_is_accepted_by_nobody() -> None:
    net = Net(Telling(), 3, quorum=2, absence="wait")
    net.play()
    assert all(table.play is None for table in net.tables)
    assert net.tables[0].roster.unready == net.tables[0].players
    assert isinstance(net.tables[0].players[0], Player)
    assert net.tables[0].id == TABLE
