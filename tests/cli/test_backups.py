"""A game's transcript is found after a kill, and comes out of a backup, too."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from p2pgame.cli.main import main
from p2pgame.client.errors import InvalidRequest
from p2pgame.client.meeting import evenings
from p2pgame.client.profile import tables, ticket
from p2pgame.client.transcripts import backups
from tests.archiving import ARCHIVE
from tests.client.test_json_lines import answers
from tests.parting import parted

PLAY = ("play", "kuhn", "--bots", "1")


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a home, and the transcript of the one game that was played."""
    folder = tmp_path_factory.mktemp("finished")
    env = {"P2PGAME_HOME": str(folder / "home")}
    done = CliRunner().invoke(
        main, [*PLAY, "--transcript", str(folder / "game")], env=env
    )
    assert done.exit_code == 0, done.output
    return folder


@pytest.fixture
def here(finished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of that folder, as a backup is."""
    folder = tmp_path / "here"
    shutil.copytree(finished, folder)
    monkeypatch.setenv("P2PGAME_HOME", str(folder / "home"))
    return folder


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [*map(str, arguments)])


def test_after_a_kill_before_the_last_line_resume_says_where_the_transcript_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def killed(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path / "home"))
    with monkeypatch.context() as killing:
        killing.setattr(evenings, "compare_aside", killed)
        played = run(*PLAY, "--transcript", tmp_path / "game")
    assert "The transcript is in" not in played.output
    done = run("resume")
    assert done.exit_code == 2
    assert done.stderr == (
        "Error: There is no table to go on at. Your last game of Kuhn poker is over, "
        "and its "
        f"transcript is in {tmp_path / 'game'}.\n"
    )


def test_of_a_transcript_that_was_moved_away_resume_says_nothing(here: Path) -> None:
    (one,) = tables.kept()
    gone = replace(one.ticket, saved=str(here / "gone"))
    ticket.write(one.folder, gone)
    assert run("resume").stderr == "Error: There is no table to go on at.\n"


def refusing(home: Path, real: Callable[..., Any]) -> Callable[..., Any]:
    """Return a call of the system as it is below a folder that can't be written."""

    def call(path: Any, *arguments: Any, **more: Any) -> Any:
        flags = arguments[0] if arguments and isinstance(arguments[0], int) else 0
        writes = real is not os.open or flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
        inside = Path(os.fsdecode(path)).is_relative_to(home)
        if inside and writes and not (real is os.mkdir and Path(path).is_dir()):
            raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))
        return real(path, *arguments, **more)

    return call


def test_a_backup_that_can_not_be_written_gives_its_transcript(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = here / "home"
    before = {path: path.stat().st_mtime_ns for path in home.rglob("*")}
    for name in ("open", "mkdir", "unlink", "rename", "replace"):
        monkeypatch.setattr(os, name, refusing(home, getattr(os, name)))
    out = here / "again.p2pgame"
    done = run("tables", "transcript", 1, out)
    assert done.exit_code == 0, done.output
    assert done.stdout == f"The transcript is in {out}.\n"
    assert out.read_bytes() == (here / "game").read_bytes()
    assert {path: path.stat().st_mtime_ns for path in home.rglob("*")} == before


def test_resume_of_a_backup_that_can_not_be_written_says_how_to_get_its_transcript(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    done = run("resume", 1)
    assert done.exit_code == 2
    assert done.stderr == (
        "Error: You can't go on at table 1: its folder can't be written. For its "
        "transcript: p2pgame tables transcript 1 FILE\n"
    )


def test_a_transcript_takes_the_place_of_no_file(here: Path) -> None:
    done = run("tables", "transcript", 1, here / "game")
    assert done.exit_code == 2
    assert f"{here / 'game'} is there already" in done.stderr
    done = run("tables", "transcript", 2, here / "new")
    assert done.exit_code == 2
    assert "There is no table 2" in done.stderr


def test_a_long_transcript_is_written_from_a_log_in_parts(here: Path) -> None:
    (one,) = tables.kept()
    out = here / "long.p2pgame"
    saved = backups.write(one, out, limit=3000)
    count = len(saved.parts)
    assert count > 1
    assert saved.parts[1] == str(here / f"long-2-of-{count}.p2pgame")
    assert saved.path == saved.parts[0]
    data = (here / "game").read_bytes()
    assert [Path(part).read_bytes() for part in saved.parts] == parted(data, 3000)
    assert run("verify", saved.path).exit_code == 0
    with pytest.raises(InvalidRequest, match="is there already"):
        backups.write(one, out, limit=3000)


def test_a_log_that_is_damaged_gives_what_is_whole_of_it(here: Path) -> None:
    (one,) = tables.kept()
    log = one.folder / "log"
    data = log.read_bytes()
    log.write_bytes(data[: len(data) // 2])
    done = run("tables", "transcript", 1, here / "part.p2pgame")
    assert done.exit_code == 0, done.output
    checked = run("verify", here / "part.p2pgame")
    assert checked.exit_code == 0, checked.output
    assert checked.stdout.startswith("Fair as far as it goes: ")


async def test_a_program_has_a_transcript_written_from_a_log(here: Path) -> None:
    out = str(here / "again")
    wanted = {"command": "write-transcript", "table": 1, "file": out}
    told = await answers(here / "home", wanted)
    assert told == [{"event": "saved", "path": out}, {"event": "finished"}]
    assert same(Path(out), here / "game")


def same(one: Path, other: Path) -> bool:
    return one.read_bytes() == other.read_bytes()


def test_a_seat_without_a_log_is_told_in_a_sentence(here: Path) -> None:
    (one,) = tables.kept()
    (one.folder / "log").unlink()
    done = run("tables", "transcript", 1, here / "none")
    assert done.exit_code == 2
    assert "No such file" in done.stderr
    assert "Traceback" not in done.output
    (one.folder / "log").write_bytes((ARCHIVE / "kuhn-1-left.p2pgame").read_bytes())
    done = run("tables", "transcript", 1, here / "none")
    assert (done.exit_code, done.stderr) == (2, "Error: This file is not a log.\n")
