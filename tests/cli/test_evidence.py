"""Who cheated is shown by a file, to anybody who runs the program on it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from p2pgame.games.registry import GAMES
from p2pgame.session.entries.errors import Fault
from p2pgame.session.table.evidence import gather
from tests.cli.test_commands import environment, hosting, run
from tests.session.table.test_evidence import CHEAT, cheated

CASES = [("rps", Fault.OPENING), ("goofspiel", Fault.PROOF), ("rps", Fault.PAYLOAD)]


@pytest.fixture(scope="module", params=CASES, ids=lambda case: f"{case[0]} {case[1]}")
def shown(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, Fault, str]:
    """A file with evidence, the fault it is about, and the culprit's key."""
    name, fault = request.param
    net = cheated(GAMES[name], fault)
    table = net.tables[0]
    assert table.stopped is not None
    path = tmp_path_factory.mktemp("evidence") / "game.evidence"
    path.write_bytes(gather(table, table.stopped))
    return path, fault, table.players[CHEAT].author.hex()


@pytest.mark.attack(4)
def test_a_fresh_program_is_shown_who_cheated_and_how(
    shown: tuple[Path, Fault, str],
) -> None:
    path, fault, key = shown
    done = run("evidence", path.name, cwd=path.parent)
    assert done.returncode == 0, done.stderr
    assert f", calling itself player {CHEAT}, cheated. " in done.stdout
    assert key in done.stdout
    assert f"({fault})" in done.stdout
    assert done.stdout.count("\n") == 1
    told = json.loads(run("evidence", "--json", path.name, cwd=path.parent).stdout)
    assert (told["ok"], told["author"], told["fault"]) == (True, key, fault)
    assert (told["name"], told["name_by"]) == (f"player {CHEAT}", "itself")
    assert f"the holder of key {told['fingerprint']}, " in done.stdout
    assert told["identity"].startswith(told["fingerprint"].replace(" ", ""))
    assert told["entries"] > 0


def test_a_changed_file_shows_nothing(shown: tuple[Path, Fault, str]) -> None:
    path, _, _ = shown
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    changed = path.with_name("changed.evidence")
    changed.write_bytes(data)
    done = run("evidence", changed.name, cwd=path.parent)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith("Error: This shows nothing: ")
    told = run("evidence", "--json", changed.name, cwd=path.parent)
    assert told.returncode == 1
    assert json.loads(told.stdout)["ok"] is False


#: A guest's program that says nonsense in every turn.
CHEATING = """
from p2pgame.cli.main import main
from p2pgame.session.entries.payloads import Answer
from p2pgame.session.table.entry_signer import EntrySigner

honest = EntrySigner.write


def write(signer, payload):
    if isinstance(payload, Answer):
        payload = Answer(payload.turn, payload.round, b"nonsense")
    return honest(signer, payload)


EntrySigner.write = write
main()
"""


def test_a_table_that_stops_leaves_evidence_beside_the_transcript(
    tmp_path: Path,
) -> None:
    options = ("rps", "--bot", "--transcript", "game.p2pgame")
    with hosting(tmp_path, *options) as (host, invite):
        guest = ["join", "-", "--bot", "--name", "Ben", "--transcript", "his"]
        subprocess.run(
            [sys.executable, "-c", CHEATING, *guest],
            cwd=tmp_path,
            env=environment(tmp_path / "home"),
            input=invite + "\n",
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        _, told = host.communicate(timeout=60)
    assert host.returncode == 1
    assert "Ben cheated in entry " in told
    assert told.rstrip().endswith(": p2pgame evidence game.evidence")
    assert (tmp_path / "game.p2pgame").exists()
    done = run("evidence", "game.evidence", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    shown, *known = done.stdout.splitlines()
    assert ", calling itself Ben, cheated. " in shown
    assert known == ["On this machine:", "  Ben is you: the key is yours."]
