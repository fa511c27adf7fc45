"""Many games, on all cores, and what came of them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from msgspec.structs import replace

from p2pgame.workers import Confined, done
from tests.simulation.crashes import unfolded
from tests.simulation.draw import drawn
from tests.simulation.draw_ordinary import posted
from tests.simulation.judge import why_wrong
from tests.simulation.outcome import Outcome
from tests.simulation.plan import Plan
from tests.simulation.record import CAME_TO, KINDS, Record
from tests.simulation.world import play

#: The seats of full games of hold'em, by turns.
FULL = ("holdem 2", "holdem 3", "holdem 4")

#: How files of evidence are counted that another process has judged.
JUDGED = "evidence judged by another process"

#: Games that a set of processes plays before others take over.
EACH = 1000

#: A game of a campaign: the campaign's name, and its seed.
Job = tuple[str, int]
Draw = Callable[[int], Plan]


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
    judged: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    #: What the games came to that met each fault; under "": all games.
    met: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    bad: list[Record] = field(default_factory=list)

    def add(self, record: Record) -> None:
        """Add a game."""
        self.games += 1
        self.seconds += record.seconds
        self.entries += record.entries
        self.frames += record.frames
        self.size += record.size
        self.load = max(self.load, record.load)
        self.slowest = max(self.slowest, record.ended_after)
        self.endings[record.ending] += 1
        # In how many games something happened, not how often.
        crashes = {k: n for k, n in record.counts.items() if k.startswith("crash")}
        self.counts.update(crashes)
        self.counts.update(k for k in record.counts if k not in crashes)
        self.judged += record.counts.get(JUDGED, 0)
        for fault in ("", *record.met):
            self.met[fault][record.came_to] += 1
        if record.violations:
            self.bad.append(record)


def full(seed: int) -> Plan:
    """Draw a game of hold'em with all its cards."""
    return drawn(seed, game=FULL[seed % len(FULL)])


def relayed(seed: int) -> Plan:
    """Draw a game that meets at relays."""
    return posted(drawn(seed))


def simulate(
    jobs: Sequence[Job], draws: dict[str, Draw], processes: int = 0
) -> Iterator[Record]:
    """Play games in so many processes; yield them in their order; 0: on all cores."""
    play_one, left = _Play(draws), iter(jobs)
    while some := [*islice(left, EACH)]:
        early, due = dict[Job, Record](), iter(some)
        expected = next(due)
        for job, record in done(play_one, some, processes):
            early[job] = record
            while expected in early:
                yield early.pop(expected)
                expected = next(due, ("", -1))


@dataclass(frozen=True)
class _Play:
    draws: dict[str, Draw]

    def __call__(self, job: Job) -> Record:
        campaign, seed = job
        plan = self.draws[campaign](seed)
        try:
            outcome = play(plan)
        except (Exception, BaseExceptionGroup) as error:  # of one game, which is bad
            why = f"I12: the game broke off: {unfolded(error)}"
            outcome = Outcome.failed(plan, why)
        return Record.of(outcome, campaign)


def judged(record: Record, process: Confined) -> Record:
    """Return a game whose evidence another process has judged, all of it."""
    if not record.evidence:
        return record
    found = [process.do(why_wrong, one, lambda said: None) for one in record.evidence]
    wrong = [f"I3: {why}" for why in found if why]
    counts = {**record.counts, JUDGED: len(found)}
    violations = (*record.violations, *wrong)
    return replace(record, violations=violations, counts=counts, evidence=())


def table(totals: Totals) -> str:
    """Return what there is to say of a campaign, in lines."""
    counts = totals.counts
    rows = [
        ("games", f"{totals.games}"),
        ("virtual hours", f"{totals.seconds / 3600:.1f}"),
        ("entries", f"{totals.entries}"),
        ("frames", f"{totals.frames}"),
        ("bytes", f"{totals.size}"),
        ("most frames for each entry, line and way", f"{totals.load:.2f}"),
        ("latest end after all had healed, seconds", f"{totals.slowest:.0f}"),
    ]
    rows += [(f"files of {JUDGED}", f"{totals.judged}")]
    rows += [(f"ended: {e}", f"{n}") for e, n in totals.endings.most_common(12)]
    rows += [
        (f"games with {name}", f"{count}")
        for name, count in sorted(counts.items())
        if name.startswith(("audit", "evidence", "waits"))
    ]
    lines = [f"{name:<44}{value:>14}" for name, value in rows]
    return "\n".join([*lines, "", *met(totals)])


def met(totals: Totals) -> Iterator[str]:
    """Yield how many games met each fault, and what these came to."""
    yield f"{'games with':<30}{'games':>8}" + "".join(f"{c:>12}" for c in CAME_TO)
    faults = [f"{kind}: {name}" for kind, (_, some) in KINDS.items() for name in some]
    for fault in (*faults, ""):
        came = totals.met.get(fault, Counter())
        cells = "".join(f"{came[column]:>12}" for column in CAME_TO)
        yield f"{fault or 'all':<30}{came.total():>8}{cells}"


def failure(record: Record, plan: Plan, options: str = "") -> str:
    """Return what went wrong, all that was drawn, and how to see it again."""
    seed = record.seed
    lines = [f"seed {seed}: {violation}" for violation in record.violations]
    how = f"  again: python -m tests.simulation --seed {seed} --games 1 --tell"
    if options:
        how += f" {options}"
    if plan.game.startswith("holdem"):
        how += " --full"
    return "\n".join([*lines, str(plan), how])
