"""Judges evidence in a process of its own, from the bytes of its files alone."""

from __future__ import annotations

from p2pgame.session.table.evidence import Unproven, check
from p2pgame.workers import Bounds, Confined, Hear
from tests.simulation.outcome import Evidence
from tests.simulation.program import REGISTRY

#: What judging one file may take.
BOUNDS = Bounds(seconds=120, memory=2**30)


def judging() -> Confined:
    """Return a process that judges one file after another, and has seen no game."""
    return Confined(BOUNDS)


def why_wrong(evidence: Evidence, _hear: Hear) -> str | None:
    """Return why a file does not show what it was written for, or None."""
    try:
        proven = check(evidence.file, REGISTRY)
    except Unproven as error:
        return f"another process is not convinced of {evidence.about}: {error}"
    if proven.author != evidence.about:
        return f"another process finds {proven.author}, not {evidence.about}"
    return None
