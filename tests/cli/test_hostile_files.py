"""Every command that reads a stranger's file bounds what that takes, in a sentence."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace as changed

from p2pgame.cli.main import main
from p2pgame.client.answering import inquire
from p2pgame.client.errors import ClientError
from p2pgame.client.inquiries import (
    AnyInquiry,
    CheckEvidence,
    Replay,
    WriteReceipt,
)
from p2pgame.client.profile import places
from p2pgame.client.transcripts import bounded
from p2pgame.client.transcripts.replaying import replay
from p2pgame.client.world import World
from p2pgame.games.duel.kuhn import KuhnPoker
from p2pgame.session.entries.payloads import Answer, Payload
from p2pgame.session.table.evidence import gather
from tests.archiving import ARCHIVE
from tests.session.tables import Net

ARCHIVED = {name: ARCHIVE / f"{name}-1-masked.p2pgame" for name in ("kuhn", "chess")}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    monkeypatch.setenv("P2PGAME_HOME", str(home))
    monkeypatch.chdir(tmp_path)
    return home


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [*map(str, arguments)])


def lying() -> Net:
    """Return a game in which the second player says what no rules allow."""

    def lie(seat: int, payload: Payload) -> Payload | bytes:
        wrong = seat == 1 and isinstance(payload, Answer)
        return changed(payload, message=b"x") if wrong else payload

    net = Net(KuhnPoker(), 2, forge=lie)
    net.play()
    return net


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """A folder with a file of each kind."""
    for name, file in ARCHIVED.items():
        shutil.copy(file, tmp_path / f"{name}.p2pgame")
    table = lying().tables[0]
    assert table.stopped is not None
    (tmp_path / "lie.evidence").write_bytes(gather(table, table.stopped))
    (tmp_path / "lie.p2pgame").write_bytes(table.transcript())
    return tmp_path


@pytest.mark.attack(53)
@pytest.mark.parametrize(
    "command",
    [
        "verify kuhn.p2pgame",
        "show kuhn.p2pgame",
        "show --trace kuhn.p2pgame",
        "evidence lie.evidence",
        "receipt kuhn.p2pgame --write new.receipt",
        "pgn chess.p2pgame",
    ],
)
def test_no_command_takes_longer_for_a_file_than_it_may(
    files: Path, command: str
) -> None:
    places.identity()  # nobody without a key signs a receipt
    done = run(*command.split(), "--limit", "0.0001")
    assert done.exit_code == 2, done.output
    (file,) = {path.name for path in files.iterdir()}.intersection(command.split())
    assert done.stderr == (
        f"Error: {file} can't be checked in 0.0001 seconds; nothing is known of it. "
        "--limit SECONDS gives it more.\n"
    )
    assert not Path("new.receipt").exists()


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("verify lie.evidence", "evidence against a player. To check it, type: p2pgame "
         "evidence lie.evidence"),
        ("show lie.evidence", "evidence against a player."),
        ("evidence kuhn.p2pgame", "a transcript. To check it, type: p2pgame verify "
         "kuhn.p2pgame"),
        ("receipt lie.evidence", "evidence against a player."),
    ],
)  # fmt: skip
def test_a_file_of_another_kind_is_named_with_what_checks_it(
    files: Path, command: str, words: str
) -> None:
    done = run(*command.split())
    assert done.exit_code == 2
    assert words in done.stderr


def test_a_story_is_read_in_a_process_as_it_is_here(files: Path) -> None:
    for name in ARCHIVED:
        file = files / f"{name}.p2pgame"
        assert [*replay(file, bounded.SECONDS)] == [*replay(file)]


def test_a_story_that_is_left_ends_its_process(files: Path) -> None:
    steps = replay(files / "chess.p2pgame", bounded.SECONDS)
    next(steps)
    steps.close()  # type: ignore[attr-defined]


async def test_a_front_end_s_files_are_read_in_processes_if_its_world_has_any(
    files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounded, "SECONDS", 0.001)

    places.identity()  # nobody without a key signs a receipt
    kuhn, native = str(files / "kuhn.p2pgame"), World.native()
    for request in (
        Replay(kuhn),
        WriteReceipt(kuhn, str(files / "new.receipt")),
        CheckEvidence(str(files / "lie.evidence")),
    ):
        with pytest.raises(ClientError) as refused:
            await answered(request, native)
        assert refused.value.message.id == "reading-too-long"
    assert await answered(Replay(kuhn), replace(native, spawn=None))


async def answered(request: AnyInquiry, there: World) -> list[object]:
    return [event async for event in inquire(request, there)]
