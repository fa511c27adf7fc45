"""Many transcripts are verified at once, as each of them alone."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from p2pgame.cli import faults
from p2pgame.cli.main import main
from p2pgame.cli.text import findings
from p2pgame.client.errors import ClientError, InvalidRequest
from p2pgame.client.events import Verified
from p2pgame.client.transcripts import bounded, checking, folders
from p2pgame.engine import RulesError
from p2pgame.games.registry import GAMES
from p2pgame.workers import TookTooLong, WorkerLost
from p2pgame.workers.confined import Hear
from tests.archiving import ARCHIVE
from tests.session.tables import Net
from tests.workers.here import Here

from .test_commands import run

#: Of all games and kinds of decks, and those that must be refused.
ALL = sorted(ARCHIVE.rglob("*.p2pgame"))
SMALL = sorted(ARCHIVE.glob("kuhn-1-*.p2pgame"))


def verify(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["verify", *map(str, arguments)])


def alone(path: Path) -> tuple[bool, str]:
    """Return whether one file holds, and its result or why not."""
    try:
        return True, findings.result(checking.verify(path))
    except ClientError as error:
        return False, faults.said(error)


def test_a_folder_of_a_hundred_files_is_verified_as_each_alone() -> None:
    assert len(ALL) >= 100
    one_by_one = {str(path): alone(path) for path in ALL}
    done = verify(ARCHIVE, "--processes", "2")
    assert done.exit_code == 1
    told = done.stdout.splitlines()
    head, *rows = told[: told.index("")]
    count, _, stories = told[told.index("") + 1 :]
    assert head.split() == ["file", "game", "players", "result"]
    assert "tell two stories of one table" in stories  # of equal keys for all games
    assert [row.split()[0] for row in rows] == [str(path) for path in ALL]
    for row in rows:
        holds, words = one_by_one[row.split()[0]]
        assert words in row
        assert ("not verified: " in row) != holds
    bad = sum(not holds for holds, _ in one_by_one.values())
    assert count == (
        f"{len(ALL)} files: {len(ALL) - bad} verified, every signature, proof and "
        f"rule checked; {bad} not."
    )


def test_one_process_prints_what_two_do() -> None:
    one, two = (verify(*SMALL[:4], "--processes", n) for n in (1, 2))
    assert one.exit_code == two.exit_code == 1
    assert one.stdout == two.stdout


def written(folder: Path, *games: str) -> list[Path]:
    """Write a transcript of each game, each of a table of its own."""
    paths = []
    for name in games:
        net = Net(GAMES[name], 2, luck=name.encode())
        net.play()
        paths.append(folder / f"{name}.p2pgame")
        paths[-1].write_bytes(net.tables[0].transcript())
    return paths


def test_json_of_many_is_that_of_each(tmp_path: Path) -> None:
    files = [*SMALL[:3], *ARCHIVE.glob("refused/end-*.p2pgame")]
    done = verify("--json", *files)
    assert done.exit_code == 1
    told = json.loads(done.stdout)
    assert told["ok"] is False
    for file, one in zip(files, told["files"], strict=True):
        assert one.pop("file") == str(file)
        assert one == json.loads(verify("--json", file).stdout)
    tables = written(tmp_path, "kuhn", "tictactoe")
    good = json.loads(verify("--json", *tables).stdout)
    assert good["ok"] is True


@contextmanager
def pipe_of(data: bytes) -> Iterator[str]:
    """Yield the path of a pipe with this in it, as a shell's ``<(cat FILE)``."""
    end, write = os.pipe()
    try:
        with open(write, "wb") as file:
            file.write(data)
        yield f"/dev/fd/{end}"
    finally:
        os.close(end)


@pytest.mark.skipif(os.name == "nt", reason="pipes have no names there")
def test_pipes_are_verified_as_the_files_from_which_they_come() -> None:
    with ExitStack() as opened:
        pipes = [opened.enter_context(pipe_of(one.read_bytes())) for one in SMALL[:2]]
        told = json.loads(verify("--json", *pipes).stdout)
    wanted = json.loads(verify("--json", *SMALL[:2]).stdout)
    for one in (*told["files"], *wanted["files"]):
        del one["file"]
    assert told["files"] == wanted["files"]


@pytest.mark.skipif(os.name == "nt", reason="pipes have no names there")
def test_a_pipe_has_the_bound_of_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    data = SMALL[0].read_bytes()
    monkeypatch.setattr(checking, "FILE_LIMIT", len(data) - 1)
    with pipe_of(data) as pipe:
        done = verify(pipe)
    assert done.exit_code == 2
    assert f"{pipe} is too large to be a transcript" in done.stderr


