"""Moves are taken in other words that people use, where one move alone can be meant."""

from __future__ import annotations

import pytest

from p2pgame.cli.text import moves
from p2pgame.client.words import language, speak
from p2pgame.engine import Amount, Choose, Offer


@pytest.mark.parametrize(
    ("tongue", "line", "offers", "move"),
    [
        ("en", "call", ("fives 3", "liar"), "liar"),
        ("en", "I doubt it!", ("fives 3", "liar"), "liar"),
        ("en", "call", ("fold", "call"), "call"),
        ("en", "stay", ("roll", "hold"), "hold"),
        ("en", "stay", ("hit", "stand"), "stand"),
        ("en", "hit me", ("hit", "stand"), "hit"),
        ("en", "throw", ("roll", "hold"), "roll"),
        ("en", "stone", ("rock", "paper", "scissors"), "rock"),
        ("en", "pick up", ("play 3", "draw"), "draw"),
        ("en", "shoot at b4", ("b3", "b4"), "b4"),
        ("en", "flip 12", ("1", "2", "12"), "12"),
        ("en", "move c3-d4", ("c3-d4", "c3-b4"), "c3-d4"),
        ("en", "stay", ("hold", "stand"), "stay"),
        ("en", "doubt", ("roll", "hold"), "doubt"),
        ("de", "ich passe", ("fold", "call"), "ich passe"),
        ("de", "passe", ("fold", "call"), "fold"),
        ("de", "Lüge!", ("fives 3", "liar"), "liar"),
        ("de", "erhöhe auf 60", ("call", Amount("raise", 52, 1000)), "raise 60"),
        ("de", "Schere", ("rock", "paper", "scissors"), "scissors"),
        ("de", "Pik", ("clubs", "spades"), "spades"),
    ],
)
def test_other_words_of_people_mean_the_one_move_that_is_offered(
    tongue: str, line: str, offers: tuple[Offer, ...], move: str
) -> None:
    before = language()
    speak(tongue)
    try:
        hints = tuple(
            f"{one.verb} {one.low}…{one.high}" if isinstance(one, Amount) else one
            for one in offers
        )
        assert moves.understand(line, Choose(0, offers), hints) == move
    finally:
        speak(before)


def test_nobody_gives_up_by_another_word() -> None:
    for line in ("muck", "stop", "aufgeben"):
        offers = ("A1 right", "restart", "give up", "resign")
        assert moves.understand(line, Choose(0, offers), offers) == line
