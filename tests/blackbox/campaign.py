"""Many matches, until enough programs have been killed; and a table of them."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import trio

from .match import Match, Plan, Report

#: How many programs are killed in one match.
KILLS = 8


@dataclass
class Totals:
    """What has come of all matches."""

    matches: int = 0
    kills: int = 0
    put_back: int = 0
    records: int = 0
    entries: int = 0
    harm: Counter[str] = field(default_factory=Counter)
    games: Counter[str] = field(default_factory=Counter)
    failed: list[Report] = field(default_factory=list)

    def add(self, report: Report) -> None:
        self.matches += 1
        self.kills += report.kills
        self.put_back += report.put_back
        self.records += report.records
        self.entries += report.entries
        self.harm.update(report.harm)
        self.games[report.plan.game] += report.kills
        if report.wrongs:
            self.failed.append(report)

    def table(self, seconds: float) -> str:
        rows = [
            ("matches played to their end", self.matches),
            ("programs killed and started again", self.kills),
            ("logs put back from a backup", self.put_back),
            ("records read back", self.records),
            ("entries signed", self.entries),
            *((f"connections: {name}", count) for name, count in self.harm.items()),
            *((f"kills in {name}", n) for name, n in sorted(self.games.items())),
            ("matches in which something was wrong", len(self.failed)),
            ("seconds", round(seconds)),
        ]
        return "\n".join(f"{name:40}{count:>8}" for name, count in rows)


async def campaign(
    seed: int, kills: int, say: Callable[[str], None], *, at_once: int = 2
) -> Totals:
    """Play matches, a few at once, until so many programs have been killed."""
    totals = Totals()
    seeds = iter(range(seed, seed + 100 * (kills + 1)))
    root = Path(tempfile.mkdtemp(prefix="p2pgame-blackbox-"))

    async def one_after_another() -> None:
        while totals.kills < kills:
            plan = Plan.draw(next(seeds), KILLS)
            folder = root / f"{plan.seed}"
            folder.mkdir()
            report = await Match(plan, folder).play()
            totals.add(report)
            say(told(report))
            if report.wrongs:
                say(f"  what is on the disks: {folder}")
            else:
                shutil.rmtree(folder)

    async with trio.open_nursery() as nursery:
        for _ in range(at_once):
            nursery.start_soon(one_after_another)
    if not totals.failed:
        shutil.rmtree(root)
    return totals


def told(report: Report) -> str:
    """Return what is to say of one match, with all that was drawn if it failed."""
    plan = report.plan
    line = (
        f"seed {plan.seed}: {plan.game}, {plan.seats} seats, {report.kills} kills, "
        f"{report.entries} entries, {report.seconds:.0f} s"
    )
    if not report.wrongs:
        return line
    return "\n".join([line, f"  {plan}", *(f"  WRONG: {w}" for w in report.wrongs)])


def main(arguments: list[str]) -> int:
    """Run a campaign: KILLS [SEED]; return the exit status."""
    kills = int(arguments[0]) if arguments else 300
    seed = int(arguments[1]) if len(arguments) > 1 else time.time_ns() % 10**9
    print(f"first seed {seed}", flush=True)
    began = time.monotonic()

    def say(line: str) -> None:
        print(line, flush=True)

    totals = trio.run(campaign, seed, kills, say)
    print(totals.table(time.monotonic() - began))
    return 1 if totals.failed else 0
