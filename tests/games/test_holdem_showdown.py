"""Hold'em showdowns open the right hands, and pots go to the right players."""

from __future__ import annotations

import pytest

from p2pgame.engine import Choose, Chosen, IllegalMove, Open, Opened, advance
from p2pgame.games.poker.holdem import TexasHoldem
from p2pgame.games.poker.holdem_1 import TexasHoldem1
from p2pgame.games.poker.holdem_2 import TexasHoldem2
from tests.english import refusing
from tests.games.holdem_hand import GAME, Hand

CHECKED = ("check",) * 3


def test_a_pot_that_nobody_contests_is_won_unseen() -> None:
    hand = Hand([1000] * 3).do("raise 40", "fold", "fold")
    assert hand.over
    assert hand.opened == []
    assert hand.texts[-2:] == ["uncalled 30 back to player 2", "pot 25 to player 2"]
    assert hand.stacks == (995, 990, 1015)


def test_the_board_is_opened_in_three_one_and_one_after_the_hole_cards() -> None:
    hand = Hand([1000] * 3).do("call", "call", "check", *CHECKED * 3)
    assert hand.opened == [(6, 7, 8), (9,), (10,)]
    assert hand.state.board == ("2c", "7d", "9h", "Js", "3c")


def test_the_last_to_raise_on_the_river_shows_first() -> None:
    hand = Hand([1000] * 3).do("call", "call", "check", *CHECKED * 2)
    hand.do("check", "raise 50", "call", "call")
    assert hand.choice == Choose(1, ("show", "muck"))
    assert hand.do("show").asked == 2
    assert hand.do("show").asked == 0


def test_without_a_bet_on_the_river_the_buttons_left_shows_first() -> None:
    hand = Hand([1000] * 3).do("call", "call", "check", "check", "raise 30")
    hand.do("call", "call", *CHECKED * 2)
    assert hand.asked == 0


def test_showing_opens_the_two_cards_of_that_player_only() -> None:
    hand = Hand([1000] * 3, cards=["As Ah", "Kd Kc", "Qs Qh"])
    hand.do("call", "call", "check", *CHECKED * 3, "show", "show")
    assert hand.opened[3:] == [(0, 1), (2, 3)]
    assert hand.state.shown == (("As", "Ah"), ("Kd", "Kc"), ())


def test_a_mucked_hand_stays_unseen_and_cannot_win() -> None:
    hand = Hand([1000] * 3, cards=["As Ah", "Kd Kc", "Qs Qh"])
    hand.do("call", "call", "check", *CHECKED * 3, "muck", "show", "show")
    assert (0, 1) not in hand.opened
    assert hand.texts[-1] == "pot 30 to player 1 with a pair of kings"
    assert hand.stacks == (990, 1020, 990)


def test_the_last_hand_left_is_not_asked_to_show() -> None:
    hand = Hand([1000] * 3).do("call", "call", "check", *CHECKED * 3, "muck", "muck")
    assert hand.over
    assert len(hand.opened) == 3
    assert hand.texts[-1] == "pot 30 to player 2"


def test_after_an_all_in_hands_are_opened_before_the_rest_of_the_board() -> None:
    hand = Hand([1000] * 3, cards=["As Ah", "Kd Kc", "Qs Qh"])
    hand.do("fold", "call", "check", "raise 990", "call")
    assert hand.over
    assert hand.opened == [(6, 7, 8), (0, 1, 2, 3), (9,), (10,)]
    assert hand.stacks == (2000, 0, 1000)
    assert hand.texts[-1] == "player 1 is out of chips"


def test_an_all_in_call_on_the_river_opens_all_hands_at_once() -> None:
    hand = Hand([1000, 300, 1000], cards=["As Ah", "Kd Kc", "Qs Qh"])
    hand.do("call", "call", "check", *CHECKED * 2, "raise 500", "call", "call")
    assert hand.over
    assert hand.opened[-1] == (0, 1, 2, 3, 4, 5)


def test_betting_goes_on_beside_a_player_who_is_all_in() -> None:
    hand = Hand([1000, 50, 1000], cards=["Ks Kh", "As Ah", "Qs Qh"])
    hand.do("raise 50", "call", "call")
    assert hand.do("raise 100").asked == 2
    hand.do("call", "check", "check", "check", "check")
    assert hand.texts[-2:] == [
        "pot 150 to player 1 with a pair of aces",
        "pot 200 to player 0 with a pair of kings",
    ]
    assert hand.stacks == (1050, 150, 850)


