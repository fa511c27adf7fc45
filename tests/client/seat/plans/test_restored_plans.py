"""A plan whose file is older than the table, as a killed program leaves it."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio.testing

from p2pgame.client import commands as c
from p2pgame.client.events import PlanEnded, Planned, YourTurn
from p2pgame.client.requests import Resume
from p2pgame.client.words import say
from tests.client.planners import made, sitting, table
from tests.client.seat.plans.steps import ANNS, begin, plan_of, stepped, steps

pytestmark = pytest.mark.usefixtures("park_here")


@pytest.mark.parametrize("is_premove", [False, True])
async def test_a_confirmed_plan_that_falls_where_it_is_restored_is_not_made(
    tmp_path: Path, autojump_clock: trio.testing.MockClock, is_premove: bool
) -> None:
    """The program was killed before it had kept what became of the plan."""
    async with table(tmp_path, bears=1) as there:
        await begin(there)
        if is_premove:
            await there.ben.seat.plan(c.Premove("gather bear"))
        else:
            await there.ben.seat.plan(c.Plan())
            await stepped(there.ben, "choose 1", "place 1", "gather bear")
            await there.ben.seat.plan(c.Confirm())
        file = there.plan_file("ben")
        assert file is not None
        kept = file.read_bytes()
        await there.ben.seat.plan(c.Drop())
        await made(there.ann, *ANNS)
        await there.ben.open_turn()
        await there.sits.aclose()
        file.write_bytes(kept)
        async with there.again() as back:
            turn = await back.wait(YourTurn, lambda turn: True)
            assert turn.made == ()
            if is_premove:
                (ended,) = back.all(PlanEnded)
                assert "'gather bear'" in say(ended.message)
                assert back.seat.now.plan is None
                return
            plan = plan_of(back)
            assert (steps(plan), plan.confirmed) == (["choose 1", "place 1"], False)
            assert any(one.fell for one in back.all(Planned))


async def test_a_plan_is_restored_at_a_table_at_which_nothing_has_happened(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with table(tmp_path, "chess") as there:
        await there.ann.open_turn()
        await there.ben.seat.plan(c.Plan("e7e5"))
        await there.sits.aclose()
        async with sitting(Resume(), there.worlds["ben"]) as back:
            await back.wait(Planned, lambda plan: True)
            assert steps(plan_of(back)) == ["e7e5"]
            await back.seat.plan(c.Confirm())
            await there.ann.seat.move("e2e4")
            await back.wait(PlanEnded, lambda ended: ended.made)
