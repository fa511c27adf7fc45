"""Slow players are put out by a vote, and nobody who does all it can."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace

import pytest

from p2pgame.session.entries.payloads import Time
from tests.simulation.draw import drawn
from tests.simulation.draw_time import calm, slowed, unhurried
from tests.simulation.library import LIBRARY
from tests.simulation.outcome import Outcome
from tests.simulation.plan import Plan
from tests.simulation.world import play


def slow_one(game: str, seed: int) -> Plan:
    """Return a calm game with a slow player and the usual bank."""
    plan = replace(drawn(seed, game=game), patience=10)
    return calm(slowed(replace(plan, time=Time())))


def ended(plan: Plan) -> Outcome:
    outcome = play(plan)
    assert outcome.violations == []
    assert outcome.ending == "complete"
    return outcome


@pytest.mark.attack(76)
def test_of_three_a_program_that_is_always_just_in_time_is_put_out_by_vote() -> None:
    plan = slow_one("small 3", 2)
    outcome = ended(plan)
    assert outcome.counts["slow: put out"]
    words = outcome.counts["slow: just in time"]
    assert outcome.seconds < 30 + plan.time.programs + words * plan.time.grace + 15


@pytest.mark.attack(76)
def test_without_a_bank_a_program_that_is_always_just_in_time_stays() -> None:
    plan = replace(slow_one("small 3", 2), time=Time(programs=10**6))
    outcome = ended(plan)
    assert "slow: put out" not in outcome.counts
    assert outcome.counts["slow: just in time"] > 9


@pytest.mark.attack(76)
@pytest.mark.parametrize("seed", range(3))
def test_of_two_nobody_is_put_out_and_the_other_may_leave(seed: int) -> None:
    outcome = ended(slow_one("kuhn", seed))
    assert "slow: put out" not in outcome.counts


def test_some_leave_a_slow_player_of_two() -> None:
    assert ended(slow_one("kuhn", 15)).counts["slow: left alone"]


@pytest.mark.attack(76)
def test_slow_players_come_among_all_other_faults() -> None:
    plans = [plan for plan in map(drawn, range(140)) if plan.slow is not None]
    assert 7 <= len(plans) <= 35
    assert sum(plan.seats > 2 for plan in plans) >= 4
    assert any(plan.nemeses for plan in plans)


@pytest.mark.parametrize("seed", range(4))
def test_on_slow_machines_and_a_slow_net_nobody_is_late(seed: int) -> None:
    ended(unhurried(seed))


def test_of_four_in_a_line_ends_are_late_by_a_clock_and_nobody_is_put_out() -> None:
    """The frames of the ends take 6 s each way: the two between them do not agree."""
    plan = unhurried(19, game="small 4")
    tight = replace(plan, time=Time(programs=5, grace=5), shape="line")
    assert ended(tight).counts["slow: late by a clock"]


def test_a_bank_that_is_too_small_for_a_slow_net_is_found() -> None:
    plan = replace(unhurried(0, game="small 3"), shape="mesh")
    outcome = play(replace(plan, time=Time(programs=3, grace=1)))
    assert {one[:3] for one in outcome.violations} == {"I29", "I30"}


def test_what_the_library_answered_is_remembered_and_changes_no_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plan = drawn(9)
    first = play(plan).trace
    monkeypatch.setattr(LIBRARY, "remembered", lambda **_: nullcontext())
    assert play(plan).trace == first
