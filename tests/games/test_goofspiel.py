"""Goofspiel has bids, ties, a forced last bid, and players who leave."""

from __future__ import annotations

import pytest

from p2pgame.engine import (
    Choose,
    ChosenTogether,
    Event,
    IllegalMove,
    Open,
    Opened,
    Over,
    Policy,
    Seated,
    Shuffle,
    Shuffled,
    Together,
    advance,
    start,
)
from p2pgame.games.goofspiel import Auction, Goofspiel, GoofspielOptions
from p2pgame.games.goofspiel_1 import Goofspiel1
from p2pgame.playtest import POINTS, Case, Point
from tests.english import english, refusing
from tests.games.leavers import left_at_random

GAME = Goofspiel()


def after(
    *bids: str, seats: int = 2, prizes: str = "123", split: bool = False
) -> Auction:
    """Return the state after these rounds, each text one bid for every player."""
    options = GoofspielOptions(cards=len(prizes), split=split)
    state = advance(GAME, start(GAME, seats, options).state, Shuffled()).state
    for bid, prize in zip(bids, prizes, strict=False):
        for event in (Opened((prize,)), ChosenTogether(tuple(bid))):
            state = advance(GAME, state, event).state
    return state


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("seats", [2, 6])
def test_goofspiel_keeps_every_promise(point: Point, seats: int) -> None:
    for seed in range(3):
        point(Case(GAME, seats, GoofspielOptions(cards=7), seed))


def test_all_shuffle_the_prizes_and_open_one_for_each_round() -> None:
    state = start(GAME, 3, GoofspielOptions(cards=3)).state
    assert GAME.turn(state) == Shuffle(("1", "2", "3"), (0, 1, 2))
    state = advance(GAME, state, Shuffled()).state
    assert GAME.turn(state) == Open((0,))
    state = advance(GAME, state, Opened(("2",))).state
    hand = ("1", "2", "3")
    assert GAME.turn(state) == Together(tuple(Choose(n, hand) for n in range(3)))
    state = advance(GAME, state, ChosenTogether(("1", "3", "2"))).state
    assert state.hands == ((2, 3), (1, 2), (1, 3))
    assert state.points == (0, 2, 0)
    assert GAME.turn(state) == Open((1,))


def test_a_prize_for_which_several_bid_highest_is_nobodys() -> None:
    assert after("331", seats=3, prizes="321").points == (0, 0, 0)


def test_a_prize_may_be_shared_in_whole_points() -> None:
    assert after("331", seats=3, prizes="321", split=True).points == (1, 1, 0)
    assert after("333", seats=3, prizes="231", split=True).points == (0, 0, 0)


def test_a_low_tie_does_not_keep_the_prize_from_the_highest() -> None:
    assert after("113", seats=3, prizes="321").points == (0, 0, 3)


def test_the_last_cards_are_bid_without_being_asked_for() -> None:
    state = after("12", "31")
    step = advance(GAME, state, Opened(("3",)))
    ((said, _),) = step.fix_ups
    assert english(said) == "player 0 bids 2, player 1 bids 3: player 1 takes 3"
    assert step.state.points == (2, 4)
    assert GAME.turn(step.state) == Over((-1, 1))


def test_players_who_tie_with_the_most_points_win_together() -> None:
    state = after("112", "331", seats=3, prizes="213")
    assert GAME.turn(advance(GAME, state, Opened(("3",))).state) == Over((-1, -1, 2))
    state = after("11", "22")
    assert GAME.turn(advance(GAME, state, Opened(("3",))).state) == Over((0, 0))


def test_a_spent_card_cannot_be_bid_again() -> None:
    state = advance(GAME, after("12"), Opened(("2",))).state
    with refusing(IllegalMove, match="'1' is not possible now"):
        advance(GAME, state, ChosenTogether(("1", "1")))


@pytest.mark.parametrize("face", ["1", "4", "", "01"])
def test_a_prize_is_opened_once_and_only_from_the_deck(face: str) -> None:
    with refusing(IllegalMove, match="no such prize is left"):
        advance(GAME, after("12"), Opened((face,)))


def test_the_prizes_to_come_are_hidden_from_all() -> None:
    prizes, deck = GAME.zones(after("12"))
    assert (prizes.slots, deck.slots) == ((0,), (1, 2))
    assert prizes.policy(0) is Policy.VISIBLE
    assert {deck.policy(seat) for seat in (0, 1, None)} == {Policy.ORDER}


def test_the_table_and_the_events_are_told_in_words() -> None:
    state = advance(GAME, after("21", seats=2), Opened(("3",))).state
    assert GAME.show(state, {}).splitlines() == [
        "prize 3, 1 to come",
        "player 0: 1 points   1 3",
        "player 1: 0 points   2 3",
    ]
    told = english(GAME.tell(state, ChosenTogether(("3", "3"))))
    assert told == "player 0 bids 3, player 1 bids 3: nobody takes 3"
    assert english(GAME.tell(state, Opened(("3",)))) == "the prize is 3"


def test_a_player_who_leaves_ranks_last_with_any_points() -> None:
    state = after("322", "211", seats=3, prizes="321")
    assert state.points == (5, 0, 0)
    state = advance(GAME, state, Seated(0, "gone")).state
    end = advance(GAME, state, Opened(("1",))).state
    assert end.hands == ((1,), (), ())
    assert GAME.turn(end) == Over((-2, 1, 1))
    assert "player 0: 5 points   has left" in GAME.show(end, {})


def test_a_leaver_pays_each_who_stays_and_by_version_1_the_winners_alone() -> None:
    """Player 0 can win nothing any more, and would break the tie of the others."""
    state = after("122", seats=3, prizes="321")
    state = advance(GAME, state, Seated(0, "gone")).state
    for event in (Opened(("2",)), ChosenTogether(("3", "1")), Opened(("1",))):
        state = advance(GAME, state, event).state
    assert state.points == (0, 2, 1)
    assert GAME.turn(state) == Over((-2, 2, 0))
    assert Goofspiel1().turn(state) == Over((-1, 2, -1))


def test_the_last_player_left_wins() -> None:
    state = after(seats=3)
    for player in (2, 0):
        state = advance(GAME, state, Seated(player, "gone")).state
    assert GAME.turn(state) == Over((-1, 2, -1))


def test_nobody_joins_sits_out_or_leaves_twice() -> None:
    state = advance(GAME, after(seats=3), Seated(1, "gone")).state
    events: tuple[Event, ...] = (
        *(Seated(1, "gone"), Seated(1, "in"), Seated(0, "out")),
        *(Seated(0, "in"), Seated(3, "gone"), Seated(-1, "gone")),
    )
    for event in events:
        with pytest.raises(IllegalMove):
            advance(GAME, state, event)


@pytest.mark.parametrize("seats", [2, 3, 5, 10])
def test_a_game_goes_on_without_a_player_who_leaves(seats: int) -> None:
    for seed in range(100):
        options = GoofspielOptions(cards=2 + seed % 6, split=seed % 2 == 0)
        leavers = 1 + seed % (seats - 1)
        payoffs, gone = left_at_random(GAME, seats, options, seed, leavers=leavers)
        assert gone
        assert {payoffs[player] for player in gone} == {min(payoffs)}
        assert min(payoffs) < 0 < max(payoffs)
        assert sum(payoffs) == 0


@pytest.mark.parametrize("cards", [1, 21, -5])
def test_there_are_2_to_20_cards(cards: int) -> None:
    with refusing(ValueError, match="there are 2 to 20 cards"):
        start(GAME, 2, GoofspielOptions(cards=cards))
