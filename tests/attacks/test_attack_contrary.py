"""Files of rules that contradict themselves accuse nobody (``make contrary``: all)."""

from __future__ import annotations

import sys

import pytest

from p2pgame.engine import Chosen, RulesError
from p2pgame.game_files.loading import load
from tests.game_files.contrary import files, looked, played

FILES = files()
#: Sources that no look can tell from honest rules: a text and its number.
PLAIN = "an address in a text"
#: A file for each kind of source; ``make contrary`` plays the hundred.
TEN = (
    *(f"{PLAIN}, in the offers", "id(), in a refusal", "entropy, in the offers"),
    *("seconds, in a refusal", "the order of texts, in the state"),
    *("a hash of an object, in the result", "a global, in the offers"),
    *("a list, in the state", "depth, in the result", "floats, in the state"),
)
#: What stays as it is once the text is loaded.
FROZEN = "a list", "an iterator"


def test_the_look_finds_all_that_can_be_told_by_the_text() -> None:
    assert len(FILES) == 100
    for name, text in FILES.items():
        source = name.partition(", in ")[0]
        assert (looked(text) is None) is (source in (PLAIN, *FROZEN)), name


@pytest.mark.attack(56)
@pytest.mark.skipif(sys.platform != "linux", reason="addresses differ by the system")
@pytest.mark.parametrize("name", TEN)
def test_three_programs_play_by_rules_that_differ_and_nobody_is_accused(
    name: str,
) -> None:
    found = played(FILES[name])
    assert found
    assert "accused" not in found


def ask_all(text: str) -> None:
    game = load(text)
    state = game.setup(3, game.options())
    game.turn(state)
    game.turn(type(state)(6))
    game.why_illegal(state, 0, "one")
    game.apply(state, Chosen(0, "one"))


@pytest.mark.attack(56)
@pytest.mark.parametrize("name", [name for name in FILES if name.startswith(FROZEN)])
def test_what_is_kept_between_calls_does_not_change(name: str) -> None:
    with pytest.raises((RulesError, AttributeError), match=r"between calls|'append'"):
        ask_all(FILES[name])
