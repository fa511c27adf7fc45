"""Play many simulated games: ``make simulate``.

``--games N`` games from ``--seed S`` on, then ``--full-games N`` games of hold'em
with all cards.  Ends with 1 if anything happened that must not.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import monotonic

from tests.simulation.campaign import Totals, failure, full, relayed, simulate, table
from tests.simulation.crashes import unfolded
from tests.simulation.plan import Plan, Wanted, drawn
from tests.simulation.world import play

#: Failures that are shown in full.
SHOWN = 10

#: Seconds between two lines that say how far it is.
SAY_EVERY = 15.0


def main() -> int:
    given = _arguments()
    seeds = range(given.seed, given.seed + given.games)
    wanted = Wanted.of(given.kinds, given.seats, given.quorum)
    some = partial(drawn, wanted=wanted)
    plan = full if given.full else relayed if given.relayed else some
    if given.trace:
        for seed in seeds:
            print(seed, play(plan(seed)).trace)
        return 0
    if given.until_bad:
        return _until_bad(seeds, plan)
    if given.tell:
        outcome = play(plan(given.seed), tell=True)
        print(outcome.plan, *outcome.story, sep="\n")
        print(*outcome.violations, outcome.ending, sep="\n")
        return bool(outcome.violations)
    bad = _campaign("games", seeds, plan)
    if given.full_games:
        first = given.seed
        more = range(first, first + given.full_games)
        bad += _campaign("games with 52 cards", more, full)
    return 1 if bad else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tests.simulation", description=__doc__)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--full-games", type=int, default=0)
    parser.add_argument("--with", dest="kinds", action="append", default=[])
    parser.add_argument("--seats", type=int, default=0)
    parser.add_argument("--quorum", type=int)
    parser.add_argument("--full", action="store_true", help="hold'em with all cards")
    parser.add_argument("--relayed", action="store_true", help="all meet at relays")
    parser.add_argument("--trace", action="store_true", help="print each trace's hash")
    parser.add_argument("--until-bad", action="store_true", help="stop at a violation")
    parser.add_argument("--tell", action="store_true", help="tell all of one game")
    return parser.parse_args()


def _until_bad(seeds: range, plan: Callable[[int], Plan]) -> int:
    """Play one game after another; return 1 at the first that ends badly."""
    for number, seed in enumerate(seeds, 1):
        try:
            wrong = play(plan(seed)).violations
        except (Exception, BaseExceptionGroup) as error:
            wrong = [unfolded(error)]
        if wrong:
            print(f"game {number}: {wrong[0]}")
            return 1
    return 0


def _campaign(what: str, seeds: range, plan: Callable[[int], Plan]) -> int:
    totals, began, said = Totals(), monotonic(), 0.0
    for outcome in simulate(seeds, plan=plan):
        totals.add(outcome)
        if outcome.violations and len(totals.bad) <= SHOWN:
            print(failure(outcome), flush=True)
        now = monotonic() - began
        if now - said > SAY_EVERY:
            said = now
            done = f"{totals.games} of {len(seeds)} {what}"
            print(f"{done}, {len(totals.bad)} bad, {now:.0f} s", flush=True)
    spent = monotonic() - began
    print(table(totals))
    print(f"{spent:.0f} s, {totals.games / max(spent, 0.1):.1f} {what} a second")
    return len(totals.bad) + _judged(totals.evidence)


def _judged(evidence: list[tuple[bytes, str]]) -> int:
    """Check evidence in a fresh process, which has nothing but the files."""
    with tempfile.TemporaryDirectory(prefix="evidence") as folder:
        for number, (data, author) in enumerate(evidence):
            (Path(folder) / f"{number}-{author}").write_bytes(data)
        judge = [sys.executable, "-m", "tests.simulation.judge", folder]
        done = subprocess.run(judge, capture_output=True, text=True, check=False)
    print(done.stdout, done.stderr, end="")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
