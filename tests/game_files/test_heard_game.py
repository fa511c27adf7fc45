"""Rules of a file of one's own run here, and are asked again in other processes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NoReturn

import pytest

from p2pgame.engine import (
    AnyGame,
    Chosen,
    ContradictoryRules,
    Refusal,
    RulesError,
    start,
)
from p2pgame.engine.errors import RulesStopped
from p2pgame.engine.guarded import guarded
from p2pgame.engine.rechecked import heard, recheck
from p2pgame.game_files import heard_game
from p2pgame.game_files.loading import load
from p2pgame.game_files.rules_process import Unlimited
from p2pgame.game_files.sizes import ANSWER_LIMIT
from p2pgame.game_files.witness import EACH_SO_MANY, Witness
from tests.game_files.test_confined_game import TURN, rules
from tests.game_files.test_witness import HERE, THERE, ask_turn, states

#: What makes an answer none that another process can give, and what is said of it.
NO_DATA = {
    f"Choose(0, ('x' * {ANSWER_LIMIT * 4},))": "it gives a turn of",
    "Over((2 ** 70, 0))": "it gives what is no data: can't serialize ints",
}


def own(here: str, there: str = "", more: str = "") -> AnyGame:
    """Return a game whose rules run here, and others in its witness's processes."""
    game = guarded(load(rules(here, more=more)))
    text = rules(there or here, more=more)
    vars(game)["heard"] = partial(heard_game.heard, game, text)
    return game


def asked_once(game: AnyGame) -> None:
    ask_turn(game)
    recheck(game, blames=True)


def asked_often(game: AnyGame) -> None:
    states(game, EACH_SO_MANY)


@pytest.mark.attack(56)
@pytest.mark.parametrize("ask", [asked_once, asked_often])
def test_rules_that_run_here_are_asked_elsewhere_as_well(
    ask: Callable[[AnyGame], None],
) -> None:
    game = heard(own(HERE, THERE))
    with pytest.raises(ContradictoryRules, match="asked again, they answer turn other"):
        ask(game)


def test_pure_rules_are_confirmed_and_each_table_remembers_for_itself() -> None:
    refusing = (
        "\n    def placement(self, state, player, words):\n"
        "        from_words = int(words)\n        return ()\n"
    )
    plain = own(TURN, more=refusing)
    first, second = heard(plain), heard(heard(plain))
    states(first, 3)
    for _ in range(2):
        state = start(first, 2, first.options()).state
        with pytest.raises(ValueError, match="invalid literal"):
            first.placement(state, 0, "no number")
        recheck(first, blames=False)
    states(second, 1)
    assert heard(load(rules())).__class__.__name__ == "Saying"  # of a package


@pytest.mark.attack(74)
@pytest.mark.parametrize("turn", NO_DATA)
def test_an_answer_that_no_other_process_can_give_is_a_fault_of_the_rules(
    turn: str,
) -> None:
    game = heard(own(turn))
    state = start(game, 2, game.options()).state
    with pytest.raises(RulesError, match=f"saying fails in turn: {NO_DATA[turn]}"):
        game.turn(state)


def test_a_refusal_of_a_person_s_words_is_remembered_as_one() -> None:
    more = (
        "\n    def placement(self, state, player, words):\n"
        "        raise Refusal(Message.of('not-now'))\n"
    )
    text = rules(TURN, more=more).replace(
        "import Choose,", "import Choose, Message, Refusal,"
    )
    game = guarded(load(text))
    at_table = heard_game.heard(game, text)
    with pytest.raises(Refusal):
        at_table.placement(start(game, 2, game.options()).state, 0, "one")
    recheck(at_table, blames=False)


def test_rules_that_call_too_deeply_here_are_at_fault_and_not_asked_again() -> None:
    deep = "\n    def deep(self, state):\n        return self.deep(state)\n"
    game = heard(own("self.deep(state)", TURN, more=deep))
    with pytest.raises(RulesStopped, match="saying fails in turn, line"):
        ask_turn(game)
    recheck(game, blames=False)


def test_where_a_system_has_no_limits_nothing_is_asked_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def unlimited(*_: Any) -> NoReturn:
        raise Unlimited("no limits")

    monkeypatch.setattr(Witness, "_fresh", unlimited)
    game = heard(own(HERE, THERE))
    asked_often(game)
    recheck(game, blames=True)
    assert game.apply(start(game, 2, game.options()).state, Chosen(0, "one"))
