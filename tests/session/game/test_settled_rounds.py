"""Rounds that are over for everybody are forgotten, and nothing comes out otherwise."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from p2pgame.session.entries.payloads import Absent, EvictionVote, Receipt
from p2pgame.session.game.absence import passed
from p2pgame.session.game.absence.absence import Absences
from p2pgame.session.game.absence.votes import Votes
from p2pgame.session.game.seats import RoundId, Seats

SEATS = 4
AUTHORS = tuple(bytes([seat]) * 32 for seat in range(SEATS))
ROUNDS = 40


def turn(number: int) -> bytes:
    return number.to_bytes(32)


class Story:
    """Players who answer, see one another's answers sooner or later, and may vote."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._clocks = [Counter[bytes](dict.fromkeys(AUTHORS, -1)) for _ in AUTHORS]
        self.told: list[str] = []
        self.sizes: list[int] = []

    def play(self, absences: Absences) -> None:
        for number in range(ROUNDS):
            here = turn(number), 0
            awaited = frozenset(
                self._chance.sample(range(SEATS), self._chance.randint(1, 2))
            )
            absences.reach(here[0], over=False)
            for seat in sorted(awaited):
                self._say(absences, seat)
                sequence = self._clocks[seat][AUTHORS[seat]]
                absences.votes.answer(seat, here, sequence)
            absences.passed(here, awaited)
            for _ in range(self._chance.randrange(6)):
                self._something(absences, number)
            self._look(absences)

    def _something(self, absences: Absences, number: int) -> None:
        seat = self._chance.randrange(SEATS)
        match self._chance.randrange(12):
            case 0 | 1:
                back = self._chance.randrange(min(number + 1, 4))
                self._vote(absences, seat, (turn(number - back), 0))
            case 2 if self._chance.random() < 0.1:
                self._say(absences, seat)
                own = self._clocks[seat][AUTHORS[seat]]
                absences.leave(seat, own)
            case _:
                self._hear(seat)
                self._say(absences, seat)

    def _vote(self, absences: Absences, out: int, place: RoundId) -> None:
        """Let most others say that a seat is absent, or vote against it."""
        kind = self._chance.choice((Absent, EvictionVote, EvictionVote))
        for seat in range(SEATS):
            if seat != out and self._chance.random() < 0.9:
                clock = self._say(absences, seat)
                absences.say(seat, kind(*place, (out,)), clock)

    def _hear(self, seat: int) -> None:
        for other in self._chance.sample(range(SEATS), self._chance.randint(1, SEATS)):
            self._clocks[seat] |= self._clocks[other]

    def _say(self, absences: Absences, seat: int) -> dict[bytes, int]:
        clock = self._clocks[seat]
        clock[AUTHORS[seat]] += 1
        said = {author: known for author, known in clock.items() if known >= 0}
        absences.votes.saw(seat, said)
        return said

    def _look(self, absences: Absences) -> None:
        receipts: list[Receipt | None] = [
            absences.to_confirm(seat) for seat in range(SEATS)
        ]
        closing: list[bool] = [absences.may_be_overtaken(seat) for seat in range(SEATS)]
        self.told.append(f"{absences.overtaken} {receipts[0]} {closing}")
        self.sizes.append(len(absences.passed_rounds))


def story(
    seed: int, few: int, monkeypatch: pytest.MonkeyPatch
) -> tuple[list[str], list[int]]:
    monkeypatch.setattr(passed, "FEW", few)
    one = Story(Random(seed))
    one.play(Absences(Votes(AUTHORS, 3)))
    return one.told, one.sizes


def test_what_is_forgotten_of_settled_rounds_changes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    forgot = overtaken = 0
    for seed in range(150):
        told, sizes = story(seed, 1, monkeypatch)
        all_told, all_sizes = story(seed, 10**6, monkeypatch)
        assert told == all_told, seed
        forgot += sizes[-1] < all_sizes[-1] // 2
        overtaken += told[-1].startswith("True")
    assert forgot > 20
    assert 20 < overtaken < 130


def test_few_rounds_are_held_while_all_are_heard() -> None:
    absences, everybody = Absences(Votes(AUTHORS, 3)), frozenset[int](range(SEATS))
    sizes = [_answered_by_all(absences, everybody, number) for number in range(1000)]
    assert max(sizes) <= 2 * passed.FEW
    assert len(absences.votes.rounds) <= 2 * passed.FEW
    assert absences.passed_rounds.oldest is not None


def _answered_by_all(absences: Absences, everybody: Seats, number: int) -> int:
    here = turn(number), 0
    absences.reach(here[0], over=False)
    for seat in everybody:
        absences.votes.answer(seat, here, number)
    for seat in everybody:
        absences.votes.saw(seat, dict.fromkeys(AUTHORS, number))
    absences.passed(here, everybody)
    return len(absences.passed_rounds)
