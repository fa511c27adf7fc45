"""Files of rules that contradict themselves accuse nobody (``make contrary``: all)."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from p2pgame.client.profile.rules_files import OWN, use
from p2pgame.engine import Chosen, RulesError
from p2pgame.game_files.loading import load
from tests.game_files.contrary import files, looked, played

FILES = files()
#: Sources that no look can tell from honest rules: a text and its number.
PLAIN = "an address in a text"
#: Files of which one defence alone finds that they differ:
#: accused by it are players, unless fresh processes are asked before;
BLAMING = f"{PLAIN}, in the offers"
#: all players' processes agree in it, so only others find it as the game goes on;
GOING_ON = "floats, in the offers"
#: players whose states differ wait for each other, and judge nothing;
STATES = f"{PLAIN}, in the state"
#: all agree in it, and its last answer alone is another: only the end is left for it.
LAST = "depth, in the result"
#: A file for each kind of source; ``make contrary`` plays the hundred.
SOME = (
    *(BLAMING, GOING_ON, LAST, STATES, "id(), in a refusal", "entropy, in the offers"),
    *("seconds, in a refusal", "the order of texts, in the state"),
    *("a hash of an object, in the offers", "a global, in the offers"),
    "a list, in the state",
)
#: What is said of a table that came to no end, or of no contradiction.
UNNAMED = {"accused", "fair", "waits"}
#: What is said of rules that are found at the game's end: three have moved twice each.
AT_THE_END = "(after turn 6)"
#: What stays as it is once the text is loaded.
FROZEN = "a list", "an iterator"


def test_the_look_finds_all_that_can_be_told_by_the_text() -> None:
    assert len(FILES) == 100
    for name, text in FILES.items():
        source = name.partition(", in ")[0]
        assert (looked(text) is None) is (source in (PLAIN, *FROZEN)), name


@pytest.mark.attack(56)
@pytest.mark.skipif(sys.platform != "linux", reason="addresses differ by the system")
@pytest.mark.parametrize("name", SOME)
def test_three_programs_play_by_rules_that_differ_and_nobody_is_accused(
    name: str,
) -> None:
    found = played(FILES[name])
    assert "accused" not in found
    assert found - UNNAMED
    if name in (BLAMING, GOING_ON, STATES, LAST):
        named = {one for one in found if "contradict themselves" in one}
        assert found - {"waits"} == named
        at_the_end = {AT_THE_END in one for one in found if "after turn" in one}
        assert at_the_end == {name == LAST}


@pytest.mark.attack(56)
@pytest.mark.skipif(sys.platform != "linux", reason="addresses differ by the system")
@pytest.mark.parametrize("owners", [1, 3])
def test_a_file_of_one_s_own_that_contradicts_itself_accuses_nobody(
    owners: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mine.py"
    path.write_text(FILES[BLAMING], "utf-8")
    monkeypatch.setenv(OWN, "")  # what is put there goes with the test
    own = use(path)
    found = played(FILES[BLAMING], [own] * owners)
    assert not found & {"accused", "fair"}
    assert any("contradict themselves" in one for one in found)


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
