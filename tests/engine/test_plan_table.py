"""A plan waits for its turn, and is tried again when the table changes."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from p2pgame.engine import Expired, Reason, Shuffled, advance
from p2pgame.engine.undo.plan import Conflict, Group, Plan
from tests.engine.counting import TURNS, Count, Counting, CountingOptions, at
from tests.engine.park import GAME, ParkOptions
from tests.engine.planning import TABLE, code_of, made, on
from tests.english import english


@pytest.mark.row("U02")
def test_changes_by_others_survive_an_undo() -> None:
    plan = on(TABLE, 1, "choose 1", "place 2", "gather panda")
    table = made(TABLE, 0, "gate open", "choose 2", "place 3", "end")
    plan = plan.rebase(table).undo(2)
    assert plan.state.gate == "open"
    assert plan.state.phase == "place"
    assert plan.undo().state == table


@pytest.mark.parametrize("turn", range(len(TURNS) - 1))
def test_every_kind_of_turn_but_one_s_own_keeps_a_plan_waiting(turn: int) -> None:
    plan = Plan(Counting(), 1, at(turn)).add("stop")
    assert plan.is_waiting is (turn != 3)
    again: Plan[Count, CountingOptions] = Plan.decode(
        Counting(), at(turn), plan.encode()
    )
    assert again.prepared == (("stop",),)


@pytest.mark.row("U30")
def test_a_turn_starts_with_the_moves_prepared_during_another_s() -> None:
    plan = on(TABLE, 1, "choose 1", "place 2")
    assert plan.is_waiting
    assert plan.levels == 2
    assert plan.state is TABLE
    table = made(TABLE, 0, "choose 2", "place 3")
    plan = plan.rebase(table)
    assert plan.is_waiting
    assert plan.conflict is None
    table = made(table, 0, "end")
    plan = plan.rebase(table)
    assert not plan.is_waiting
    assert plan.state == made(table, 1, "choose 1", "place 2")
    assert plan.conflict is None
    assert plan.add("gather panda").confirm().moves == (*plan.moves, "gather panda")


def test_prepared_moves_are_undone_and_redone_before_they_can_be_tried() -> None:
    plan = on(TABLE, 1, "choose 1", "place 2").undo()
    assert plan.moves == ("choose 1",)
    assert plan.news == ()
    assert plan.redo().moves == ("choose 1", "place 2")


@pytest.mark.row("U31")
def test_two_players_are_in_states_of_their_own_beside_the_table_s() -> None:
    mine = on(TABLE, 0, "choose 2", "place 3").undo()
    yours = on(TABLE, 1, "choose 1", "place 2")
    assert (TABLE.phase, mine.state.phase) == ("choose", "place")
    assert (mine.moves, mine.redos) == (("choose 2",), 1)
    assert yours.is_waiting
    assert (yours.moves, yours.redos) == (("choose 1", "place 2"), 0)
    table = made(TABLE, 0, "choose 2", "place 3", "end")
    mine, yours = on(table, 0, "choose 3"), yours.rebase(table)
    assert (table.phase, yours.state.phase) == ("choose", "gather")
    assert mine.is_waiting
    assert mine.moves == ("choose 3",)


#: The moves of player 0 before player 1's plan is tried, and the steps that hold.
CHANGES: list[tuple[tuple[str, ...], int, str]] = [
    (("choose 2", "place 3", "end"), 3, ""),
    (("gate open", "choose 2", "place 3", "end"), 3, ""),
    (("choose 2", "place 1", "gather panda", "end"), 2, "gather panda"),
]


@pytest.mark.row("U32", "U33", "U37")
@pytest.mark.parametrize("grouped", [False, True])
@pytest.mark.parametrize(("change", "holds", "falls"), CHANGES)
def test_every_level_holds_or_falls_and_a_group_falls_whole(
    change: tuple[str, ...], holds: int, falls: str, grouped: bool
) -> None:
    options = ParkOptions(pandas=1)
    start = advance(GAME, GAME.setup(2, options), Shuffled()).state
    moves = ("choose 1", "place 2", "gather panda")
    levels: tuple[Group, ...] = (moves,) if grouped else moves
    table = made(start, 0, *change)
    plan = on(start, 1, *levels).rebase(table)
    if not falls:
        assert plan.conflict is None
        assert plan.moves == moves
        assert plan.state == made(table, 1, *moves)
        return
    kept = 0 if grouped else holds
    assert plan.moves == moves[:kept]
    assert plan.state == made(table, 1, *moves[:kept])
    assert plan.conflict is not None
    assert plan.conflict.kept == kept
    assert plan.conflict.move == falls
    assert plan.conflict.reason.code == "unknown-move"


@pytest.mark.row("U33")
def test_levels_after_a_dropped_level_are_dropped_too() -> None:
    plan = on(TABLE, 0, "choose 2", "place 1", "gather bear", "gather panda", "roll")
    conflict = plan.rebase(replace(TABLE, supply=("panda",))).conflict
    assert conflict is not None
    assert conflict.dropped == (("gather bear",), ("gather panda",), ("roll",))


@pytest.mark.row("U34")
def test_it_is_said_once_that_part_or_all_of_a_plan_was_undone() -> None:
    plan = on(TABLE, 0, "choose 2", "place 1", "gather bear", "roll").undo()
    assert plan.redos == 1
    part = plan.rebase(replace(TABLE, supply=()))
    assert part.conflict is not None
    assert english(part.conflict.message) == (
        "part of what you had prepared is undone, from 'gather bear' on: "
        "'gather bear' is not possible now, but: draw, roll, end"
    )
    assert (part.levels, part.redos) == (2, 0)
    for after in (part.add("roll"), part.undo(), part.rebase(part.base)):
        assert after.conflict is None
    all_of_it = plan.rebase(replace(TABLE, phase="gather"))
    assert all_of_it.conflict is not None
    assert english(all_of_it.conflict.message).startswith(
        "all of what you had prepared is undone"
    )
    assert all_of_it.levels == 0


def test_a_plan_falls_when_its_turn_is_gone() -> None:
    plan = on(TABLE, 0, "choose 2", "place 3")
    table = made(TABLE, 0, "choose 2", "place 3")
    late = on(table, 0, "roll").rebase(advance(GAME, table, Expired(0)).state)
    gone = Reason.of("not-your-turn", "no-longer-your-turn")
    assert late.conflict == Conflict(0, (("roll",),), "roll", gone)
    over = plan.rebase(replace(TABLE, phase="over"))
    assert over.conflict is not None
    assert english(over.conflict.reason.message) == "the game is over"
    assert code_of(over, "choose 1") == "over"
    assert on(TABLE, 1, "a").rebase(over.base).conflict is not None
    assert on(TABLE, 1).rebase(over.base).conflict is None


@pytest.mark.row("U37")
def test_a_plan_is_never_repaired_only_undone() -> None:
    plan = on(TABLE, 0, "choose 2", "place 1", "gather bear")
    changed = plan.rebase(replace(TABLE, supply=("panda",)))
    assert changed.moves == plan.moves[:2]
    assert plan.rebase(TABLE).state == plan.state
