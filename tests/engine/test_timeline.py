"""A timeline keeps the game, with undo and redo inside a turn."""

from __future__ import annotations

import tracemalloc
from dataclasses import replace

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2pgame.engine import (
    Chosen,
    Event,
    Expired,
    IllegalMove,
    Opened,
    Options,
    Rolled,
    RulesError,
    Shuffled,
    advance,
    digest,
)
from p2pgame.engine.undo import timeline
from p2pgame.engine.undo.takeback import Recorded, Redone, Requested, Undone
from p2pgame.engine.undo.timeline import Timeline
from p2pgame.games.tictactoe import TicTacToe
from tests.engine.counting import EVENTS, Counting, CountingOptions
from tests.engine.park import GAME, Park, ParkOptions
from tests.english import english, refusing

TURN = ("choose 2", "place 1", "gather bear", "gather panda", "gate", "end")
Parks = Timeline[Park, ParkOptions]


def new() -> Parks:
    return Timeline.begin(GAME, 2, ParkOptions()).advance(Shuffled())


def after(*moves: str, player: int = 0, since: Parks | None = None) -> Parks:
    timeline = new() if since is None else since
    for move in moves:
        timeline = timeline.advance(Chosen(player, move))
    return timeline


def code_of(timeline: Parks, happened: Recorded) -> str:
    """Return why this is refused; check that nothing changes."""
    was = timeline.moments, timeline.record, digest(timeline.state)
    with pytest.raises(IllegalMove) as caught:
        timeline.advance(happened)
    assert (timeline.moments, timeline.record, digest(timeline.state)) == was
    assert str(caught.value)
    return caught.value.code


@pytest.mark.row("U01")
def test_every_step_of_a_turn_is_undone_one_at_a_time() -> None:
    moves = ("gate open", "choose 2", "place 1", "gather bear", "gather panda")
    timeline, forth = new(), [digest(new().state)]
    for move in moves:
        timeline = after(move, since=timeline)
        forth.append(digest(timeline.state))
    back = [digest(timeline.state)]
    for _ in moves:
        timeline = timeline.undo(0)
        back.append(digest(timeline.state))
    assert len({*back}) == 6
    assert back == forth[::-1]


@pytest.mark.row("U25")
def test_undo_over_a_change_of_phase_restores_the_phase() -> None:
    timeline = after("choose 2", "place 1")
    phases = [timeline.state.phase]
    for _ in range(2):
        timeline = timeline.undo(0)
        phases.append(timeline.state.phase)
    assert phases == ["gather", "place", "choose"]


@pytest.mark.row("U35")
def test_a_screen_knows_how_many_steps_can_be_undone_and_redone() -> None:
    timeline = after("choose 2", "place 1", "gather bear")
    counts = []
    for _ in range(4):
        counts.append((timeline.levels(0), timeline.redos(0), timeline.levels(1)))
        if timeline.levels(0):
            timeline = timeline.undo(0)
    assert counts == [(3, 0, 0), (2, 1, 0), (1, 2, 0), (0, 3, 0)]
    assert timeline.redos(1) == 0


@pytest.mark.row("U16")
@pytest.mark.parametrize("levels", [-1, 0, 1, 2**70])
def test_with_nothing_to_undo_undo_is_an_error(levels: int) -> None:
    assert code_of(new(), Undone(0, levels)) == "nothing-to-undo"
    assert code_of(new(), Redone(0, levels)) == "nothing-to-redo"


def test_a_game_has_nothing_to_undo_before_its_first_move() -> None:
    timeline = Timeline.begin(TicTacToe(), 2, Options())
    with refusing(IllegalMove, match="nothing can be undone: nothing has happened"):
        timeline.undo(0)


def test_a_screen_is_told_why_nothing_can_be_undone() -> None:
    reason = new().why_not_undo(0)
    assert reason is not None
    assert english(reason.message) == "the deck has been shuffled since"
    assert after("choose 2").why_not_undo(0) is None


def test_too_many_levels_are_refused_and_none_is_undone() -> None:
    timeline = after("choose 2", "place 1")
    assert code_of(timeline, Undone(0, 3)) == "nothing-to-undo"
    assert code_of(timeline.undo(0, 2), Redone(0, 3)) == "nothing-to-redo"


@pytest.mark.row("U21")
@pytest.mark.parametrize(
    ("barrier", "sentence"),
    [
        ((Chosen(0, "draw"), Opened(("sun",))), "cards have been opened since"),
        ((Chosen(0, "roll"), Rolled((3,))), "dice have been rolled since"),
    ],
)
def test_no_undo_crosses_a_reveal_or_chance(
    barrier: tuple[Event, ...], sentence: str
) -> None:
    timeline = after("choose 2", "place 1").replay(barrier)
    assert timeline.levels(0) == 0
    assert english(timeline.why_no_more(0).message) == sentence
    timeline = after("gather bear", since=timeline)
    assert timeline.levels(0) == 1
    assert code_of(timeline, Undone(0, 2)) == "nothing-to-undo"
    assert timeline.undo(0).moments[-1].event == barrier[-1]


