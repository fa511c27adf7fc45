"""One page lists all exit statuses, and the program has no other."""

from __future__ import annotations

import ast
import re

import click
import pytest
from click.testing import CliRunner

from p2pgame.cli import faults
from p2pgame.cli.commands.reading import verifying
from p2pgame.cli.main import main
from p2pgame.cli.statuses import Status
from p2pgame.client.errors import Gone, Refused, RulesContradict, RulesNotHere, Unusable
from p2pgame.client.transcripts import checking
from p2pgame.client.words import speak
from p2pgame.engine import ContradictoryRules
from tests.cli.test_help_texts import ALL, english
from tests.sources import ROOT, parsed

PAGE = (ROOT / "docs/exit-statuses.md").read_text("utf-8")
#: Calls and fields that give a program its exit status.
GIVING = ("exit", "SystemExit", "_exit")


def rows(head: str) -> list[list[str]]:
    """Return the cells of a table of the page."""
    table = PAGE.partition(head)[2].partition("\n\n")[0]
    lines = [line for line in table.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines]


def test_the_page_has_each_status_by_number_and_name() -> None:
    told = {
        cells[0]: cells[1] for cells in rows("| status | name | means | a script |")
    }
    named = {str(one.value): one.name.lower().replace("_", " ") for one in Status}
    assert told == named


def test_the_page_has_each_command_whose_help_tells_its_statuses() -> None:
    speak("en")
    listed = {
        name: cells[1]
        for cells in rows("its statuses |")
        for name in re.findall(r"`([a-z]+)`", cells[0])
    }
    for path in ALL:
        help = english(*path).help or ""
        _, is_told, told = help.partition("xit status")
        if not is_told or not path:
            continue
        assert path[-1] in listed, path
        for number in re.findall(r"\b(\d)(?=:)", told):
            assert number in listed[path[-1]], (path, number)


def test_the_command_line_gives_no_status_that_has_no_name() -> None:
    numbers = []
    for path in sorted((ROOT / "cli").rglob("*.py")):
        for node in ast.walk(parsed(path.relative_to(ROOT))):
            match node:
                case ast.Assign([ast.Name("exit_code")], ast.Constant()):
                    numbers.append((path.name, node.lineno))
                case ast.Call(
                    ast.Attribute(attr=called) | ast.Name(called), [ast.Constant(int())]
                ) if called in GIVING:
                    numbers.append((path.name, node.lineno))
    assert numbers == []


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (RulesNotHere("plain", text="x"), Status.RULES_NOT_HERE),
        (RulesContradict("plain", text="x"), Status.RULES_CONTRADICT),
        (ContradictoryRules("x"), Status.RULES_CONTRADICT),
        (Refused("plain", text="x"), Status.REFUSED),
        (Unusable("plain", text="x"), Status.REFUSED),
        (Gone("plain", text="x"), Status.LEFT),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_the_client_refuses_has_its_status(
    error: Exception, status: Status
) -> None:
    with pytest.raises(click.ClickException) as told, faults.told():
        raise error
    assert told.value.exit_code == status


def test_whoever_asks_for_a_finished_game_is_told_of_one_that_is_not() -> None:
    cut = ROOT / "tests/archive/refused/end-left-out.p2pgame"
    whole = ROOT / "tests/archive/rps-1-masked.p2pgame"
    found = checking.verify(cut)
    assert verifying._status(found) == Status.DONE
    assert verifying._status(found, finished=True) == Status.UNFINISHED
    assert verifying._status(checking.verify(whole), finished=True) == Status.DONE
    done = CliRunner().invoke(main, ["verify", "--finished", str(cut)])
    assert done.exit_code == Status.UNFINISHED, done.output


def test_of_several_files_the_least_status_counts() -> None:
    assert verifying._status(RulesContradict("plain", text="x")) == 4
    assert verifying._status(RulesNotHere("plain", text="x")) == 3
