"""Transcripts that two verifiers refuse, each for what the index says of it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from p2pgame.cli.main import main
from p2pgame.cli.text.words import sentence
from p2pgame.client.transcripts import bounded
from tests import refused, second
from tests import wire_reader as reader
from tests.archiving import SUFFIX, traced
from tests.refused import CASES, FOLDER, INDEX, index, judged, write
from tests.refusing import COMPLETE, NOT_HERE, SO_FAR, seat_of
from tests.second.rules import KNOWN
from tests.test_wire_page import ENDS
from tests.wire_values import Value
from tests.workers.here import Here

TEXT = (FOLDER / INDEX).read_text("utf-8")
FILES: list[dict[str, Value]] = json.loads(TEXT)["files"]
NAMES = [str(one["file"]).removesuffix(SUFFIX) for one in FILES]
TOLD = dict(zip(NAMES, FILES, strict=True))
GOOD = [name for name in NAMES if TOLD[name]["verdict"] == COMPLETE]
OTHERS = [name for name in NAMES if name not in GOOD]
#: Bytes of a file, and of all.
MOST, ROOM = 100_000, 2**20
#: Those that are parts, which the program looks for beside each other.
PARTS = {"part-one-alone", "part-two-alone"}


@pytest.fixture(autouse=True)
def checks_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check files in this process."""
    monkeypatch.setattr(bounded, "Confined", Here)


def path_of(name: str) -> Path:
    return FOLDER / f"{name}{SUFFIX}"


def verified(name: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["verify", str(path_of(name))])
    return done.exit_code, done.output


@pytest.mark.parametrize("name", OTHERS)
def test_the_program_refuses_a_file_for_the_reason_in_the_index(name: str) -> None:
    status, output = verified(name)
    reason, verdict = str(TOLD[name]["reason"]), str(TOLD[name]["verdict"])
    assert status == ENDS[verdict][0]
    if verdict == SO_FAR:
        assert output.startswith("Fair as far as it goes: ")
        assert reason.partition("; all have signed")[0] in output.splitlines()[0]
        assert "Result: " not in output
        return
    if name in PARTS:
        assert "are parts of transcripts of one table that do not belong" in output
        return
    assert output.endswith(f"Error: {sentence(reason)}\n")
    before = output.splitlines()[:-1]
    unknown = verdict == NOT_HERE
    assert unknown or not before or before[0].startswith("Each player is known")
    assert unknown or all(line.startswith("  key ") for line in before[1:])


@pytest.mark.parametrize("name", GOOD)
def test_a_file_with_words_without_effect_is_good(name: str) -> None:
    status, output = verified(name)
    assert status == 0
    assert "Result: " in output
    assert traced(path_of(name).read_bytes())[-1] == "signed"


def test_the_index_says_what_the_program_makes_of_each_file() -> None:
    assert index() == TEXT


def test_a_file_shows_the_fault_that_was_put_into_it() -> None:
    for name, case in CASES.items():
        told = TOLD[name]
        assert told["verdict"] == case.verdict, name
        assert (told["fault"], told["seat"]) == (case.fault, case.seat), name


def test_every_kind_of_fault_that_a_small_file_can_show_is_there() -> None:
    faults = {told["fault"] for told in FILES} - {None}
    assert faults == reader.FAULTS - {"fork", "allowance"}


# The second reader


@pytest.mark.parametrize("name", NAMES)
def test_a_second_reader_says_the_same_of_a_file_in_as_many_lines(name: str) -> None:
    data, told = path_of(name).read_bytes(), TOLD[name]
    lines = judged(data).lines
    if told["verdict"] == COMPLETE:
        assert second.verify(data, KNOWN).trace == lines
        return
    with pytest.raises(second.Refused) as caught:
        second.verify(data, KNOWN)
    why = caught.value
    seat = None if why.culprit is None else seat_of(why.culprit)
    assert (why.fault, seat) == (told["fault"], told["seat"])
    assert [*why.lines[:-1]] == [*lines]
    assert why.lines[-1].split()[0] == ENDS[str(told["verdict"])][1]


# The files


def test_the_same_program_makes_the_same_files() -> None:
    for name, case in CASES.items():
        assert case.make() == path_of(name).read_bytes(), name


def test_every_file_is_in_the_index_and_small() -> None:
    paths = [*FOLDER.iterdir()]
    assert {path.name for path in paths} == {INDEX, *(f"{n}{SUFFIX}" for n in CASES)}
    assert sum(path.stat().st_size for path in paths) < ROOM
    assert max(path.stat().st_size for path in paths) < MOST


def test_the_page_lists_every_file_once() -> None:
    page = Path(__file__).parent.parent / "docs" / "vectors.md"
    section = page.read_text("utf-8").split("## Refused files\n")[1].split("\n## ")[0]
    listed = section.split("| what | files |\n|---|---|\n")[1].split("\n\n")[0]
    assert sorted(re.findall(r"`([a-z0-9-]+)`", listed)) == sorted(CASES)


def test_what_is_there_is_not_written_again_but_its_index_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    some = {name: CASES[name] for name in ("checksum-wrong", "entry-twice")}
    monkeypatch.setattr(refused, "CASES", some)
    assert write(tmp_path) == [*some]
    (tmp_path / "of-no-case.p2pgame").write_bytes(b"")
    (tmp_path / INDEX).write_text("")
    assert write(tmp_path) == []
    assert {path.stem for path in tmp_path.iterdir()} == {"index", *some}
    told = json.loads((tmp_path / INDEX).read_text("utf-8"))
    assert [one["file"] for one in told["files"]] == [f"{n}{SUFFIX}" for n in some]
    assert write(tmp_path, again=True) == [*some]