def test_no_undo_takes_back_a_move_that_a_reveal_answers() -> None:
    timeline = after("choose 2", "place 1", "draw")
    assert timeline.levels(0) == 0
    assert code_of(timeline, Undone(0)) == "nothing-to-undo"


@pytest.mark.row("U17")
def test_no_undo_crosses_another_s_move_or_changes_whose_turn_it_is() -> None:
    timeline = after("choose 2", "place 1", "end")
    for player in (0, 1):
        assert code_of(timeline, Undone(player)) == "nothing-to-undo"
    timeline = after("choose 3", "place 2", player=1, since=timeline)
    assert (timeline.levels(0), timeline.levels(1)) == (0, 2)
    assert code_of(timeline, Undone(0)) == "nothing-to-undo"
    timeline = timeline.undo(1, timeline.levels(1))
    assert timeline.moments[-1].event == Chosen(0, "end")
    assert english(timeline.why_no_more(1).message) == "player 0 has moved since"


def test_no_undo_crosses_a_timer() -> None:
    timeline = after("choose 2", "place 3").advance(Expired(0))
    timeline = after("choose 3", "place 2", player=1, since=timeline)
    timeline = timeline.advance(Expired(1))
    assert [timeline.levels(player) for player in (0, 1)] == [0, 0]
    assert (
        english(timeline.why_no_more(0).message)
        == "the time of player 1 has run out since"
    )


@pytest.mark.parametrize("turn", range(len(EVENTS)))
def test_nothing_but_an_own_choice_is_undone(turn: int) -> None:
    timeline = Timeline.begin(Counting(), 2, CountingOptions()).replay(EVENTS[:turn])
    assert [timeline.levels(player) for player in (0, 1)] == [0, 0]


def test_nothing_is_undone_once_the_game_is_over() -> None:
    moves = [Chosen(n % 2, cell) for n, cell in enumerate("14253")]
    timeline = Timeline.begin(TicTacToe(), 2, Options()).replay(moves)
    with refusing(IllegalMove, match="the game is over"):
        timeline.undo(0)


def test_redo_makes_the_same_moves_again() -> None:
    timeline = after("choose 2", "place 1", "gather bear")
    undone = timeline.undo(0, 3)
    again = undone.redo(0, 2).redo(0)
    assert again.moments == timeline.moments
    assert again.state is timeline.state
    assert again.redos(0) == 0


def test_the_move_to_redo_keeps_the_others_and_another_clears_them() -> None:
    timeline = after("choose 2", "place 1", "gather bear").undo(0, 3)
    same = after("choose 2", since=timeline)
    assert same.redos(0) == 2
    assert same.redo(0, 2).state.sides[0].icons == ("bear",)
    other = after("choose 3", since=timeline)
    assert other.redos(0) == 0
    assert code_of(other, Redone(0)) == "nothing-to-redo"


def test_nobody_redoes_the_undone_moves_of_another() -> None:
    timeline = after("choose 2").undo(0)
    assert timeline.redos(1) == 0
    assert code_of(timeline, Redone(1)) == "nothing-to-redo"


@pytest.mark.row("U24")
def test_a_move_that_is_refused_leaves_everything_as_it_was() -> None:
    timeline = after("choose 2")
    assert code_of(timeline, Chosen(0, "place 9")) == "unknown-move"
    assert code_of(timeline, Chosen(1, "place 1")) == "not-your-turn"


@pytest.mark.row("B03")
def test_only_applied_records_change_the_version() -> None:
    timeline = new()
    assert timeline.version == 1
    for version, move in enumerate(("choose 2", "place 1", "gather bear"), 2):
        timeline = after(move, since=timeline)
        assert timeline.version == timeline.length == version
    code_of(timeline, Chosen(0, "fly"))
    timeline.levels(0)
    assert timeline.version == 4
    assert timeline.undo(0).version == 5
    assert timeline.undo(0).length == 3


@pytest.mark.row("U22")
def test_the_history_tells_the_moves_of_this_turn() -> None:
    timeline = after("choose 2", "place 1", "end")
    timeline = after("choose 3", "place 4", "gather bear", player=1, since=timeline)
    timeline = timeline.replay([Chosen(1, "roll"), Rolled((2,))])
    timeline = after("gather bear", player=1, since=timeline)
    chosen = timeline.last(lambda e: isinstance(e, Chosen) and "choose" in e.move)
    assert chosen is not None
    assert chosen.event == Chosen(1, "choose 3")
    turn = [moment.event for moment in timeline.this_turn(1)]
    moves = [event.move for event in turn if isinstance(event, Chosen)]
    assert moves == ["choose 3", "place 4", "gather bear", "roll", "gather bear"]
    assert Rolled((2,)) in turn
    assert timeline.this_turn(0) == ()
    assert timeline.last(lambda event: isinstance(event, Opened)) is None


