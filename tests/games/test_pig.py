"""Pig: players roll, hold, lose the turn, and win."""

from __future__ import annotations

import pytest

from p2pgame.engine import (
    Choose,
    Chosen,
    Event,
    IllegalMove,
    Over,
    Roll,
    Rolled,
    advance,
    start,
    winners,
)
from p2pgame.games.dice.pig import Pig, PigOptions, Points
from p2pgame.playtest import POINTS, Case, Point
from tests.english import refusing

GAME = Pig()


def after(*turns: str, seats: int = 2, goal: int = 100) -> Points:
    """Return the state after these turns: the dice shown, and ``h`` for a hold."""
    state = start(GAME, seats, PigOptions(goal)).state
    for mark in "".join(turns):
        events: list[Event] = [Chosen(state.player, "hold")]
        if mark != "h":
            events = [Chosen(state.player, "roll"), Rolled((int(mark) - 1,))]
        for event in events:
            state = advance(GAME, state, event).state
    return state


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize(("seats", "goal"), [(2, 100), (5, 20), (10, 30)])
def test_pig_keeps_every_promise(point: Point, seats: int, goal: int) -> None:
    for seed in range(2):
        point(Case(GAME, seats, PigOptions(goal), seed))


def test_holding_banks_the_total_and_passes_the_die() -> None:
    state = after("64h")
    assert (state.points, state.player, state.total) == ((10, 0), 1, 0)


def test_a_one_loses_the_total_and_passes_the_die() -> None:
    state = after("64h", "5h", "661")
    assert (state.points, state.player, state.total) == ((10, 5), 1, 0)


def test_the_die_goes_round_the_table() -> None:
    assert [after("h" * turns, seats=3).player for turns in range(4)] == [0, 1, 2, 0]


def test_rolling_waits_for_the_die() -> None:
    rolling = advance(GAME, after(), Chosen(0, "roll")).state
    assert GAME.turn(rolling) == Roll(6)
    with pytest.raises(IllegalMove):
        advance(GAME, rolling, Chosen(0, "hold"))


def test_a_player_who_can_win_by_holding_holds() -> None:
    assert GAME.turn(after("63", goal=10)) == Choose(0, ("roll", "hold"))
    assert GAME.turn(after("64", goal=10)) == Choose(0, ("hold",))


@pytest.mark.row("B23", "B24", "G25")
def test_the_first_to_reach_the_goal_wins_from_each_of_the_others() -> None:
    end = GAME.turn(after("5h", "64h", seats=3, goal=10))
    assert end == Over((-1, 2, -1))
    assert winners(Over((-1, 2, -1))) == (1,)


@pytest.mark.parametrize("goal", [-1, 0, 1, 1001])
def test_a_goal_that_makes_no_game_is_refused(goal: int) -> None:
    with refusing(ValueError, match="2 to 1000"):
        start(GAME, 2, PigOptions(goal))


def test_the_table_is_shown_in_words() -> None:
    shown = GAME.show(after("64h", "5"), {})
    assert shown == ("player 0 has 10, player 1 has 0, of 100; player 1 has rolled 5")
