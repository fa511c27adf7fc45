"""What an evening has come to is told at the command line, from its files alone."""

from __future__ import annotations

import json
import shutil
from functools import partial
from pathlib import Path

import pytest
import trio
from click.testing import CliRunner, Result
from trio.testing import MockClock

from p2pgame.cli.main import main
from p2pgame.client.transcripts import checking
from p2pgame.games.registry import GAMES
from tests import second
from tests.archiving import ARCHIVE
from tests.borrowed_rules import Borrowed
from tests.client.transcripts.evenings import house
from tests.client.transcripts.evenings import saved_files as files_of

Paths = list[Path]


async def _two_tables(folder: Path) -> Paths:
    async with house(folder) as here:
        ann, _ = await here.two_tables()
        return files_of(ann)


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Paths:
    """The files of an evening of two tables of hold'em."""
    play = partial(_two_tables, tmp_path_factory.mktemp("evening"))
    return trio.run(play, clock=MockClock(autojump_threshold=0))


@pytest.fixture
def files(tables: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder with these files, called one and two, in which we are."""
    for name, path in zip(("one", "two"), tables, strict=True):
        shutil.copy(path, tmp_path / f"{name}.p2pgame")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def said(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def test_verify_says_that_files_are_one_evening_in_any_order(files: Path) -> None:
    for named in (("two.p2pgame", "one.p2pgame"), (".",)):
        done = said("verify", *named)
        assert done.exit_code == 0
        order = "One evening of 2 tables, in this order: one.p2pgame, two.p2pgame"
        assert order in done.stdout.replace("./", "")


def test_a_second_reader_verifies_a_table_that_goes_on(files: Path) -> None:
    rules = {"holdem": Borrowed(GAMES["holdem"])}
    for path in sorted(files.iterdir()):
        found = second.verify(path.read_bytes(), rules)
        assert found.payoffs == checking.verify(path).payoffs


def test_the_ledger_adds_up_and_says_who_pays_whom(files: Path) -> None:
    told = json.loads(said("ledger", ".", "--json").stdout)
    (evening,) = told["evenings"]
    assert told["ok"]
    assert evening["files"] == ["one.p2pgame", "two.p2pgame"]
    (account,) = evening["accounts"]
    totals = {one["identity"]: one["total"] for one in account["standings"]}
    for pay in account["payments"]:
        totals[pay["payer"]] += pay["amount"]
        totals[pay["payee"]] -= pay["amount"]
    assert set(totals.values()) == {0}


def test_without_files_the_ledger_is_of_all_in_the_folder_for_transcripts(
    files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("P2PGAME_TRANSCRIPTS", str(files))
    told = said("ledger").stdout
    assert told == said("ledger", str(files)).stdout
    assert told.startswith("One evening of 2 tables")


def test_an_evening_without_its_first_table_starts_late(files: Path) -> None:
    lines = said("ledger", "two.p2pgame").stdout.splitlines()
    assert lines[:3] == [
        "One table: two.p2pgame",
        "It goes on from a table whose file is not among these.",
        "  Texas hold'em:",
    ]
    people = {line.split()[0] for line in lines[3:5]}
    assert people == {"Ann", "Ben"}


def test_files_of_other_tables_are_no_evening(files: Path) -> None:
    other = sorted(ARCHIVE.glob("kuhn-1-*.p2pgame"))[0]
    assert "One evening" not in said("verify", "one.p2pgame", str(other)).stdout


def test_a_file_that_is_not_fair_breaks_no_chain_but_fails(files: Path) -> None:
    data = bytearray((files / "two.p2pgame").read_bytes())
    data[-1] ^= 1
    (files / "two.p2pgame").write_bytes(data)
    done = said("ledger", "one.p2pgame", "two.p2pgame")
    assert done.exit_code == 1
    assert "two.p2pgame: not verified" in done.stderr
