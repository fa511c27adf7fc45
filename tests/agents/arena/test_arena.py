"""An arena's job gives the same results however it is run, and each game once."""

from __future__ import annotations

from math import inf
from pathlib import Path

import pytest

from p2pgame.agents.arena import (
    Faulty,
    Interval,
    Job,
    Result,
    Sprt,
    Tally,
    play,
    standings,
)
from p2pgame.agents.arena import match as arena_match
from p2pgame.agents.arena.runner import run
from p2pgame.engine import Refusal
from p2pgame.games.registry import find
from p2pgame.playtest.chance import Chance

KUHN = Job("kuhn", 1, ("search:20", "random"), 2, 6, "seed")
GAME = find("kuhn")


def results(job: Job) -> list[Result]:
    return [play(GAME, job, number) for number in range(job.games)]


def test_one_seed_gives_one_result() -> None:
    assert results(KUHN) == results(KUHN)
    other = Job("kuhn", 1, ("search:20", "random"), 2, 6, "another")
    assert results(other) != results(KUHN)


def test_the_games_of_a_deal_have_its_cards_and_other_seats() -> None:
    assert [KUHN.deal(n) for n in range(4)] == [0, 0, 1, 1]
    assert [KUHN.seating(n) for n in range(2)] == [(0, 1), (1, 0)]
    same = Job("kuhn", 1, ("careless", "careless"), 2, 40, "seed")
    assert same.games == 80
    four = Job("spades", 1, ("a", "b"), 4, 1)
    assert four.seating(1) == (1, 0, 1, 0)
    won = Result(1, (10, -10, 10, -10)).won(four)
    assert won == {0: -10, 1: 10}


def test_a_job_is_its_json() -> None:
    job = Job("hearts", 1, ("search:5", "random"), 4, 3, "seed", {"goal": 1})
    assert Job.decode(job.encode()) == job
    assert job.chosen(find("hearts")).goal == 1  # type: ignore[attr-defined]


def test_a_run_on_two_cores_gives_what_one_gives(tmp_path: Path) -> None:
    alone, together = run(KUHN, processes=1), run(KUHN, processes=2)
    assert alone.leads() == together.leads()
    assert alone.games() == together.games()


def test_a_killed_run_goes_on_without_loss_or_repetition(tmp_path: Path) -> None:
    kept = tmp_path / "kuhn.jsonl"
    run(KUHN, kept, processes=1, enough=lambda tally: len(tally.complete) == 2)
    lines = kept.read_bytes().splitlines(keepends=True)
    assert len(lines) == 1 + 4
    kept.write_bytes(b"".join(lines)[:-5])
    tally = run(KUHN, kept, processes=1)
    assert tally.leads() == run(KUHN, processes=1).leads()
    numbers = [line.split(b'"game":')[1] for line in kept.read_bytes().splitlines()[1:]]
    assert len({*numbers}) == len(numbers) == KUHN.games


def test_the_results_of_another_job_are_not_taken(tmp_path: Path) -> None:
    kept = tmp_path / "kuhn.jsonl"
    run(KUHN, kept, processes=1)
    with pytest.raises(Refusal, match="other-job"):
        run(Job("kuhn", 1, ("random", "random"), 2, 6), kept, processes=1)


def test_an_unknown_contestant_is_refused() -> None:
    with pytest.raises(Refusal):
        play(GAME, Job("kuhn", 1, ("nobody", "random"), 2, 1), 0)


def test_a_fault_is_not_played_over(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def decide(self, *_: object) -> str:
            raise KeyError("broken")

        def react(self, event: object) -> None:
            return None

    monkeypatch.setattr(arena_match, "maker", lambda name, game: lambda _: Broken())
    with pytest.raises(Faulty, match="broken"):
        play(GAME, KUHN, 0)


def test_intervals_are_those_of_the_mean() -> None:
    interval = Interval.of([1, 2, 3, 4])
    assert interval.mean == 2.5
    assert interval.margin == pytest.approx(1.96 * (5 / 3 / 4) ** 0.5)
    assert Interval.of([1]).margin == inf


def test_a_lead_is_over_the_mean_of_the_others() -> None:
    job = Job("hearts", 1, ("a", "b", "b", "b"), 4, 1)
    tally = Tally(job)
    for number in range(3):
        tally.add(Result(number, (9, -3, -3, -3)))
        assert tally.complete == []
    tally.add(Result(3, (9, -3, -3, -3)))
    assert tally.leads() == [0]
    assert tally.games() == (1, 0, 3)


def test_the_order_in_which_games_end_changes_no_digit() -> None:
    job = Job("hearts", 1, ("a", "b", "c", "d"), 4, 50)
    chance = Chance("order")
    results = [
        Result(number, tuple(chance.below(1000) for _ in range(4)))
        for number in range(job.games)
    ]
    first, second = Tally(job), Tally(job)
    for result in results:
        first.add(result)
    for result in reversed(results):
        second.add(result)
    assert first.leads() == second.leads()
    assert first.interval() == second.interval()


def test_every_two_meet_from_each_seat_with_the_same_cards() -> None:
    job = Job("kuhn", 1, ("a", "b", "c"), 2, 2, pairs=True)
    assert (job.size, job.games) == (6, 12)
    seatings = [job.seating(number) for number in range(6)]
    assert sorted(seatings) == [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]
    assert [job.seating(number) for number in range(6, 12)] == seatings
    assert {job.deal(number) for number in range(6)} == {0}


def test_the_strongest_is_who_leads_not_who_wins_more_often() -> None:
    job = Job("kuhn", 1, ("random", "balanced-ben"), 2, 10)
    tally = Tally(job)
    for number in range(job.games):
        ben = 4 if number % 4 == 0 else -1
        payoffs = tuple(ben if one else -ben for one in job.seating(number))
        tally.add(Result(number, payoffs))
    table = standings(tally)
    first, last = table.lines
    assert (first.name, last.name) == ("balanced-ben", "random")
    assert (first.won, first.lost, first.lead.mean) == (5, 15, 0.5)
    assert first.elo == pytest.approx(-190.85, abs=0.01)
    assert (last.elo, last.margin, table.zero) == (0, 0, 1)


def test_the_sequential_test_decides_when_it_has_seen_enough() -> None:
    sprt = Sprt()
    assert sprt.verdict([1.0] * 14) is None
    assert sprt.verdict([1.0] * 15) is True
    assert sprt.verdict([0.0] * 500) is None
    assert sprt.verdict([1.0, -1.0] * 100) is False
    assert sprt.verdict([1.0] * 15 + [-1.0] * 100) is True
