"""What the player has chosen for all tables."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from p2pgame.cli.main import main
from p2pgame.cli.statuses import Status
from p2pgame.client.errors import ClientError
from p2pgame.client.profile import settings
from p2pgame.transport.relay.url import RelayUrl
from tests.archiving import ARCHIVE

#: The sentence about a blank, by its number.
BLANK = "(U+{:04X}) is one: leave it out"
HOME, OTHER = map(RelayUrl.parse, ("wss://relay.example", "ws://[::1]:8080/games"))


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path / "home"))
    monkeypatch.delenv(settings.RELAY, raising=False)
    return tmp_path / "home"


def said(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["settings", *arguments])


def test_nothing_is_set_at_first() -> None:
    assert settings.relays() == ()
    assert "none" in said().output


def test_relays_that_were_set_are_used_from_then_on() -> None:
    done = said("relay", "wss://Relay.Example:443/", str(OTHER))
    assert done.exit_code == 0
    assert settings.relays() == (HOME, OTHER)
    assert said("relay").output == done.output
    assert done.output in said().output
    assert str(HOME) in done.output
    said("relay", str(OTHER), str(OTHER))
    assert settings.relays() == (OTHER,)
    said("relay", "--none")
    assert settings.relays() == ()


def test_the_environment_goes_before_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    said("relay", str(HOME))
    monkeypatch.setenv(settings.RELAY, f" {OTHER}, {HOME}\n")
    assert settings.relays() == (OTHER, HOME)
    assert settings.RELAY in said().output
    monkeypatch.setenv(settings.RELAY, "")
    assert settings.relays() == ()
    monkeypatch.setenv(settings.RELAY, "http://relay.example")
    with pytest.raises(ClientError, match=settings.RELAY):
        settings.relays()
    monkeypatch.setenv(settings.RELAY, " ".join(f"wss://{n}.a" for n in "abcd"))
    with pytest.raises(ClientError, match="at most 3"):
        settings.relays()


@pytest.mark.parametrize(
    "arguments",
    [
        ("http://relay.example",),
        ("relay.example",),
        ("--none", str(HOME)),
        tuple(f"wss://{n}.example" for n in "abcd"),
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(
    arguments: tuple[str, ...],
) -> None:
    said("relay", str(HOME))
    assert said("relay", *arguments).exit_code == 2
    assert settings.relays() == (HOME,)


@pytest.mark.attack(65)
def test_the_file_is_its_owners_only(home: Path) -> None:
    said("relay", str(HOME))
    assert (home / "settings").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[]",
        b'{"kind": "p2pgame settings 2"}',
        b'{"kind": "p2pgame settings 1", "more": 1}',
        b'{"relays": ["a", "b", "c", "d"]}',
        b'"' + b"a" * 70_000 + b'"',
    ],
)
def test_a_damaged_file_is_told_in_one_sentence(home: Path, data: bytes) -> None:
    home.mkdir()
    (home / "settings").write_bytes(data)
    with pytest.raises(ClientError, match="damaged"):
        settings.relays()
    done = said("relay", str(HOME))
    assert done.exit_code == Status.REFUSED
    assert (home / "settings").read_bytes() == data


def test_a_relay_in_the_file_that_is_none_is_told(home: Path) -> None:
    home.mkdir()
    (home / "settings").write_bytes(b'{"relays": ["http://a"]}')
    with pytest.raises(ClientError, match="wss://relay"):
        settings.relays()


def test_a_name_is_remembered_and_a_wrong_one_refused(home: Path) -> None:
    done = CliRunner().invoke(main, ["settings", "name", "Anna"])
    assert (done.exit_code, done.output) == (0, "name  Anna\n")
    assert settings.name() == "Anna"
    assert CliRunner().invoke(main, ["settings", "name", "\n"]).exit_code == 2


STACK = "Anna" + "\u0334" * 20


@pytest.mark.parametrize(
    ("language", "name", "sentence"),
    [
        *(("en", f"Anna{c}", BLANK.format(ord(c))) for c in "\u3164\u2800\ufe0f"),
        ("en", "\u3164\u2800", BLANK.format(0x3164)),
        ("en", STACK, "each mark (accent) stands on a character, at most 4 different"),
        ("de", "Anna\u2800", "PATTERN BLANK (U+2800) ist eines"),
        ("de", STACK, "höchstens 4 verschiedene auf jedem"),
    ],
)
def test_a_name_that_shows_nothing_somewhere_is_refused_in_a_sentence(
    language: str, name: str, sentence: str
) -> None:
    for command in (["settings", "name", name], ["play", "kuhn", "--name", name]):
        done = CliRunner().invoke(main, ["--lang", language, *command])
        assert done.exit_code == 2
        assert sentence in " ".join(done.stderr.split())
    assert settings.name() is None


def test_transcripts_lie_in_one_folder_and_are_called_by_name_or_number(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("P2PGAME_TRANSCRIPTS")
    assert settings.transcripts() == home / "transcripts"
    chosen = tmp_path / "games"
    done = CliRunner().invoke(main, ["settings", "transcripts", str(chosen)])
    assert done.output == f"transcripts  {chosen}\n"
    none = CliRunner().invoke(main, ["verify", "last"])
    assert (none.exit_code, "no transcript in" in none.stderr) == (2, True)
    chosen.mkdir()
    for when, name in enumerate(("kuhn-1-masked", "rps-1-masked")):
        file = shutil.copy(ARCHIVE / f"{name}.p2pgame", chosen)
        os.utime(file, (when, when))
    for text, game in (("last", "Rock"), ("1", "Rock"), ("2", "Kuhn")):
        assert f"played {game}" in CliRunner().invoke(main, ["verify", text]).output
    for text in ("kuhn-1-masked", "kuhn-1-masked.p2pgame"):
        assert CliRunner().invoke(main, ["show", text]).exit_code == 0
    assert CliRunner().invoke(main, ["verify", "3"]).exit_code == 2
    CliRunner().invoke(main, ["settings", "transcripts", "--usual"])
    assert settings.transcripts() == home / "transcripts"
