"""What is kept of one game of a campaign: enough for all that is said at its end."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from tests.simulation.faults import (
    AFTER,
    CHEATS,
    EVENINGS,
    KEYS,
    LIES,
    NEMESES,
    ORDERED,
    ORDERS,
    POINTS,
    SLOW,
    STRANGERS,
)
from tests.simulation.outcome import Evidence, Outcome

#: What games come to: the columns of a campaign's table.
CAME_TO = ("ended", "convicted", "broken", "waits", "declined", "violations")


class Record(msgspec.Struct, frozen=True, omit_defaults=True):
    """One game; ``evidence`` is all of it that another process has still to judge."""

    campaign: str
    seed: int
    ending: str
    violations: tuple[str, ...]
    counts: dict[str, int]
    seconds: float
    ended_after: float
    entries: int
    frames: int
    size: int
    load: float
    trace: str
    evidence: tuple[Evidence, ...] = ()

    @classmethod
    def of(cls, outcome: Outcome, campaign: str = "games") -> Record:
        return cls(
            campaign,
            outcome.plan.seed,
            outcome.ending,
            tuple(outcome.violations),
            dict(sorted(outcome.counts.items())),
            round(outcome.seconds, 3),
            round(outcome.ended_after, 3),
            outcome.entries,
            outcome.frames,
            outcome.size,
            round(outcome.load, 4),
            outcome.trace,
            tuple(outcome.evidence),
        )

    @property
    def came_to(self) -> str:
        """Return what the game came to, as the honest see it: a column's name.

        ``convicted``: somebody was shown to have cheated.  ``waits``: somebody waits
        for ever, and rightly (``counts`` says why).  ``broken``: somebody has found
        that the rules contradict themselves.  ``declined``: nobody plays.
        """
        words = self.ending.replace(":", ",").split(", ")
        if self.violations:
            return "violations"
        if "stopped" in words:
            return "convicted"
        if "broken" in words:
            return "broken"
        if "unfinished" in words or "away" in words:
            return "waits"
        return "ended" if "complete" in words else "declined"

    @property
    def met(self) -> Iterator[str]:
        """Yield every fault that came to pass, as a line of the table."""
        for kind, (prefix, names) in KINDS.items():
            for name in names:
                if prefix + name in self.counts:
                    yield f"{kind}: {name}"


#: The lines of the table: each kind of fault, how it is counted, and its names.
KINDS = {
    "nemesis": ("", NEMESES),
    "cheat": ("cheat: ", (*CHEATS, *ORDERS, *LIES)),
    "keys": ("keys: ", KEYS),
    "stranger": ("stranger: ", STRANGERS),
    "crash": ("crash: ", POINTS),
    "player": ("", ("away", "leave")),
    "ahead": ("orders: ", ORDERED),
    "evening": ("evening: ", EVENINGS),
    "after": ("after: ", AFTER),
    "slow": ("slow: ", SLOW),
    "rules": ("rules: ", ("contradictory",)),
}
