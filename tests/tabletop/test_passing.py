"""Cards pass face down between hands, and only their receivers see them."""

from __future__ import annotations

import pytest

from p2pgame.engine import ChosenTogether, Deal, Dealt, Reshuffle, Reshuffled, Together
from p2pgame.engine.turns import Choose
from p2pgame.tabletop.dealing import Hands
from p2pgame.tabletop.passing import Passing
from tests.english import english

HANDS = ((0, 3, 6), (1, 4, 7), (2, 5, 8))


def laid() -> tuple[Passing, Hands]:
    moves = ("pass 0 3", "pass 1 7", "pass 2 8")
    passing, hands = Passing(1, 2, ((),) * 3).after(ChosenTogether(moves), HANDS)
    assert passing is not None
    return passing, hands


def test_all_lay_their_cards_down_at_once_in_one_move() -> None:
    turn = Passing(1, 2, ((),) * 3).turn(HANDS)
    assert isinstance(turn, Together)
    assert turn.choices[1] == Choose(1, ("pass 1 4", "pass 1 7", "pass 4 7"))
    passing, hands = laid()
    assert hands == ((6,), (4,), (5,))
    assert passing.given == ((0, 3), (1, 7), (2, 8))
    assert isinstance(passing.turn(hands), Reshuffle)


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("pass 1 4", None),
        ("pass 1", "pass 2 different cards of your hand, in one move"),
        ("pass 1 4 7", "pass 2 different cards of your hand, in one move"),
        ("lay 1 4", "pass 2 different cards of your hand, in one move"),
        ("pass 1 four", "pass 2 different cards of your hand, in one move"),
        ("pass 1 ４", "pass 2 different cards of your hand, in one move"),
        ("pass 1 1", "a card is named twice: pass different ones"),
        ("pass 1 3", "pass cards of your own hand alone"),
        ("pass 4 1", "name the cards in ascending order: pass 1 4"),
        ("pass 01 4", "name the cards in ascending order: pass 1 4"),
    ],
)
def test_a_wrong_choice_of_cards_is_refused_with_its_reason(
    move: str, words: str | None
) -> None:
    reason = Passing(1, 2, ((),) * 3).why_illegal(HANDS[1], move)
    assert (None if reason is None else english(reason.message)) == words


def test_each_giver_reshuffles_cards_that_others_have_opened_to_it() -> None:
    passing, hands = laid()
    turns = []
    for _ in range(3):
        turns.append(passing.turn(hands))
        after, hands = passing.after(Reshuffled(), hands)
        assert after is not None
        passing = after
    assert turns == [
        Reshuffle((0, 3), (0,), 9),
        Reshuffle((1, 7), (1,), 11),
        Reshuffle((2, 8), (2,), 13),
    ]
    assert passing.turn(hands) == Deal(((1, (9, 10)), (2, (11, 12)), (0, (13, 14))))
    assert passing.after(Dealt(), hands) == (
        None,
        ((6, 13, 14), (4, 9, 10), (5, 11, 12)),
    )


def test_nobody_sees_a_card_being_passed() -> None:
    passing, _ = laid()
    zones = passing.zones()
    assert [zone.slots for zone in zones] == [(0, 3), (1, 7), (2, 8)]
    assert not any(zone.group for zone in zones)
