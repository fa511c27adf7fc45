"""How a simulated game went."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.simulation.plan import Plan


@dataclass
class Outcome:
    """How a game went."""

    plan: Plan
    violations: list[str]
    counts: dict[str, int]
    seconds: float
    ended_after: float
    entries: int
    frames: int
    size: int
    load: float
    ending: str
    trace: str
    evidence: tuple[bytes, str] | None
    story: list[str] = field(default_factory=list)

    @classmethod
    def failed(cls, plan: Plan, violation: str) -> Outcome:
        """Return that of a game that could not be played to its end."""
        return cls(plan, [violation], {}, 0, 0, 0, 0, 0, 0, "broken off", "", None)
