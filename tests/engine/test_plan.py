"""A plan is tried in private: step by step, in groups, undone and redone."""

from __future__ import annotations

import msgspec
import pytest

from p2pgame.engine import Chosen, IllegalMove, Shuffled, State, digest
from p2pgame.engine.turns import MOVE_LIMIT
from p2pgame.engine.undo.confirmed import PLAN_LIMIT
from p2pgame.engine.undo.plan import MOVES_LIMIT, Group, Plan
from p2pgame.engine.undo.timeline import Timeline
from tests.engine.park import GAME, ParkOptions
from tests.engine.planning import MOVES, TABLE, code_of, made, on
from tests.english import refusing


@pytest.mark.row("U01", "U15")
def test_each_level_is_undone_and_a_screen_fed_with_the_news_alone_keeps_up() -> None:
    plan = on(TABLE, 0)
    shown: State = TABLE
    hashes = [digest(plan.state)]
    for move in MOVES:
        plan = plan.add(move)
        shown = plan.news[-1].state
        assert shown == plan.state
        hashes.append(digest(shown))
    back = [hashes[-1]]
    for _ in MOVES:
        plan = plan.undo()
        shown = plan.news[-1].state
        assert shown == plan.state
        back.append(digest(shown))
    assert back == hashes[::-1]
    assert len({*back}) == 6


def test_undoing_several_levels_passes_each_state_on_the_way() -> None:
    plan = on(TABLE, 0, *MOVES)
    states = [plan.state]
    for _ in range(3):
        plan = plan.undo()
        states.append(plan.state)
    news = on(TABLE, 0, *MOVES).undo(3).news
    assert [step.state for step in news] == states[1:]


@pytest.mark.row("U03", "U04")
def test_neither_a_move_nor_a_plan_of_it_changes_the_table() -> None:
    timeline = Timeline.begin(GAME, 2, ParkOptions()).advance(Shuffled())
    was, stored = digest(TABLE), timeline.encode()
    step = Chosen(0, "choose 2")
    with pytest.raises(AttributeError):
        step.move = "choose 3"  # type: ignore[misc]
    plan = on(timeline.state, 0, *MOVES)
    assert digest(plan.state) != was
    assert plan.base is timeline.state
    assert digest(timeline.state) == digest(TABLE) == was
    assert timeline.encode() == stored
    again = Timeline.decode(GAME, stored)  # others see nothing of the plan
    assert digest(again.state) == was


@pytest.mark.row("U05", "U06")
def test_a_plan_shows_its_changes_and_the_rest_unchanged() -> None:
    plan = on(TABLE, 0, "choose 2", "place 1")
    mine, yours = plan.state.sides
    assert mine.tiles == (1, 3)
    assert mine.board == ((2, 1),)  # the new tile, beside the others
    assert yours is TABLE.sides[1]
    assert TABLE.sides[0].board == ()
    assert plan.undo().state.sides[0].board == ()


@pytest.mark.row("U10")
def test_a_plan_keeps_its_order_and_refuses_oversized_moves() -> None:
    plan = on(TABLE, 1, "b", "a", "c")
    assert Plan.decode(GAME, TABLE, plan.encode()).moves == ("b", "a", "c")
    for bad in ("x" * (MOVE_LIMIT + 1), "two\nlines", "\ud800", "é", ""):
        assert code_of(plan, bad) == "no-move"
    full = on(TABLE, 1, *["x" * MOVE_LIMIT] * MOVES_LIMIT)
    assert code_of(full, "x") == "too-many"
    assert len(full.encode()) < PLAN_LIMIT
    assert Plan.decode(GAME, TABLE, full.encode()).prepared == full.prepared
    with refusing(ValueError, match="at least one move"):
        plan.add()


@pytest.mark.row("U13", "U14")
def test_each_step_is_news_once_and_nothing_is_when_it_is_read_again() -> None:
    plan, news = on(TABLE, 0), 0
    for move in ["gate open", "gate shut"] * 40:
        plan = plan.add(move)
        news += len(plan.news)
    assert news == 80
    assert len(plan.add("choose 1", "place 1", "gather bear").news) == 3
    assert Plan.decode(GAME, TABLE, plan.encode()).news == ()


