"""Hold'em: a player who leaves folds, and the others play on for the pot."""

from __future__ import annotations

import pytest

from p2pgame.engine import (
    Chosen,
    Deal,
    IllegalMove,
    Opened,
    Over,
    Roll,
    Rolled,
    Seated,
    Shuffle,
    Shuffled,
    advance,
    start,
)
from p2pgame.games.poker.holdem import TexasHoldem
from p2pgame.games.poker.holdem_1 import TexasHoldem1
from p2pgame.games.poker.holdem_evening import HoldemOptions
from p2pgame.games.poker.pots import Pot, make_pots
from tests.english import refusing
from tests.games.holdem_hand import Hand
from tests.games.leavers import left_at_random

GAME = TexasHoldem()
OLD = TexasHoldem1()


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


def test_an_unmatched_bet_of_a_player_who_left_stays_in_the_pot() -> None:
    """It could have been called, and a fold would have lost all of it."""
    hand = Hand([1000] * 3).do("raise 400", "fold")
    assert GAME.turn(hand.leave(2).state) == Over((-5, 405, -400))
    assert hand.texts[-1] == "pot 415 to player 1"
    old = Hand([1000] * 3, game=OLD).do("raise 400", "fold")
    assert OLD.turn(old.leave(2).state) == Over((-5, 15, -10))


def test_two_blinds_that_leave_lose_their_chips_to_one_who_paid_nothing() -> None:
    hand = Hand([1000] * 3).leave(0).leave(1)
    assert GAME.turn(hand.state) == Over((-5, -10, 15))
    old = Hand([1000] * 3, game=OLD).leave(0).leave(1)
    assert OLD.turn(old.state) == Over((-5, -5, 10))


def test_the_chips_behind_leave_the_table_and_the_others_play_the_next_hands() -> None:
    hand = Hand([1000] * 3, hands=2).do("call").leave(1)
    hand.do("fold")
    assert "player 1 has left, which costs 10 for the hands to come" in hand.texts
    assert hand.state.hand == 2
    assert hand.state.order == (2, 0)
    assert hand.state.stacks[1] == 980
    assert "has left      980" in GAME.show(hand.state, {})
    assert GAME.turn(hand.leave(0).state) == Over((-5, -20, 25))


def cost(hand: Hand, seat: int) -> int:
    """Return what leaving costs a seat beyond what it has bet by now."""
    behind = hand.state.stacks[seat]
    hand.leave(seat)
    while not hand.over and hand.state.hand == 1:
        offers = hand.offers
        hand.do(next(m for m in ("check", "fold", "show", "muck") if m in offers))
    return behind - hand.stacks[seat]


@pytest.mark.attack(21)
def test_leaving_costs_the_biggest_blind_and_ante_of_each_hand_to_come() -> None:
    assert cost(Hand([1000] * 3, hands=1), 2) == 0
    assert cost(Hand([1000] * 3, hands=4), 2) == 3 * 10
    assert cost(Hand([1000] * 4, hands=4, antes=[2] * 4), 3) == 3 * 12
    # Levels: 10 twice more, then 20 for three hands, then 40.
    assert cost(Hand([1000] * 3, hands=7, raise_every=3), 2) == 2 * 10 + 3 * 20 + 40
    assert cost(Hand([1000] * 3, hands=0), 2) == 1000, "at most all chips"


def test_what_leaving_costs_goes_to_those_with_chips_in_equal_parts() -> None:
    hand = Hand([1000] * 4, hands=2, antes=[1] * 4).leave(3)
    hand.do("fold", "fold")
    assert hand.state.hand == 2
    before = [1000 - 1 - 5, 1000 + 3 + 5, 1000 - 1]
    parts = [4, 4, 3]  # of 11; odd chips one by one from the button's left
    after = [sum(pair) for pair in zip(before, parts, strict=True)]
    posted = hand.state.paid
    assert [hand.stacks[s] + posted[s] for s in range(3)] == after
    assert hand.stacks[3] == 1000 - 1 - 11


def test_the_last_round_ends_a_game_of_many_hands_at_no_cost() -> None:
    hand = Hand([1000] * 3, hands=10)
    hand.state = GAME.last_round(hand.state)
    assert cost(hand, 2) == 0


def test_who_leaves_before_the_first_button_pays_at_once() -> None:
    state = start(GAME, 3, HoldemOptions(hands=2)).state
    state = advance(GAME, state, Seated(1, "gone")).state
    assert state.stacks == (1010, 980, 1010)
    assert GAME.turn(state) == Roll(2)


def test_whose_open_hand_wins_pays_for_the_hands_to_come_from_that() -> None:
    cards = ["As Ah", "Kd Kc", "2h 3d"]
    hand = Hand([500, 500, 1000], hands=2, cards=cards, board="7d 9h Js 4c 5c")
    hand.do("fold", "raise 500")
    hand.step(Chosen(hand.asked, "call"))
    hand.step(Opened(("As", "Ah", "Kd", "Kc")))
    hand.leave(0)
    assert hand.stacks[0] == 1000 - 10


def settled(hand: Hand, *gone: int) -> tuple[int, ...]:
    payoffs = GAME.settled(hand.state, frozenset(gone))
    assert payoffs is not None
    assert sum(payoffs) == 0
    return payoffs


def test_a_table_that_breaks_up_gives_back_the_bets_of_those_who_stay() -> None:
    hand = Hand([1000] * 3).do("raise 100", "call", "call")
    assert settled(hand, 1) == (50, -100, 50)
    assert settled(hand, 1, 2) == (200, -100, -100)
    assert settled(hand.do("raise 300"), 1) == (50, -100, 50)


def test_of_a_hand_that_breaks_up_nobody_wins_what_it_did_not_match() -> None:
    hand = Hand([1000, 1000, 30]).do("raise 30", "raise 200", "call")
    assert settled(hand, 0) == (-200, 185, 15)


def test_who_has_folded_has_no_part_in_a_hand_that_breaks_up() -> None:
    hand = Hand([1000] * 4).do("raise 50", "fold", "call", "call")
    assert settled(hand, 2) == (25, 25, -50, 0)
    assert settled(hand, 3) == (0, 0, 0, 0)
    everybody = Hand([1000] * 4).do("raise 50", "fold", "fold", "call")
    assert settled(everybody, 1, 2) == (48, -50, -50, 52)


def test_what_was_won_before_stands_where_a_table_breaks_up() -> None:
    hand = Hand([1000] * 3, hands=2, cards=["As Ah", "Kd Kc"], board="7d 9h Js 4c 5c")
    hand.do("fold", "raise 400", "call", *["check"] * 6, "show", "show")
    assert hand.state.hand == 2
    assert hand.state.stacks == (1400, 595, 990)
    assert settled(hand, 2) == (400, -390, -10)


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
