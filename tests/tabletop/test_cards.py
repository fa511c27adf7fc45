"""The pack of 52 equals the one that the poker hands know."""

from __future__ import annotations

import pytest

from p2pgame.games.poker import ranking
from p2pgame.tabletop import (
    PACK,
    RANKS,
    SUITS,
    Card,
    Stack,
    card_words,
    is_red,
    playing_cards,
    rank_of,
    suit_of,
)
from tests.english import english, refusing

DECK = playing_cards()


@pytest.mark.row("B74")
def test_the_standard_pack_is_that_of_the_poker_hands() -> None:
    assert DECK.faces == ranking.DECK
    assert DECK.values == PACK
    assert (RANKS, SUITS) == (ranking.RANKS, ranking.SUITS)
    assert len({*DECK.faces}) == 52
    best = [str(card.values) for card in DECK][-4::-4][:5]
    assert english(ranking.describe(ranking.score(best))) == "a royal flush"


@pytest.mark.row("B74")
def test_jokers_and_more_packs_make_other_decks() -> None:
    jolly = playing_cards(jokers=2)
    assert jolly.faces == (*DECK.faces, "*r", "*b")
    canasta = playing_cards(packs=2, jokers=2)
    assert canasta.faces == jolly.faces * 2
    assert playing_cards(jokers=3).faces[-3:] == ("*r", "*b", "*r")
    for packs, jokers in ((0, 0), (1, -1)):
        with refusing(ValueError, match="no deck has"):
            playing_cards(packs=packs, jokers=jokers)


@pytest.mark.row("B74", "B12")
def test_a_card_is_read_from_its_face() -> None:
    assert DECK.read("Td") == Card("T", "d")
    assert str(DECK.read(None)) == "??"
    with refusing(ValueError, match=r"cards has no '\*r'"):
        DECK.read("*r")


@pytest.mark.row("B74")
def test_ranks_suits_and_colours_are_known() -> None:
    assert [rank_of(rank + "c") for rank in RANKS] == list(range(2, 15))
    assert [suit_of("7" + suit) for suit in SUITS] == ["c", "d", "h", "s"]
    assert [is_red("7" + suit) for suit in SUITS] == [False, True, True, False]
    assert (rank_of("*r"), suit_of("*r"), is_red("*r")) == (0, "", True)
    assert (rank_of("*b"), suit_of("*b"), is_red("*b")) == (0, "", False)


@pytest.mark.row("B74")
@pytest.mark.parametrize(
    ("face", "words"),
    [
        ("As", "ace of spades"),
        ("Td", "10 of diamonds"),
        ("2c", "2 of clubs"),
        ("Qh", "queen of hearts"),
        ("*b", "black joker"),
    ],
)
def test_cards_have_names_in_words(face: str, words: str) -> None:
    assert card_words(face) == words


def test_all_cards_have_different_names() -> None:
    assert len({card_words(face) for face in playing_cards(jokers=2).faces}) == 54


@pytest.mark.parametrize("face", ["", "A", "as", "1s", "10s", "??", "Asx", "**"])
def test_anything_else_is_no_card(face: str) -> None:
    for read in (rank_of, suit_of, is_red, card_words):
        with refusing(ValueError, match="is no playing card"):
            read(face)


@pytest.mark.row("B74", "B17")
def test_a_hand_is_sorted_by_suit_and_rank() -> None:
    hand = Stack("cards", tuple(map(DECK.faces.index, ("As", "2c", "Kd", "Tc"))))

    def key(card: int) -> int:
        face = DECK[card].face
        return SUITS.index(suit_of(face)) * 20 + rank_of(face)

    ordered = [DECK[card].face for card in hand.sorted_by(key)]
    assert ordered == ["2c", "Tc", "Kd", "As"]
