"""Steps that are prepared at a table of park, and how a plan is then."""

from __future__ import annotations

from p2pgame.client.events import (
    Happened,
    Planned,
    YourTurn,
)
from tests.client.planners import Player, Table

ANNS = ("choose 2", "place 1", "gather bear", "end")
FIVE = ("gate open", "choose 1", "place 1", "gather bear", "gather panda")


async def stepped(player: Player, *moves: str) -> Planned:
    """Add steps to a plan, and return how it is then."""
    for move in moves:
        await player.seat.move(move)
    return plan_of(player)


def plan_of(player: Player) -> Planned:
    """Return the plan as it is now."""
    plan = player.seat.now.plan
    assert plan is not None
    return plan


def steps(plan: Planned) -> list[str]:
    return [" + ".join(step.moves) for step in plan.steps]


async def begin(there: Table) -> None:
    """Wait until both have seen that it is Ann's turn."""
    await there.ann.wait(YourTurn, lambda turn: True)
    await there.ben.wait(Happened, lambda event: event.view.turn == "choose")
