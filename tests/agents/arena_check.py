"""``make arena-check``: is search better than random play, at 200 simulations a move?

For each game Wald's sequential test says when enough deals are played.  Printed are
the verdict, the mean lead with its 95 % interval, and the games won, drawn and lost.
Tic-tac-toe has to lose none.  ``python -m tests.agents.arena_check --help`` says more.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from p2pgame.agents.arena import Job, Sprt, Tally
from p2pgame.agents.arena.runner import run
from p2pgame.games.registry import find

SEARCH = "search:200"
#: Each game: seats, contestants besides the search, and options.
TABLES: Mapping[str, tuple[int, int, dict[str, int | str | bool]]] = {
    "tictactoe": (2, 1, {}),
    "kuhn": (2, 1, {}),
    "liars-dice": (2, 1, {}),
    "goofspiel": (2, 1, {}),
    "checkers": (2, 1, {}),
    "hearts": (4, 3, {"goal": 1}),
    "spades": (4, 1, {"goal": 1, "floor": -1}),
    "crazy-eights": (3, 2, {}),
    "battleship": (2, 1, {}),
    "mover": (2, 1, {"ticks": 30, "field": 9}),
}
#: Deals of tic-tac-toe, of which none may be lost, and of any other game at most.
LOSES_NONE, MOST = 1000, 1000


def job_of(name: str, deals: int = 0) -> Job:
    seats, others, options = TABLES[name]
    contestants = (SEARCH, *["random"] * others)
    deals = deals or (LOSES_NONE if name == "tictactoe" else MOST)
    version = find(name).version
    return Job(name, version, contestants, seats, deals, "arena check", options)


def check(name: str, seconds: float, processes: int, kept: Path | None) -> bool:
    """Play until there is a verdict, and print it; return whether it is as promised."""
    job, began = job_of(name), time.monotonic()
    sprt = Sprt()

    def enough(tally: Tally) -> bool:
        if time.monotonic() - began > seconds:
            return True
        return name != "tictactoe" and sprt.verdict(tally.leads()) is not None

    tally = run(
        job,
        kept and kept / f"{name}.jsonl",
        processes=processes,
        enough=enough,
    )
    if not tally.complete:
        print(f"{name:13} no deal was complete in {seconds:.0f} s", flush=True)
        return False
    won, drawn, lost = tally.games()
    better = sprt.verdict(tally.leads())
    holds = lost == 0 if name == "tictactoe" else better is True
    said = {True: "better", False: "not better", None: "open"}[better]
    took = time.monotonic() - began
    print(
        f"{name:13} {said:10} lead {tally.interval()}, "
        f"won {won}, drew {drawn}, lost {lost}, {took:.0f} s",
        flush=True,
    )
    return holds


def main() -> int:
    parser = argparse.ArgumentParser(description="Play search against random.")
    parser.add_argument("games", nargs="*", help="by default all of them")
    parser.add_argument("--seconds", type=float, default=3600, help="for each game")
    parser.add_argument("--processes", type=int, default=0, help="0: one per core")
    parser.add_argument("--kept", type=Path, help="a folder for results, to go on from")
    asked = parser.parse_args()
    if asked.kept is not None:
        asked.kept.mkdir(parents=True, exist_ok=True)
    failed = [
        name
        for name in asked.games or TABLES
        if not check(name, asked.seconds, asked.processes, asked.kept)
    ]
    if failed:
        print(f"not shown: {', '.join(failed)}")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
