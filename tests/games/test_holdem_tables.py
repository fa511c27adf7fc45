"""Hold'em: a table breaks after this hand, and another goes on from it."""

from __future__ import annotations

import pytest

from games.poker.holdem import HoldemOptions, TexasHoldem
from p2pgame.engine import Over, start
from tests.english import english
from tests.games.holdem_hand import Hand

GAME = TexasHoldem()


def test_a_table_that_is_to_break_ends_with_the_hand_that_is_played() -> None:
    hand = Hand([1000] * 2, hands=10).do("call")
    hand.state = GAME.last_round(hand.state)
    hand.do("check", *["check"] * 6, "show", "muck")
    assert hand.state.hand == 1
    assert isinstance(GAME.turn(hand.state), Over)


def test_the_next_table_goes_on_with_the_chips_of_its_players() -> None:
    hand = Hand([1000] * 3).do("raise 400", "fold").leave(2)
    options = GAME.carry(hand.state, HoldemOptions(stack=500), (1, None, 0))
    assert options.stacks == "1015,500,995"
    assert GAME.why_not(3, options) is None
    assert start(GAME, 3, options).state.stacks == (1015, 500, 995)


def test_a_player_without_chips_buys_in_anew() -> None:
    hand = Hand([100, 100], cards=["2h 3d", "As Ah"], board="7d 9h Js 4c 5c")
    hand.do("raise 100", "call")
    assert 0 in hand.state.stacks
    options = GAME.carry(hand.state, HoldemOptions(stack=100), (0, 1))
    assert sorted(options.stacks.split(",")) == ["100", "200"]


@pytest.mark.parametrize(
    "stacks",
    ["100", "100,100,100", "100,0", "100,-5", "100,x", "100,٣", "1,1" + "0" * 13],
)
def test_stacks_that_are_none_are_refused_in_words(stacks: str) -> None:
    why = GAME.why_not(2, HoldemOptions(stacks=stacks))
    assert "stack" in english(why)
