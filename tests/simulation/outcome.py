"""How a simulated game went."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from tests.simulation.plan import Plan


class Evidence(NamedTuple):
    """A file of evidence, and the hexadecimal key of whom it is about."""

    file: bytes
    about: str


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
    evidence: list[Evidence]
    story: list[str] = field(default_factory=list)

    @classmethod
    def failed(cls, plan: Plan, violation: str) -> Outcome:
        """Return that of a game that could not be played to its end."""
        return cls(plan, [violation], {}, 0, 0, 0, 0, 0, 0, "broken off", "", [])