@pytest.mark.row("U16", "U35")
def test_a_screen_knows_the_levels_and_at_none_undo_is_an_error() -> None:
    plan = on(TABLE, 0, ("choose 2", "place 1"), "gather bear")
    assert (plan.levels, plan.redos) == (2, 0)
    plan = plan.undo(2)
    assert (plan.levels, plan.redos) == (0, 2)
    for call in (plan.undo, plan.undo_all):
        with pytest.raises(IllegalMove) as caught:
            call()
        assert caught.value.code == "nothing-to-undo"
    with pytest.raises(IllegalMove) as caught:
        plan.redo(3)
    assert caught.value.code == "nothing-to-redo"
    for levels in (-1, 0, 3):
        with pytest.raises(IllegalMove):
            plan.redo(2).undo(levels)


@pytest.mark.row("U17")
def test_the_last_or_all_is_undone_of_one_player_alone() -> None:
    mine, yours = on(TABLE, 0), on(TABLE, 1)
    for my, your in zip(MOVES, ("choose 1", "place 2"), strict=False):
        mine, yours = mine.add(my), yours.add(your)
    assert mine.undo_all().state is TABLE
    assert yours.moves == ("choose 1", "place 2")
    assert yours.undo().moves == ("choose 1",)
    assert mine.levels == 2


@pytest.mark.row("U19")
def test_joined_steps_are_undone_with_the_one_above() -> None:
    plan = on(TABLE, 0, "gate open", "choose 2")
    plan = plan.add("place 1", joined=True).add("gather bear", joined=True)
    assert plan.levels == 2
    assert len(plan.news) == 1
    assert plan.state == made(TABLE, 0, *MOVES[:4])
    undone = plan.undo()
    assert undone.moves == ("gate open",)
    assert undone.redo().state == plan.state
    assert plan.undo().redo().undo().redos == 1
    assert (
        on(TABLE, 0, "gate open", "gate shut")
        .undo()
        .add("gate shut", joined=True)
        .redos
        == 0
    )
    waiting = on(TABLE, 1, "a").add("b", joined=True).add("c")
    assert waiting.prepared == (("a", "b"), ("c",))
    assert on(TABLE, 0).add("choose 2", joined=True).levels == 1


@pytest.mark.row("U23")
def test_the_third_step_offers_the_icons_that_the_second_covered_less_those_used() -> (
    None
):
    plan = on(TABLE, 0, "choose 2", "place 1", "gather bear")
    offers = msgspec.to_builtins(plan.turn)[1]
    assert [move for move in offers if "gather" in move] == ["gather panda"]
    offers = msgspec.to_builtins(plan.undo().turn)[1]
    assert [move for move in offers if "gather" in move] == [
        *("gather bear", "gather panda")
    ]


@pytest.mark.row("U24")
def test_a_step_that_is_not_possible_changes_nothing() -> None:
    plan = on(TABLE, 0, "choose 2", "place 1").undo()
    assert code_of(plan, "place 9") == "unknown-move"
    assert code_of(plan, "place 2", "gather bear") == "unknown-move"
    assert plan.redos == 1


@pytest.mark.row("U25")
def test_the_phase_goes_back_with_the_plan() -> None:
    plan = on(TABLE, 0, "choose 2", "place 1", "end")
    assert (plan.state.phase, plan.state.player) == ("choose", 1)
    plan = plan.undo()
    assert (plan.state.phase, plan.state.player) == ("gather", 0)
    assert plan.undo().state.phase == "place"


@pytest.mark.row("U26")
def test_a_group_is_one_level_however_it_is_nested() -> None:
    group: Group = ("gate open", ("choose 2", ("place 1",)), "gather bear")
    plan = on(TABLE, 0, group)
    assert plan.levels == 1
    assert plan.state == made(TABLE, 0, *MOVES[:4])
    assert len(plan.news) == 4
    assert plan.undo().state is TABLE
    assert plan.undo().redo().state == plan.state


def test_the_level_to_redo_keeps_the_others_and_another_clears_them() -> None:
    plan = on(TABLE, 0, *MOVES).undo(3)
    assert plan.add("place 1").redos == 2
    assert plan.redo(3).state == made(TABLE, 0, *MOVES)
    assert plan.redo(3).news[0] == plan.add("place 1").news[0]
    assert plan.add("place 2").redos == 0
