"""The same seeds in two processes with other hash seeds and time zones.

``python -m tests.simulation.twice 50`` plays fifty games twice.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
SEED = "5000"


def traces(games: int, hash_seed: str, zone: str) -> list[str]:
    """Return the traces of some games, played in a process of their own."""
    command = [sys.executable, "-m", "tests.simulation", "--trace"]
    command += ["--seed", SEED, "--games", str(games)]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "TZ": zone}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()


def both(games: int) -> tuple[list[str], list[str]]:
    return traces(games, "1", "UTC"), traces(games, "4711", "Asia/Kathmandu")


def main(arguments: list[str]) -> int:
    """Play so many games twice; return the exit status."""
    games = int(arguments[0]) if arguments else 50
    first, second = both(games)
    different = sum(one != other for one, other in zip(first, second, strict=True))
    print(f"{len(first)} games played twice, {different} differ")
    return 1 if different or len(first) != games else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
