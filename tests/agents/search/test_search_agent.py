"""The agents that search play by observations, and by nothing else."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

from p2pgame.agents.agent import Budget, Seating
from p2pgame.agents.arena.match import stream
from p2pgame.agents.bot import Bot
from p2pgame.agents.match import Match
from p2pgame.agents.registry import find, opponents
from p2pgame.agents.search import Found, Problem, search
from p2pgame.agents.search.deciding import Searches
from p2pgame.agents.search.search_agent import SearchAgent
from p2pgame.engine import Over
from p2pgame.games.registry import GAMES


def seated(name: str, simulations: int) -> tuple[Match, list[Bot]]:
    game = GAMES[name]
    seats, options = game.seats[0], game.options()
    match = Match(game, seats, options, "cards")
    seatings = [
        Seating(game, options, seats, seat, stream(f"{seat}")) for seat in range(seats)
    ]
    bots = [Bot("search", lambda s: SearchAgent(s, simulations), s) for s in seatings]
    return match, bots


def ample() -> Budget:
    return Budget.of(lambda: 0.0, simulations=1000)


@pytest.mark.parametrize("name", ["crazy-eights", "goofspiel", "hearts", "memory"])
def test_a_search_agent_plays_without_a_fault(name: str) -> None:
    match, bots = seated(name, 3)
    for _ in range(90):
        if isinstance(match.turn, Over):
            break
        seats = [s for s in range(match.seats) if match.observation(s).choice]
        for seat in seats:
            decision = bots[seat].decide(match.observation(seat), ample())
            assert decision.complaint is None
        match.step(bots, ample)


def test_an_agent_decides_alike_if_seated_later_or_after_a_takeback() -> None:
    match, bots = seated("crazy-eights", 10)
    while match.observation(0).choice is None:
        match.step(bots, ample)
    early = match.observation(0)
    for _ in range(12):
        match.step(bots, ample)
    while match.observation(0).choice is None:
        match.step(bots, ample)
    late = match.observation(0)
    moves = []
    for order in ((early, late), (late, early)):
        found: list[Found] = []
        seating = Seating(match.game, match.options, 2, 0, stream("0"))
        agent = SearchAgent(seating, 10, kept(found))
        for seen in order:
            assert seen.choice is not None
            agent.decide(seen, seen.choice, ample())
        moves.append([one.shares for one in found])
    assert moves[0] == moves[1][::-1]
    assert len(moves[0]) == 2


def kept(found: list[Found]) -> Searches:
    """Return the search, which adds what it finds to ``found``."""

    def searched(problem: Problem, seed: str, goes_on: Callable[[int], bool]) -> Found:
        found.append(search(problem, seed, goes_on))
        return found[-1]

    return searched


def test_an_agent_keeps_to_a_smaller_budget_and_to_the_clock() -> None:
    match, _ = seated("tictactoe", 20)
    seen = match.observation(0)
    assert seen.choice is not None
    seating = Seating(match.game, match.options, 2, 0, stream("0"))
    found: list[Found] = []
    agent = SearchAgent(seating, 20, kept(found))
    agent.decide(seen, seen.choice, ample())
    agent.decide(seen, seen.choice, Budget.of(lambda: 0.0, simulations=7))
    ticks = iter(range(1000))
    timed = Budget.of(lambda: float(next(ticks)), seconds=5)
    assert timed.until < math.inf
    agent.decide(seen, seen.choice, timed)
    assert [one.simulations for one in found] == [20, 7, 5]


def test_it_agrees_to_a_draw_unless_it_stands_better() -> None:
    match, _ = seated("checkers", 5)
    seating = Seating(match.game, match.options, 2, 0, stream("0"))
    assert SearchAgent(seating, 5).outlook(match.observation(0)) == 0
    hidden, _ = seated("hearts", 5)
    assert SearchAgent(seating, 5).outlook(hidden.observation(0)) is None


def test_searching_opponents_are_listed_for_the_games_they_play_well() -> None:
    names = {one.name for one in opponents("hearts")}
    assert {"quick-quinn", "careful-clara", "thorough-theo"} <= names
    assert "careful-clara" not in {one.name for one in opponents("holdem")}
    game = GAMES["kuhn"]
    seating = Seating(game, game.options(), 2, 0, stream("0"))
    agent = find("Careful Clara", "kuhn").maker()(seating)
    assert isinstance(agent, SearchAgent)
