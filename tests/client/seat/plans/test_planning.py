"""Plans at a table: what one player prepares, and what the others learn of it."""

from __future__ import annotations

import stat
from collections.abc import Awaitable, Callable
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
from tests.client.planners import Player, alone, made, table
from tests.client.seat.plans.steps import ANNS, FIVE, begin, plan_of, stepped, steps

pytestmark = pytest.mark.usefixtures("park_here")


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


async def test_a_plan_begins_with_a_move_that_is_possible_or_not_at_all(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with table(tmp_path) as there:
        await begin(there)
        with pytest.raises(IllegalMove):
            await there.ann.seat.plan(c.Plan("gather bear"))
        assert there.ann.seat.now.plan is None
        await there.ann.seat.plan(c.Plan("choose 2"))
        assert steps(plan_of(there.ann)) == ["choose 2"]


async def test_a_plan_that_is_confirmed_ahead_is_made_whole_or_stays_to_be_repaired(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    for bears in (4, 1):
        async with table(tmp_path / str(bears), bears=bears) as there:
            await begin(there)
            await there.ben.seat.plan(c.Plan())
            await stepped(there.ben, "choose 1", "place 1", "gather bear")
            await there.ben.seat.plan(c.Confirm())
            assert plan_of(there.ben).confirmed
            await made(there.ann, *ANNS)
            turn = await there.ben.wait(YourTurn, lambda turn: True)
            if bears == 4:
                assert turn.made == ("choose 1", "place 1", "gather bear")
                assert there.ben.seat.now.plan is None
                assert there.plan_file("ben") is None
            else:
                assert turn.made == ()
                plan = plan_of(there.ben)
                assert (steps(plan), plan.confirmed) == (["choose 1", "place 1"], False)


@pytest.mark.row("U05", "U06", "U13", "U15", "U17", "U19", "U26", "U35")
async def test_in_ones_own_turn_each_step_shows_what_it_does_and_groups_have_names(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with table(tmp_path) as there:
        ann = there.ann
        await begin(there)
        base = ann.seat.now.view
        assert base is not None
        await ann.seat.plan(c.Plan())
        await stepped(ann, "gate open", "choose 2", "place 1", "gather bear")
        plan = plan_of(ann)
        assert [say(one) for step in plan.steps for one in step.messages] == [
            "player 0: gate open",
            "player 0: choose 2",
            "player 0: place 1",
            "player 0: gather bear",
        ]
        now = ann.seat.now
        assert now.view is not None
        assert now.view.state["sides"][0]["icons"] == ("bear",)
        assert now.turn is not None
        assert "gather panda" in now.turn.choice.moves
        await ann.seat.plan(c.Group(3, "the corner"))
        assert [step.name for step in plan_of(ann).steps] == ["", "the corner"]
        await ann.seat.plan(c.Undo())
        assert steps(plan_of(ann)) == ["gate open"]
        await ann.seat.plan(c.Redo())
        assert plan_of(ann).steps[-1].name == "the corner"
        with pytest.raises(IllegalMove, match="plan-undo-no-more"):
            await ann.seat.plan(c.Undo(3))
        with pytest.raises(IllegalMove, match="plan-join-no-more"):
            await ann.seat.plan(c.Group(7))
        with pytest.raises(IllegalMove, match="plan-name-too-long"):
            await ann.seat.plan(c.Group(2, 41 * "x"))
        await ann.seat.plan(c.Drop())
        await ann.wait_for(lambda: ann.told[-1] == ann.all(YourTurn)[-1])
        assert ann.seat.now.view == base
        assert ann.seat.now.plan is None
        with pytest.raises(IllegalMove, match="no-plan"):
            await ann.seat.plan(c.Drop())


async def test_a_refused_step_changes_nothing_and_says_why(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with table(tmp_path) as there:
        await begin(there)
        await there.ann.seat.plan(c.Plan())
        await there.ann.seat.move("choose 2")
        was = there.ann.seat.now
        for nonsense in ("choose 2", "place 9", "", "x" * 300):
            with pytest.raises(IllegalMove):
                await there.ann.seat.move(nonsense)
        assert there.ann.seat.now == was
        ahead = there.ben.seat.ahead
        assert ahead is not None
        assert {*ahead.moves} >= {"choose 1", "gate open", "gate shut"}


@pytest.mark.row("U11", "U12")
async def test_a_plan_outlives_the_program_and_nobody_else_can_read_it(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with table(tmp_path) as there:
        await begin(there)
        async with there.again() as first:
            await first.seat.plan(c.Plan())
            await stepped(first, *FIVE)
            await first.seat.plan(c.Group(2, "icons"))
            await first.seat.plan(c.Undo())
        file = there.plan_file("ben")
        assert file is not None
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        async with there.again() as back:
            await back.wait(Planned, lambda plan: True)
            plan = plan_of(back)
            assert (steps(plan), plan.redos, plan.waits) == ([*FIVE[:3]], 1, True)
            await back.seat.plan(c.Redo())
            assert plan_of(back).steps[-1].name == "icons"
            await back.seat.plan(c.Confirm())
        await made(there.ann, *ANNS)
        async with there.again() as back:  # the turn came while it was away
            turn = await back.wait(YourTurn, lambda turn: len(turn.made) == 5)
            assert turn.made == FIVE
            assert there.plan_file("ben") is None


@pytest.mark.row("U20")
@pytest.mark.parametrize("made_so_far", range(1, 5))
async def test_a_plan_that_was_being_made_is_made_to_its_end(
    tmp_path: Path, autojump_clock: trio.testing.MockClock, made_so_far: int
) -> None:
    """The program is stopped after so many of its moves."""
    async with table(tmp_path) as there:
        await begin(there)
        await made(there.ann, *ANNS)
        async with there.again() as first:
            await first.open_turn()
            await first.seat.plan(c.Plan())
            await stepped(first, *FIVE)
            count = len(first.all(Happened)) + made_so_far
            async with trio.open_nursery() as nursery:
                nursery.start_soon(first.seat.plan, c.Confirm())
                await first.happened(count)
                nursery.cancel_scope.cancel()
        async with there.again() as back:
            turn = await back.wait(YourTurn, lambda turn: len(turn.made) == 5)
            assert turn.made == FIVE
            assert back.seat.now.plan is None


@pytest.mark.row("U01", "U16", "U21", "U22")
async def test_after_confirming_ones_own_moves_are_undone_and_redone_at_the_table(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with table(tmp_path) as there:
        ann, ben = there.ann, there.ben
        await begin(there)
        with pytest.raises(IllegalMove, match="since-deck-shuffled"):
            await ann.seat.plan(c.Undo())
        await made(ann, "gate open", "choose 2", "place 1")
        turn = await ann.wait(YourTurn, lambda turn: turn.undos == 3)
        assert turn.made == ("gate open", "choose 2", "place 1")
        await ann.seat.plan(c.Undo(2))
        turn = await ann.wait(YourTurn, lambda turn: turn.redos == 2)
        assert (turn.made, turn.undos) == (("gate open",), 1)
        await ann.seat.plan(c.Redo(0))
        turn = await ann.wait(YourTurn, lambda turn: turn.undos == 3)
        assert turn.redos == 0
        await ann.seat.plan(c.Undo(0))
        await ann.wait(YourTurn, lambda turn: turn.redos == 3)
        with pytest.raises(IllegalMove, match="redo-no-more"):
            await ann.seat.plan(c.Redo(4))
        await made(ann, "choose 1", "place 2", "draw")
        turn = await ann.wait(YourTurn, lambda turn: not turn.undos)
        assert turn.made == ()  # what is behind a reveal is done
        with pytest.raises(IllegalMove, match="since-cards-opened"):
            await ann.seat.plan(c.Undo())
        with pytest.raises(IllegalMove, match="undo-not-your-turn"):
            await ben.seat.plan(c.Undo())


async def test_a_plan_comes_first_and_the_table_s_own_moves_stay_as_they_are(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    """While there is a plan, undo and redo are the plan's, also if it is empty."""
    async with table(tmp_path) as there:
        ann = there.ann
        await begin(there)
        await made(ann, "gate open")
        await ann.wait(YourTurn, lambda turn: turn.undos == 1)
        await ann.seat.plan(c.Plan())
        with pytest.raises(IllegalMove, match="plan-undo-no-more"):
            await ann.seat.plan(c.Undo())
        await stepped(ann, "choose 2")
        await ann.seat.plan(c.Undo(0))
        with pytest.raises(IllegalMove, match="plan-redo-no-more"):
            await ann.seat.plan(c.Redo(2))
        await ann.seat.plan(c.Drop())
        await ann.seat.plan(c.Undo())
        await ann.wait(YourTurn, lambda turn: turn.redos == 1)


async def test_the_time_of_a_turn_goes_on_while_its_player_plans(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with table(tmp_path) as there:
        ann = there.ann
        await begin(there)
        await made(ann, "choose 2", "place 1")
        turn = await ann.wait(YourTurn, lambda turn: turn.choice.seconds is not None)
        assert turn.choice.seconds == 30
        await trio.sleep(12)
        await ann.seat.plan(c.Plan())
        await stepped(ann, "gather bear")
        turn = await ann.wait(YourTurn, lambda turn: turn.choice.seconds != 30)
        assert turn.choice.seconds == 18
        await trio.sleep(19)
        fell = [one.fell for one in ann.all(Planned) if one.fell is not None]
        assert [say(one) for one in fell] == [
            "all of what you had prepared is undone, from 'gather bear' on: "
            "it is no longer your turn"
        ]
        assert ann.told[-1] != turn
        assert ann.seat.now.turn is None


@pytest.mark.parametrize("game", ["rps", "holdem"])
async def test_where_nothing_can_be_prepared_that_is_said(
    tmp_path: Path, autojump_clock: trio.testing.MockClock, game: str
) -> None:
    async with table(tmp_path, game) as there:
        await trio.sleep(5)
        waiting = there.ben if there.ann.seat.now.turn else there.ann
        with pytest.raises(IllegalMove, match="plan-not-here"):
            await waiting.seat.plan(c.Plan())


async def test_where_all_choose_at_once_nothing_is_undone_and_that_is_said(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with table(tmp_path, "rps") as there:
        await there.ann.open_turn()
        for command in (c.Undo(1), c.Redo(1)):
            with pytest.raises(IllegalMove, match="undo-joint"):
                await there.ann.seat.plan(command)


@pytest.mark.row("R14")
async def test_in_a_puzzle_undo_and_redo_are_its_own_and_keep_what_was_undone(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    """Neither takes the other back: a bare undo never wipes what a redo would do."""
    async with alone(tmp_path, "flow") as ann:
        await made(ann, "A1 right", "B1 down", "undo A1")
        await ann.seat.plan(c.Undo())
        await ann.wait(YourTurn, lambda turn: turn.made[-1:] == ("undo B1",))
        with pytest.raises(IllegalMove, match="puzzle-nothing-to-undo"):
            await ann.seat.plan(c.Undo())
        await ann.seat.plan(c.Redo(2))
        turn = await ann.wait(YourTurn, lambda turn: len(turn.made) == 6)
        assert turn.made[-2:] == ("redo B1", "redo A1")
        with pytest.raises(IllegalMove, match="puzzle-nothing-to-redo"):
            await ann.seat.plan(c.Redo())
        await ann.seat.plan(c.Undo(0))
        turn = await ann.wait(YourTurn, lambda turn: len(turn.made) == 8)
        assert turn.made[-2:] == ("undo A1", "undo B1")


async def test_a_puzzle_s_own_undo_is_a_step_of_a_plan(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with alone(tmp_path, "flow") as ann:
        await made(ann, "A1 right")
        await ann.seat.plan(c.Plan())
        await stepped(ann, "undo A1", "B1 down")
        await ann.seat.plan(c.Undo())
        assert steps(plan_of(ann)) == ["undo A1"]
        await stepped(ann, "redo A1")
        await ann.seat.plan(c.Confirm())
        turn = await ann.wait(YourTurn, lambda turn: len(turn.made) == 3)
        assert turn.made == ("A1 right", "undo A1", "redo A1")
