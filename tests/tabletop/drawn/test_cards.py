"""Cards and dice are drawn in lines, in frames and as hands."""

from __future__ import annotations

import pytest

from p2pgame.tabletop.cards import PACK
from p2pgame.tabletop.drawn.cards import (
    card,
    cards,
    fanned,
    framed_cards,
    hand,
    hand_lines,
    large_cards,
)
from p2pgame.tabletop.drawn.dice import dice_line, framed_dice
from p2pgame.tabletop.drawn.rows import width_of
from tests.games.drawn_text import lines, text_of


def test_a_card_is_its_rank_and_suit_in_the_style_of_its_suit() -> None:
    assert text_of((cards(["Qh", "Td", None, ""]),)) == "Q♥ 10♦ ▒▒ ··"
    assert [card(face).style for face in ("Qh", "As", None, "")] == [
        *("red-suit", "black-suit", "hidden", "dim")
    ]
    assert card("owl").text == "owl"


def test_framed_cards_are_open_face_down_or_a_place_for_one() -> None:
    assert text_of(framed_cards(["Td", "K", None, ""], gap=1)) == lines("""
        ╭───╮ ╭───╮ ╭───╮ ╭┄┄┄╮
        │10♦│ │ K │ │▒▒▒│ ┊   ┊
        ╰───╯ ╰───╯ ╰───╯ ╰┄┄┄╯
    """)


def test_large_cards_have_their_rank_in_two_corners() -> None:
    assert text_of(large_cards(["Td", "7", None, ""])) == lines("""
        ╭─────╮ ╭─────╮ ╭─────╮ ╭┄┄┄┄┄╮
        │10   │ │     │ │▒▒▒▒▒│ ┊     ┊
        │  ♦  │ │  7  │ │▒▒▒▒▒│ ┊     ┊
        │   10│ │     │ │▒▒▒▒▒│ ┊     ┊
        ╰─────╯ ╰─────╯ ╰─────╯ ╰┄┄┄┄┄╯
    """)


def test_a_hand_is_sorted_by_suits_of_alternating_colours() -> None:
    held = ["2c", "Th", "As", "3d", "Ks"]
    assert text_of(hand(held, 1, 40, 3)) == text_of(
        fanned(["As", "Ks", "Th", "2c", "3d", None])
    )
    assert text_of(hand(held, 0, 40, 2)) == "♠ A K   ♥ 10   ♣ 2   ♦ 3"
    assert text_of(hand_lines(held, 2, 12)) == lines("""
        ♠ A K   ♥ 10
        ♣ 2   ♦ 3
        ▒▒ × 2
    """)


@pytest.mark.parametrize("width", [7, 12, 20, 60])
def test_a_hand_of_all_cards_keeps_to_its_width(width: int) -> None:
    drawn = hand_lines(map(str, PACK), 0, width)
    assert width_of(drawn) <= width
    assert text_of(drawn).count("10") == 4


def test_large_dice_have_pips_and_small_ones_numbers() -> None:
    assert text_of(framed_dice([5, None], large=True)) == lines("""
        ╭─────╮ ╭─────╮
        │●   ●│ │▒▒▒▒▒│
        │  ●  │ │▒▒▒▒▒│
        │●   ●│ │▒▒▒▒▒│
        ╰─────╯ ╰─────╯
    """)
    assert text_of((dice_line([5, None], ["", ""]),)) == "5 ▒"
    assert text_of(framed_dice([5], large=False)) == text_of(framed_cards(["5"]))
