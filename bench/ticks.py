"""Print when each tick comes to three programs: ``python -m bench.ticks``.

They are real processes at a table of mover on this machine; each has a player who
gives an order in most ticks.  Ticks are due at equal distances from the first that
came to anybody, and an offset is how long after that one came.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Any

ROOT = Path(__file__).parent.parent
HOST, *GUESTS = NAMES = ("Ann", "Ben", "Cleo")
WAYS = "hjklyubn"


class Player:
    """A process that plays one seat; ``times`` has when each tick came to it."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self.times: list[float] = []
        self.invite = ""
        self.invited = Event()
        self._chance = random.Random(name)
        self._has_ordered = False
        home = folder / name
        home.mkdir()
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "p2pgame", "pipe"],
            env={**os.environ, "PYTHONPATH": str(ROOT), "P2PGAME_HOME": str(home)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def play(self, **request: object) -> None:
        """Sit down, and give orders until the game is over."""
        with self._process as process:
            assert process.stdout is not None
            self._say(name=self.name, attended=True, **request)
            for line in process.stdout:
                self._hear(json.loads(line))
                if '"event":"ended"' in line:
                    process.terminate()

    def _hear(self, event: dict[str, Any]) -> None:
        match event["event"]:
            case "invited":
                self.invite = event["invite"]
                self.invited.set()
            case "asked":  # let everybody in
                number = event["question"]["number"]
                self._say(command="answer", number=number, answer=1)
            case "your-turn" if not self._has_ordered:
                self._has_ordered = True
                if self._chance.random() < 0.75:
                    self._say(command="move", move=f"{self._chance.choice(WAYS)} 2")
            case "happened":
                self.times.append(monotonic())
                self._has_ordered = False

    def _say(self, **command: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(command) + "\n")
        self._process.stdin.flush()


def played(ticks: int, seconds: int) -> list[Player]:
    """Return the players after so many ticks."""
    options = {"ticks": ticks, "seconds": seconds}
    table = {"game": "mover", "players": len(NAMES), "relays": [], "options": options}
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor() as threads:
        host, *guests = players = [Player(name, Path(folder)) for name in NAMES]
        plays = [threads.submit(host.play, command="host", **table)]
        host.invited.wait()
        for guest in guests:
            link = {"command": "join", "invite": host.invite}
            plays.append(threads.submit(guest.play, **link))
        for play in plays:
            play.result()
    return players


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ticks", type=int, default=20)
    parser.add_argument("--seconds", type=int, default=1)
    asked = parser.parse_args()
    players = played(asked.ticks, asked.seconds)
    first = min(player.times[0] for player in players)
    print("tick  " + "  ".join(f"{player.name:>8}" for player in players))
    offsets = list[float]()
    for tick in range(asked.ticks):
        due = first + tick * asked.seconds
        late = [1000 * (player.times[tick] - due) for player in players]
        offsets += late
        print(f"{tick + 1:4}  " + "  ".join(f"{one:5.0f} ms" for one in late))
    middle, most = statistics.median(offsets), max(offsets)
    print(f"half of them within {middle:.0f} ms, all within {most:.0f} ms")


if __name__ == "__main__":
    main()
