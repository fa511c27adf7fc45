"""Hold'em betting: the queue, the legal raises, the end of a round."""

from __future__ import annotations

import pytest

from p2pgame.engine import Amount, Chosen, IllegalMove
from p2pgame.games.poker.holdem_1 import TexasHoldem1
from tests.english import english
from tests.games.holdem_hand import GAME, Hand

OLD = TexasHoldem1()


def raises(hand: Hand) -> tuple[int, int] | None:
    for offer in hand.offers:
        if isinstance(offer, Amount):
            return offer.low, offer.high
    return None


def test_the_blinds_are_posted_and_the_next_player_begins() -> None:
    hand = Hand([1000] * 4)
    assert hand.texts == ["player 0 posts small blind 5", "player 1 posts big blind 10"]
    assert hand.state.bets == (5, 10, 0, 0)
    assert hand.asked == 2
    assert hand.offers == ("fold", "call", Amount("raise", 20, 1000))


def test_after_the_flop_the_buttons_left_begins() -> None:
    hand = Hand([1000] * 4).do("call", "call", "call", "check")
    assert hand.asked == 0
    assert hand.offers == ("check", Amount("raise", 10, 990))
    assert Hand([1000] * 4).do("call", "call", "fold", "check").asked == 1


def test_heads_up_the_button_posts_the_small_blind_and_acts_first_then_last() -> None:
    hand = Hand([1000, 1000])
    assert hand.texts == ["player 1 posts small blind 5", "player 0 posts big blind 10"]
    assert hand.asked == 1
    assert hand.do("call").asked == 0
    assert hand.do("check").asked == 0


def test_equal_blinds_do_not_change_the_first_player() -> None:
    assert Hand([1000] * 2, blinds=(10, 10)).asked == 1
    assert Hand([1000] * 4, blinds=(10, 10)).asked == 2


def test_the_big_blind_may_raise_when_all_have_called() -> None:
    hand = Hand([1000] * 3).do("call", "call")
    assert hand.asked == 1
    assert hand.offers == ("check", Amount("raise", 20, 1000))


def test_a_straddle_makes_the_next_player_begin() -> None:
    hand = Hand([1000] * 5, blinds=(5, 10, 20))
    assert hand.texts[-1] == "player 2 posts straddle 20"
    assert hand.asked == 3
    assert raises(hand) == (30, 1000)
    assert hand.do("call", "call", "call", "call").asked == 2


def test_a_newcomers_post_does_not_change_the_first_player() -> None:
    hand = Hand([1000] * 5, blinds=(5, 10, 0, -10))
    assert hand.texts[-1] == "player 3 posts blind 10"
    assert hand.asked == 2
    assert hand.do("call").offers == ("check", Amount("raise", 20, 1000))


def test_a_raise_is_at_least_the_last_raise() -> None:
    hand = Hand([1000] * 4).do("raise 35")
    assert raises(hand) == (60, 1000)
    assert raises(hand.do("raise 100")) == (165, 1000)


def test_a_new_round_begins_at_the_minimum_bet() -> None:
    hand = Hand([1000] * 2).do("raise 200", "call")
    assert raises(hand) == (10, 800)
    assert raises(hand.do("raise 15")) == (30, 800)


def test_a_player_with_less_than_a_raise_may_go_all_in() -> None:
    hand = Hand([1000, 1000, 1000, 55]).do("raise 40")
    assert raises(hand) == (55, 55)


def test_a_player_with_no_more_than_the_bet_may_only_call_or_fold() -> None:
    hand = Hand([1000, 1000, 1000, 40]).do("raise 40")
    assert hand.offers == ("fold", "call")
    assert hand.do("call").stacks[3] == 0


def test_a_short_all_in_does_not_reopen_the_betting() -> None:
    hand = Hand([1000, 1000, 1000, 150]).do("raise 100", "raise 150")
    assert raises(hand) == (240, 1000), "the blinds have not acted yet"
    hand.do("fold", "call")
    assert hand.asked == 2
    assert hand.offers == ("fold", "call")


def test_a_full_all_in_reopens_the_betting() -> None:
    hand = Hand([1000, 1000, 1000, 190]).do("raise 100", "raise 190", "fold", "call")
    assert hand.asked == 2
    assert raises(hand) == (280, 1000)


def test_short_all_ins_that_add_up_reopen_the_betting() -> None:
    hand = Hand([150, 200, 1000, 1000]).do("raise 100", "call", "raise 150")
    hand.do("raise 200")
    assert hand.asked == 2
    assert raises(hand) == (290, 1000)


def test_a_caller_of_the_first_of_two_short_all_ins_faces_too_little() -> None:
    hand = Hand([1000, 200, 1000, 1000, 150]).do("raise 100", "call", "raise 150")
    hand.do("call", "raise 200")
    assert hand.asked == 2
    assert raises(hand) == (290, 1000)
    hand.do("call", "call")
    assert hand.asked == 0
    assert hand.offers == ("fold", "call")


