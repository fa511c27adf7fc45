"""A game of another package whose rules are wrong, played and looked at by programs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from p2pgame.cli.main import main

ROOT = Path(__file__).parent.parent.parent
RULES = '''
"""Two say a word in turn; the third word is one that no answer can carry."""

from collections.abc import Mapping

from p2pgame.engine import Choose, Chosen, Event, Game, Options, Over, State, Turn

WORDS = ("one", "dos", "été")


class Said(State, frozen=True):
    words: tuple[str, ...] = ()


class Words(Game[Said, Options]):
    name, version, seats, options = "words", 1, range(2, 3), Options

    def setup(self, seats: int, options: Options) -> Said:
        return Said()

    def turn(self, state: Said) -> Turn:
        said = len(state.words)
        return Choose(said % 2, (WORDS[said],)) if said < 3 else Over((0, 0))

    def apply(self, state: Said, event: Event) -> Said:
        assert isinstance(event, Chosen)
        return Said((*state.words, event.move))

    def show(self, state: Said, faces: Mapping[int, str]) -> str:
        return " ".join(state.words)
'''
FAULT = (
    "words offers player 0 the move 'été': a move is 1 to 256 characters of ASCII, "
    "from space to ~"
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the package ``words`` is installed."""
    place = tmp_path_factory.mktemp("broken")
    (place / "words").mkdir()
    (place / "words" / "__init__.py").touch()
    (place / "words" / "rules.py").write_text(RULES, encoding="utf-8")
    info = place / "words-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Name: words\nVersion: 1\n")
    (info / "entry_points.txt").write_text(
        "[p2pgame.games]\nwords = words.rules:Words\n"
    )
    return place


#: Runs several commands, and prints how each ended and what it wrote.
COMMANDS = """
import json, sys
from click.testing import CliRunner
from p2pgame.cli.main import main

for command in json.loads(sys.argv[1]):
    done = CliRunner().invoke(main, command)
    print(json.dumps([done.exit_code, done.stdout, done.stderr]))
"""


class Done(NamedTuple):
    """How a command ended."""

    status: int
    output: str
    errors: str


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python where the package is found."""
    path = os.pathsep.join((str(ROOT), str(folder)))
    home = {"P2PGAME_HOME": str(folder / "home"), "PYTHONPATH": path}
    return subprocess.run(
        [sys.executable, "-P", *arguments],
        cwd=folder,
        env={**os.environ, **home},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )


def commands(folder: Path, *lines: str) -> list[Done]:
    """Run commands in one program."""
    told = run(folder, "-c", COMMANDS, json.dumps([line.split() for line in lines]))
    return [Done(*json.loads(line)) for line in told.stdout.splitlines()]


def test_a_table_whose_rules_are_at_fault_says_so_and_accuses_nobody(
    folder: Path,
) -> None:
    played = run(
        folder, "-m", "p2pgame", "play", "words", "--transcript", "game.p2pgame"
    )
    assert played.returncode == 1
    said = played.stdout + played.stderr
    assert "cheated" not in said
    assert "Error: The rules of words in a file, " in " ".join(said.split())
    assert (
        ", are at fault after turn 2, and no player is: "
        f"{FAULT}. The game cannot go on; what was signed so far is in "
    ) in " ".join(said.split())
    assert (folder / "game.p2pgame").exists()
    assert not [*folder.glob("*.evidence")]

    verified, found, shown, traced = commands(
        folder,
        "verify game.p2pgame",
        "verify --json game.p2pgame",
        "show game.p2pgame",
        "show --trace game.p2pgame",
    )
    assert verified.status == 0, verified.errors
    assert (
        "is not finished: the rules are at fault after turn 2, and no player is: "
        + FAULT
    ) in verified.output
    told = json.loads(found.output)
    assert (told["ok"], told["finished"]) == (True, False)
    assert FAULT in told["unfinished"]
    assert shown.status == 0
    assert ", are at fault after turn 2, and no player is: " in shown.output
    assert traced.status == 0
    last = traced.output.splitlines()[-1]
    assert last.startswith("unfinished the rules are at fault")


def test_an_author_is_told_what_is_wrong_with_the_rules(folder: Path) -> None:
    for done in commands(folder, "perft words --depth 4", "playthrough words"):
        assert done.status == 1
        assert done.errors.startswith("Error: words cannot be ")
        assert done.errors.strip().endswith(f": {FAULT}.")


#: Rules that go by the order of a set, which no look at the text finds.
ORDERED = RULES.replace(
    "class Said", "def first(of):\n    return [one for one in of][0]\n\n\nclass Said", 1
).replace("(WORDS[said],)", f"(first({ {f'word {n}' for n in range(50)} }),)")


def test_rules_of_a_package_are_asked_by_two_fresh_programs(folder: Path) -> None:
    rules = folder / "words" / "rules.py"
    rules.write_text(ORDERED, encoding="utf-8")
    try:
        (done,) = commands(folder, "rules check words")
    finally:
        rules.write_text(RULES, encoding="utf-8")
    assert done.status == 4, done.errors
    assert "The rules of words contradict themselves: two programs" in done.errors


def test_rules_of_which_programs_say_the_same_are_told_so() -> None:
    done = CliRunner().invoke(main, ["rules", "check", "pig"])
    assert done.exit_code == 0, done.output
    assert "Three programs played the same games of Pig, and agree on" in done.output
