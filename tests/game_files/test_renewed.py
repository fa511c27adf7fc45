"""A process of rules is replaced before its life ends, and its table goes on."""

from __future__ import annotations

import pytest

from p2pgame.engine import AnyGame, Choose, Chosen
from p2pgame.engine.errors import RulesStopped
from p2pgame.game_files import rules_process
from p2pgame.game_files.confined_game import confined, confinement
from p2pgame.game_files.limits import SECONDS
from tests.game_files.test_confined_game import made, rules

__all__ = ["made"]


def test_a_table_lasts_longer_than_a_process_of_its_rules(
    made: list[AnyGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = confined(rules())
    made.append(game)
    process = confinement(game).process
    first, state = process.pid, game.setup(2, game.options())
    assert process.pid == first
    monkeypatch.setattr(rules_process, "RENEWED", 0.0)
    state = game.apply(state, Chosen(0, "one"))
    assert process.pid != first
    monkeypatch.setattr(rules_process, "RENEWED", 60.0)
    second = process.pid
    assert isinstance(game.turn(state), Choose)
    assert process.pid == second


def test_a_process_of_rules_is_replaced_before_its_life_ends() -> None:
    longest = rules_process.START + rules_process.LOAD + rules_process.EACH
    assert rules_process.RENEWED + longest < SECONDS


@pytest.mark.attack(56)
def test_rules_that_do_not_load_again_are_at_fault(
    made: list[AnyGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = confined(rules())
    made.append(game)
    state = game.setup(2, game.options())
    monkeypatch.setattr(rules_process, "RENEWED", 0.0)
    confinement(game).process._text = b"1 // 0"
    for _ in range(2):  # and they stay so
        with pytest.raises(RulesStopped, match="stopped: they do not load again"):
            game.turn(state)
