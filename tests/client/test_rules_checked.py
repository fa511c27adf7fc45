"""Three programs have to say the same of a game's rules: ``rules check GAME``."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from p2pgame.client import rules_checked
from p2pgame.client.errors import ClientError, RulesContradict
from p2pgame.client.states_shown import states_of
from p2pgame.games.dice.pig import Pig

PIG = Pig()
LINES = [*states_of(PIG)]

#: Prints a file, and notes in another the day and the hash of a text here.
PRINTS = """
import sys, time
with open(sys.argv[2], "a") as notes:
    notes.write(f"{time.strftime('%Y-%m-%d')} {hash('pig')}\\n")
print(open(sys.argv[1], encoding="utf-8").read(), end="")
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Have the other two programs print the file ``lines``, which says the same."""
    print_there(tmp_path, LINES)
    run_there(monkeypatch, PRINTS, tmp_path / "lines", tmp_path / "notes")
    return tmp_path


def run_there(patch: pytest.MonkeyPatch, code: str, *paths: Path) -> None:
    started = (sys.executable, "-S", "-P", "-c", code, *map(str, paths))
    patch.setattr(rules_checked, "PROGRAM", started)


def print_there(folder: Path, lines: list[str]) -> None:
    text = "".join(f"{line}\n" for line in lines)
    (folder / "lines").write_text(text, encoding="utf-8")


def test_programs_that_agree_have_other_days_and_other_hashes(folder: Path) -> None:
    assert rules_checked.check(PIG) == len(LINES)
    notes = (folder / "notes").read_text().splitlines()
    days, hashes = zip(*map(str.split, notes), strict=True)
    assert len({*days}) == len({*hashes}) == 2


@pytest.mark.parametrize(
    ("line", "there"),
    [(3, [*LINES[:2], "else", *LINES[3:]]), (len(LINES), LINES[:-1])],
    ids=["another line", "a line less"],
)
def test_the_first_line_that_differs_is_named(
    folder: Path, line: int, there: list[str]
) -> None:
    print_there(folder, there)
    with pytest.raises(RulesContradict, match=f" number {line} is "):
        rules_checked.check(PIG)


def test_a_program_that_fails_has_checked_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run_there(monkeypatch, "raise SystemExit('first line\\nno such game')")
    with pytest.raises(ClientError, match=r"be checked .*: no such game$") as caught:
        rules_checked.check(PIG)
    assert not isinstance(caught.value, RulesContradict)


def test_a_program_that_does_not_end_is_stopped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run_there(monkeypatch, "import threading; threading.Event().wait()")
    monkeypatch.setattr(rules_checked, "WITHIN", 0.01)
    with pytest.raises(ClientError, match=r"be checked .*: 0.01 s$"):
        rules_checked.check(PIG)
