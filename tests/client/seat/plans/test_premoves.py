"""One move that is prepared before its turn, and sent when the turn comes."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio
import trio.testing

from p2pgame.client import commands as c
from p2pgame.client.events import (
    PlanEnded,
    YourTurn,
)
from p2pgame.client.words import say
from p2pgame.engine import IllegalMove
from tests.client.planners import made, table
from tests.client.seat.plans.steps import ANNS, begin, plan_of, steps

pytestmark = pytest.mark.usefixtures("park_here")


async def test_a_move_made_before_its_turn_is_sent_when_the_turn_comes(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with table(tmp_path) as there:
        await begin(there)
        await there.ben.seat.plan(c.Premove("choose 3"))
        await there.ben.seat.plan(c.Premove("choose 1"))  # in the place of the other
        plan = plan_of(there.ben)
        assert (steps(plan), plan.confirmed, plan.waits) == (["choose 1"], True, True)
        before = len(there.network.sent)
        await trio.sleep(1)
        assert len(there.network.sent) == before
        await made(there.ann, *ANNS)
        ended = await there.ben.wait(PlanEnded, lambda ended: ended.made)
        assert say(ended.message) == "Your plan is made: 1 move."
        turn = await there.ben.wait(YourTurn, lambda turn: True)
        assert turn.made == ("choose 1",)
        assert not any("choose" in str(one) for one in turn.choice.moves)


async def test_a_premove_becomes_the_first_step_of_a_plan(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with table(tmp_path) as there:
        await begin(there)
        await there.ben.seat.plan(c.Premove("choose 1"))
        with pytest.raises(IllegalMove, match="move-too-long"):
            await there.ben.seat.plan(c.Plan("x" * 5000))
        plan = plan_of(there.ben)
        assert (steps(plan), plan.confirmed) == (["choose 1"], True)
        await there.ben.seat.plan(c.Plan("place 1"))
        plan = plan_of(there.ben)
        assert (steps(plan), plan.confirmed) == (["choose 1", "place 1"], False)
        await there.ben.seat.plan(c.Undo(1))  # of a plan, and no more drops all
        assert steps(plan_of(there.ben)) == ["choose 1"]


async def test_a_move_that_does_not_hold_is_not_sent_and_it_is_said_why(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with table(tmp_path) as there:
        await begin(there)
        await there.ben.seat.plan(c.Premove("gate open"))
        await made(there.ann, "gate open", *ANNS)
        ended = await there.ben.wait(PlanEnded, lambda ended: not ended.made)
        assert say(ended.message).startswith(
            "all of what you had prepared is undone, from 'gate open' on"
        )
        turn = await there.ben.wait(YourTurn, lambda turn: True)
        assert turn.made == ()
        assert there.ben.seat.now.plan is None


async def test_what_can_never_be_possible_is_not_prepared(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with table(tmp_path, "tictactoe") as there:
        await there.ann.open_turn()
        ahead = there.ben.seat.ahead
        assert ahead is not None
        assert {*ahead.moves} == {str(cell) for cell in range(1, 10)}
        for never in ("10", "resign"):
            with pytest.raises(IllegalMove, match="plan-never"):
                await there.ben.seat.plan(c.Premove(never))
        assert there.ben.seat.now.plan is None
        await there.ben.seat.plan(c.Premove("5"))
        await there.ann.seat.move("5")
        ended = await there.ben.wait(PlanEnded, lambda ended: not ended.made)
        assert "'5'" in say(ended.message)


async def test_a_move_that_ends_the_game_makes_nothing_possible(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with table(tmp_path, "tictactoe") as there:
        ann, ben = there.ann, there.ben
        for ann_writes, ben_writes in (("1", "5"), ("2", "9")):
            await made(ann, ann_writes)
            await made(ben, ben_writes)
        await ann.open_turn()  # she may win by 3
        with pytest.raises(IllegalMove, match="plan-never"):
            await ben.seat.plan(c.Premove("1"))
        await ben.seat.plan(c.Premove("3"))


@pytest.mark.parametrize("game", ["rps", "tictactoe"])
async def test_a_front_end_is_told_where_moves_can_be_prepared(
    tmp_path: Path, autojump_clock: trio.testing.MockClock, game: str
) -> None:
    """It is as it is told."""
    async with table(tmp_path, game) as there:
        await there.ann.open_turn()
        begun = there.ben.seat.now.begun
        assert begun is not None
        assert begun.plans_ahead == (game == "tictactoe")
        assert not begun.has_rounds
        if begun.plans_ahead:
            await there.ben.seat.plan(c.Plan())
            return
        with pytest.raises(IllegalMove, match="plan-not-here"):
            await there.ben.seat.plan(c.Plan())


async def test_where_hidden_things_are_placed_it_is_said_why_none_is_undone(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with table(tmp_path, "battleship") as there:
        await there.ann.open_turn()
        for command in (c.Undo(1), c.Redo(1)):
            with pytest.raises(IllegalMove, match="undo-placed"):
                await there.ann.seat.plan(command)
