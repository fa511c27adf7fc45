"""A plan is confirmed as a whole, and nobody else sees it before."""

from __future__ import annotations

import pytest

from p2pgame.engine import Chosen, IllegalMove, Opened, Rolled, digest
from p2pgame.engine.undo.confirmed import Confirmed
from p2pgame.engine.undo.timeline import Timeline
from tests.engine.park import GAME, ParkOptions
from tests.engine.planning import MOVES, TABLE, code_of, made, on
from tests.english import english, refusing
from tests.session.tables import Net


@pytest.mark.row("U20")
def test_a_confirmed_plan_is_made_whole_wherever_it_is_interrupted() -> None:
    plan = on(TABLE, 0, "choose 2", ("place 1", "gather bear"), "end")
    confirmed = plan.confirm()
    assert confirmed.events == tuple(Chosen(0, move) for move in plan.moves)
    assert made(TABLE, 0, *plan.moves) == plan.state
    for crash in range(len(plan.moves) + 1):
        table = made(TABLE, 0, *plan.moves[:crash])
        left = Confirmed.decode(GAME, confirmed.encode()).rest(table)
        assert left == plan.moves[crash:]
        assert digest(made(table, 0, *left)) == digest(plan.state)
    with refusing(IllegalMove, match="another way"):
        confirmed.rest(made(TABLE, 0, "choose 3"))
    settled = plan.rebase(plan.state)
    assert settled.levels == 0
    with refusing(IllegalMove, match="nothing of your plan"):
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
        ("draw", Opened(("sun",)), "something hidden is shown next: confirm first"),
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
    assert english(reason.message) == sentence
    assert code_of(plan, "gather bear") == "barrier"
    assert plan.undo().why_no_more() is None
    assert code_of(plan.undo(), (last, "gather bear")) == "barrier"
    timeline = Timeline.begin(GAME, 2, ParkOptions(), TABLE)
    timeline = timeline.replay(plan.confirm().events)
    if event is not None:
        timeline = timeline.advance(event)
    assert timeline.levels(0) == 0


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
        net.tables[0].own.propose(move)
        net.play()
    states = [play.view.state for play in plays if play is not None]
    assert states == [plan.state] * 3
    assert len(net.said) == said + len(MOVES)
