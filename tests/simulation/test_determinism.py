"""One seed is one game: every frame, disk call and event at the same moment."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
GAMES = 50


def traces(hash_seed: str, zone: str) -> list[str]:
    """Return the traces of some games, played in a process of their own."""
    command = [sys.executable, "-m", "tests.simulation", "--trace"]
    command += ["--seed", "5000", "--games", str(GAMES)]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "TZ": zone}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()


def test_a_seed_gives_the_same_game_in_another_process() -> None:
    first = traces("1", "UTC")
    assert len({line.split()[1] for line in first}) == GAMES
    assert first == traces("4711", "Asia/Kathmandu")
