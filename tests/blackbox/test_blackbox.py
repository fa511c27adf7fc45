"""Real programs over a network that misbehaves, killed at random moments.

A few kills here; `make kills` does some hundred.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.blackbox.match import Match, Plan
from tests.blackbox.proxy import FAULTS


@pytest.mark.attack(42)
@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [("rps", 3, ("-o", "rounds=2")), ("kuhn", 2, ("--deck", "proved"))],
    ids=["rps", "kuhn"],
)
async def test_killed_programs_lose_nothing_and_name_nobody(
    game: str, seats: int, options: tuple[str, ...], tmp_path: Path
) -> None:
    seed = random.randrange(10**9)
    plan = Plan(seed, game, seats, options, kills=3, faults=FAULTS)
    print(plan)  # shown if it fails
    report = await Match(plan, tmp_path).play()
    assert report.wrongs == []
    assert report.kills >= 1
    assert report.entries > 0
