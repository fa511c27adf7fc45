"""Programs of the player speak to a hub, each with a token of its own."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from p2pgame.cli.main import main
from p2pgame.client.errors import InvalidRequest, Refused
from p2pgame.web.programs import Tokens
from tests.children import WITHIN, line_with
from tests.sources import ROOT

EXAMPLE = ROOT / "examples" / "kuhn.mjs"
NODE = shutil.which("node")


def test_each_program_has_a_token_that_only_its_owner_can_read(tmp_path: Path) -> None:
    tokens = Tokens(tmp_path)
    assert not tokens.names
    assert not tokens.opens("")
    robot, phone = tokens.make("robot"), tokens.make("phone")
    for path in (robot, phone):
        assert path.stat().st_mode & 0o777 == 0o600
        assert path.parent.stat().st_mode & 0o777 == 0o700
        assert tokens.opens(path.read_text().strip())
    assert robot.read_text() != phone.read_text()
    with pytest.raises(Refused, match="robot"):
        tokens.make("robot")
    said = robot.read_text().strip()
    tokens.take_away("robot")
    assert not tokens.opens(said)
    assert tokens.names == ("phone",)
    for wrong in ("", said[:-1], "x" * 1000, "\ud800"):
        assert not tokens.opens(wrong)
    with pytest.raises(InvalidRequest, match="phone"):
        tokens.take_away("robot")


@pytest.mark.attack(65)
@pytest.mark.skipif(os.name == "nt", reason="has no such modes")
def test_a_token_that_others_can_read_opens_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever had looked at it came in as the player's own program."""
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path))
    tokens = Tokens(tmp_path)
    path = tokens.make("robot")
    said = path.read_text().strip()
    path.chmod(0o644)
    assert not tokens.opens(said)
    done = CliRunner().invoke(main, ["serve"])
    assert done.exit_code == 2
    assert f"{path} can be read by others. Type chmod 600" in done.stderr
    path.chmod(0o600)
    assert tokens.opens(said)


@pytest.mark.parametrize("name", ["", "..", "a/b", "A", ".robot", "a" * 40, "a\n"])
def test_a_programs_name_is_no_path(tmp_path: Path, name: str) -> None:
    for act in (Tokens(tmp_path).make, Tokens(tmp_path).take_away):
        with pytest.raises(InvalidRequest):
            act(name)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """The url of ``p2pgame serve``, and the file with a program's token."""
    environment = {
        **os.environ,
        **{"P2PGAME_HOME": str(tmp_path / "home"), "PYTHONPATH": str(ROOT)},
        **{"P2PGAME_LANG": "en", "P2PGAME_RELAY": ""},
    }
    command = [sys.executable, "-P", "-m", "p2pgame"]
    made = subprocess.run(
        [*command, "token", "robot"],
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=WITHIN,
    )
    file = Path(made.stdout.strip())
    assert file.is_file(), made
    process = subprocess.Popen(
        [*command, "serve"],
        env=environment,
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        line = line_with("ws://", process)
        assert "1 has a token" in line
        yield next(word for word in line.split() if "ws://" in word).strip(","), file
    finally:
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=WITHIN)
        assert "Traceback" not in said
        assert process.returncode == 0


def node(url: str, file: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [
            NODE or "node",
            "--no-warnings",
            "--experimental-websocket",
            EXAMPLE,
            url,
            file,
        ],
        capture_output=True,
        text=True,
        timeout=WITHIN,
    )


def test_the_example_is_short() -> None:
    assert len(EXAMPLE.read_text().splitlines()) <= 80


@pytest.mark.skipif(NODE is None, reason="node is not here")
def test_a_front_end_in_javascript_plays_kuhn_to_its_end(
    served: tuple[str, Path], tmp_path: Path
) -> None:
    url, file = served
    done = node(url, file)
    assert done.returncode == 0, done.stderr
    said = done.stdout.splitlines()
    assert said[0].startswith("Robot")
    (payoff,) = (line for line in said if line.startswith("payoff "))
    assert payoff.split()[1] in ("-2", "-1", "1", "2")
    assert said[-1] == "verified"
    other = tmp_path / "other"
    other.write_text("0" * 64)
    refused = node(url, other)
    assert refused.returncode == 1
    assert "lets this program in by that token" in refused.stderr
