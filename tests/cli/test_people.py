"""A program that plays a seat is no master, but nobody is annoyed by it."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
import trio

from cli.people import Bot, Person, Question
from cli.screen import Screen
from p2pgame.engine import (
    Amount,
    Choose,
    IllegalMove,
    Timer,
    plain,
)
from p2pgame.engine.game import AT_RANDOM
from p2pgame.engine.turns import NO_ORDER


async def stay() -> None:
    raise AssertionError("a bot does not leave")


def decided(question: Question, times: int = 200) -> Counter[str]:
    """Return what a bot decides when it is asked so often."""
    made = Counter[str]()
    bot = Bot(random.Random(1))

    async def propose(move: str) -> None:
        made[move] += 1

    async def decide() -> None:
        for _ in range(times):
            await bot.decide(question, propose, stay)

    trio.run(decide)
    return made


@pytest.mark.parametrize(
    ("hint", "moves"),
    [
        ("hold (+16)", {"roll"}),
        ("hold (+0)", {"roll"}),
        ("stand (at 12)", {"roll"}),
    ],
)
def test_a_bot_goes_on_while_it_has_little(hint: str, moves: set[str]) -> None:
    question = Question(Choose(0, ("roll", hint.split(" ")[0])), ("roll", hint))
    assert {*decided(question)} == moves


@pytest.mark.parametrize("hint", ["hold (+17)", "stand (at 20)"])
def test_a_bot_is_content_with_much(hint: str) -> None:
    stop = hint.split(" ")[0]
    question = Question(Choose(0, ("roll", stop)), ("roll", hint))
    assert decided(question)[stop] > 180


def test_a_bot_gives_nothing_up_while_it_can_go_on() -> None:
    moves = ("e2e4", "offer draw", "resign", "restart", "give up")
    assert {*decided(Question(Choose(0, moves), moves))} == {"e2e4"}
    assert {*decided(Question(Choose(0, ("resign",)), ("resign",)))} == {"resign"}


def test_a_bot_orders_something_now_and_then_as_a_clock_ticks() -> None:
    choice = Choose(0, (Amount("l", 1, 1000),), Timer(1, NO_ORDER))
    made = decided(Question(choice, ("l 1…1000",)))
    assert 100 < made[NO_ORDER] < 195
    assert {*made} <= {NO_ORDER, "l 1", "l 2", "l 3"}


def test_a_bot_lets_people_look_as_long_as_the_rules_say() -> None:
    choice = Choose(0, ("hide",), Timer(3, "hide"))
    with pytest.raises(trio.TooSlowError):
        trio.run(look_in_vain, choice)


async def look_in_vain(choice: Choose) -> None:
    async def propose(move: str) -> None:
        raise AssertionError(move)

    with trio.fail_after(0.05):
        await Bot(random.Random(1)).decide(Question(choice, ("hide",)), propose, stay)


PLACING = Question(Choose(0, (AT_RANDOM,)), ("a fleet, or random",))


def test_a_bot_places_where_nobody_can_guess() -> None:
    made = decided(PLACING)
    assert len(made) == 200
    assert all(AT_RANDOM.number(move) is not None for move in made)


class Desk(Screen):
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
        done.append(move)

    async def leave() -> None:
        done.append("has left")

    trio.run(Person(desk).decide, question, propose, leave)
    return done, desk.said


CARDS = Question(Choose(0, ("play 3", "draw")), ("play 3 (Qh)", "draw"))


def test_who_types_leave_twice_has_left() -> None:
    done, said = typed(CARDS, "leave", " LEAVE ")
    assert done == ["has left"]
    assert said[1].startswith("Leave for good?")


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
    two = replace(CARDS, two=True)
    done, said = typed(two, "resign", "resign")
    assert done == ["has left"]
    assert said[1].startswith("Resign? That ends the game")
    assert typed(two, "resign", "draw")[0] == ["draw"]
    assert typed(CARDS, "resign")[0] == ["resign"]  # which the table refuses
    chess = Question(Choose(0, ("e2e4", "resign")), ("e4", "resign"), two=True)
    assert typed(chess, "resign")[0] == ["resign"]


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
        "Your move: play Qh, draw (the others wait 300 s for you)"
    ]