def test_an_odd_chip_goes_to_the_buttons_left() -> None:
    hand = Hand([1000] * 3, cards=["Td 8d", "Ah Kc", "As Kd"])
    hand.do("call", "fold", "check", *("check",) * 6, "show", "show")
    assert hand.texts[-1] == (
        "pot 25 split, 13 to player 1, 12 to player 2, with ace high"
    )
    assert hand.stacks == (995, 1003, 1002)


@pytest.mark.parametrize(
    ("game", "parts"),
    [
        (TexasHoldem(), (14, 14, 13)),
        (TexasHoldem2(), (15, 13, 13)),
        (TexasHoldem1(), (15, 13, 13)),
    ],
)
def test_nobody_gets_more_than_one_odd_chip_but_before_version_3(
    game: TexasHoldem, parts: tuple[int, int, int]
) -> None:
    hand = Hand([1000] * 4, blinds=(5, 12), board="Ts Js Qs Ks As", game=game)
    hand.do("call", "call", "fold", "check", *CHECKED * 3, "show", "show", "show")
    first, second, third = parts
    assert hand.texts[-1] == (
        f"pot 41 split, {first} to player 1, {second} to player 2, {third} to "
        "player 3, with a royal flush"
    )


@pytest.mark.parametrize(
    ("game", "pots", "stacks"),
    [
        (
            TexasHoldem(),
            [
                "45 split, 23 to player 1, 22 to player 2",
                "23 split, 12 to player 1, 11 to player 2",
            ],
            (999, 1013, 1011, 988, 0),
        ),
        *(
            (
                game,
                ["68 split, 34 to player 1, 34 to player 2"],
                (999, 1012, 1012, 988, 0),
            )
            for game in (TexasHoldem2(), TexasHoldem1())
        ),
    ],
)
def test_each_side_pot_is_split_for_itself_but_before_version_3(
    game: TexasHoldem, pots: list[str], stacks: tuple[int, ...]
) -> None:
    """Player 4 loses the main pot of 45, and players 1 and 2 the side pot of 23."""
    cards = ["2d 2h", "Ah Kc", "As Kd", "4d 4h", "Td 5d"]
    begin = [1000, 1000, 1000, 1000, 11]
    hand = Hand(begin, blinds=(1, 2), cards=cards, game=game)
    hand.do("raise 12", "call", "call", "fold", "call")
    hand.do("check", "raise 10", "fold", "call", *("check",) * 4)
    pots = [f"pot {pot}, with ace high" for pot in pots]
    assert hand.texts[-1 - len(pots) : -1] == pots
    assert hand.stacks == stacks


def test_a_big_blind_ante_is_dead_money_in_the_main_pot() -> None:
    hand = Hand([1000, 1000, 30], antes=[0, 10], cards=["7h 6h", "Ks Kd", "As Ah"])
    assert hand.texts[0] == "player 1 posts ante 10"
    hand.do("raise 30", "fold", "call")
    assert hand.texts[-1] == "pot 75 to player 2 with a pair of aces"


def test_equal_antes_count_towards_the_pots_a_player_can_win() -> None:
    hand = Hand([1000, 1000, 4], antes=[10] * 3, cards=["7h 6h", "Ks Kd", "As Ah"])
    hand.do("call", *("check",) * 7)
    assert hand.texts[-2:] == [
        "pot 12 to player 2 with a pair of aces",
        "pot 32 to player 1 with a pair of kings",
    ]


@pytest.mark.parametrize(
    "faces", [("2c", "2c", "3d"), ("Zz", "2c", "3d"), ("2c", "3d")]
)
def test_cards_that_cannot_be_there_are_not_opened(faces: tuple[str, ...]) -> None:
    hand = Hand([1000] * 2).do("call")
    flop = advance(GAME, hand.state, Chosen(0, "check")).state
    assert isinstance(GAME.turn(flop), Open)
    with pytest.raises(IllegalMove):
        advance(GAME, flop, Opened(faces))


def test_a_card_is_opened_once() -> None:
    hand = Hand([1000] * 2).do("call", "check", "check")
    turn = advance(GAME, hand.state, Chosen(1, "check")).state
    with refusing(IllegalMove, match="2c cannot be opened now"):
        advance(GAME, turn, Opened(("2c",)))
