"""A game of another package whose rules are wrong, played and looked at by programs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

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


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join((str(ROOT), str(folder)))
    home = {"P2PGAME_HOME": str(folder / "home"), "PYTHONPATH": path}
    return subprocess.run(
        [sys.executable, "-P", "-m", "cli", *arguments],
        cwd=folder,
        env={**os.environ, **home},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_a_table_whose_rules_are_at_fault_says_so_and_accuses_nobody(
    folder: Path,
) -> None:
    played = run(folder, "play", "words", "--transcript", "game.p2pgame")
    assert played.returncode == 1
    said = played.stdout + played.stderr
    assert "cheated" not in said
    assert (
        "Error: The rules are at fault after turn 2, and no player is: "
        f"{FAULT}. The game cannot go on; what was signed so far is in "
    ) in " ".join(said.split())
    assert (folder / "game.p2pgame").exists()
    assert not [*folder.glob("*.evidence")]

    verified = run(folder, "verify", "game.p2pgame")
    assert verified.returncode == 0, verified.stderr
    assert (
        "is not finished: the rules are at fault after turn 2, and no player is: "
        + FAULT
    ) in verified.stdout
    found = json.loads(run(folder, "verify", "--json", "game.p2pgame").stdout)
    assert (found["ok"], found["finished"]) == (True, False)
    assert FAULT in found["unfinished"]

    shown = run(folder, "show", "game.p2pgame")
    assert shown.returncode == 0
    assert "The rules are at fault after turn 2, and no player is: " in shown.stdout
    traced = run(folder, "show", "--trace", "game.p2pgame")
    assert traced.returncode == 1
    assert traced.stdout.splitlines()[-1].startswith("refused the rules are at fault")


@pytest.mark.parametrize("command", [("perft", "--depth", "4"), ("playthrough",)])
def test_an_author_is_told_what_is_wrong_with_the_rules(
    command: tuple[str, ...], folder: Path
) -> None:
    done = run(folder, command[0], "words", *command[1:])
    assert done.returncode == 1
    assert done.stderr.startswith("Error: words cannot be ")
    assert done.stderr.strip().endswith(f": {FAULT}.")