@pytest.mark.row("U23")
def test_the_result_of_a_step_is_in_its_kept_state() -> None:
    timeline = after("choose 2", "place 1", "gather bear")
    placed = timeline.last(lambda e: isinstance(e, Chosen) and "place" in e.move)
    assert placed is not None
    covered = [*placed.step.state.covered]
    assert covered == ["bear", "panda"]
    for moment in timeline.this_turn(0):
        if isinstance(moment.event, Chosen) and "gather" in moment.event.move:
            covered.remove(moment.event.move.split()[1])
    turn = msgspec.to_builtins(timeline.turn)
    legal = [move.split()[1] for move in turn[1] if move.startswith("gather")]
    assert legal == covered == ["panda"]


def test_an_older_moment_is_still_there() -> None:
    timeline = after("choose 2", "place 1")
    assert [timeline.at(k).phase for k in range(4)] == [
        *("shuffle", "choose", "place", "gather")
    ]
    for moment in (-1, 4):
        with refusing(ValueError, match="only 0 to 3"):
            timeline.at(moment)


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_replaying_the_record_gives_the_same_timeline(data: st.DataObject) -> None:
    timeline = new()
    for _ in range(data.draw(st.integers(0, 40))):
        player = timeline.state.player
        does: list[Recorded] = [
            Undone(player, n + 1) for n in range(timeline.levels(player))
        ]
        does += [Redone(player, n + 1) for n in range(timeline.redos(player))]
        if timeline.length > 1:
            does.append(Requested(player, timeline.length - 1, timeline.version))
        turn = timeline.turn
        match timeline.state.phase:
            case "draw":
                does = [Opened((str(timeline.version),))]
            case "roll":
                does = [Rolled((3,))]
            case "over":
                break
            case _:
                moves = msgspec.to_builtins(turn)[1]
                does += [Chosen(player, move) for move in moves]
        happened = data.draw(st.sampled_from(does))
        try:
            timeline = timeline.advance(happened)
        except IllegalMove as error:
            assert isinstance(happened, Requested)
            assert error.code in {"seen", "open-request"}  # noqa: PT017
    first = Timeline.begin(GAME, 2, ParkOptions())
    again = Timeline.decode(GAME, timeline.encode())
    for same in (first.replay(timeline.record), again):
        assert same.moments == timeline.moments
        assert same.record == timeline.record
        assert same.takeback == timeline.takeback
        assert [same.redos(p) for p in (0, 1)] == [timeline.redos(p) for p in (0, 1)]
        assert digest(same.state) == digest(timeline.state)


@pytest.mark.row("G16")
def test_looking_ahead_leaves_the_live_game_alone() -> None:
    timeline = after("choose 2", "place 1")
    was = digest(timeline.state), timeline.record
    kept = timeline.state
    for move in ("gather bear", "gather panda", "roll", "end"):
        tried = after(move, since=timeline)
        assert tried.state != timeline.state
        assert advance(GAME, kept, Chosen(0, move)).state == tried.state
    assert (digest(timeline.state), timeline.record) == was
    assert timeline.state is kept


@pytest.mark.row("G17")
def test_a_kept_state_costs_as_much_late_in_a_game_as_early() -> None:
    def grown(timeline: Parks) -> int:
        tracemalloc.start()
        kept = [timeline]
        for _ in range(100):
            gate = "open" if kept[-1].state.gate == "shut" else "shut"
            kept.append(after(f"gate {gate}", since=kept[-1]))
        size = tracemalloc.get_traced_memory()[0]
        tracemalloc.stop()
        return size

    early = new()
    late = early
    for _ in range(1000):
        late = after("gate open", "gate shut", since=late)
    assert late.length == 2001
    assert grown(late) < 1.2 * grown(early)
    assert grown(late) < 100 * 1024


def test_a_long_history_is_dropped_without_a_deep_call() -> None:
    timeline = new()
    for _ in range(30_000):
        timeline = after("gate open", "gate shut", since=timeline)
    assert len(repr(timeline)) < 1000
    del timeline


@pytest.mark.attack(74)
def test_states_to_go_back_to_have_so_many_bytes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(timeline, "STATES_LIMIT", 1000)
    parks = new()
    with pytest.raises(RulesError, match=r"1\d\d\d bytes of states .*limit is 1000"):
        [parks := _there_and_back(parks) for _ in range(1000)]
    assert parks.length == new().length, "what was undone counts, too"


@pytest.mark.attack(74)
def test_states_that_nobody_can_go_back_to_count_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(timeline, "STATES_LIMIT", 1000)
    parks = new()
    for _ in range(100):
        parks = replace(_there_and_back(parks), _past=new()._past).forget()
    assert parks.length == new().length


def _there_and_back(parks: Parks) -> Parks:
    return after("choose 2", since=parks).undo(0)
