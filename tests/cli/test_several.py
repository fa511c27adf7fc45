"""Several steps in one line, for somebody who plays alone."""

from __future__ import annotations

import pytest
import trio

from p2pgame.cli.terminal.people import Person, Question
from p2pgame.cli.text.several import steps_in
from p2pgame.engine import Choose, IllegalMove, plain
from tests.cli.test_people import Desk

MOVES = ("B1 right", "B1 down", "A1 right", "undo A1", "give up")
CHOICE = Choose(0, MOVES)


@pytest.mark.parametrize(
    ("line", "steps"),
    [
        ("b1 right", ["b1 right"]),
        ("b1 r d r", ["b1 r", "b1 d", "b1 r"]),
        ("b1 right, a1 right; undo a1", ["b1 right", "a1 right", "undo a1"]),
        ("b1 right, down", ["b1 right", "b1 down"]),
        ("give up now", ["give up now"]),
        ("give up, b1 right", ["give up, b1 right"]),
        ("c9 left left", ["c9 left left"]),
        ("undo a1 b1", ["undo a1", "undo b1"]),
        (",", [","]),
    ],
)
def test_a_line_is_cut_into_steps(line: str, steps: list[str]) -> None:
    assert steps_in(line, CHOICE, MOVES) == steps


@pytest.mark.parametrize(
    ("players", "done"), [(1, ["B1 right", "B1 down"]), (2, ["A1 right"])]
)
def test_steps_are_made_one_after_the_other_by_who_plays_alone(
    players: int, done: list[str]
) -> None:
    made, desk = list[str](), Desk("b1 right down up right", "a1 right")
    question = Question(CHOICE, MOVES, players=players)

    async def propose(move: str) -> None:
        if move not in MOVES:
            raise IllegalMove("unknown-move", plain("there is no such move"))
        made.append(move)

    async def leave(word: str) -> None:
        raise AssertionError

    async def play() -> None:
        person = Person(desk)
        for _ in done:
            await person.decide(question, propose, leave)
        if players == 1:  # the third step can't be: the fourth is left out
            await person.decide(question, propose, leave)
            assert made.pop() == "A1 right"

    trio.run(play)
    assert made == done
    assert ("Left out after that: b1 right" in desk.said) == (players == 1)
