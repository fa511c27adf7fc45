"""What is told again of a game is bounded, whoever speaks much."""

from __future__ import annotations

from p2pgame.client.telling.past_lines import MOVES, SAID, PastLines
from p2pgame.engine import Message, plain


def test_nobody_crowds_out_what_happened_or_what_others_said() -> None:
    past = PastLines()
    past.add("move", plain("Ann bets"))
    past.say("chat", plain("Ann: hello"), 0, "hello")
    for number in range(SAID * 10):
        past.say("chat", plain(f"Eve: {number}"), 1, str(number))
    past.add("move", plain("Ben folds"))
    lines = past.lines()
    assert len(lines) == 3 + SAID
    assert [line.message for line in lines[:2]] == [
        plain("Ann bets"),
        plain("Ann: hello"),
    ]
    assert lines[-2].text == str(SAID * 10 - 1)
    assert lines[-1].message == plain("Ben folds")


def test_of_a_long_game_the_last_lines_are_told() -> None:
    past = PastLines()
    for number in range(MOVES + 5):
        past.add("move", Message.by("player-moves", 0, move=str(number)))
    lines = past.lines()
    assert len(lines) == MOVES
    assert lines[0].message == Message.by("player-moves", 0, move="5")