def test_one_bad_file_does_not_stop_the_others(tmp_path: Path) -> None:
    inner = tmp_path / "b" / "c"
    inner.mkdir(parents=True)
    games = "checkers", "kuhn", "tictactoe"
    written(inner, *games)
    (tmp_path / "b" / "a.p2pgame").write_bytes(b"no transcript")
    (tmp_path / "b" / "note.txt").write_text("nor is this, and nobody says so")
    (tmp_path / "b" / "loop").symlink_to(tmp_path / "b")
    os.mkfifo(tmp_path / "b" / "pipe.p2pgame")
    done = run("verify", "b", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr == ""
    _, bad, *good, _, count = done.stdout.splitlines()
    assert bad.split()[0] == "b/a.p2pgame"
    assert "not verified: " in bad
    assert "b/a.p2pgame is no transcript" in bad
    assert [row.split()[:2] for row in good] == [
        [f"b/c/{game}.p2pgame", game] for game in games
    ]
    assert count.startswith("4 files: 3 verified, ")
    assert verify(inner).exit_code == 0


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (KeyError("x"), "b.p2pgame can't be checked, because of KeyError: "),
        (RulesError("kuhn deals nothing"), "kuhn deals nothing"),
        (InvalidRequest("file-too-large", path="b.p2pgame"), "is too large to be a"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_whatever_goes_wrong_with_a_file_is_said_of_it(
    monkeypatch: pytest.MonkeyPatch, error: Exception, words: str
) -> None:
    def failing(path: Path, hear: Hear, given: Sequence[Path]) -> Verified:
        raise error

    monkeypatch.setattr(checking, "verify", failing)
    monkeypatch.setattr(bounded, "Confined", Here)
    path = Path("b.p2pgame")
    found = folders._found(bounded.process(1), (path, ()), lambda turns: None)
    assert isinstance(found, ClientError)
    assert words in str(found)


class Lost(Here):
    """A process that comes to this error with the files called b."""

    error: Exception = WorkerLost()

    def do(self, work: Any, task: Any, hear: Hear) -> Any:
        if task[0].stem == "b":
            raise self.error
        return super().do(work, task, hear)


@pytest.mark.parametrize(
    ("error", "words", "status"),
    [
        (WorkerLost(), "The process that checked ", 2),
        (TookTooLong(), "b.p2pgame can't be checked in 900 seconds; nothing is ", 2),
        (MemoryError(), "b.p2pgame takes more than 2048 megabytes of memory", 2),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_file_that_takes_too_much_does_not_stop_the_others(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
    words: str,
    status: int,
) -> None:
    for name in "abc":
        shutil.copy(SMALL[0], tmp_path / f"{name}.p2pgame")
    monkeypatch.setattr(Lost, "error", error)
    monkeypatch.setattr(bounded, "Confined", Lost)
    done = verify(tmp_path, "--processes", 1)
    assert done.exit_code == status
    _, first, second, third, _, count = done.stdout.splitlines()
    assert "not verified" not in first + third
    assert words in second
    assert count.startswith("3 files: 2 verified")


@pytest.mark.attack(53)
def test_a_file_that_takes_too_long_is_told_in_a_sentence(tmp_path: Path) -> None:
    file = shutil.copy(SMALL[0], tmp_path / "a.p2pgame")
    done = verify(file, "--limit", "0.001")
    assert done.exit_code == 2
    assert done.stderr == (
        f"Error: {file} can't be checked in 0.001 seconds; nothing is known of it. "
        "--limit SECONDS gives it more.\n"
    )


def test_a_file_that_is_named_twice_is_verified_once(tmp_path: Path) -> None:
    file = shutil.copy(ARCHIVE / "kuhn-1-masked.p2pgame", tmp_path)
    done = verify(tmp_path, file, file)
    assert done.exit_code == 0
    assert done.stdout.count("kuhn-1-masked") == 1
    assert "1 file: 1 verified" in done.stdout


def test_a_name_with_escape_sequences_does_nothing_to_the_terminal(
    tmp_path: Path,
) -> None:
    shutil.copy(ARCHIVE / "kuhn-1-masked.p2pgame", tmp_path / "a\x1b[2Jb.p2pgame")
    done = verify(tmp_path)
    assert done.exit_code == 0
    assert "\x1b" not in done.stdout
    assert "a\ufffd[2Jb.p2pgame" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["."], "There is no transcript (*.p2pgame) below ."),
        ([".", "missing"], "There is no transcript (*.p2pgame) below ."),
        (["note.txt", "missing"], "missing can't be read: No such file"),
    ],
    ids=" ".join,
)
def test_what_is_not_there_is_said_at_once_with_status_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "note.txt").write_text("no transcript")
    done = verify(*arguments)
    assert done.exit_code == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr
