"""A game's description is a file beside it, and one that is wrong is told as such."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import MappingProxyType, ModuleType

import pytest

from p2pgame.engine import AnyGame
from p2pgame.games.registry import find
from p2pgame.text.descriptions import (
    BadDescription,
    Description,
    MovePart,
    description_of,
    explained,
    parts_of,
    pattern_of,
)

Describe = Callable[[str, str], AnyGame]


@pytest.fixture
def describe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Describe:
    """Return a function that gives kuhn, in a package with this description."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def put(package: str, text: str) -> AnyGame:
        folder = tmp_path / package / "text" / "en"
        folder.mkdir(parents=True)
        (tmp_path / package / "__init__.py").touch()
        (folder / "kuhn.toml").write_text(text, "utf-8")
        monkeypatch.setitem(sys.modules, package, ModuleType(package))
        del sys.modules[package]  # and what is imported in its place ends with the test
        module = ModuleType(f"{package}.game")
        module.__package__ = package
        monkeypatch.setitem(sys.modules, module.__name__, module)
        kind = type("Other", (type(find("kuhn")),), {"__module__": module.__name__})
        game: AnyGame = kind()
        return game

    return put


def test_a_description_lies_in_the_package_of_the_game(describe: Describe) -> None:
    game = describe("somewhere_else", 'rules = "Go."\n[moves]\n"go N" = "Go."\n')
    with pytest.raises(BadDescription, match="does not say what N is"):
        description_of(game)
    parts = '[parts]\nN = { type = "int", about = "How far." }\n'
    game = describe("elsewhere", f'rules = "Go."\n[moves]\n"go N" = "Go."\n{parts}')
    found = description_of(game)
    assert (found.rules, found.moves) == ("Go.", {"go N": "Go."})
    assert found.parts["N"] == MovePart("How far.", "int")


def test_a_game_without_a_description_is_described_by_nothing() -> None:
    class Alone(type(find("kuhn"))):  # type: ignore[misc]
        name = "alone"

    assert description_of(Alone()) == Description()
    Alone.__module__ = "nowhere"
    assert description_of(Alone()) == Description()


def test_rules_describe_moves_with_parts_of_any_name() -> None:
    class Alone(type(find("kuhn"))):  # type: ignore[misc]
        name = "alone"
        move_help = MappingProxyType(
            {"play CARD": "Plays it.", "take NUMBER": "Takes.", "pass": "No."}
        )

    Alone.__module__ = "nowhere"
    found = description_of(Alone())
    assert found.moves == Alone.move_help
    assert {name: part.type for name, part in found.parts.items()} == {
        "CARD": "text",
        "NUMBER": "int",
    }
    told = explained(found, ["play Qh", "take 3", "take all", "pass"])
    assert told == (*Alone.move_help.items(),)
    assert explained(found, ["take all"]) == ()


@pytest.mark.parametrize(
    ("number", "text", "why"),
    [
        (0, "title = ", "is no description: "),
        (1, "titel = 'x'", "unknown field `titel`"),
        (2, "[state]\nx = 1", r"Expected `str`, got `int` - at `\$.state"),
        (3, "[moves]\nX = ''\n[parts]\nX = {about = '', pattern = '('}", "no descr"),
        (4, "[parts]\nX = {about = '', type = 'card'}", "Invalid enum value 'card'"),
    ],
)
def test_a_file_that_is_no_description_is_refused_by_name(
    number: int, text: str, why: str, describe: Describe
) -> None:
    with pytest.raises(BadDescription, match=why) as caught:
        description_of(describe(f"wrong{number}", text))
    assert str(caught.value).startswith("kuhn.toml is no description: ")


PARTS = {
    "N": MovePart("", "int"),
    "SLOT": MovePart("", "slot"),
    "WAY": MovePart("", words=("up", "down", "up.down")),
    "CELL": MovePart("", pattern="[a-h][1-8]"),
    "TEXT": MovePart(""),
}
FORMS = {
    "raise N": (
        ["raise 0", "raise 120"],
        ["raise 01", "raise -1", "raise", "xraise 1"],
    ),
    "pass SLOT SLOT": (["pass 1 22"], ["pass 1", "pass 1  2"]),
    "CELLxCELL": (["a1xb2"], ["a1-b2", "a1xb9", "a1xb2x"]),
    "go (WAY)?": (["go (up)?", "go (up.down)?"], ["go ", "go up", "go (up_down)?"]),
    "say TEXT": (["say so much"], ["say "]),
    "a.b": (["a.b"], ["acb"]),
}


@pytest.mark.parametrize("form", FORMS)
def test_a_form_matches_the_moves_that_have_it(form: str) -> None:
    pattern, (good, bad) = pattern_of(form, PARTS), FORMS[form]
    assert all(re.fullmatch(pattern, move) for move in good)
    assert not any(re.fullmatch(pattern, move) for move in bad)


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no JavaScript here")
@pytest.mark.parametrize("form", FORMS)
def test_a_form_matches_the_same_moves_in_javascript(form: str) -> None:
    pattern, (good, bad) = pattern_of(form, PARTS), FORMS[form]
    script = (
        "const [pattern, ...moves] = process.argv.slice(1);"
        "const whole = new RegExp(`^(?:${pattern})$`, 'u');"
        "console.log(moves.map((move) => +whole.test(move)).join(''));"
    )
    run = ["node", "-e", script, "--", pattern, *good, *bad]
    done = subprocess.run(run, capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "1" * len(good) + "0" * len(bad)


def test_parts_are_named_once_and_in_order() -> None:
    assert parts_of("pass SLOT SLOT to N") == ("SLOT", "N")
    assert parts_of("give up") == ()