def test_another_short_all_in_after_two_that_added_up_leaves_it_open() -> None:
    """TDA 47: what counts is what the player faces in all.  pokerkit closes it."""
    moves = "call", "raise 100", "call", "raise 150", "raise 200", "raise 220"
    stacks = [150, 200, 220, 1000, 1000]
    hand = Hand(stacks).do(*moves)
    assert hand.asked == 3
    assert raises(hand) == (310, 1000)
    assert Hand(stacks, game=OLD).do(*moves).offers == ("fold", "call")


def test_a_full_raise_reopens_also_when_a_short_all_in_follows_it() -> None:
    hand = Hand([1000, 1000, 1000, 1000, 130]).do("call", "raise 100", "raise 130")
    hand.do("fold", "fold")
    assert hand.asked == 2
    assert raises(hand) == (220, 1000)
    hand.do("call")
    assert hand.asked == 3
    assert hand.offers == ("fold", "call")


def test_a_limper_who_faces_a_short_all_in_may_only_call_or_fold() -> None:
    """TDA 47; the blinds have not acted, and may raise."""
    hand = Hand([1000, 1000, 1000, 13]).do("call", "raise 13")
    assert hand.asked == 0
    assert raises(hand) == (23, 1000)
    hand.do("call", "call")
    assert hand.asked == 2
    assert hand.offers == ("fold", "call")
    old = Hand([1000, 1000, 1000, 13], game=OLD).do("call", "raise 13", "call", "call")
    assert raises(old) == (23, 1000)


def test_a_small_blind_s_short_all_in_does_not_reopen_the_betting() -> None:
    hand = Hand([17, 1000, 1000, 1000]).do("call", "call", "raise 17")
    assert hand.asked == 1
    assert raises(hand) == (27, 1000)
    hand.do("call")
    assert hand.asked == 2
    assert hand.offers == ("fold", "call")


def test_short_all_ins_over_the_blind_add_up_for_who_faces_a_full_raise() -> None:
    hand = Hand([13, 20, 1000, 1000]).do("call", "call", "raise 13", "raise 20")
    assert hand.asked == 2
    assert raises(hand) == (30, 1000)


def test_a_full_raise_of_the_blind_that_is_all_in_reopens_the_betting() -> None:
    hand = Hand([1000, 1000, 1000, 20]).do("call", "raise 20", "fold", "call")
    assert hand.asked == 2
    assert raises(hand) == (30, 1000)


def test_a_first_all_in_bet_below_the_minimum_does_not_reopen_the_betting() -> None:
    """Those who have checked may not raise it; those who have yet to act may.

    TDA 43: by the minimum bet at least, for there was no full bet before.
    """
    hand = Hand([1000, 16, 1000]).do("call", "call", "check", "check", "raise 6")
    assert hand.asked == 2
    assert raises(hand) == (16, 990)
    hand.do("call")
    assert hand.asked == 0
    assert hand.offers == ("fold", "call")
    again = Hand([1000, 16, 1000]).do("call", "call", "check", "check", "raise 6")
    again.do("raise 16")
    assert again.asked == 0
    assert raises(again) == (26, 990), "a full raise reopens it"


def test_short_all_in_bets_that_add_up_to_a_full_bet_reopen_the_betting() -> None:
    hand = Hand([1000, 16, 22, 1000]).do(*["call"] * 3, "check", "check")
    hand.do("raise 6", "raise 12", "call")
    assert hand.asked == 0
    assert raises(hand) == (22, 990)


def test_a_full_first_all_in_bet_reopens_the_betting() -> None:
    hand = Hand([1000, 20, 1000]).do("call", "call", "check", "check", "raise 10")
    hand.do("call")
    assert hand.asked == 0
    assert raises(hand) == (20, 990)


def test_one_cannot_raise_when_nobody_could_call() -> None:
    hand = Hand([1000, 60, 1000]).do("fold", "call", "raise 60")
    assert hand.offers == ("fold", "call")


def test_a_player_without_a_choice_is_not_asked() -> None:
    hand = Hand([1000, 1000, 8]).do("call", "fold")
    assert hand.over
    assert hand.texts.count("uncalled 2 back to player 1") == 1


@pytest.mark.parametrize("chips", [4, 5, 7])
def test_a_call_costs_the_big_blind_that_is_due_not_the_chips_posted(
    chips: int,
) -> None:
    """Robert's Rules, no-limit 2."""
    hand = Hand([1000, chips, 1000])
    assert hand.texts[-1] == f"player 1 posts big blind {chips}, all-in"
    assert hand.offers == ("fold", "call", Amount("raise", 20, 1000))
    with pytest.raises(IllegalMove):
        hand.step(Chosen(2, "raise 19"))
    hand.do("call")
    assert hand.state.bets == (5, chips, 10)
    assert hand.asked == 0
    assert hand.offers == ("fold", "call", Amount("raise", 20, 1000))
    old = Hand([1000, chips, 1000], game=OLD)
    assert old.offers == (
        "fold",
        "call",
        Amount("raise", max(5, chips) + 10, 1000),
    )


