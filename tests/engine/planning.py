"""This module has plans for the test game park, and the table they belong to."""

from __future__ import annotations

import pytest

from p2pgame.engine import Chosen, IllegalMove, Shuffled, advance, digest
from p2pgame.engine.undo.plan import Group, Plan
from tests.engine.park import GAME, Park, ParkOptions

TABLE = advance(GAME, GAME.setup(2, ParkOptions()), Shuffled()).state
MOVES = ("gate open", "choose 2", "place 1", "gather bear", "gather panda")
Parks = Plan[Park, ParkOptions]


def on(state: Park, player: int, *levels: Group) -> Parks:
    plan = Plan(GAME, player, state)
    for level in levels:
        plan = plan.add(level)
    return plan


def made(state: Park, player: int, *moves: str) -> Park:
    for move in moves:
        state = advance(GAME, state, Chosen(player, move)).state
    return state


def code_of(plan: Parks, *group: Group) -> str:
    """Return why this cannot be added; check that nothing changes."""
    was = plan.encode(), digest(plan.state), plan.redos
    with pytest.raises(IllegalMove) as caught:
        plan.add(*group)
    assert (plan.encode(), digest(plan.state), plan.redos) == was
    assert str(caught.value)
    return caught.value.code
