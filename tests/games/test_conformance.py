"""What every game of the registry promises, whatever its rules.

A new game is tested by being registered; ``cases.py`` gets a line for options
that the defaults do not reach, and one for a game to be read.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from games.registry import GAMES
from p2pgame.playtest import POINTS, Case, Point
from p2pgame.playtest.conformance import matches_golden
from tests.games.cases import PLAYTHROUGHS, cases, golden

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("point", POINTS, ids=lambda point: point.__name__)
@pytest.mark.parametrize("case", [*cases()], ids=str)
def test_every_game_keeps_its_promises(case: Case, point: Point) -> None:
    point(case)


@pytest.mark.row("B72")
@pytest.mark.parametrize("case", [*golden()], ids=str)
def test_a_game_is_played_as_it_was_written_down(case: Case) -> None:
    matches_golden(case)


def test_every_game_is_written_down_once() -> None:
    kept = {path.stem for path in PLAYTHROUGHS.glob("*.txt")}
    assert kept >= {*GAMES}
    assert {case.game.name for case in golden()} == {*GAMES}


@pytest.mark.attack(56)
def test_games_depend_on_no_hash_seed_and_no_time_zone() -> None:
    runs = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.games.cases"],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed, "TZ": zone},
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed, zone in (("0", "UTC"), ("1", "Asia/Kathmandu"), ("2", "UTC"))
    ]
    (output,) = {run.communicate()[0] for run in runs}
    assert [run.returncode for run in runs] == [0, 0, 0]
    assert all(f"{name}-" in output for name in GAMES)
