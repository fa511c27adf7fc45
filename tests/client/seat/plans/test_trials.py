"""Before its turn a player is offered what may follow the steps of its plan."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
import trio.testing

from p2pgame.cli.text.planned import in_lines, possible
from p2pgame.client import commands as c
from p2pgame.client.events import Planned
from p2pgame.client.words import say
from p2pgame.engine import IllegalMove, message_of
from tests.client.planners import Player, table
from tests.client.seat.plans.steps import begin, plan_of, stepped

NAMES = ["Ann", "Ben"]


def last_line(plan: Planned) -> str:
    """Return the last line that a terminal shows of a plan."""
    told = partial(say, names=NAMES)
    return in_lines(plan, told, possible(plan, told))[-1]


async def planned(player: Player, *moves: str) -> Planned:
    await player.seat.plan(c.Plan())
    return await stepped(player, *moves)


@pytest.mark.usefixtures("park_here")
async def test_what_may_follow_the_steps_is_offered(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with table(tmp_path) as there:
        await begin(there)
        plan = await planned(there.ben, "gate open", "choose 1")
        assert plan.ahead is not None
        assert {*plan.ahead.moves} == {f"place {n}" for n in range(1, 5)}
        assert last_line(plan) == (
            "Possible next, as far as is known now: place 1/2/3/4"
        )
        plan = await stepped(there.ben, "place 1")
        assert plan.ahead is not None
        assert "end" in plan.ahead.moves
        assert not any(str(one).startswith("place") for one in plan.ahead.moves)


async def test_where_a_turn_is_one_move_it_is_said_that_no_other_can_follow(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with table(tmp_path, "chess") as there:
        await there.ann.open_turn()
        assert last_line(await planned(there.ben)) == (
            "Possible next, as far as is known now: one of 20 such as c5 or f6, "
            "offer draw, resign, accept draw"
        )
        plan = await stepped(there.ben, "e7e5")
        assert plan.ahead is None
        assert plan.next is not None
        assert say(plan.next, NAMES) == "Ann moves next: confirm first"
        assert last_line(plan).startswith("1. e7e5")
        await there.ben.seat.plan(c.Confirm())
        assert plan_of(there.ben).next is None  # it is confirmed


@pytest.mark.parametrize(
    ("game", "first", "second"),
    [
        ("chess", "e7e5", ("d7d5", "e7e5", "z9")),
        ("tictactoe", "5", ("1", "5", "resign")),
    ],
)
async def test_a_step_that_can_never_hold_is_refused_and_none_is_lost(
    tmp_path: Path,
    autojump_clock: trio.testing.MockClock,
    game: str,
    first: str,
    second: tuple[str, ...],
) -> None:
    """A turn is one move there, so no second one can follow the first."""
    async with table(tmp_path, game) as there:
        await there.ann.open_turn()
        await planned(there.ben, first)
        for never in second:
            with pytest.raises(IllegalMove) as refused:
                await there.ben.seat.plan(c.Plan(never))
            assert say(message_of(refused.value), NAMES) == (
                "Ann moves next: confirm first"
            )
        assert [one.moves for one in plan_of(there.ben).steps] == [(first,)]


async def test_where_nobody_knows_what_may_follow_it_is_said_how_to_give_it(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with table(tmp_path, "crazy-eights") as there:
        ann, ben = there.ann, there.ben
        await ann.wait_for(lambda: bool(ann.seat.now.turn or ben.seat.now.turn))
        waits = ben if ann.seat.now.turn else ann
        plan = await planned(waits, "draw")
        assert (plan.ahead, plan.next) == (None, None)
        assert last_line(plan) == (
            "What may come next shows when your turn comes. "
            "Type it as you would then; a card by its name."
        )
