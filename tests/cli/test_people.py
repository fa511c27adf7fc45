"""A person who decides at a terminal is told what to type, and asked once more."""

from __future__ import annotations

from dataclasses import replace

import pytest
import trio

from p2pgame.cli.terminal.line_display import LineDisplay
from p2pgame.cli.terminal.people import Person, Question
from p2pgame.engine import (
    Choose,
    IllegalMove,
    plain,
)
from p2pgame.engine.offers import AT_RANDOM
from p2pgame.engine.turns import is_move

PLACING = Question(Choose(0, (AT_RANDOM,)), ("a fleet, or random",))


class Desk(LineDisplay):
    """A screen at which these lines are typed, and all that is said is kept."""

    def __init__(self, *typed: str) -> None:
        super().__init__()
        self._typing = list(typed)
        self.said: list[str] = []

    def line(self, text: str) -> None:
        self.said.append(text)

    async def ask(self, *, again: bool = False) -> str:
        return self._typing.pop(0)


def typed(question: Question, *lines: str) -> tuple[list[str], list[str]]:
    """Return what a person who types this does, and what is said to them."""
    done, desk = list[str](), Desk(*lines)

    async def propose(move: str) -> None:
        if move == "nonsense":
            raise IllegalMove("misplaced", plain("that is no fleet"))
        if not is_move(move):
            raise IllegalMove("no-move", plain("that is no ASCII"))
        done.append(move)

    async def leave(word: str) -> None:
        done.append("has left")

    trio.run(Person(desk).decide, question, propose, leave)
    return done, desk.said


CARDS = Question(Choose(0, ("play 3", "draw")), ("play 3 (Qh)", "draw"))


def test_who_types_leave_twice_has_left() -> None:
    done, said = typed(CARDS, "leave", " LEAVE ")
    assert done == ["has left"]
    assert said[1].startswith("Leave for good?")


def test_a_card_that_one_does_not_hold_is_refused_with_the_moves_there_are() -> None:
    done, said = typed(CARDS, "play 8♠", "draw")
    assert done == ["draw"]
    assert said[1] == "Not possible now: 'play 8♠'. You may: play Q♥, draw."


@pytest.mark.parametrize("word", ["leave", "resign"])
def test_yes_and_no_answer_whether_somebody_leaves(word: str) -> None:
    assert typed(CARDS, word, "yes")[0] == ["has left"]
    done, said = typed(CARDS, word, "n", "draw")
    assert done == ["draw"]
    assert said[2] == "The game goes on."
    resigns = Question(Choose(0, ("e4", "resign")), ("e4", "resign"))
    assert typed(resigns, "RESIGN", "y")[0] == ["resign"]
    yes = Question(Choose(0, ("y", "n")), ("y", "n"))
    assert typed(yes, word, "y")[0] == ["y"], "a move comes first"


def test_who_thinks_better_of_it_stays() -> None:
    done, _ = typed(CARDS, "leave", "qh")
    assert done == ["play 3"]
    done, said = typed(CARDS, "leave", "?", "leave", "draw")
    assert done == ["draw"]
    assert sum(text.startswith("Leave for good?") for text in said) == 2


def test_a_move_called_leave_is_that_move() -> None:
    question = Question(Choose(0, ("leave", "stay")), ("leave", "stay"))
    assert typed(question, "leave")[0] == ["leave"]


def test_who_resigns_at_a_table_of_two_leaves_it() -> None:
    two = replace(CARDS, players=2)
    done, said = typed(two, "resign", "resign")
    assert done == ["has left"]
    assert said[1].startswith("Resign? That ends the game")
    assert typed(two, "resign", "draw")[0] == ["draw"]


@pytest.mark.parametrize("players", [1, 2, 3, 7])
@pytest.mark.parametrize("moves", [("play 3", "draw"), ("e2e4", "resign")])
@pytest.mark.parametrize("word", ["resign", "Resign", "RESIGN "])
def test_resign_asks_at_every_table_also_where_it_is_a_move(
    players: int, moves: tuple[str, ...], word: str
) -> None:
    question = Question(Choose(0, moves), moves, players=players)
    done, said = typed(question, word, word)
    assert done == ["resign" if "resign" in moves else "has left"]
    assert len(said) == 2
    assert said[1].startswith("Resign? ")
    assert typed(question, word, moves[0])[0] == [moves[0]]


def test_leave_is_not_meant_by_less_of_the_word() -> None:
    done, said = typed(CARDS, "lea")
    assert done == ["lea"]  # which the table refuses
    assert not any("for good" in text for text in said)


def test_a_placement_is_asked_for_in_the_words_of_the_game() -> None:
    for word in ("random", "Random", "r"):
        (move,), said = typed(PLACING, word)
        assert AT_RANDOM.number(move) is not None
        assert said == ["Your move: a fleet, or random"]
    assert typed(PLACING, "random")[0] != typed(PLACING, "random")[0]
    assert typed(PLACING, "a1 right")[0] == ["a1 right"]
    assert typed(PLACING, "random 7")[0] == ["random 7"]
    done, said = typed(PLACING, "nonsense", "r")
    assert said[1] == "That is no fleet."
    assert len(done) == 1


def test_who_is_waited_for_only_so_long_is_told() -> None:
    hurried = replace(CARDS, patience=300)
    assert typed(hurried, "draw")[1] == [
        "Your move: play Q♥, draw (the others wait 300 s for you)"
    ]
