"""Hold'em goes from hand to hand, checks options, and shows the table in words."""

from __future__ import annotations

from itertools import pairwise

import pytest

from p2pgame.engine import (
    Deal,
    Open,
    Over,
    Reason,
    Roll,
    Rolled,
    Shuffle,
    Shuffled,
    Status,
    advance,
    plain,
    start,
)
from p2pgame.games.poker.holdem import TexasHoldem
from p2pgame.games.poker.holdem_1 import TexasHoldem1
from p2pgame.games.poker.holdem_2 import TexasHoldem2
from p2pgame.games.poker.holdem_evening import HoldemOptions
from p2pgame.games.poker.holdem_state import Holdem
from p2pgame.playtest import play
from tests.english import english, refusing
from tests.games.holdem_hand import Hand

GAME = TexasHoldem()


class Staying(TexasHoldem):
    """A game that nobody leaves, even in random play."""

    def why_not_seated(
        self, state: Holdem, player: int, status: Status
    ) -> Reason | None:
        return Reason("fixed-seats", plain("nobody leaves"))


def test_the_first_button_is_drawn_by_lot() -> None:
    state = start(GAME, 6, HoldemOptions()).state
    assert GAME.turn(state) == Roll(6)
    for seat in range(6):
        assert advance(GAME, state, Rolled((seat,))).state.button == seat


def test_blinds_are_posted_then_cards_are_dealt_from_the_buttons_left() -> None:
    state = start(GAME, 3, HoldemOptions(ante=1)).state
    step = advance(GAME, state, Rolled((1,)))
    assert [english(said) for said, _ in step.fix_ups] == [
        "player 2 posts ante 1",
        "player 0 posts ante 1",
        "player 1 posts ante 1",
        "player 2 posts small blind 5",
        "player 0 posts big blind 10",
    ]
    turn = GAME.turn(step.state)
    assert isinstance(turn, Shuffle)
    assert len(set(turn.faces)) == 52
    assert turn.players == (0, 1, 2)
    step = advance(GAME, step.state, Shuffled())
    assert GAME.turn(step.state) == Deal(((2, (0, 1)), (0, (2, 3)), (1, (4, 5))))


def test_the_button_moves_to_the_next_player() -> None:
    hand = Hand([1000] * 3, hands=4).do("fold", "fold")
    assert "hand 2: the button moves to player 0" in hand.texts
    assert hand.asked == 0
    hand.do("fold", "fold")
    assert hand.texts[-3:] == [
        "hand 3: the button moves to player 1",
        "player 2 posts small blind 5",
        "player 0 posts big blind 10",
    ]


def test_a_player_without_chips_gets_no_cards_and_never_the_button() -> None:
    cards = ["Qs Qh", "Kd Kc", "As Ah", "8c 8d"]
    hand = Hand([20, 500, 500, 500], hands=3, cards=cards)
    hand.do("call", "fold", "raise 20", "fold", "call")
    assert hand.texts[-4:] == [
        "player 0 is out of chips",
        "hand 2: the button moves to player 1",
        "player 2 posts small blind 5",
        "player 3 posts big blind 10",
    ]
    assert hand.state.order == (2, 3, 1)


def test_a_table_that_shrinks_to_two_plays_heads_up() -> None:
    cards = ["As Ah", "Kd Kc", "Qs Qh"]
    hand = Hand([500, 20, 500], hands=2, cards=cards)
    hand.do("fold", "raise 20", "call")
    assert hand.texts[-4:] == [
        "player 1 is out of chips",
        "hand 2: the button moves to player 0",
        "player 0 posts small blind 5",
        "player 2 posts big blind 10",
    ]
    assert hand.asked == 0


@pytest.mark.parametrize(
    ("game", "button"),
    [(GAME, 1), (TexasHoldem2(), 0), (TexasHoldem1(), 0)],
    ids=["newest", "second", "first"],
)
def test_of_two_who_are_left_nobody_has_the_big_blind_twice_but_before_version_3(
    game: TexasHoldem, button: int
) -> None:
    """The button loses all chips; player 1 had the big blind (Robert's Rules, 3)."""
    cards = ["2d 7c", "As Ah", "Kd Kc"]
    hand = Hand([1000, 1000, 50], cards=cards, hands=3, game=game)
    hand.do("raise 50", "fold", "call")
    assert hand.state.hand == 2
    assert hand.state.button == button
    assert hand.texts[-1] == f"player {1 - button} posts big blind 10"
    hand.do("fold")
    assert hand.state.button == 1 - button, "then it goes on by turns"


def test_the_game_ends_after_the_hands_agreed() -> None:
    hand = Hand([1000] * 2, hands=2).do("fold")
    assert not hand.over
    assert hand.do("fold").over
    assert GAME.turn(hand.state) == Over((0, 0))


