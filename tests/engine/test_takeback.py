"""A takeback needs the consent of all, and some events are final."""

from __future__ import annotations

import pytest

from p2pgame.engine import (
    Chosen,
    ChosenTogether,
    Dealt,
    Event,
    Expired,
    IllegalMove,
    Opened,
    Options,
    Placed,
    Proved,
    Reshuffled,
    Rolled,
    Seated,
    Shuffled,
    Ticked,
    digest,
)
from p2pgame.engine.undo.takeback import (
    Agreed,
    Recorded,
    Refused,
    Requested,
    Takeback,
    ask,
    why_final,
)
from p2pgame.engine.undo.timeline import Timeline
from p2pgame.games.tictactoe import TicTacToe
from tests.engine.park import GAME
from tests.engine.park_timeline import Parks, after
from tests.english import refusing

#: Player 0 ended its turn too soon, and player 1 has begun.
TOO_SOON = after((0, "choose 2"), (0, "place 1"), (0, "end"), (1, "choose 3"))


def code_of(timeline: Parks, happened: Recorded) -> str:
    """Return why this is refused; check that nothing changes."""
    was = timeline.record, timeline.takeback, digest(timeline.state)
    with pytest.raises(IllegalMove) as caught:
        timeline.advance(happened)
    assert (timeline.record, timeline.takeback, digest(timeline.state)) == was
    assert str(caught.value)
    return caught.value.code


def test_all_others_agreeing_go_back_across_turns() -> None:
    asked = TOO_SOON.advance(Requested(0, 3, TOO_SOON.version))
    assert asked.takeback is not None
    assert asked.takeback.is_open
    assert asked.state is TOO_SOON.state
    back = asked.advance(Agreed(1, TOO_SOON.version))
    assert back.takeback is not None
    assert back.takeback.is_granted
    assert back.state is TOO_SOON.at(3)
    assert (back.length, back.version) == (3, TOO_SOON.version + 2)
    assert back.advance(Chosen(0, "gather bear")).state.sides[0].icons == ("bear",)


def test_moves_taken_back_stay_in_the_record_and_are_not_redone() -> None:
    asked = TOO_SOON.advance(Requested(0, 3, TOO_SOON.version))
    back = asked.advance(Agreed(1, TOO_SOON.version))
    assert Chosen(0, "end") in back.record
    assert back.redos(0) == 0
    again = Timeline.decode(GAME, back.encode())
    assert again.moments == back.moments
    assert again.takeback == back.takeback


def test_moves_undone_before_are_not_redone_elsewhere() -> None:
    undone = TOO_SOON.undo(1)
    asked = undone.advance(Requested(1, 2, undone.version))
    assert asked.redos(1) == 1
    back = asked.advance(Agreed(0, undone.version))
    assert (back.length, back.redos(1)) == (2, 0)


def test_one_refusal_ends_it() -> None:
    version = TOO_SOON.version
    refused = TOO_SOON.advance(Requested(0, 3, version)).advance(Refused(1, version))
    assert refused.takeback is not None
    assert refused.takeback.refused_by == 1
    assert refused.moments == TOO_SOON.moments
    assert code_of(refused, Agreed(1, version)) == "void"
    assert refused.advance(Chosen(1, "place 2")).takeback is None


def test_the_asking_player_may_withdraw() -> None:
    version = TOO_SOON.version
    gone = TOO_SOON.advance(Requested(0, 3, version)).advance(Refused(0, version))
    assert gone.takeback is not None
    assert gone.takeback.refused_by == 0
    assert code_of(gone, Agreed(1, version)) == "void"


@pytest.mark.parametrize("order", [(1, 2, 3), (3, 1, 2)])
def test_it_takes_every_other_seat_and_each_has_one_vote(
    order: tuple[int, ...],
) -> None:
    vote = ask(Requested(0, 0, 1), 4, (Chosen(0, "a"),))
    for voter in order:
        assert not vote.is_granted
        vote = vote.receive(Agreed(voter, 1))
        with pytest.raises(IllegalMove):
            vote.receive(Agreed(voter, 1))
    assert vote.is_granted


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (Agreed(0, 7), "no-vote"),
        (Agreed(2, 7), "no-vote"),
        (Refused(2, 7), "no-vote"),
        (Agreed(1, 6), "void"),
        (Refused(0, 8), "void"),
    ],
)
def test_only_the_players_asked_vote_and_only_on_the_request(
    answer: Agreed | Refused, code: str
) -> None:
    vote = Takeback(Requested(0, 3, 7), (1,))
    with pytest.raises(IllegalMove) as caught:
        vote.receive(answer)
    assert caught.value.code == code


def test_a_player_who_is_gone_has_no_vote() -> None:
    events: tuple[Event, ...] = (Seated(1, "gone"), Seated(2, "out"), Chosen(0, "a"))
    assert ask(Requested(0, 2, 9), 3, events).waiting == (2,)
    gone = (*events[:1], Seated(2, "gone"), *events[2:])
    assert ask(Requested(0, 2, 9), 3, gone).is_granted
    with refusing(IllegalMove, match="there is no player 1"):
        ask(Requested(1, 2, 9), 3, events)


def test_a_request_is_void_once_the_game_has_gone_on() -> None:
    version = TOO_SOON.version
    asked = TOO_SOON.advance(Requested(0, 3, version))
    for moved in (asked.advance(Chosen(1, "place 2")), asked.undo(1)):
        assert moved.takeback is None
        assert code_of(moved, Agreed(1, version)) == "void"
        assert code_of(moved, Requested(0, 3, version)) == "void"


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (Requested(2, 3, 5), "not-seated"),
        (Requested(-1, 3, 5), "not-seated"),
        (Requested(0, 5, 5), "nothing-to-undo"),
        (Requested(0, -1, 5), "nothing-to-undo"),
        (Requested(0, 3, 4), "void"),
        (Requested(0, 3, 6), "void"),
        (Requested(0, 0, 5), "seen"),
    ],
)
def test_a_request_that_makes_no_sense_is_refused(
    request_: Requested, code: str
) -> None:
    assert TOO_SOON.version == 5
    assert code_of(TOO_SOON, request_) == code


def test_there_is_one_request_at_a_time() -> None:
    asked = TOO_SOON.advance(Requested(0, 3, TOO_SOON.version))
    assert code_of(asked, Requested(1, 3, asked.version)) == "open-request"


def test_nothing_is_asked_back_once_the_game_is_over() -> None:
    moves = [Chosen(n % 2, cell) for n, cell in enumerate("14253")]
    timeline = Timeline.begin(TicTacToe(), 2, Options()).replay(moves)
    with refusing(IllegalMove, match="the game is over"):
        timeline.advance(Requested(1, 4, 5))


@pytest.mark.row("U21")
@pytest.mark.parametrize(
    "event",
    [
        *(Shuffled(), Reshuffled(), Dealt(), Opened(("J",)), Rolled((1,)), Placed()),
        *(Proved(), ChosenTogether(("a",)), Ticked(()), Seated(1, "out")),
    ],
)
def test_no_vote_takes_back_a_reveal_or_chance(event: Event) -> None:
    with refusing(IllegalMove, match="since") as caught:
        ask(Requested(0, 0, 2), 2, (event, Chosen(0, "a")))
    assert caught.value.code == "seen"
    assert ask(Requested(0, 1, 2), 2, (event, Chosen(0, "a"))).waiting == (1,)


def test_moves_and_timers_can_be_taken_back_by_all() -> None:
    assert why_final((Chosen(0, "a"), Expired(1), Chosen(1, "b"))) is None
