"""What a seat does with the transcript that it has written."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from p2pgame.cli.main import main
from p2pgame.client.errors import Refused
from p2pgame.client.profile import transcripts
from p2pgame.client.profile.transcripts import Transcript
from p2pgame.client.transcripts import checking
from p2pgame.client.transcripts.checking import NotVerified
from p2pgame.engine import Message
from tests.client.fronts import Recorder

PLAY = ("play", "kuhn", "--bots", "1", "--transcript", "hand")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path / "home"))
    return tmp_path


def told(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


def test_a_seat_does_not_verify_again_what_it_checked_as_it_came(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    verified: list[bytes] = []
    with monkeypatch.context() as counting:
        counting.setattr(checking, "check", lambda data, *_: verified.append(data))
        played = told(*PLAY)
    assert played.exit_code == 0, played.output
    assert not verified
    sentence = played.stdout.splitlines()[-2]
    assert sentence.startswith("Verified: ")
    assert sentence == told("verify", "hand").stdout.splitlines()[0]


def test_a_file_that_is_not_what_was_written_is_refused_in_a_sentence(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = transcripts.save

    def save_badly(path: Path, data: bytes) -> tuple[Path, Message | None]:
        return save(path, data[:-1] + bytes([data[-1] ^ 1]))

    monkeypatch.setattr(transcripts, "save", save_badly)
    played = told(*PLAY)
    assert played.exit_code == 1
    assert "Verified: " not in played.output
    assert played.stderr.splitlines()[-1] == (
        "Error: hand is not what was written there: it was changed."
    )


async def test_what_was_not_checked_as_it_came_is_verified(here: Path) -> None:
    data, front = b"no transcript", Recorder()
    (here / "hand").write_bytes(data)
    kept = Transcript((here / "hand",), (transcripts.digest_of(data),), None)
    with pytest.raises(NotVerified, match="the file is damaged"):
        await checking.compare_aside(kept, front)
    assert front.told == []


@pytest.mark.parametrize("name", ["kuhn", "7th", "123456"])
def test_a_transcript_of_the_usual_folder_is_called_by_its_name(
    here: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    folder = here / "games"
    folder.mkdir()
    monkeypatch.setenv("P2PGAME_TRANSCRIPTS", str(folder))
    file = folder / f"{name}.p2pgame"
    file.touch()
    assert transcripts.chosen(name) == transcripts.chosen(file.name) == file
    assert transcripts.chosen("1") == file
    with pytest.raises(Refused):
        transcripts.chosen("99999")