def test_the_game_ends_early_when_one_player_has_all_the_chips() -> None:
    hand = Hand([1000] * 2, hands=5, cards=["As Ah", "Kd Kc"])
    hand.do("raise 1000", "call")
    assert GAME.turn(hand.state) == Over((1000, -1000))


def test_hands_0_are_played_until_one_player_has_all_the_chips() -> None:
    options = HoldemOptions(hands=0, stack=100)
    for seed in range(5):
        played = play(Staying(), 4, options, seed=seed)
        assert sorted(played.payoffs) == [-100, -100, -100, 300]


def test_players_who_are_out_take_no_part_in_the_shuffle() -> None:
    played = play(GAME, 4, HoldemOptions(hands=0, stack=60), seed=3)
    crews = [
        set(turn.players)
        for turn in (GAME.turn(step.state) for step in played.steps)
        if isinstance(turn, Shuffle)
    ]
    assert len(crews[-1]) == 2
    assert all(later <= earlier for earlier, later in pairwise(crews))


def test_no_chip_appears_or_vanishes() -> None:
    for seed in range(40):
        played = play(GAME, 5, HoldemOptions(hands=4, stack=200, ante=3), seed=seed)
        for step in played.steps:
            for state in (*(state for _, state in step.fix_ups), step.state):
                pots = sum(pot.amount for pot in state.pots)
                in_play = pots or sum(state.paid) + state.dead
                if state.phase == "end":
                    in_play = 0
                if state.phase != "pots":
                    assert sum(state.stacks) + in_play == 1000
                assert min(state.stacks) >= 0


def test_every_slot_is_dealt_or_opened_for_one_purpose() -> None:
    played = play(Staying(), 10, HoldemOptions(), seed=8)
    hole: list[int] = []
    board: list[int] = []
    for step in played.steps:
        match GAME.turn(step.state):
            case Deal(hands):
                hole += [slot for _, slots in hands for slot in slots]
            case Open(slots) if step.state.phase == "board":
                board += slots
    assert sorted(hole) == list(range(20))
    assert board == list(range(20, 20 + len(board)))


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (HoldemOptions(hands=-1), "hands are from 0"),
        (HoldemOptions(hands=1001), "hands are from 0"),
        (HoldemOptions(small_blind=0), "small blind"),
        (HoldemOptions(small_blind=20), "small blind"),
        (HoldemOptions(stack=9), "small blind"),
        (HoldemOptions(ante=-1), "ante"),
        (HoldemOptions(ante=1001), "ante"),
        (HoldemOptions(stack=10**12 + 1), "stack"),
    ],
)
def test_senseless_options_are_refused(options: HoldemOptions, complaint: str) -> None:
    with refusing(ValueError, match=complaint):
        start(GAME, 2, options)


def test_the_largest_stacks_can_still_be_bet() -> None:
    hand = Hand([10**12] * 10, blinds=(5, 10)).do(f"raise {10**12}")
    assert hand.stacks[2] == 0


def test_the_table_is_shown_in_words() -> None:
    hand = Hand([1000] * 4, cards=["As Kd", "Qs Qh"], board="7d 2c Kh 3s 4s")
    hand.do("fold", "call", "call", "check", "raise 20")
    assert GAME.show(hand.state, {0: "As", 1: "Kd"}).splitlines() == [
        "hand 1   pot 50   board 7d 2c Kh",
        "  As Kd         970   bet 20     player 0",
        "> ?? ??         990              player 1",
        "  folded       1000              player 2",
        "  ?? ??         990              player 3, button",
    ]
    hand.do("call", "fold", *("check",) * 4, "show", "muck")
    assert GAME.show(hand.state, {}).splitlines() == [
        "hand 1   pot 0   board 7d 2c Kh 3s 4s",
        "  As Kd        1040              player 0",
        "  folded        970              player 1",
        "  folded       1000              player 2",
        "  folded        990              player 3, button",
    ]


def test_the_table_is_shown_before_the_first_hand_and_with_players_out() -> None:
    assert GAME.show(start(GAME, 2, HoldemOptions()).state, {}).splitlines() == [
        "before the first hand",
        "               1000              player 0",
        "               1000              player 1",
    ]
    hand = Hand([500, 20, 500], hands=2, cards=["As Ah", "Kd Kc", "Qs Qh"])
    hand.do("fold", "raise 20", "call")
    assert GAME.show(hand.state, {}).splitlines() == [
        "hand 2   pot 15   board -",
        "> ?? ??         515   bet 5      player 0, button",
        "  out             0              player 1",
        "  ?? ??         490   bet 10     player 2",
    ]
