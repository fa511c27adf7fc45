"""`?` at a prompt says what the moves do that are possible now."""

from __future__ import annotations

from p2pgame.cli.text.explained import explained
from p2pgame.client.events import Choice, Range


def test_the_moves_that_are_possible_are_explained() -> None:
    choice = Choice(("play 3", "play 9", "draw"), ())
    assert explained("crazy-eights", 1, choice).splitlines() == [
        "What they do:",
        "  play CARD  Play a card of the own hand, which must fit.",
        "  draw       Draw a card, or the cards that are owed.",
    ]
    told = explained("crazy-eights", 1, Choice(("pass",), ()))
    assert told.splitlines()[1:] == ["  pass  Do nothing: no more cards may be drawn."]


def test_a_move_with_a_number_is_explained_by_its_form() -> None:
    told = explained("holdem", 1, Choice(("fold", Range("raise", 20, 90)), ()))
    assert [line.split()[0] for line in told.splitlines()[1:]] == ["fold", "raise"]
