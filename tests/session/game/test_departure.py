"""What follows when all others have agreed that somebody is out: one table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from p2pgame.session.entries.payloads import Absence
from p2pgame.session.game.absence.departure import (
    Action,
    Close,
    Evict,
    MoveFor,
    State,
    Wait,
    decide,
)
from p2pgame.session.game.seats import NOBODY

GONE = frozenset({1})

#: Seat 1 has been silent, and the turn can spare it.
SILENT = State(
    policy="finish",
    is_over=False,
    silent=GONE,
    default=None,
    can_spare=True,
    owes_move=False,
)


@pytest.mark.parametrize(
    ("policy", "default", "action"),
    [
        ("finish", None, Evict(GONE, "goes on")),
        ("forfeit", None, Evict(GONE, "is forfeited")),
        ("default", None, Evict(GONE, "goes on")),
        ("default", (1, "check"), MoveFor(1, "check")),
    ],
)
def test_the_policy_says_what_becomes_of_a_silent_player(
    policy: Absence, default: tuple[int, str] | None, action: Action
) -> None:
    state = replace(SILENT, policy=policy, default=default)
    assert decide(state, GONE) == action


@pytest.mark.parametrize("policy", ["finish", "forfeit", "default"])
def test_who_has_left_is_evicted_under_each_policy(policy: Absence) -> None:
    left = replace(SILENT, policy=policy, silent=NOBODY)
    assert decide(left, GONE) == Evict(GONE, "goes on")


@pytest.mark.parametrize("policy", ["finish", "forfeit", "default"])
def test_a_game_that_cannot_spare_a_player_is_over(policy: Absence) -> None:
    needed = replace(SILENT, policy=policy, silent=NOBODY, can_spare=False)
    assert decide(needed, GONE) == Evict(GONE, "is over")
    # It is over, so nobody waits for our own move.
    assert decide(replace(needed, owes_move=True), GONE) == Evict(GONE, "is over")


def test_our_own_move_comes_before_an_eviction() -> None:
    owing = replace(SILENT, owes_move=True)
    assert decide(owing, GONE) == Wait()
    # Where a move is made for the silent player, the turn is not ours.
    asked = replace(owing, policy="default", default=(1, "check"))
    assert decide(asked, GONE) == MoveFor(1, "check")


@pytest.mark.parametrize("policy", ["finish", "forfeit", "default"])
def test_the_moves_of_a_game_that_is_over_stand(policy: Absence) -> None:
    over = replace(SILENT, policy=policy, is_over=True, can_spare=False)
    assert decide(over, GONE) == Close(GONE)
