"""Hold'em: a table breaks after this hand, and another goes on from it."""

from __future__ import annotations

import pytest

from p2pgame.engine import Amount, Over, start
from p2pgame.games.poker.hands import _blinds
from p2pgame.games.poker.holdem import TexasHoldem
from p2pgame.games.poker.holdem_evening import HoldemOptions
from p2pgame.games.poker.levels import raised
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
    hand = Hand([1000] * 3).do("raise 400", "fold", "fold")
    first, _, third = GAME.kept(hand.state)
    options = GAME.continued(HoldemOptions(stack=500), (third, "", first))
    assert options.stacks == "1015,500,995"
    assert GAME.why_not(3, options) is None
    begun = start(GAME, 3, options).state
    assert begun.start == (1015, 500, 995)
    assert GAME.kept(begun) == ("1015", "500", "995")


def test_the_button_goes_on_from_table_to_table() -> None:
    """Seat 0 of the next table is that of the player who is next to have it."""
    hand = Hand([1000] * 3).do("fold", "fold")
    assert hand.state.button == 2
    assert GAME.next_first(hand.state) == 0
    options = GAME.continued(HoldemOptions(), GAME.kept(hand.state))
    step = start(GAME, 3, options)
    assert step.state.button == 0
    assert [english(said) for said, _ in step.fix_ups] == [
        "the button starts with player 0",
        "player 1 posts small blind 5",
        "player 2 posts big blind 10",
    ]


def test_who_has_left_or_lost_all_is_passed_over_by_the_button() -> None:
    hand = Hand([1000] * 4).do("fold", "fold").leave(0)
    assert GAME.next_first(hand.state) == 1
    waiting = start(GAME, 2, HoldemOptions()).state
    assert GAME.next_first(waiting) is None


def test_a_player_without_chips_buys_in_anew() -> None:
    hand = Hand([100, 100], cards=["2h 3d", "As Ah"], board="7d 9h Js 4c 5c")
    hand.do("raise 100", "call")
    assert 0 in hand.state.stacks
    options = GAME.continued(HoldemOptions(stack=100), GAME.kept(hand.state))
    assert sorted(options.stacks.split(",")) == ["100", "200"]


def levels(hand: Hand) -> list[tuple[int, ...]]:
    """Return small blind, big blind, ante and minimum bet of each hand of a game."""
    found = {}
    while not hand.over:
        state = hand.state
        found[state.hand] = (*state.blinds[:2], state.antes[0], state.min_bet)
        hand.do("fold", "fold")
    return [found[number] for number in sorted(found)]


def test_blinds_and_antes_double_after_every_so_many_hands() -> None:
    stacks, antes = [10**6] * 3, [1] * 3
    assert levels(Hand(stacks, antes=antes, hands=12, raise_every=5)) == [
        *[(5, 10, 1, 10)] * 5,
        *[(10, 20, 2, 20)] * 5,
        *[(20, 40, 4, 40)] * 2,
    ]
    assert levels(Hand(stacks, antes=antes, hands=12)) == [(5, 10, 1, 10)] * 12


def test_a_raised_level_is_told_and_posted() -> None:
    hand = Hand([1000] * 3, hands=3, raise_every=1).do("fold", "fold")
    assert "hand 2: the button moves to player 0, the blinds are now 10 and 20" in (
        hand.texts
    )
    assert hand.texts[-2:] == [
        "player 1 posts small blind 10",
        "player 2 posts big blind 20",
    ]
    assert hand.offers == ("fold", "call", Amount("raise", 40, 995))


def test_an_evening_ends_although_all_only_call() -> None:
    """Each level is at most all chips, so that a game of many hands stays in bounds."""
    hand = Hand([1000] * 2, hands=0, raise_every=1)
    while not hand.over:
        offers = hand.offers
        wanted = ("call", "check", "show")
        hand.do(next(move for move in wanted if move in offers))
        hand.deck.append(hand.deck.pop(0))
    assert hand.state.hand < 100
    assert sorted(hand.stacks) == [0, 2000]
    assert max(hand.state.blinds) <= 2000


def test_levels_stop_at_all_chips_of_the_table() -> None:
    state = Hand([10**12] * 10, hands=0, raise_every=1, antes=[10**12] * 10).state
    for _ in range(1000):
        state = raised(state)
    assert {*state.antes} == {state.min_bet} == {state.blinds[1]} == {10**13}
    assert "2 and 4" not in english(_blinds(state))


@pytest.mark.parametrize("hands", [-1, 1001])
def test_levels_that_are_none_are_refused_in_words(hands: int) -> None:
    why = GAME.why_not(2, HoldemOptions(raise_every=hands))
    assert english(why).startswith("the blinds rise after 1 to 1000 hands")


@pytest.mark.parametrize(
    "stacks",
    ["100", "100,100,100", "100,0", "100,-5", "100,x", "100,٣", "1,1" + "0" * 13],
)
def test_stacks_that_are_none_are_refused_in_words(stacks: str) -> None:
    why = GAME.why_not(2, HoldemOptions(stacks=stacks))
    assert "stack" in english(why)
