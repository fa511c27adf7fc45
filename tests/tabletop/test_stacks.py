"""A stack keeps its places, its limits and its deck; nothing changes it in place."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import fields, replace

from p2pgame.engine import (
    EMPTY,
    Policy,
    Seen,
    State,
    digest,
    sanitise,
)
from p2pgame.tabletop import (
    Stack,
    concatenate,
    deck_of,
    move,
    move_all,
    overlap,
    sized,
    swap,
)
from tests.english import refusing

E = EMPTY


class Token(State, frozen=True):
    colour: str


class Hand(State, frozen=True):
    """One player's part of a table."""

    cards: Stack = Stack("cards", most=3)
    score: int = 0


class Table(State, frozen=True):
    """A shared part, and a part for each player."""

    pile: Stack = Stack("cards", (0, 1, 2, 3, 4))
    board: Stack = sized("tokens", 4)
    hands: tuple[Hand, ...] = (Hand(), Hand())

    def first_of(self, seat: int) -> bool:
        """Whether ``seat`` has as many cards as any other."""
        return all(len(self.hands[seat].cards) >= len(h.cards) for h in self.hands)


@pytest.mark.row("B04", "B22")
def test_a_state_holds_a_shared_part_and_one_for_each_player() -> None:
    table = Table()
    pile, cards = move(table.pile, table.hands[1].cards, 0)
    after = replace(table, pile=pile, hands=(Hand(), Hand(cards, score=2)))
    assert after.pile.components == (1, 2, 3, 4)
    assert after.hands[0] == Hand()
    assert after.hands[1].cards.components == (0,)
    assert table == Table()


@pytest.mark.row("B22")
def test_declared_fields_start_with_the_shape_that_their_declaration_gives() -> None:
    assert (Hand().cards.deck, Hand().cards.most, Hand().score) == ("cards", 3, 0)
    assert Table().board.places == (E, E, E, E)
    assert Table().board.fixed


@pytest.mark.row("B06")
def test_a_part_can_be_judged_by_the_whole_state() -> None:
    table = replace(Table(), hands=(Hand(), Hand(Stack("cards", (4,)))))
    assert not table.first_of(0)
    assert table.first_of(1)


@pytest.mark.row("B07")
def test_the_fields_of_any_state_are_listed_read_and_replaced_by_name() -> None:
    for state in (Table(), Hand(), Stack("cards"), Token("red")):
        for field in fields(state):
            value = getattr(state, field.name)
            assert replace(state, **{field.name: value}) == state
    assert [field.name for field in fields(Hand)] == ["cards", "score"]
    assert [field.type for field in fields(Hand)] == [Stack, int]
    with pytest.raises(TypeError):
        replace(Hand(), coins=1)


@pytest.mark.row("B05", "B08")
def test_annotations_alone_restrict_a_field() -> None:
    read = msgspec.msgpack.Decoder(Hand)
    write = msgspec.msgpack.encode
    assert read.decode(write(Hand())) == Hand()
    for score in (0.5, "1", [1], {"a": 1}, None):
        with pytest.raises(msgspec.ValidationError):
            read.decode(write([Hand().cards, score]))
    assert leaves(Table) == {int, str, bool, type(None)}


def leaves(state: type[State]) -> set[object]:
    """Return the elementary types of a state's fields."""
    kinds = {
        msgspec.inspect.IntType: int,
        msgspec.inspect.StrType: str,
        msgspec.inspect.BoolType: bool,
        msgspec.inspect.NoneType: type(None),
    }
    found, waiting = set[object](), [msgspec.inspect.type_info(state)]
    while waiting:
        match waiting.pop():
            case msgspec.inspect.StructType(fields=inner):
                waiting.extend(field.type for field in inner)
            case msgspec.inspect.VarTupleType(item_type=item):
                waiting.append(item)
            case msgspec.inspect.UnionType(types=types):
                waiting.extend(types)
            case leaf:
                found.add(kinds[type(leaf)])
    return found


@pytest.mark.row("B09", "G29")
def test_nothing_about_a_stack_can_be_changed_in_place() -> None:
    stack = Stack("cards", (3, 1, 2))
    was = digest(stack)
    with pytest.raises(AttributeError):
        stack.places = ()  # type: ignore[misc]
    with pytest.raises(TypeError):
        stack.places[0] = 5  # type: ignore[index]
    with pytest.raises(AttributeError):
        del stack.places
    stack.insert(7)
    stack.remove(1)
    stack.swapped(0, 1)
    stack.sorted_by(lambda card: card)
    move_all(stack, Stack("cards"))
    assert digest(stack) == was


@pytest.mark.row("B13")
def test_a_growable_stack_pushes_later_components_along() -> None:
    stack = Stack("cards", (0, 1, 2))
    assert stack.insert(9).places == (0, 1, 2, 9)
    assert stack.insert(9, 0).places == (9, 0, 1, 2)
    assert stack.insert(9, 1).places == (0, 9, 1, 2)
    assert stack.insert(9, 3).places == (0, 1, 2, 9)
    assert stack.remove(1).places == (0, 2)
    for at in (-1, 4):
        with refusing(ValueError, match=f"no place {at}"):
            stack.insert(9, at)


