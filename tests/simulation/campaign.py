"""Many games, on all cores, and what came of them."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from multiprocessing import get_context

from tests.simulation.crashes import unfolded
from tests.simulation.outcome import Outcome
from tests.simulation.plan import (
    CHEATS,
    KEYS,
    NEMESES,
    POINTS,
    STRANGERS,
    Plan,
    drawn,
    posted,
)
from tests.simulation.world import play

#: The seats of full games of hold'em, by turns.
FULL = ("holdem 2", "holdem 3", "holdem 4")


@dataclass
class Totals:
    """What many games had in all."""

    games: int = 0
    seconds: float = 0.0
    entries: int = 0
    frames: int = 0
    size: int = 0
    load: float = 0.0
    slowest: float = 0.0
    counts: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    bad: list[Outcome] = field(default_factory=list)
    evidence: list[tuple[bytes, str]] = field(default_factory=list)

    def add(self, outcome: Outcome) -> None:
        self.games += 1
        self.seconds += outcome.seconds
        self.entries += outcome.entries
        self.frames += outcome.frames
        self.size += outcome.size
        self.load = max(self.load, outcome.load)
        self.slowest = max(self.slowest, outcome.ended_after)
        self.endings[outcome.ending] += 1
        # In how many games something happened, not how often.
        crashes = {k: n for k, n in outcome.counts.items() if k.startswith("crash")}
        self.counts.update(crashes)
        self.counts.update(k for k in outcome.counts if k not in crashes)
        if outcome.violations:
            self.bad.append(outcome)
        if outcome.evidence is not None and len(self.evidence) < 50:
            self.evidence.append(outcome.evidence)

    def of(self, kind: str) -> int:
        return self.counts[kind]


def full(seed: int) -> Plan:
    """Draw a game of hold'em with all its cards."""
    return drawn(seed, game=FULL[seed % len(FULL)])


def relayed(seed: int) -> Plan:
    """Draw a game that meets at relays."""
    return posted(drawn(seed))


def simulate(
    seeds: Iterable[int], *, plan: Callable[[int], Plan] = drawn
) -> Iterator[Outcome]:
    """Play these games on all cores; yield each when it is over."""
    cores = os.cpu_count() or 1
    with get_context("fork").Pool(cores, maxtasksperchild=500) as pool:
        yield from pool.imap_unordered(_Play(plan), seeds, chunksize=4)


@dataclass(frozen=True)
class _Play:
    plan: Callable[[int], Plan]

    def __call__(self, seed: int) -> Outcome:
        plan = self.plan(seed)
        try:
            return play(plan)
        except (Exception, BaseExceptionGroup) as error:  # of one game, which is bad
            return Outcome.failed(plan, f"I12: the game broke off: {unfolded(error)}")


def table(totals: Totals) -> str:
    """Return what there is to say of a campaign, in lines."""
    rows = [
        ("games", f"{totals.games}"),
        ("virtual hours", f"{totals.seconds / 3600:.1f}"),
        ("entries", f"{totals.entries}"),
        ("frames", f"{totals.frames}"),
        ("bytes", f"{totals.size}"),
        ("most frames for each entry, line and way", f"{totals.load:.2f}"),
        ("latest end after all had healed, seconds", f"{totals.slowest:.0f}"),
    ]
    rows += [(f"crash: {p}", f"{totals.of(f'crash: {p}')}") for p in POINTS]
    rows += [(f"games with: {n}", f"{totals.of(n)}") for n in NEMESES]
    rows += [(f"games with: {c}", f"{totals.of(f'cheat: {c}')}") for c in CHEATS]
    rows += [(f"games with: {k}", f"{totals.of(f'keys: {k}')}") for k in KEYS]
    rows += [(f"games with: {s}", f"{totals.of(f'stranger: {s}')}") for s in STRANGERS]
    rows += [(f"ended: {e}", f"{n}") for e, n in totals.endings.most_common(12)]
    rows += [
        (f"games with {name}", f"{count}")
        for name, count in sorted(totals.counts.items())
        if name.startswith(("audit", "evidence", "away", "leave"))
    ]
    rows.append(("violations", f"{len(totals.bad)}"))
    return "\n".join(f"{name:<44}{value:>14}" for name, value in rows)


def failure(outcome: Outcome) -> str:
    """Return what went wrong, all that was drawn, and how to see it again."""
    seed = outcome.plan.seed
    lines = [f"seed {seed}: {violation}" for violation in outcome.violations]
    how = f"  again: python -m tests.simulation --seed {seed} --games 1 --tell"
    if outcome.plan.game.startswith("holdem"):
        how += " --full"
    return "\n".join([*lines, str(outcome.plan), how])
