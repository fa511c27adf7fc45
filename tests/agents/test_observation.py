"""An observation holds what its own seat has seen, and nothing else."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import pytest

from p2pgame.agents.agent import Budget, Proposal, Seating
from p2pgame.agents.bot import Bot
from p2pgame.agents.match import Match
from p2pgame.agents.observation import Observation, Record, Witnessed
from p2pgame.agents.registry import find
from p2pgame.engine import Chosen, Over, advance, start, view
from p2pgame.games.registry import GAMES
from tests.session.holding import held


def quick() -> Budget:
    return Budget.of(lambda: 0.0, simulations=20)


def seed(number: int) -> Callable[[int], bytes]:
    return random.Random(number).randbytes


def bots(match: Match, name: str = "easygoing-eddie") -> list[Bot]:
    make = find(name).maker()
    table = match.game, match.options, match.seats
    seats = range(match.seats)
    return [Bot(name, make, Seating(*table, seat, seed(seat))) for seat in seats]


def begun(name: str, cards: str = "cards") -> Match:
    game = GAMES[name]
    seats = 2 if 2 in game.seats else game.seats[0]
    return Match(game, seats, game.options(), cards)


@pytest.mark.parametrize("name", GAMES)
def test_an_observation_holds_no_face_that_its_seat_has_not_seen(name: str) -> None:
    match = begun(name)
    players, shown = bots(match), [dict[int, str]() for _ in range(match.seats)]
    for _ in range(200):
        if isinstance(match.turn, Over):
            break
        match.step(players, quick)
        for seat, seen in enumerate(shown):
            look = match.observation(seat)
            known = match.secrets.known_to(seat)
            assert look.view == view(match.game, match.state, seat, known, match.turn)
            assert look.remembered.items() <= known.items()
            seen.update(look.faces)
            for one in look.past:
                assert one.faces.items() <= seen.items() or one is not look.past[-1]


@pytest.mark.parametrize("name", GAMES)
def test_a_record_that_is_asked_late_tells_the_same(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = begun(name)
    players, early = bots(match), match._records[0]
    late = Record(match.game, match.options, match.seats, 0, match._view(0))
    assert early.observation.past == ()
    note = early.note

    def both(*given: Any) -> Witnessed:
        late.note(*given)
        return note(*given)

    monkeypatch.setattr(early, "note", both)
    for _ in range(80):
        if isinstance(match.turn, Over):
            break
        match.step(players, quick)
    assert len(early.observation.past) > 0
    assert late.observation == early.observation


def test_a_record_that_nobody_asks_holds_no_states() -> None:
    match = begun("holdem")
    first = match._view(0)
    record = Record(match.game, match.options, match.seats, 0, first)
    players, early = bots(match), match._records[0]
    while not isinstance(match.turn, Over):
        match.step(players, quick)
    for seen in early.observation.past:
        record.note(seen.turn, seen.event, replace(first, faces=seen.faces))
    assert held(record)[type(first.state).__name__] == 1


def test_what_was_shown_and_turned_over_is_remembered() -> None:
    match = begun("memory")
    players = bots(match)
    while not match.observation(0).remembered:
        match.step(players, quick)
    shown = dict(match.observation(0).remembered)
    while match.observation(0).faces:
        match.step(players, quick)
    assert match.observation(0).remembered.items() >= shown.items()


def test_what_was_taken_back_is_no_part_of_the_past() -> None:
    game = GAMES["tictactoe"]
    state = start(game, 2, game.options()).state
    record = Record(game, game.options(), 2, 0, view(game, state, 0, {}))
    at = [state]
    for n, move in enumerate(("5", "1", "9")):
        turn = game.turn(at[-1])
        event = Chosen(n % 2, move)
        at.append(advance(game, at[-1], event).state)
        record.note(turn, event, view(game, at[-1], 0, {}))
    record.go_back(2, view(game, at[1], 0, {}))
    look = record.observation
    assert [one.event for one in look.past] == [Chosen(0, "5")]
    assert look.state == at[1]
    assert look.past[0].state == at[0]


def test_an_observation_names_all_that_an_agent_gets() -> None:
    """A new field needs a thought, and a line above, about what it may give away."""
    names = {field.name for field in fields(Observation)}
    assert names == {
        *("game", "options", "seats", "seat", "view", "past", "remembered")
    }


def test_a_budget_is_spent_by_simulations_or_by_time_whichever_comes_first() -> None:
    now = 5.0
    budget = Budget.of(lambda: now, simulations=10, seconds=2)
    assert not budget.is_spent(9)
    assert budget.is_spent(10)
    now = 7.0
    assert budget.is_spent(0)
    with pytest.raises(ValueError, match="limits simulations"):
        Budget.of(lambda: now)
    assert Budget.of(lambda: now, simulations=1).until == math.inf


def test_proposals_are_read_from_the_words_of_the_table() -> None:
    assert Proposal.read("draw", 1) == Proposal("draw", 1)
    assert Proposal.read("takeback 2", 0) == Proposal("takeback", 0, 2)
    assert Proposal.read("last round", 2) == Proposal("last round", 2)
    assert Proposal.read("e2e4", 0) is None
