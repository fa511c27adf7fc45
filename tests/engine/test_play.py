"""Every event passes the same checks, and nothing else changes a state."""

from __future__ import annotations

import pytest

from p2pgame.engine import (
    Chosen,
    ChosenTogether,
    Dealt,
    Event,
    IllegalMove,
    Opened,
    Rolled,
    RulesError,
    Shuffled,
    advance,
    digest,
    replay,
    start,
)
from p2pgame.engine.play import FIX_UPS
from tests.engine.counting import (
    EVENTS,
    TURNS,
    Count,
    Counting,
    CountingOptions,
    at,
)
from tests.english import english, refusing

GAME = Counting()


def test_each_event_answers_its_turn() -> None:
    state = at(len(EVENTS))
    assert state == Count(turn=6, heard=("5", "0", "take 7", "b", "c", "blue"))


@pytest.mark.parametrize("turn", range(len(TURNS)))
def test_an_event_that_answers_another_turn_is_refused(turn: int) -> None:
    state = at(turn)
    for other, event in enumerate(EVENTS):
        if other != turn:
            with pytest.raises(IllegalMove):
                advance(GAME, state, event)


@pytest.mark.parametrize(
    ("turn", "event", "code"),
    [
        (0, Rolled((5,)), "wrong-event"),
        (0, Rolled((5, 6)), "wrong-event"),
        (0, Rolled((-1, 0)), "wrong-event"),
        (1, Dealt(), "wrong-event"),
        (3, Chosen(0, "stop"), "not-your-turn"),
        (3, Chosen(2, "stop"), "not-your-turn"),
        (3, Chosen(1, "go"), "unknown-move"),
        (3, Chosen(1, "take 13"), "out-of-range"),
        (3, Chosen(1, "take 1"), "out-of-range"),
        (3, Chosen(1, "take"), "unknown-move"),
        (3, Chosen(1, "take 07"), "unknown-move"),
        (4, Chosen(0, "a"), "wrong-event"),
        (4, ChosenTogether(("a",)), "wrong-event"),
        (4, ChosenTogether(("a", "c", "c")), "wrong-event"),
        (4, ChosenTogether(("c", "a")), "unknown-move"),
        (4, ChosenTogether(("a", "a")), "unknown-move"),
        (5, Opened(()), "wrong-event"),
        (5, Opened(("red", "blue")), "wrong-event"),
        (5, Opened(("pink",)), "no-such-face"),
        (6, Chosen(1, "stop"), "over"),
        (6, Shuffled(), "over"),
    ],
)
def test_a_refusal_has_a_code_and_a_sentence_and_changes_nothing(
    turn: int, event: Event, code: str
) -> None:
    state = at(turn)
    was = digest(state)
    with pytest.raises(IllegalMove) as caught:
        advance(GAME, state, event)
    assert caught.value.code == code
    assert str(caught.value)
    assert digest(state) == was


def test_the_refusals_say_which_moves_are_possible() -> None:
    def reason(player: int, move: str) -> str:
        found = GAME.why_illegal(at(3), player, move)
        assert found is not None
        return english(found.message)

    assert reason(0, "stop") == "player 0 is not to move now"
    assert reason(1, "take 13") == "take takes a number from 2 to 12"
    assert reason(1, "go") == "'go' is not possible now, but: stop, take 2…12"


def test_each_thing_that_follows_is_told_with_the_state_after_it() -> None:
    first = start(GAME, 2, CountingOptions(sparks=3))
    assert first.fix_ups == ()
    step = advance(GAME, first.state, Rolled((0, 0)))
    assert [english(said) for said, _ in step.fix_ups] == [
        "3 to go",
        "2 to go",
        "1 to go",
    ]
    assert [state.sparks for _, state in step.fix_ups] == [2, 1, 0]
    assert step.state == step.fix_ups[-1][1]


@pytest.mark.attack(57)
def test_rules_that_never_settle_are_found_out() -> None:
    def roll(sparks: int) -> Count:
        return replay(GAME, 2, CountingOptions(sparks=sparks), EVENTS[:1])

    assert roll(FIX_UPS).sparks == 0
    with pytest.raises(RulesError, match="counting does not settle"):
        roll(FIX_UPS + 1)


@pytest.mark.parametrize("seats", [-1, 0, 1, 4])
def test_a_game_is_for_so_many_players(seats: int) -> None:
    with refusing(ValueError, match=f"counting takes 2 to 3 players, not {seats}"):
        start(GAME, seats, CountingOptions())


def test_a_game_may_refuse_its_options() -> None:
    with refusing(ValueError, match="sparks are not negative"):
        start(GAME, 2, CountingOptions(sparks=-1))


def test_a_replay_stops_at_an_illegal_event() -> None:
    with pytest.raises(IllegalMove):
        replay(GAME, 2, CountingOptions(), [*EVENTS, Shuffled()])
