"""Components only move: none is copied, and none is lost."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from p2pgame.engine import EMPTY, RulesError
from p2pgame.tabletop import (
    Stack,
    concatenate,
    flip,
    move,
    move_all,
    move_first,
    overlap,
    sized,
    swap,
    verify_conserved,
)
from tests.english import refusing

E = EMPTY


@pytest.mark.row("B17")
def test_a_component_moves_from_one_stack_to_another() -> None:
    pile, hand = Stack("cards", (0, 1, 2)), Stack("cards", (7,), most=2)
    left, got = move(pile, hand, 1)
    assert (left.places, got.places) == ((0, 2), (7, 1))
    assert move(pile, hand, 1, 0)[1].places == (1, 7)
    with refusing(ValueError, match="no room"):
        move(left, got, 0)
    with refusing(ValueError, match="not in this stack"):
        move(pile, hand, 7)


@pytest.mark.row("B17")
def test_all_or_the_first_components_move_in_their_order() -> None:
    pile = Stack("cards", (2, 0, 1))
    assert move_first(pile, Stack("cards", (9,)), 2) == (
        Stack("cards", (1,)),
        Stack("cards", (9, 2, 0)),
    )
    assert move_all(pile, sized("cards", 4))[1].places == (2, 0, 1, E)
    assert move_first(pile, pile.remove(2), 0)[0] == pile
    with refusing(ValueError, match="no room"):
        move_all(pile, sized("cards", 2))
    for count in (-1, 4):
        with refusing(ValueError, match=f"there are 3 cards, not {count}"):
            move_first(pile, Stack("cards"), count)


@pytest.mark.row("B17")
def test_components_swap_places_within_and_between_stacks() -> None:
    row, hand = sized("cards", 3, (0, 1)), Stack("cards", (5, 6, 7))
    assert row.swapped(0, 2).places == (E, 1, 0)
    assert row.swapped(1, 1) == row
    with refusing(ValueError, match="no place 3"):
        row.swapped(0, 3)
    with refusing(ValueError, match="no place -1"):
        row.swapped(-1, 0)
    ours, theirs = swap(row, hand, 1, 5)
    assert (ours.places, theirs.places) == ((0, 5, E), (1, 6, 7))
    full = Stack("cards", (8,), most=1)
    assert swap(full, hand, 8, 7)[0] == Stack("cards", (7,), most=1)
    with refusing(ValueError, match="not in this stack"):
        swap(row, hand, 5, 1)


@pytest.mark.row("B51", "B48")
def test_a_grid_is_read_through_the_cards_that_lie_open_on_it() -> None:
    hidden, shown = sized("cards", 3, (4, 5, 6)), sized("cards", 3)
    assert overlap(shown, hidden) == (4, 5, 6)
    hidden, shown = flip(hidden, shown, 5)
    assert (hidden.places, shown.places) == ((4, E, 6), (E, 5, E))
    assert overlap(shown, hidden) == overlap(hidden, shown) == (4, 5, 6)
    assert flip(shown, hidden, *shown) == (sized("cards", 3), hidden.insert(5, 1))
    with refusing(ValueError, match="two components are on one place"):
        overlap(shown, sized("cards", 3, (7, 8)))
    with refusing(ValueError, match="same size"):
        overlap(shown, sized("cards", 4))
    with refusing(ValueError, match="same size"):
        overlap(Stack("cards"), Stack("cards"))


@pytest.mark.row("B51")
def test_a_hand_is_read_as_its_hidden_and_its_open_cards_together() -> None:
    hidden, shown = Stack("cards", (9,), most=1), sized("cards", 3, (2,)).insert(7, 2)
    assert concatenate(hidden, shown) == (9, 2, 7)
    assert concatenate() == ()


@pytest.mark.row("B51", "B09")
def test_in_merged_stacks_nothing_can_be_moved() -> None:
    for merged in (
        overlap(sized("cards", 2), sized("cards", 2)),
        concatenate(Stack("cards"), Stack("cards")),
    ):
        assert type(merged) is tuple


@pytest.mark.row("B16")
@pytest.mark.parametrize(
    ("stacks", "words"),
    [
        ([Stack("cards", (0, 1))], "component 2 is in no stack"),
        ([Stack("cards", (0, 1, 2)), Stack("cards", (1,))], "component 1 is in 2 st"),
        ([Stack("cards", (0, 1, 2, 3))], "a stack holds 3, which does not exist"),
        ([], "component 0 is in no stack"),
    ],
)
def test_a_component_that_is_lost_or_doubled_is_found(
    stacks: list[Stack], words: str
) -> None:
    verify_conserved(range(3), [Stack("cards", (2,)), sized("cards", 5, (1, 0))])
    with pytest.raises(RulesError, match=words):
        verify_conserved(range(3), stacks)


CARDS = range(6)
NAMES = ("pile", "hand", "board", "shown")


class Conserving(RuleBasedStateMachine):
    """Makes arbitrary moves between four stacks; refusals must change nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.stacks = {
            "pile": Stack("cards", tuple(CARDS)),
            "hand": Stack("cards", most=2),
            "board": sized("cards", 4),
            "shown": sized("cards", 4),
        }

    def put(self, *names: str, stacks: tuple[Stack, ...]) -> None:
        self.stacks.update(zip(names, stacks, strict=True))

    @rule(a=st.sampled_from(NAMES), b=st.sampled_from(NAMES), card=st.integers(-2, 7))
    def move_one(self, a: str, b: str, card: int) -> None:
        one, other = self.stacks[a], self.stacks[b]
        if a == b or card not in one or other.is_full:
            if a != b or card not in one:
                with pytest.raises(ValueError):
                    move(one, other, card)
            return
        self.put(a, b, stacks=move(one, other, card))

    @rule(
        a=st.sampled_from(NAMES),
        b=st.sampled_from(NAMES),
        card=st.sampled_from(CARDS),
        at=st.integers(-1, 5),
    )
    def move_to_a_place(self, a: str, b: str, card: int, at: int) -> None:
        if a == b:
            return
        try:
            self.put(a, b, stacks=move(self.stacks[a], self.stacks[b], card, at))
        except ValueError:
            other = self.stacks[b]
            nowhere = at not in (other.free if other.fixed else range(len(other) + 1))
            assert card not in self.stacks[a] or other.is_full or nowhere

    @rule(a=st.sampled_from(NAMES), b=st.sampled_from(NAMES), count=st.integers(0, 6))
    def move_several(self, a: str, b: str, count: int) -> None:
        one, other = self.stacks[a], self.stacks[b]
        room = other.most is None or len(other) + count <= other.most
        if a == b or count > len(one) or not room:
            return
        self.put(a, b, stacks=move_first(one, other, count))

    @rule(
        a=st.sampled_from(NAMES),
        b=st.sampled_from(NAMES),
        mine=st.sampled_from(CARDS),
        theirs=st.sampled_from(CARDS),
    )
    def swap_two(self, a: str, b: str, mine: int, theirs: int) -> None:
        if a != b and mine in self.stacks[a] and theirs in self.stacks[b]:
            self.put(a, b, stacks=swap(self.stacks[a], self.stacks[b], mine, theirs))

    @rule(a=st.sampled_from(NAMES), one=st.integers(0, 5), other=st.integers(0, 5))
    def swap_within(self, a: str, one: int, other: int) -> None:
        if max(one, other) < len(self.stacks[a].places):
            self.put(a, stacks=(self.stacks[a].swapped(one, other),))

    @precondition(lambda self: not self.overlapping())
    @rule(card=st.sampled_from(CARDS))
    def turn_over(self, card: int) -> None:
        if card in self.stacks["board"]:
            stacks = flip(self.stacks["board"], self.stacks["shown"], card)
            self.put("board", "shown", stacks=stacks)
            assert card in overlap(*stacks)

    @rule(a=st.sampled_from(NAMES))
    def sort(self, a: str) -> None:
        self.put(a, stacks=(self.stacks[a].sorted_by(lambda card: -card),))

    def overlapping(self) -> bool:
        return bool({*self.stacks["board"].filled} & {*self.stacks["shown"].filled})

    @invariant()
    def every_component_is_in_exactly_one_stack(self) -> None:
        verify_conserved(CARDS, self.stacks.values())
        assert len(self.stacks["hand"]) <= 2
        assert len(self.stacks["board"].places) == 4
        assert len(self.stacks["shown"].places) == 4


@pytest.mark.row("B16", "B17")
def test_after_any_moves_every_component_is_in_exactly_one_stack() -> None:
    run_state_machine_as_test(
        Conserving,
        settings=settings(max_examples=100, stateful_step_count=40, deadline=None),
    )
