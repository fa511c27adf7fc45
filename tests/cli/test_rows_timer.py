"""A timer of the rules at a real table: it waits as long as it says, and moves."""

from __future__ import annotations

import subprocess
from pathlib import Path
from time import monotonic

import pytest

from tests.children import line_with, lines_from
from tests.cli.test_commands import environment, hosting
from tests.forked import Program

OPTIONS = ("--bot", "-o", "pairs=20", "-o", "seconds=1")


@pytest.mark.row("B19", "B77")
def test_who_does_not_hide_the_cards_has_them_hidden_in_time(tmp_path: Path) -> None:
    """Anna turns up cards until two differ, and then types nothing any more."""
    with (
        hosting(tmp_path, "memory", *OPTIONS) as (_, invite),
        Program(
            ["join", "-", "--name", "Anna"],
            cwd=tmp_path,
            env=environment(tmp_path / "home"),
            streams=(subprocess.PIPE, subprocess.PIPE, None),
        ) as guest,
    ):
        assert guest.stdin is not None
        try:
            print(invite, file=guest.stdin, flush=True)
            told = lines_from(guest)
            for line in told:
                _, asked, moves = line.rstrip().partition("Your move: ")
                if moves.startswith("hide"):
                    assert moves == "hide (by itself after 1 s)"
                    break
                if asked:
                    print(moves.split(", ")[0], file=guest.stdin, flush=True)
            since = monotonic()
            assert any("Anna: hide" in line for line in told)
            assert 0.9 < monotonic() - since < 30
            mover = line_with(": ", guest)
            assert "Anna" not in mover
        finally:
            guest.kill()