@pytest.mark.row("B13")
def test_a_growable_stack_may_have_a_greatest_length() -> None:
    stack = Stack("cards", (0, 1), most=3)
    assert not stack.is_full
    full = stack.insert(2)
    assert full.is_full
    assert full.most == 3
    with refusing(ValueError, match="no room for another of cards"):
        full.insert(3)
    with refusing(ValueError, match="takes 3 cards at most"):
        Stack("cards", (0, 1, 2, 3), most=3)
    assert not Stack("cards", tuple(range(500))).is_full


@pytest.mark.row("B14")
def test_a_sized_stack_keeps_its_places() -> None:
    stack = sized("tokens", 4, (5,))
    assert stack.places == (5, E, E, E)
    assert stack.insert(7).places == (5, 7, E, E)
    assert stack.insert(7, 3).places == (5, E, E, 7)
    assert stack.insert(7, 3).remove(5).places == (E, E, E, 7)
    assert (stack.filled, stack.free) == ((0,), (1, 2, 3))
    with refusing(ValueError, match="place 0 is taken"):
        stack.insert(7, 0)
    for at in (-1, 4):
        with refusing(ValueError, match=f"no place {at}"):
            stack.insert(7, at)
    full = sized("tokens", 2, (1, 2))
    assert full.is_full
    with refusing(ValueError, match="no room"):
        full.insert(3)
    with refusing(ValueError, match="takes 2 tokens at most"):
        sized("tokens", 2, (1, 2, 3))


@pytest.mark.row("B14")
def test_a_stack_is_read_like_the_components_in_it() -> None:
    stack = sized("tokens", 4).insert(5, 2).insert(3, 1)
    assert len(stack) == 2
    assert list(stack) == [3, 5]
    assert 5 in stack
    assert E not in stack
    assert stack.place(5) == 2
    assert not sized("tokens", 4)
    with refusing(ValueError, match="tokens 9 is not in this stack"):
        stack.place(9)
    with refusing(ValueError, match="tokens -1 is not in this stack"):
        stack.remove(E)


@pytest.mark.row("B15")
def test_a_stack_takes_components_of_its_own_deck_only() -> None:
    tokens = deck_of("tokens", (Token("red"), Token("blue")), shadow=Token("?"))
    assert sized("tokens", 2).insert(tokens[1]).places == (1, E)
    foreign = "a stack of cards does not take tokens"
    with refusing(ValueError, match=foreign):
        Stack("cards").insert(tokens[1])
    pile, cards = sized("tokens", 2, (0, 1)), Stack("cards", (2,))
    with refusing(ValueError, match="a stack of tokens does not take cards"):
        move(pile, cards, 0)
    with refusing(ValueError, match="a stack of tokens does not take cards"):
        move_all(pile, cards)
    with refusing(ValueError, match=foreign):
        swap(cards, pile, 2, 0)
    with refusing(ValueError, match=foreign):
        overlap(sized("cards", 2), pile)
    with refusing(ValueError, match=foreign):
        concatenate(cards, pile)


@pytest.mark.row("B16")
@pytest.mark.parametrize("places", [(1, 1), (-2,), (0, EMPTY)])
def test_a_stack_never_holds_a_component_twice_or_an_unknown_one(
    places: tuple[int, ...],
) -> None:
    with refusing(ValueError, match=r"different|no empty"):
        Stack("cards", places)
    with refusing(ValueError, match="different"):
        Stack("cards", (1, 2)).insert(2)
    with refusing(ValueError, match="different"):
        sized("cards", 3).insert(-5)


@pytest.mark.row("B17")
def test_sorting_orders_the_components_and_leaves_the_gaps_at_the_end() -> None:
    suits = {3: 0, 1: 1, 2: 0}
    assert Stack("cards", (3, 1, 2)).sorted_by(suits.__getitem__).places == (3, 2, 1)
    row = sized("cards", 4).insert(3, 3).insert(1, 1)
    assert row.sorted_by(lambda card: card).places == (1, 3, E, E)


@pytest.mark.row("B17")
def test_a_reshuffled_stack_has_new_slots_in_the_same_places() -> None:
    row = sized("cards", 4).insert(3, 3).insert(1, 1)
    assert row.renumbered(52).places == (E, 52, E, 53)
    assert Stack("cards", (8, 3), most=5).renumbered(9) == Stack("cards", (9, 10), 5)


@pytest.mark.row("B46", "B48", "B69")
def test_a_stack_of_slots_is_a_zone_with_policies() -> None:
    hand = sized("cards", 3, (8, 2))
    zone = hand.zone("hand", others=Policy.LENGTH, group=(1,))
    faces = {8: "As", 2: "Td", 5: "2c"}
    assert sanitise([zone], faces, 1) == (
        Seen("hand", True, 2, (8, 2, E), ("As", "Td", "")),
    )
    assert sanitise([zone], faces, 0) == (Seen("hand", True, 2, (2, 8)),)
    assert hand.zone("x").others is Policy.ORDER


@given(st.permutations(range(7)), st.integers(0, 7), st.integers(0, 6))
@pytest.mark.row("B17")
def test_inserting_undoes_removing(order: list[int], cut: int, card: int) -> None:
    grown = Stack("cards", tuple(order))
    board = sized("cards", 9, order[:cut])
    for stack in (grown, board):
        if card in stack:
            at = stack.place(card)
            assert stack.remove(card).insert(card, at) == stack
