"""Plans at a table: what one player prepares, and what the others learn of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
import trio
import trio.testing

from p2pgame.client import commands as c
from p2pgame.client.events import (
    Happened,
    Planned,
    YourTurn,
)
from p2pgame.client.words import say
from p2pgame.engine import IllegalMove
from tests.client.planners import Player, Table, park, table

ANNS = ("choose 2", "place 1", "gather bear", "end")
FIVE = ("gate open", "choose 1", "place 1", "gather bear", "gather panda")


@pytest.fixture(autouse=True)
def game(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every table here plays park."""
    with park(monkeypatch):
        yield


async def made(player: Player, *moves: str) -> None:
    """Make moves, each when it is asked for."""
    for move in moves:
        await player.open_turn()
        count = len(player.all(Happened))
        await player.seat.move(move)
        await player.wait_for(lambda at=count: len(player.all(Happened)) > at)


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


async def plans(ben: Player) -> None:
    """Build a plan of five steps out of turn, undo and redo."""
    await ben.seat.plan(c.Plan())
    shown = await stepped(ben, *FIVE)
    assert steps(shown) == [*FIVE]
    assert shown.waits
    await ben.seat.plan(c.Undo(3))
    await ben.seat.plan(c.Undo(0))
    assert plan_of(ben).redos == 5
    await ben.seat.plan(c.Redo(2))
    await ben.seat.plan(c.Redo(0))
    assert steps(plan_of(ben)) == [*FIVE]


async def repairs(ben: Player) -> None:
    """What fell is told once; the plan goes on from what is left."""
    fell = [one.fell for one in ben.all(Planned) if one.fell is not None]
    assert [say(one) for one in fell] == [
        "part of what you had prepared is undone, from 'gather bear' on: "
        "'gather bear' is not possible now, but: gather panda, draw, roll, end"
    ]
    shown = plan_of(ben)
    assert steps(shown) == [*FIVE[:3]]
    assert not shown.waits
    assert shown.view is not None
    shown = await stepped(ben, "gather panda", "end")
    assert shown.next is not None
    assert say(shown.next, ["Ann", "Ben"]) == "Ann moves next: confirm first"
    with pytest.raises(IllegalMove, match="plan-other-moves-next"):
        await ben.seat.move("choose 2")
    await ben.seat.plan(c.Confirm())


THE_SAME = (*FIVE[:3], "gather panda", "end")


@pytest.mark.row("U02", "U04", "U29", "U30", "U32", "U33", "U34", "U37")
async def test_a_plan_of_five_steps_leaves_no_trace_but_its_moves(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    """Half of it falls by another's move.  Logs, frames and times are those of a game
    in which the moves were just made."""

    async def planned(ben: Player) -> None:
        await repairs(ben)

    async def typed(ben: Player) -> None:
        await made(ben, *THE_SAME)

    async def played(
        folder: Path, before: Callable[[Player], Awaitable[None]] | None
    ) -> tuple[object, object]:
        async with table(folder, bears=1) as there:
            await begin(there)
            if before is not None:
                await before(there.ben)
            await trio.sleep(1)
            await made(there.ann, *ANNS)
            await there.ben.wait(YourTurn, lambda turn: True)
            await trio.sleep(1)
            await (typed if before is None else planned)(there.ben)
            await there.ann.wait(YourTurn, lambda turn: turn.number > len(ANNS))
            assert there.plan_file("ben") is None or before is None
            return there.logs(), there.network.sent

    with_plan = await played(tmp_path / "with", plans)
    without = await played(tmp_path / "without", None)
    assert with_plan[0] == without[0]
    assert with_plan[1] == without[1]


@pytest.mark.row("U29")
async def test_the_comparison_notices_a_move_that_is_made(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    """What is sent differs as soon as one step is really made."""
    sent = []
    for moves in ((), ("gate open",)):
        async with table(tmp_path / str(len(moves))) as there:
            await begin(there)
            await made(there.ann, *moves)
            await trio.sleep(1)
            sent.append(there.network.sent)
    assert sent[0] != sent[1]
