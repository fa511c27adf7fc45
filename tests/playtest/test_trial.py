"""A trial finds rules that fail before the first move is made, and no others."""

from __future__ import annotations

import pytest

from p2pgame.engine import AnyGame, RulesError
from p2pgame.game_files.loading import load
from p2pgame.games.registry import GAMES
from p2pgame.playtest.trial import try_out
from tests.failing_rules import GOOD, METHODS, failing, line_in

#: What a method returns that is none of what it may, and how that is said.
WRONG = {
    "setup": ("None", "it returns nothing, and not State"),
    "turn": ("None", "it gives NoneType as its turn"),
    "apply": ("5", "it returns a int, and not State"),
    "show": ("None", "it returns nothing, and not str"),
    "zones": ("None", "it returns nothing, and not tuple[Zone, ...]"),
    "tell": ("'hello'", "it returns a str, and not Message | None"),
    "draw": (
        "'hello'",
        "it returns a str, and not tuple[tuple[Span, ...], ...] | None",
    ),
    "hint": ("None", "it returns nothing, and not str"),
    "in_sentences": ("('x',)", "it returns a tuple, and not tuple[Message, ...]"),
    "fix_up": ("state", "it returns a Said, and not tuple[Message, S] | None"),
}

#: A method that takes less than it is given.
SHORT = "def show(self, state: Said)"


def tried(text: str, seats: int = 2) -> str:
    """Return what a trial of rules says, or nothing."""
    game = load(text)
    try:
        try_out(game, seats, game.options())
    except RulesError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("name", GAMES)
def test_shipped_games_pass_their_trial(name: str) -> None:
    game: AnyGame = GAMES[name]
    for seats in {game.seats[0], min(game.seats[-1], 5)}:
        try_out(game, seats, game.options())


def test_good_rules_pass() -> None:
    assert [tried(GOOD, seats) for seats in (2, 3, 4)] == ["", "", ""]


@pytest.mark.parametrize("method", METHODS)
def test_a_call_that_raises_is_named_with_its_line(method: str) -> None:
    text = failing(method, "raise KeyError('x')")
    line = line_in(text, "raise KeyError")
    assert tried(text) == f"words fails in {method}, line {line}: KeyError: 'x'"


@pytest.mark.parametrize("method", WRONG)
def test_a_call_that_returns_what_is_none_is_named_with_its_line(method: str) -> None:
    wrong, said = WRONG[method]
    text = failing(method, f"return {wrong}")
    line = line_in(text, f"def {method}(")
    assert tried(text) == f"words fails in {method}, line {line}: {said}"


def test_a_turn_that_no_table_can_play_is_named_with_its_line() -> None:
    text = failing("turn", "return Choose(0, ('é',))")
    said = tried(text)
    assert said.startswith(f"words fails in turn, line {line_in(text, 'def turn(')}: ")
    assert "it offers player 0 the move 'é'" in said


def test_an_answer_that_only_fails_in_use_and_a_wrong_signature_have_a_line() -> None:
    text = failing("turn", "return Choose(0, ['yes'])")
    line = line_in(text, "def turn(")
    assert tried(text) == (
        f"words fails in turn, line {line}: TypeError: unhashable type: 'list'"
    )
    text = GOOD.replace("def show(self, state: Said, faces: Mapping[int, str])", SHORT)
    line = line_in(text, SHORT)
    assert tried(text).startswith(f"words fails in show, line {line}: TypeError: ")


def test_each_number_of_seats_is_another_trial() -> None:
    text = failing("setup", "assert seats < 3")
    assert tried(text, 2) == ""
    line = line_in(text, "assert seats")
    assert tried(text, 3) == f"words fails in setup, line {line}: AssertionError"


def test_what_fails_later_is_left_to_the_table() -> None:
    assert tried(failing("tell", "raise KeyError", since=2)) == ""
