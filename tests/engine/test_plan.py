"""What a player tries in private, and what becomes of it when the table changes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from games.tictactoe import TicTacToe
from p2pgame.engine import (
    Chosen,
    Expired,
    IllegalMove,
    Opened,
    Options,
    Reason,
    Rolled,
    Shuffled,
    State,
    advance,
    digest,
    view,
)
from p2pgame.engine.plan import (
    MOVE_LIMIT,
    MOVES_LIMIT,
    PLAN_LIMIT,
    Confirmed,
    Conflict,
    Group,
    Plan,
)
from p2pgame.engine.timeline import Timeline, advance_all
from tests.engine.counting import TURNS, Count, Counting, CountingOptions, at
from tests.engine.park import Park, ParkGame, ParkOptions
from tests.session.tables import Net

ROOT = Path(__file__).parents[2]
GAME = ParkGame()
TABLE = advance(GAME, GAME.setup(2, ParkOptions()), Shuffled()).state
MOVES = ("gate open", "choose 2", "place 1", "gather bear", "gather panda")
Parks = Plan[Park, ParkOptions]


def on(state: Park, player: int, *levels: Group) -> Parks:
    plan = Plan(GAME, player, state)
    for level in levels:
        plan = plan.add(level)
    return plan


def made(state: Park, player: int, *moves: str) -> Park:
    events = [Chosen(player, move) for move in moves]
    return advance_all(GAME, state, events)[-1].state if events else state


def code_of(plan: Parks, *group: Group) -> str:
    """Return why this cannot be added, having seen that nothing changed."""
    was = plan.encode(), digest(plan.state), plan.redos
    with pytest.raises(IllegalMove) as caught:
        plan.add(*group)
    assert (plan.encode(), digest(plan.state), plan.redos) == was
    assert str(caught.value)
    return caught.value.code


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


@pytest.mark.row("U02")
def test_what_another_changed_meanwhile_survives_an_undo() -> None:
    plan = on(TABLE, 1, "choose 1", "place 2", "gather panda")
    table = made(TABLE, 0, "gate open", "choose 2", "place 3", "end")
    plan = plan.rebase(table).undo(2)
    assert plan.state.gate == "open"
    assert plan.state.phase == "place"
    assert plan.undo().state == table


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
    again = Timeline.decode(GAME, stored)  # whoever does not have the plan sees nothing
    assert digest(again.state) == was


@pytest.mark.row("U05", "U06")
def test_a_plan_shows_what_it_changes_and_made_and_the_rest_as_it_is() -> None:
    plan = on(TABLE, 0, "choose 2", "place 1")
    mine, yours = plan.state.sides
    assert mine.tiles == (1, 3)
    assert mine.board == ((2, 1),)  # the new thing, beside what was there
    assert yours is TABLE.sides[1]
    assert TABLE.sides[0].board == ()
    assert plan.undo().state.sides[0].board == ()


@pytest.mark.row("U10")
def test_a_plan_keeps_its_order_and_refuses_what_is_too_big() -> None:
    plan = on(TABLE, 1, "b", "a", "c")
    assert Plan.decode(GAME, TABLE, plan.encode()).moves == ("b", "a", "c")
    for bad in ("x" * (MOVE_LIMIT + 1), "two\nlines", "\ud800"):
        assert code_of(plan, bad) == "no-move"
    full = on(TABLE, 1, *["x" * MOVE_LIMIT] * MOVES_LIMIT)
    assert code_of(full, "x") == "too-many"
    widest = on(TABLE, 1, *["\U0001f0a1" * MOVE_LIMIT] * MOVES_LIMIT)
    assert len(widest.encode()) < PLAN_LIMIT
    assert Plan.decode(GAME, TABLE, widest.encode()).prepared == widest.prepared
    with pytest.raises(ValueError, match="at least one move"):
        plan.add()


#: Makes a plan, keeps each step on disk before the next, and waits to be killed.
CHILD = """
import os, sys
from p2pgame.engine import digest
from p2pgame.engine.plan import Plan
from tests.engine.test_plan import GAME, TABLE

