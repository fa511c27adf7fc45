"""Rules of a file that say now this and now that are found, and accuse nobody."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import nullcontext

import pytest

from p2pgame.engine import AnyGame, Chosen, ContradictoryRules, RulesError, start
from p2pgame.engine.rechecked import recheck
from p2pgame.game_files.confined_game import confined, confinement
from p2pgame.game_files.witness import EACH_SO_MANY, Witness
from tests.game_files.test_confined_game import rules

HERE = 'Choose(state.count % 2, ("one",))'
THERE = HERE.replace("one", "two")


class Told:
    """A witness whose rules are others in its own processes, and their game."""

    def __init__(self, here: str, there: str = "", more: str = "") -> None:
        self.game = confined(rules(here, more=more))
        self.witness = confinement(self.game).witness
        if there:
            self.witness._text = rules(there)


@pytest.fixture
def told() -> Iterator[list[Told]]:
    """Games whose processes end with the test."""
    made: list[Told] = []
    yield made
    for one in made:
        confinement(one.game).close()


def ask_turn(game: AnyGame) -> None:
    game.turn(start(game, 2, game.options()).state)


def ask_turns(game: AnyGame) -> None:
    state = start(game, 2, game.options()).state
    for count in range(EACH_SO_MANY):
        game.turn(type(state)(count))


def move_once(game: AnyGame) -> None:
    states(game, 1)


def states(game: AnyGame, count: int) -> None:
    state = start(game, 2, game.options()).state
    for number in range(count):
        game.turn(state)
        state = game.apply(state, Chosen(number % 2, "one"))


@pytest.mark.attack(56)
@pytest.mark.parametrize("blames", [True, False])
def test_rules_that_answer_by_what_a_process_is_contradict_themselves(
    told: list[Told], blames: bool
) -> None:
    one = Told(HERE, THERE)
    told.append(one)
    ask_turn(one.game)
    said = (
        r"the rules of saying, version 1 \(.{39}\) contradict themselves: asked again"
    )
    for _ in range(2):  # and they stay so
        with pytest.raises(ContradictoryRules, match=f"{said}, they answer turn other"):
            recheck(one.game, blames=blames)


@pytest.mark.attack(56)
@pytest.mark.parametrize("fails_first", [True, False])
def test_rules_that_fail_in_one_process_and_not_in_another_contradict_themselves(
    told: list[Told], fails_first: bool
) -> None:
    failing = "Choose(1 // 0, ())"
    one = Told(failing, HERE) if fails_first else Told(HERE, failing)
    told.append(one)
    state = start(one.game, 2, one.game.options()).state
    with pytest.raises(RulesError) if fails_first else nullcontext():
        one.game.turn(state)
    with pytest.raises(ContradictoryRules):
        recheck(one.game, blames=True)


@pytest.mark.attack(56)
@pytest.mark.parametrize("blames", [True, False])
def test_rules_that_go_by_the_order_of_a_set_contradict_themselves(
    told: list[Told], *, blames: bool
) -> None:
    """A program in which its player runs the file has another order."""
    words = {f"word {n}" for n in range(20)}
    turn = f"Choose(0, (self.joined({words}),))"
    joined = (
        "\n    def joined(self, of):\n        return ''.join([one for one in of])\n"
    )
    told.append(Told(turn, more=joined))
    ask_turn(told[0].game)
    with pytest.raises(ContradictoryRules, match="they answer turn otherwise"):
        recheck(told[0].game, blames=blames)


@pytest.mark.attack(56)
@pytest.mark.parametrize("ask", [ask_turns, move_once])
def test_a_second_process_is_asked_while_the_game_goes_on(
    ask: Callable[[AnyGame], None], told: list[Told]
) -> None:
    one = Told(HERE, THERE)
    told.append(one)
    with pytest.raises(ContradictoryRules, match="asked again, they answer turn other"):
        ask(one.game)


def test_pure_rules_are_confirmed_once(told: list[Told]) -> None:
    one = Told(HERE)
    told.append(one)
    states(one.game, EACH_SO_MANY)
    assert one.witness._said
    recheck(one.game, blames=False)
    assert not one.witness._said
    assert one.witness._second is None  # no process is left for the next table


@pytest.mark.attack(56)
def test_an_answer_that_changes_is_a_contradiction_by_itself() -> None:
    witness = Witness("", 1.0, "these")
    witness.hear("turn", b"\x92\xa4turn\x90", b"one")
    witness.hear("show", b"\x92\xa4show\x90", b"one")
    witness.hear("show", b"\x92\xa4show\x90", b"two")  # what only shows the game
    with pytest.raises(ContradictoryRules, match="the rules of these contradict"):
        witness.hear("turn", b"\x92\xa4turn\x90", b"two")