def test_what_nobody_matched_of_a_call_of_a_short_blind_goes_back() -> None:
    cards = ["2h 3d", "As Ah", "Kd Kc"]
    hand = Hand([1000, 4, 1000], cards=cards).do("call", "fold")
    assert "uncalled 5 back to player 2" in hand.texts
    assert hand.stacks == (995, 12, 997), "the big blind wins what each has matched"


def test_who_has_matched_a_short_blind_that_all_others_fold_to_is_not_asked() -> None:
    cards = ["Kd Kc", "As Ah", "2h 3d"]
    hand = Hand([1000, 4, 1000], cards=cards).do("fold")
    assert hand.over
    assert "uncalled 1 back to player 0" in hand.texts
    assert hand.stacks == (996, 8, 1000)


def test_who_has_not_matched_a_short_blind_calls_what_is_due() -> None:
    hand = Hand([1000, 7, 1000]).do("fold")
    assert hand.asked == 0
    assert hand.offers == ("fold", "call")
    assert "uncalled 3 back to player 0" in hand.do("call").texts


def test_a_short_small_blind_changes_no_price() -> None:
    hand = Hand([3, 1000, 1000])
    assert hand.offers == ("fold", "call", Amount("raise", 20, 1000))
    assert Hand([3, 4, 1000, 1000]).offers[-1] == Amount("raise", 20, 1000)


def test_a_straddle_that_is_short_is_called_in_full() -> None:
    hand = Hand([1000, 1000, 12, 1000, 1000], blinds=(5, 10, 20))
    assert hand.texts[-1] == "player 2 posts straddle 12, all-in"
    assert hand.asked == 3
    assert raises(hand) == (30, 1000)
    assert hand.do("call").state.bets[3] == 20


def test_a_short_call_of_the_blind_is_no_new_price() -> None:
    hand = Hand([1000, 1000, 1000, 4, 1000], blinds=(5, 10)).do("call", "call")
    assert hand.state.bets == (5, 10, 10, 4, 0)
    assert hand.offers == ("fold", "call", Amount("raise", 20, 1000))
    both = Hand([1000, 4, 1000, 8, 1000]).do("call", "call")
    assert both.offers == ("fold", "call", Amount("raise", 20, 1000))


def test_heads_up_a_short_blind_leaves_nothing_to_do() -> None:
    hand = Hand([4, 1000], cards=["As Ah", "Qc 8d"])
    assert hand.over
    assert hand.stacks == (8, 996)
    seven = Hand([7, 1000], cards=["As Ah", "Qc 8d"])
    assert seven.asked == 1
    assert seven.offers == ("fold", "call")
    assert seven.do("call").stacks == (14, 993)


def test_a_big_blind_below_the_small_blind_ends_the_betting() -> None:
    hand = Hand([3, 1000], cards=["As Ah", "Qc 8d"])
    assert hand.over
    assert "uncalled 2 back to player 1" in hand.texts
    assert hand.stacks == (6, 997)


def test_a_player_who_cannot_even_post_is_all_in() -> None:
    hand = Hand([1000, 4, 1000], antes=[4, 4, 4])
    assert "player 1 posts ante 4, all-in" in hand.texts
    assert hand.texts[-1] == "player 1 has no chips left for the big blind"
    assert hand.asked == 2


TOO_LITTLE = (
    "is too little: raise to 20 at least, by as much as the last raise or the big blind"
)


@pytest.mark.parametrize(
    ("moves", "move", "reason"),
    [
        (["call", "call"], "fold", "there is nothing to call: check instead"),
        ([], "check", "there is a bet: call 10, or fold"),
        ([], "raise 19", f"19 {TOO_LITTLE}"),
        ([], "raise 1001", "you have no more than 1000: that is all-in"),
        ([], "bet 20", f"20 {TOO_LITTLE}"),
        (
            ["call", "call"],
            "call",
            "there is nothing to call: check, or bet",
        ),
    ],
)
def test_an_illegal_move_is_refused_with_a_reason(
    moves: list[str], move: str, reason: str
) -> None:
    hand = Hand([1000] * 3).do(*moves)
    with pytest.raises(IllegalMove) as caught:
        hand.step(Chosen(hand.asked, move))
    assert english(caught.value) == reason


def test_only_the_player_asked_may_act() -> None:
    hand = Hand([1000] * 3)
    reason = GAME.why_illegal(hand.state, 0, "fold")
    assert reason is not None
    assert reason.code == "not-your-turn"
