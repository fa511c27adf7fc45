"""Players have names, each its own, and it is always said who is waited for."""

from __future__ import annotations

import pytest

from p2pgame.cli.text import cards, words
from p2pgame.client.names import distinct
from p2pgame.client.telling.phrases import outcome, waiting
from p2pgame.engine import Choose, Deal, Open, Over, Roll, Shuffle, Together, Turn

NAMES = ["Ann", "Ben", "Cleo"]


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["Ann", "Ben"], ["Ann", "Ben"]),
        (["Ben", "Ben", "Ben"], ["Ben", "Ben (2)", "Ben (3)"]),
        (["Ben", "Ben", "Ben (2)"], ["Ben", "Ben (3)", "Ben (2)"]),
        (["Ben (2)", "Ben", "Ben"], ["Ben (2)", "Ben", "Ben (3)"]),
        (
            ["Coco", "\u0421\u043e\u0441\u043e"],
            ["Coco", "\u0421\u043e\u0441\u043e (2)"],
        ),
        (["Ill", "lll"], ["Ill", "lll (2)"]),
    ],
)
def test_players_of_one_name_are_told_apart(names: list[str], told: list[str]) -> None:
    assert distinct(names) == told


def test_a_name_that_looks_like_a_player_is_replaced_once() -> None:
    assert words.named("player 0 and player 7", ["player 1", "Ben"]) == (
        "player 1 and player 7"
    )


@pytest.mark.parametrize(
    ("turn", "seats", "text"),
    [
        (Choose(2, ("a",)), (), "waiting for Cleo"),
        (Choose(2, ("a",)), (2,), "waiting for Cleo"),
        (Together((Choose(0, ("a",)), Choose(2, ("b",)))), (), "waiting for Ann, Cleo"),
        (Together((Choose(0, ("a",)), Choose(2, ("b",)))), (2,), "waiting for Cleo"),
        (Shuffle(("J", "Q"), (0, 1)), (1,), "shuffling 2 cards, waiting for Ben"),
        (Shuffle(("J", "Q"), (0, 1)), (), "shuffling 2 cards"),
        (Deal(((0, (0,)),)), (1, 2), "dealing, waiting for Ben, Cleo"),
        (Open((0,)), (0,), "opening cards, waiting for Ann"),
        (Roll(6), (0,), "rolling, waiting for Ann"),
        (Over((0, 0, 0)), (1,), "waiting for Ben to sign the end"),
    ],
)
def test_the_players_that_are_waited_for_are_named(
    turn: Turn, seats: tuple[int, ...], text: str
) -> None:
    assert words.say(waiting(turn, seats), NAMES) == text


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("the table is full", "The table is full."),
        ("Why?", "Why?"),
        ("done.", "Done."),
    ],
)
def test_a_sentence_has_a_capital_and_an_end(text: str, sentence: str) -> None:
    assert words.sentence(text) == sentence


@pytest.mark.parametrize(
    ("payoffs", "told"),
    [
        ((-3, 5, -2), "Ben +5, Cleo -2, Ann -3"),
        ((0, 0, 0), "nobody wins or loses"),
        ((1,), "Ann +1"),
    ],
)
def test_a_result_begins_with_the_best(payoffs: tuple[int, ...], told: str) -> None:
    assert words.say(outcome(payoffs), NAMES) == told


@pytest.mark.parametrize(
    ("hint", "typed"),
    [
        ("play 17 (Qh)", "play Qh"),
        (
            "pass 3 9 41 (Qh 2c Ts) to Ben, on the left",
            "pass Qh 2c Ts to Ben, on the left",
        ),
        ("flip 3 9 (left right)", "flip 3 9 (left right)"),
        ("raise to 40", "raise to 40"),
        ("g1f3 (Nf3+)", "Nf3+"),
    ],
)
def test_what_is_suggested_is_what_one_would_type(hint: str, typed: str) -> None:
    assert cards.suggested(hint) == typed


def test_a_line_is_read_aloud_as_a_sentence_with_its_cards_in_words() -> None:
    told = cards.spoken(cards.aloud("flop: 2c Jc Ts"))
    assert told == "Flop: 2 of clubs, jack of clubs, 10 of spades."
    assert cards.aloud("raise to 20…90 (pot 60)") == "raise from 20 to 90 (pot 60)"
    assert cards.spoken("Again? [y/N]") == "Again? [y/N]"
    assert cards.spoken("  p2pgame join X") == "  p2pgame join X"
