"""Undos that make room for something are listed for a player, and made by a number."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio
import trio.testing

from p2pgame.client import commands as c
from p2pgame.client.events import Planned, UndosFound, YourTurn
from p2pgame.client.words import say
from p2pgame.engine import IllegalMove
from tests.client.planners import Player, alone, made, table


async def listed(player: Player, wanted: str) -> UndosFound:
    """Return the undos that are listed for what is wanted."""
    count = len(player.all(UndosFound))
    await player.seat.plan(c.FindUndos(wanted))
    await player.wait_for(lambda: len(player.all(UndosFound)) > count)
    return player.all(UndosFound)[-1]


@pytest.mark.row("R16", "R17")
async def test_undos_that_make_room_are_listed_and_made_by_their_number(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with alone(tmp_path, "fill") as ann:
        assert ann.seat.now.begun is not None
        assert ann.seat.now.begun.makes_room
        for wanted, code in [("", "unknown-aim"), ("c3", "nothing-in-the-way")]:
            with pytest.raises(IllegalMove) as refused:
                await ann.seat.plan(c.FindUndos(wanted))
            assert refused.value.code == code
        with pytest.raises(IllegalMove, match="undos-not-asked"):
            await ann.seat.plan(c.MakeUndos(1))
        await made(ann, "A b1", "A a2")
        found = await listed(ann, "c3")
        assert [one.moves for one in found.undos] == [("undo A",)]
        assert (found.wanted, found.more) == ("c3", False)
        assert "c3" in say(found.undos[0].message)
        with pytest.raises(IllegalMove, match="undos-no-more"):
            await ann.seat.plan(c.FindUndos())
        with pytest.raises(IllegalMove, match="undos-no-such"):
            await ann.seat.plan(c.MakeUndos(2))
        await ann.seat.plan(c.MakeUndos(1))
        turn = await ann.wait(YourTurn, lambda turn: len(turn.made) == 3)
        assert turn.made[-1:] == ("undo A",)
        with pytest.raises(IllegalMove, match="undos-old"):
            await ann.seat.plan(c.MakeUndos(1))


@pytest.mark.row("R16")
async def test_in_a_plan_undos_that_make_room_are_one_step(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with alone(tmp_path, "flow") as ann:
        await made(ann, "A1 right", "A1 right")
        await ann.seat.plan(c.Plan())
        found = await listed(ann, "b1")
        assert [one.moves for one in found.undos] == [("undo A1", "undo A1")]
        await ann.seat.plan(c.MakeUndos(1))
        await ann.wait(Planned, lambda plan: len(plan.steps) == 1)
        await ann.seat.plan(c.Undo())
        await ann.wait(Planned, lambda plan: not plan.steps)
        await ann.seat.plan(c.Redo())
        await ann.seat.plan(c.Confirm())
        turn = await ann.wait(YourTurn, lambda turn: len(turn.made) == 4)
        assert turn.made[-2:] == ("undo A1", "undo A1")


async def test_a_game_without_undos_of_its_own_says_so(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with table(tmp_path, "tictactoe") as there:
        await there.ann.open_turn()
        assert there.ann.seat.now.begun is not None
        assert not there.ann.seat.now.begun.makes_room
        with pytest.raises(IllegalMove, match="undos-not-here"):
            await there.ann.seat.plan(c.FindUndos("b3"))
        with pytest.raises(IllegalMove, match="undo-not-your-turn"):
            await there.ben.seat.plan(c.FindUndos("b3"))
