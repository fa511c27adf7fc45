"""What players say of each other's time is told by whose word, and may be left out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from p2pgame.cli.main import main
from p2pgame.client.transcripts import bounded
from tests.archiving import ARCHIVE
from tests.workers.here import Here

#: Player 1 has left, and calls player 0's program slow.
SLOW = ARCHIVE / "kuhn-2-timed-left.p2pgame"
FAIR = ARCHIVE / "kuhn-1-masked.p2pgame"
SAID = (
    "By player 1's word player 0 took 10 s to decide, and player 0's program 812 s for "
    "what it says by itself: more than the 120 s of this table."
)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path))
    monkeypatch.setattr(bounded, "Confined", Here)


def said(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def test_a_verifier_tells_both_sides_counts_of_time_and_by_whose_word() -> None:
    told = said("verify", str(SLOW))
    assert told.exit_code == 0
    assert SAID in told.output
    assert (
        "By player 0's word player 1 took 1 s to decide, and player 1's program 0 s "
        "for what it says by itself.\n"
    ) in told.output
    shown = json.loads(said("verify", "--json", str(SLOW)).output)
    assert [(one["by"], one["worked"], one["slow"]) for one in shown["times"]] == [
        (0, [0, 0], []),
        (1, [812, 0], [0]),
    ]
    assert "times" not in json.loads(said("verify", "--json", str(FAIR)).output)


@pytest.mark.attack(76)
def test_a_claim_of_slowness_changes_no_ledger_unless_that_is_asked_for() -> None:
    plain = said("ledger", str(SLOW))
    assert plain.exit_code == 0
    assert "player 0 +1" in plain.stdout
    assert "left out" not in plain.output
    without = said("ledger", "--without-slow", str(SLOW))
    assert (without.exit_code, without.stdout) == (0, "")
    assert f"left out: {SAID}" in without.stderr
    shown = said("ledger", "--json", "--without-slow", str(SLOW)).stdout
    assert json.loads(shown)["left_out"] == [str(SLOW)]
