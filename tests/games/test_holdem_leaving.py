"""Hold'em: a player who leaves folds, and the others play on for the pot."""

from __future__ import annotations

import pytest

from games.poker.holdem import TexasHoldem
from games.poker.holdem_evening import HoldemOptions
from games.poker.pots import Pot, make_pots
from p2pgame.engine import (
    Deal,
    IllegalMove,
    Over,
    Roll,
    Rolled,
    Seated,
    Shuffle,
    Shuffled,
    advance,
    start,
)
from tests.english import refusing
from tests.games.holdem_hand import Hand
from tests.games.leavers import left_at_random

GAME = TexasHoldem()


def test_a_player_who_leaves_folds_and_their_bets_stay_in_the_pot() -> None:
    hand = Hand([1000] * 3, cards=["2h 3d", "As Ah", "Kd Kc"], board="7d 9h Js 4c 5c")
    hand.do("call", "raise 50", "call", "call", "raise 100")
    hand.leave(0)
    assert hand.asked == 1
    hand.do("call", "call", *["check"] * 4, "show", "show")
    assert hand.texts[-1].startswith("pot 450 to player 1 with ")
    assert GAME.turn(hand.state) == Over((-150, 300, -150))


@pytest.mark.parametrize("seat", [0, 1])
def test_the_last_player_left_wins_unseen_in_or_out_of_turn(seat: int) -> None:
    hand = Hand([1000] * 2).do("call").leave(seat)
    assert GAME.turn(hand.state) == Over((-10, 10) if seat == 0 else (10, -10))
    assert hand.opened == []


def test_an_unmatched_bet_goes_back_even_to_a_player_who_left() -> None:
    hand = Hand([1000] * 3).do("raise 400", "fold")
    assert GAME.turn(hand.leave(2).state) == Over((-5, 15, -10))
    assert hand.texts[-2:] == ["uncalled 390 back to player 2", "pot 25 to player 1"]


def test_the_chips_behind_leave_the_table_and_the_others_play_the_next_hands() -> None:
    hand = Hand([1000] * 3, hands=2).do("call").leave(1)
    hand.do("fold")
    assert hand.state.hand == 2
    assert hand.state.order == (2, 0)
    assert hand.state.stacks[1] == 990
    assert "has left      990" in GAME.show(hand.state, {})
    assert GAME.turn(hand.leave(0).state) == Over((-10, -10, 20))


def test_a_player_who_leaves_before_the_deal_gets_and_shuffles_no_cards() -> None:
    state = start(GAME, 4, HoldemOptions()).state
    assert GAME.turn(state) == Roll(4)
    state = advance(GAME, state, Seated(0, "gone")).state
    assert GAME.turn(state) == Roll(3)
    state = advance(GAME, state, Rolled((0,))).state
    assert state.button == 1
    state = advance(GAME, state, Seated(3, "gone")).state
    turn = GAME.turn(state)
    assert isinstance(turn, Shuffle)
    assert turn.players == (1, 2)
    state = advance(GAME, state, Shuffled()).state
    assert GAME.turn(state) == Deal(((2, (0, 1)), (1, (2, 3))))


def test_a_hand_that_is_open_stays_in_when_its_player_leaves() -> None:
    hand = Hand([1000] * 2, cards=["Kd Kc", "As Ah"], board="7d 9h Js 4c 5c")
    hand.do("call", "check", *["check"] * 6, "show")
    hand.step(Seated(0, "gone"))
    assert hand.asked == 1
    assert GAME.turn(hand.do("show").state) == Over((-10, 10))


def test_a_last_raiser_who_leaves_does_not_show_first() -> None:
    hand = Hand([1000] * 4).do("call", "call", "call", "check", *["check"] * 8)
    hand.do("raise 20", "call", "call", "call")
    aggressor = hand.state.aggressor
    assert hand.asked == aggressor == 0
    assert hand.leave(0).asked == 1
    again = Hand([1000] * 4).do("call", "call", "call", "check", *["check"] * 8)
    again.do("raise 20").leave(0).do("call", "call", "call")
    assert again.offers == ("show", "muck")
    assert again.asked == 1


def test_with_nobody_left_to_bet_against_all_hands_are_opened() -> None:
    hand = Hand([1000, 1000, 50]).do("raise 50", "call", "call")
    assert hand.opened == [(6, 7, 8)]
    hand.leave(1)
    assert hand.opened[1] == (0, 1, 4, 5)
    assert hand.over


def test_layers_without_a_remaining_player_join_the_pot_below() -> None:
    assert make_pots((100, 50, 100), (1,)) == (Pot(250, (1,)),)
    pots = make_pots((100, 50, 100, 50), (1, 3), dead=1)
    assert pots == (Pot(301, (1, 3)),)
    assert make_pots((30, 100, 60, 100), (0, 2)) == (Pot(120, (0, 2)), Pot(170, (2,)))


def test_a_player_who_is_gone_cannot_leave_again_or_come_back() -> None:
    hand = Hand([1000] * 3).leave(2)
    for status in ("gone", "in", "out"):
        with refusing(IllegalMove, match="only leave for good"):
            hand.step(Seated(2, status))


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_a_game_goes_on_without_a_player_who_leaves_and_no_chip_is_lost(
    seats: int,
) -> None:
    for seed in range(60):
        options = HoldemOptions(hands=3, stack=60, ante=seed % 3)
        payoffs, gone = left_at_random(
            GAME, seats, options, seed, leavers=1 + seed % (seats - 1)
        )
        assert gone
        assert sum(payoffs) == 0
