"""Cards pass face down between hands, and only their receivers see them."""

from __future__ import annotations

from p2pgame.engine import ChosenTogether, Deal, Dealt, Reshuffle, Reshuffled, Together
from p2pgame.engine.turns import Choose
from p2pgame.tabletop.dealing import Hands
from p2pgame.tabletop.passing import Passing

HANDS = ((0, 3, 6), (1, 4, 7), (2, 5, 8))


def laid() -> tuple[Passing, Hands]:
    passing: Passing | None = Passing(1, 2, ((),) * 3)
    hands: Hands = HANDS
    for moves in (("pass 3", "pass 1", "pass 8"), ("pass 0", "pass 7", "pass 2")):
        assert passing is not None
        passing, hands = passing.after(ChosenTogether(moves), hands)
    assert passing is not None
    return passing, hands


def test_all_lay_cards_down_at_once_one_at_a_time() -> None:
    passing = Passing(1, 2, ((),) * 3)
    turn = passing.turn(HANDS)
    assert isinstance(turn, Together)
    assert turn.choices[1] == Choose(1, ("pass 1", "pass 4", "pass 7"))
    after, hands = passing.after(ChosenTogether(("pass 3", "pass 1", "pass 8")), HANDS)
    assert hands == ((0, 6), (4, 7), (2, 5))
    assert after is not None
    again = after.turn(hands)
    assert isinstance(again, Together)
    assert again.choices[1] == Choose(1, ("pass 4", "pass 7"))


def test_each_giver_reshuffles_cards_that_others_have_opened_to_it() -> None:
    passing, hands = laid()
    turns = []
    for _ in range(3):
        turns.append(passing.turn(hands))
        after, hands = passing.after(Reshuffled(), hands)
        assert after is not None
        passing = after
    assert turns == [
        Reshuffle((3, 0), (0,), 9),
        Reshuffle((1, 7), (1,), 11),
        Reshuffle((8, 2), (2,), 13),
    ]
    assert passing.turn(hands) == Deal(((1, (9, 10)), (2, (11, 12)), (0, (13, 14))))
    assert passing.after(Dealt(), hands) == (
        None,
        ((6, 13, 14), (4, 9, 10), (5, 11, 12)),
    )


def test_nobody_sees_a_card_being_passed() -> None:
    passing, _ = laid()
    zones = passing.zones()
    assert [zone.slots for zone in zones] == [(3, 0), (1, 7), (8, 2)]
    assert not any(zone.group for zone in zones)
