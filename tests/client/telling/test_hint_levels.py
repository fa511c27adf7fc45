"""Hints for a player's next step come by level, for the position that there is."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio.testing

from p2pgame.client import commands as c
from p2pgame.client.events import HintShown, Planned
from p2pgame.engine import IllegalMove
from tests.client.planners import Player, alone, made, table


async def hint(player: Player, level: int) -> HintShown:
    """Return the hint that is shown for a level."""
    count = len(player.all(HintShown))
    await player.seat.plan(c.Hint(level))
    await player.wait_for(lambda: len(player.all(HintShown)) > count)
    return player.all(HintShown)[-1]


async def move(player: Player) -> str:
    """Return the move of the last hint."""
    shown = await hint(player, 3)
    told = shown.message.args["move"]
    assert isinstance(told, str)
    return told


@pytest.mark.parametrize("game", ["fold", "fill", "flow"])
async def test_a_hint_says_more_each_time_until_the_table_changes(
    game: str, tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with alone(tmp_path, game) as ann:
        assert ann.seat.now.begun is not None
        assert ann.seat.now.begun.gives_hints
        shown = [await hint(ann, 0) for _ in range(4)]
        assert [one.level for one in shown] == [1, 2, 3, 3]
        assert {one.levels for one in shown} == {3}
        assert len({one.message for one in shown}) == 3
        assert (await hint(ann, 1)).message == shown[0].message
        assert (await hint(ann, 0)).message == shown[1].message
        await made(ann, await move(ann))
        assert (await hint(ann, 0)).level == 1


async def test_in_a_plan_hints_are_for_the_table_after_its_steps(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with alone(tmp_path, "flow") as ann:
        first = await move(ann)
        await ann.seat.plan(c.Plan())
        await ann.seat.move(first)
        await ann.wait(Planned, lambda plan: len(plan.steps) == 1)
        assert (await hint(ann, 0)).level == 1
        await ann.seat.move(await move(ann))
        await ann.wait(Planned, lambda plan: len(plan.steps) == 2)


async def test_a_game_without_hints_of_its_own_says_so(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with table(tmp_path, "tictactoe") as there:
        await there.ann.open_turn()
        assert there.ann.seat.now.begun is not None
        assert not there.ann.seat.now.begun.gives_hints
        with pytest.raises(IllegalMove, match="hints-not-here"):
            await there.ann.seat.plan(c.Hint())
        with pytest.raises(IllegalMove, match="undo-not-your-turn"):
            await there.ben.seat.plan(c.Hint())
