"""These tests deal, collect, and lay out the start."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pgame.engine import RulesError
from p2pgame.tabletop import Stack, sized, verify_conserved
from p2pgame.tabletop.dealing import Hands, Slots, collect, deal, distribute

PILE = tuple(range(10))
HANDS = ((20, 21), (30,), (40, 41, 42))


@pytest.mark.row("B44")
@pytest.mark.parametrize(
    ("stop", "pile", "hands"),
    [
        ({"each": 2}, (6, 7, 8, 9), ((20, 21, 0, 3), (30, 1, 4), (40, 41, 42, 2, 5))),
        (
            {"until_each_has": 3},
            (3, 4, 5, 6, 7, 8, 9),
            ((20, 21, 0), (30, 1, 2), (40, 41, 42)),
        ),
        (
            {"until_left": 6},
            (4, 5, 6, 7, 8, 9),
            ((20, 21, 0, 3), (30, 1), (40, 41, 42, 2)),
        ),
        (
            {},
            (),
            ((20, 21, 0, 3, 6, 9), (30, 1, 4, 7), (40, 41, 42, 2, 5, 8)),
        ),
        (
            {"each": 1, "order": (2, 0)},
            (2, 3, 4, 5, 6, 7, 8, 9),
            ((20, 21, 1), (30,), (40, 41, 42, 0)),
        ),
    ],
    ids=[
        "count each",
        "until each has",
        "until the pile has",
        "all",
        "in another order",
    ],
)
def test_ways_to_deal(stop: dict[str, Any], pile: Slots, hands: Hands) -> None:
    assert deal(PILE, HANDS, **stop) == (pile, hands)


@pytest.mark.row("B44")
@pytest.mark.parametrize(
    ("stop", "pile", "hands"),
    [
        ({"each": 1}, (*PILE, 20, 30, 40), ((21,), (), (41, 42))),
        ({"until_each_has": 1}, (*PILE, 20, 40, 41), ((21,), (30,), (42,))),
        ({"until_pile_has": 14}, (*PILE, 20, 30, 40, 21), ((), (), (41, 42))),
        ({}, (*PILE, 20, 30, 40, 21, 41, 42), ((), (), ())),
    ],
    ids=["count each", "until each has", "until the pile has", "all"],
)
def test_ways_to_collect(stop: dict[str, Any], pile: Slots, hands: Hands) -> None:
    assert collect(PILE, HANDS, **stop) == (pile, hands)


@pytest.mark.row("B44")
def test_a_pile_or_hand_that_is_too_short_is_the_fault_of_the_rules() -> None:
    with pytest.raises(RulesError, match="12 cards are to be dealt from 10"):
        deal(PILE, HANDS, each=4)
    with pytest.raises(RulesError, match="fewer than 2"):
        collect(PILE, HANDS, each=2)


def test_there_is_one_way_to_stop() -> None:
    with pytest.raises(RulesError, match="one way"):
        deal(PILE, HANDS, each=1, until_left=3)
    with pytest.raises(RulesError, match="one way"):
        collect(PILE, HANDS, each=1, until_pile_has=12)


def test_a_target_that_is_reached_already_changes_nothing() -> None:
    assert deal(PILE, HANDS, until_left=11) == (PILE, HANDS)
    assert deal(PILE, HANDS, until_each_has=1) == (PILE, HANDS)
    assert collect(PILE, HANDS, until_pile_has=3) == (PILE, HANDS)
    assert collect(PILE, HANDS, until_each_has=3) == (PILE, HANDS)


@given(st.integers(0, 30), st.integers(1, 6), st.data())
def test_no_card_is_lost_and_none_comes_twice(
    size: int, seats: int, data: st.DataObject
) -> None:
    left = data.draw(st.integers(0, size))
    pile, hands = deal(tuple(range(size)), ((),) * seats, until_left=left)
    assert len(pile) == left
    assert max(map(len, hands)) - min(map(len, hands)) <= 1
    assert sorted([*pile, *(card for hand in hands for card in hand)]) == [*range(size)]
    back, empty = collect(pile, hands)
    assert sorted(back) == [*range(size)]
    assert not any(empty)


@pytest.mark.row("B27")
def test_each_component_starts_once_in_its_stack() -> None:
    def home(card: int) -> str:
        return "row" if card < 3 else "pile"

    stacks = {"row": sized("cards", 3), "pile": Stack("cards")}
    laid = distribute(range(10), home, stacks)
    assert laid["row"].components == (0, 1, 2)
    assert laid["pile"].components == tuple(range(3, 10))
    verify_conserved(range(10), laid.values())
    assert len(stacks["pile"]) == 0


@pytest.mark.row("B27")
def test_a_start_without_a_stack_or_without_room_is_refused() -> None:
    with pytest.raises(RulesError, match="component 0 starts in no stack: 'attic'"):
        distribute(range(3), lambda card: "attic", {"row": sized("cards", 3)})
    with pytest.raises(RulesError, match="component 2 in row: there is no room"):
        distribute(range(3), lambda card: "row", {"row": sized("cards", 2)})
