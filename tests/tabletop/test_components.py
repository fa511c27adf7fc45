"""Decks are fixed lists in a fixed order, and are immutable."""

from __future__ import annotations

import pytest

from p2pgame.engine import State
from p2pgame.tabletop import Chest, Component, Deck, changed_at, deck_of
from tests.english import refusing


class Animal(State, frozen=True):
    kind: str
    legs: int

    def __str__(self) -> str:
        return self.kind


ANT, BAT, COW = Animal("ant", 6), Animal("bat", 2), Animal("cow", 4)
HIDDEN = Animal("<hidden>", 0)


def animals(*values: Animal, copies: int = 1) -> Deck[Animal]:
    return deck_of("animals", values, shadow=HIDDEN, copies=copies)


DECK = animals(ANT, BAT, COW)


@pytest.mark.row("B10")
def test_a_deck_lists_all_components_of_one_kind_in_order() -> None:
    assert len(DECK) == 3
    assert DECK.faces == ("ant", "bat", "cow")
    assert DECK[1] == Component("animals", 1, BAT)
    assert DECK[1].values.legs == 2
    assert DECK[1].face == "bat"
    assert [component.index for component in DECK] == [0, 1, 2]
    assert animals(ANT, BAT, COW) == DECK


@pytest.mark.parametrize("index", [-1, 3])
def test_there_is_nothing_beyond_a_deck(index: int) -> None:
    with refusing(ValueError, match="no component"):
        DECK[index]


@pytest.mark.row("B12")
def test_a_deck_may_have_several_copies_of_its_components() -> None:
    pairs = animals(ANT, BAT, copies=2)
    assert pairs.faces == ("ant", "bat", "ant", "bat")
    assert [component.index for component in pairs] == [0, 1, 2, 3]
    assert pairs[0].values == pairs[2].values


@pytest.mark.row("B12")
def test_a_shadow_stands_in_for_an_unknown_component() -> None:
    assert DECK.read("cow") == COW
    assert DECK.read(None) == HIDDEN
    with refusing(ValueError, match="animals has no 'dog'"):
        DECK.read("dog")
    with refusing(ValueError, match="animals has no '<hidden>'"):
        DECK.read("<hidden>")


def test_a_shadow_that_could_be_taken_for_a_component_is_refused() -> None:
    with refusing(ValueError, match="looks like a component"):
        deck_of("animals", (ANT, BAT), shadow=BAT)


@pytest.mark.row("B10", "G29")
def test_components_decks_and_chests_cannot_be_changed() -> None:
    chest = Chest((DECK,))
    for thing, name in (
        (DECK, "values"),
        (DECK, "name"),
        (DECK[0], "index"),
        (DECK[0].values, "legs"),
        (chest, "decks"),
    ):
        with pytest.raises(AttributeError):
            setattr(thing, name, None)
    with pytest.raises(TypeError):
        DECK.values[0] = BAT  # type: ignore[index]
    with pytest.raises(AttributeError):
        DECK.values.append(BAT)  # type: ignore[attr-defined]


@pytest.mark.row("B10")
def test_a_chest_has_one_deck_of_a_name() -> None:
    rocks = deck_of("rocks", (Animal("rock", 0),), shadow=HIDDEN)
    assert Chest((DECK, rocks))["rocks"] == rocks
    with refusing(ValueError, match="two decks have one name"):
        Chest((DECK, rocks, animals(ANT)))
    with refusing(ValueError, match="no deck 'trees'"):
        Chest((DECK,))["trees"]


@pytest.mark.row("B10", "B11")
@pytest.mark.parametrize(
    "other",
    [
        animals(ANT, COW, BAT),
        animals(ANT, BAT),
        animals(ANT, BAT, COW, copies=2),
        animals(ANT, BAT, Animal("cow", 3)),
        animals(ANT, BAT, Animal("cow!", 4)),
        deck_of("beasts", (ANT, BAT, COW), shadow=HIDDEN),
        deck_of("animals", (ANT, BAT, COW), shadow=Animal("?", 0)),
    ],
    ids=["order", "fewer", "more", "value", "face", "name", "shadow"],
)
def test_any_other_chest_has_another_hash_and_does_not_fit(other: Deck[Animal]) -> None:
    chest = Chest((DECK,))
    assert len(chest.digest) == 32
    chest.verify(Chest((animals(ANT, BAT, COW),)).digest)
    assert Chest((other,)).digest != chest.digest
    with refusing(ValueError, match="other components"):
        Chest((other,)).verify(chest.digest)


@pytest.mark.row("B11")
def test_the_hash_of_a_chest_is_the_same_on_every_machine() -> None:
    known = "dde87cdfaf6d7e3af6395717c3ef89b0250f9db3f18497bac568226f2f4dccdf"
    assert Chest((DECK,)).digest.hex() == known


@pytest.mark.row("B52", "B09")
def test_changing_properties_are_a_value_for_each_index() -> None:
    hungry = (0,) * len(DECK)
    fed = changed_at(hungry, 1, 5)
    assert fed == (0, 5, 0)
    assert hungry == (0, 0, 0)
    for index in (-1, 3):
        with refusing(ValueError, match=f"no index {index} among 3"):
            changed_at(hungry, index, 5)
