"""What the player has chosen for all tables."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli.main import main
from p2pgame.client.errors import ClientError
from p2pgame.client.profile import settings
from p2pgame.transport.relay.url import RelayUrl

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
    assert said().output.startswith(done.output)
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
    assert done.exit_code == 1
    assert (home / "settings").read_bytes() == data


def test_a_relay_in_the_file_that_is_none_is_told(home: Path) -> None:
    home.mkdir()
    (home / "settings").write_bytes(b'{"relays": ["http://a"]}')
    with pytest.raises(ClientError, match="wss://relay"):
        settings.relays()
