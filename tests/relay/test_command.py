"""What the command line of a relay takes, and how it says what is wrong."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest
from click.testing import CliRunner

from p2pgame.cli.commands.whereabouts import whereabouts
from p2pgame.cli.main import main
from p2pgame.client.profile import addresses
from p2pgame.relay.settings import Settings
from tests.transport.certificates import certificate

DOCS = Path(__file__).parent.parent.parent / "docs" / "relay.md"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--limit", "nothing=1"], "known are connections=9000"),
        (["--limit", "publishes=20"], "NAME=VALUE"),
        (["--limit", "publishes=-1/5"], "NAME=VALUE"),
        (["--limit", "topics=1.5"], "NAME=VALUE"),
        (["--limit", "idle=nan"], "NAME=VALUE"),
        (["--limit", "tls=1"], "NAME=VALUE"),
        (["--limit", "castle"], "home, club, public"),
        (["--trust", "192.0.2.0/33"], "no network such as"),
        (["--behind-proxy", "proxy.example"], "no network such as"),
        (["--limit", "bits=65"], "bits go up to 64"),
        (["--store", "mysql://x"], "--store takes"),
        (["--store", "sqlite:"], "--store takes"),
        (
            ["--store", "sqlite:/nowhere/at/all.db"],
            "/nowhere/at/all.db: The file can't be opened",
        ),
        (["--store", "redis://:hush@host:x"], "A Redis is given as"),
        (["--listen", "8765"], "--listen takes HOST:PORT"),
        (["--motd", "x" * 201], "at most 200 characters"),
        (["--motd", "€" * 171], "at most 200 characters, of 512 bytes"),
    ],
)
def test_what_makes_no_sense_is_told(arguments: list[str], told: str) -> None:
    result = CliRunner().invoke(main, ["relay", *arguments])
    assert result.exit_code in (1, 2)
    assert told in result.output
    assert "hush" not in result.output
    assert "Traceback" not in result.output


def test_a_certificate_comes_with_its_key(tmp_path: Path) -> None:
    chain, key = certificate(tmp_path)
    for arguments, told in (
        (["--tls-cert", str(chain)], "go together"),
        (["--tls-key", str(key)], "go together"),
        (["--tls-cert", str(key), "--tls-key", str(chain)], "no certificate"),
    ):
        result = CliRunner().invoke(main, ["relay", *arguments])
        assert result.exit_code == 2
        assert told in result.output


def test_the_page_names_every_limit() -> None:
    _, _, limits = DOCS.read_text().partition("\n## Limits\n")
    rows = re.findall(r"^\| (`.*?) \|", limits, re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    others = {"message", "proxies", "shows_metrics", "tls", "token", "trusted"}
    assert named == {f.name for f in fields(Settings)} - others


def test_a_relay_says_addresses_that_a_friend_can_dial(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(addresses, "_outward", lambda: ["192.0.2.7"])
    both = [("0.0.0.0", 8765), ("::", 8765)]
    assert whereabouts(both, "wss") == [
        "This relay is at wss://192.0.2.7:8765.",
        "On this machine it is at wss://127.0.0.1:8765, too.",
        "Each player who is to meet others here says so once:",
        "  p2pgame settings relay wss://192.0.2.7:8765",
    ]
    assert whereabouts([("::1", 1)], "ws") == ["This relay is at ws://[::1]:1."]
    monkeypatch.setattr(addresses, "_outward", list)
    assert whereabouts(both[:1], "ws") == ["This relay is at ws://127.0.0.1:8765."]