plan = Plan(GAME, 0, TABLE)
for move in sys.argv[2:]:
    plan = plan.add(move)
    with open(sys.argv[1] + ".new", "wb") as file:
        file.write(plan.encode())
        file.flush()
        os.fsync(file.fileno())
    os.replace(sys.argv[1] + ".new", sys.argv[1])
    print(digest(plan.state).hex(), flush=True)
sys.stdin.read()
"""


@pytest.mark.row("U11", "U12")
def test_a_plan_survives_kill_9(tmp_path: Path) -> None:
    kept = tmp_path / "plan"
    command = [sys.executable, "-c", CHILD, str(kept), *MOVES]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as child:
        assert child.stdout is not None
        hashes = [child.stdout.readline().strip() for _ in MOVES]
        child.send_signal(signal.SIGKILL)
        assert child.wait(30) == -signal.SIGKILL
    plan = Plan.decode(GAME, TABLE, kept.read_bytes())
    assert digest(plan.state).hex() == hashes[-1]
    assert plan.levels == len(MOVES)
    seen = view(GAME, plan.state, 0, {}, plan.turn)
    assert "((2, 1),) ('bear', 'panda')" in seen.text
    assert digest(plan.undo(2).state).hex() == hashes[-3]


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
    for call in (plan.undo, plan.undo_all, lambda: plan.undo_until(bool)):
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


@pytest.mark.row("U18")
def test_undo_until_goes_back_to_and_with_the_newest_match() -> None:
    plan = on(TABLE, 0, *MOVES).undo_until(lambda move: move.startswith("choose"))
    assert plan.moves == ("gate open",)
    plan = on(TABLE, 0, *MOVES).undo_until(lambda move: move.startswith("gather"))
    assert plan.moves == MOVES[:4]
    with pytest.raises(IllegalMove, match="nothing like that"):
        plan.undo_until(lambda move: move == "roll")


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


@pytest.mark.row("U20")
def test_a_confirmed_plan_is_made_whole_wherever_it_is_interrupted() -> None:
    plan = on(TABLE, 0, "choose 2", ("place 1", "gather bear"), "end")
    confirmed = plan.confirm()
    assert confirmed.events == tuple(Chosen(0, move) for move in plan.moves)
    assert advance_all(GAME, TABLE, confirmed.events)[-1].state == plan.state
    for crash in range(len(plan.moves) + 1):
        table = made(TABLE, 0, *plan.moves[:crash])
        left = Confirmed.decode(GAME, confirmed.encode()).rest(table)
        assert left == plan.moves[crash:]
        assert digest(made(table, 0, *left)) == digest(plan.state)
    with pytest.raises(IllegalMove, match="another way"):
        confirmed.rest(made(TABLE, 0, "choose 3"))
    settled = plan.rebase(plan.state)
    assert settled.levels == 0
    with pytest.raises(IllegalMove, match="nothing of your plan"):
        settled.undo()


def test_a_confirmed_plan_that_passes_a_state_twice_still_ends_where_it_should() -> (
    None
):
    plan = on(TABLE, 0, "gate open", "gate shut", "choose 2")
    confirmed = plan.confirm()
    for crash in range(4):
        table = made(TABLE, 0, *plan.moves[:crash])
        assert made(table, 0, *confirmed.rest(table)) == plan.state
    assert confirmed.rest(TABLE) == ("choose 2",)


def test_there_must_be_something_to_confirm_and_it_must_be_one_s_turn() -> None:
    for plan, code in (
        (on(TABLE, 0), "nothing-planned"),
        (on(TABLE, 1, "choose 1"), "not-your-turn"),
    ):
        with pytest.raises(IllegalMove) as caught:
            plan.confirm()
        assert caught.value.code == code


@pytest.mark.row("U21")
@pytest.mark.parametrize(
    ("last", "event", "sentence"),
    [
        ("draw", Opened(("sun",)), "cards are opened next: confirm first"),
        ("roll", Rolled((4,)), "dice are rolled next: confirm first"),
        ("end", None, "player 1 moves next: confirm first"),
    ],
)
def test_a_plan_ends_where_its_player_s_knowledge_does(
    last: str, event: Opened | Rolled | None, sentence: str
) -> None:
    plan = on(TABLE, 0, "choose 2", "place 1", last)
    reason = plan.why_no_more()
    assert reason is not None
    assert reason.text == sentence
    assert code_of(plan, "gather bear") == "barrier"
    assert plan.undo().why_no_more() is None
    assert code_of(plan.undo(), (last, "gather bear")) == "barrier"
    timeline = Timeline.begin(GAME, 2, ParkOptions(), TABLE)
    timeline = timeline.replay(plan.confirm().events)
    if event is not None:
        timeline = timeline.advance(event)
    assert timeline.levels(0) == 0


@pytest.mark.parametrize("turn", range(len(TURNS) - 1))
def test_every_kind_of_turn_but_one_s_own_keeps_a_plan_waiting(turn: int) -> None:
    plan = Plan(Counting(), 1, at(turn)).add("stop")
    assert plan.is_waiting is (turn != 3)
    again: Plan[Count, CountingOptions] = Plan.decode(
        Counting(), at(turn), plan.encode()
    )
    assert again.prepared == (("stop",),)


@pytest.mark.row("U23")
def test_the_third_step_offers_what_the_second_covered_less_what_was_used() -> None:
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


@pytest.mark.row("U29")
def test_others_see_nothing_before_a_plan_is_confirmed() -> None:
    net = Net(GAME, 2, spectators=1, decide=None)
    net.play()
    plays = [table.play for table in net.tables]
    mine = plays[0]
    assert mine is not None

    def seen() -> list[object]:
        return [
            (len(table.entries), play.id, digest(play.view.state), play.view.text)
            for table, play in zip(net.tables, plays, strict=True)
            if play is not None
        ]

    was, said = seen(), len(net.said)
    plan = on(mine.view.state, 0, *MOVES).undo().redo()
    net.play()
    assert seen() == was
    assert len(net.said) == said
    for move in plan.confirm().moves:
        net.tables[0].propose(move)
        net.play()
    states = [play.view.state for play in plays if play is not None]
    assert states == [plan.state] * 3
    assert len(net.said) == said + len(MOVES)


@pytest.mark.row("U30")
def test_a_turn_starts_with_what_was_prepared_during_another_s() -> None:
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


def test_what_is_prepared_is_undone_and_redone_before_it_can_be_tried() -> None:
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


#: What player 0 does before player 1's plan is tried, and what then holds.
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
def test_what_was_built_on_a_step_that_falls_falls_with_it() -> None:
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
    assert part.conflict.text == (
        "part of what you had prepared is undone, from 'gather bear' on: "
        "'gather bear' is not possible now, but: draw, roll, end"
    )
    assert (part.levels, part.redos) == (2, 0)
    for after in (part.add("roll"), part.undo(), part.rebase(part.base)):
        assert after.conflict is None
    all_of_it = plan.rebase(replace(TABLE, phase="gather"))
    assert all_of_it.conflict is not None
    assert all_of_it.conflict.text.startswith("all of what you had prepared is undone")
    assert all_of_it.levels == 0


def test_a_plan_falls_when_its_turn_is_gone() -> None:
    plan = on(TABLE, 0, "choose 2", "place 3")
    table = made(TABLE, 0, "choose 2", "place 3")
    late = on(table, 0, "roll").rebase(advance(GAME, table, Expired(0)).state)
    gone = Reason("not-your-turn", "it is no longer your turn")
    assert late.conflict == Conflict(0, (("roll",),), "roll", gone)
    over = plan.rebase(replace(TABLE, phase="over"))
    assert over.conflict is not None
    assert over.conflict.reason.text == "the game is over"
    assert code_of(over, "choose 1") == "over"
    assert on(TABLE, 1, "a").rebase(over.base).conflict is not None
    assert on(TABLE, 1).rebase(over.base).conflict is None


@pytest.mark.row("U37")
def test_a_plan_is_never_repaired_only_undone() -> None:
    plan = on(TABLE, 0, "choose 2", "place 1", "gather bear")
    changed = plan.rebase(replace(TABLE, supply=("panda",)))
    assert changed.moves == plan.moves[:2]
    assert plan.rebase(TABLE).state == plan.state


def saved(**fields: object) -> bytes:
    whole = msgspec.msgpack.decode(on(TABLE, 0, "choose 2").encode())
    return msgspec.msgpack.encode({**whole, **fields})


def without(*names: str) -> bytes:
    whole = msgspec.msgpack.decode(on(TABLE, 0, "choose 2").encode())
    return msgspec.msgpack.encode({k: v for k, v in whole.items() if k not in names})


@pytest.mark.row("U27")
def test_a_plan_for_other_rules_is_refused_in_plain_words() -> None:
    with pytest.raises(ValueError) as caught:
        Plan.decode(GAME, TABLE, saved(version=3))
    assert str(caught.value) == (
        "this was saved by version 3 of park, and these are the rules of version 1"
    )
    with pytest.raises(ValueError, match="saved of park, not of tictactoe"):
        Plan.decode(TicTacToe(), TicTacToe().setup(2, Options()), saved())
    confirmed = on(TABLE, 0, "choose 2").confirm()
    with pytest.raises(ValueError, match="by version 2 of park"):
        Confirmed.decode(GAME, replace(confirmed, version=2).encode())


@pytest.mark.row("U28")
def test_a_plan_without_a_later_field_has_its_default() -> None:
    old = Plan.decode(GAME, TABLE, without("undone"))
    assert (old.moves, old.redos) == (("choose 2",), 0)


@pytest.mark.row("U09")
@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "nothing saved of park"),
        (b"\x00" * (PLAN_LIMIT + 1), f"not {PLAN_LIMIT} at most"),
        (saved() + b"\x00", "nothing saved of park"),
        (without("prepared"), "missing required field `prepared`"),
        (saved(more=1), "unknown field `more`"),
        (saved(prepared=[["choose 2", 7]]), "Expected `str`"),
        (saved(prepared=[[["choose 2"]]]), "Expected `str`"),
        (saved(prepared=[{"__class__": "os.system"}]), "Expected `array`"),
        (saved(prepared=[[]]), "empty levels"),
        (saved(undone=[[]]), "empty levels"),
        (saved(prepared=[["a"] * MOVES_LIMIT], undone=[["a"]]), "too many moves"),
        (saved(prepared=[["a\nb"]]), "not one line of text"),
        (saved(undone=[["a" * (MOVE_LIMIT + 1)]]), "not one line of text"),
        (on(TABLE, 0, "choose 2").confirm().encode(), "no saved|nothing saved"),
        (Timeline.begin(GAME, 2, ParkOptions()).encode(), "nothing saved of park"),
    ],
)
def test_what_is_not_a_saved_plan_is_refused_in_plain_words(
    data: bytes, sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        Plan.decode(GAME, TABLE, data)


def test_what_is_not_a_confirmed_plan_is_refused() -> None:
    confirmed = on(TABLE, 0, "choose 2").confirm()
    for bad in (saved(), replace(confirmed, path=confirmed.path[:1]).encode()):
        with pytest.raises(ValueError, match=r"no confirmed plan|nothing saved"):
            Confirmed.decode(GAME, bad)


moves = st.text(
    st.characters(codec="utf-8", exclude_categories=("C", "Z")), max_size=MOVE_LIMIT
)
groups = st.recursive(moves, lambda g: st.lists(g, min_size=1, max_size=3).map(tuple))


@pytest.mark.row("U08")
@given(groups=st.lists(groups, max_size=8), undone=st.integers(0, 8))
@settings(max_examples=60, deadline=None)
def test_any_plan_is_read_as_it_was_written(groups: list[Group], undone: int) -> None:
    plan = on(TABLE, 1, *groups)
    if 0 < undone <= plan.levels:
        plan = plan.undo(undone)
    again = Plan.decode(GAME, TABLE, plan.encode())
    assert again.prepared == plan.prepared
    assert again.undone == plan.undone
    assert again.player == plan.player


def test_a_plan_whose_turn_has_passed_while_it_lay_waits_for_the_next() -> None:
    plan = on(TABLE, 0, "choose 2")
    table = made(TABLE, 0, "choose 3", "place 3", "end")
    again = Plan.decode(GAME, table, plan.encode())
    assert again.is_waiting
    assert again.moves == ("choose 2",)
