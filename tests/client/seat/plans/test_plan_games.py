"""A few games with random plans, each beside one without; ``make plans`` plays many."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.client.planners import Player, made
from tests.client.seat.plans import plan_games
from tests.client.seat.plans.plan_games import SEEN, Differs, Planner, compare

SEEDS = range(4)


def test_plans_leave_no_trace_and_outlive_their_programs() -> None:
    counts = Counter[str]()
    acts = [compare(seed, counts) for seed in SEEDS]
    assert min(acts) > 3
    for what in SEEN:
        assert counts[what], what


def test_a_step_that_others_see_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A planner that makes a move, which the game without plans does not have."""

    async def moves(planner: Planner, player: Player) -> None:
        turn = player.seat.now.turn
        if turn is not None:
            await made(player, str(turn.choice.moves[-1]))

    monkeypatch.setattr(Planner, "_prepares", moves)
    monkeypatch.setattr(plan_games, "ACTS", 5)
    with pytest.raises((Differs, BaseExceptionGroup)):
        compare(0, Counter())
