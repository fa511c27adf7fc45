"""Simulations a second of the search in each game, beside OpenSpiel's in some.

``python -m bench.search_speed`` prints a table.  Each position is the first decision
after a tenth of a random game.  OpenSpiel's bots are those in Python, with one random
rollout a simulation: MCTS where nothing is hidden, ISMCTS elsewhere.  Time is that of
this process alone; ratios count, for machines differ.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.games import tic_tac_toe  # noqa: F401  registers it

from p2pgame.agents.search import Knowledge, Problem, horizon_of, search
from p2pgame.engine import Deal, Dealt, Place, Placed, Roll, Rolled
from p2pgame.engine.offers import choice_of
from p2pgame.games.registry import GAMES
from p2pgame.playtest.playout import Playout, play

SECONDS = 2.0
#: Games of which nothing is to be searched: one player, or nothing to win.
LEFT_OUT = {"fill", "flow", "fold", "mover"}
#: Our game, theirs with a C++ state or a Python one, and whether something is hidden.
THEIRS = (
    ("tictactoe", "tic_tac_toe", False),
    ("tictactoe", "python_tic_tac_toe", False),
    ("checkers", "checkers", False),
    ("kuhn", "kuhn_poker", True),
)


def ours(name: str) -> float:
    """Return our simulations a second in one position of a game."""
    problem = position(name)
    began = time.process_time()
    found = search(problem, "bench", lambda _: time.process_time() - began < SECONDS)
    return found.simulations / (time.process_time() - began)


def position(name: str) -> Problem:
    game = GAMES[name]
    seats = game.seats[0]
    played = play(game, seats, game.options())
    least = len(played.events) // 10
    for n, turn in enumerate(played.turns):
        for seat in range(seats):
            choice = choice_of(turn, seat)
            if n >= least and choice is not None and len(choice.moves) > 1:
                known = Knowledge(game, seats, seat)
                for k in range(n):
                    dealt = dict(told(played, k, seat))
                    state, event = played.steps[k].state, played.events[k]
                    known.happened(state, played.turns[k], event, dealt)
                teams, horizon = game.teams(seats, game.options()), horizon_of(name)
                return Problem(game, teams, played.steps[n].state, known, horizon)
    raise ValueError(f"nobody decides anything in {name}")


def told(played: Playout, n: int, seat: int) -> Iterator[tuple[int, str]]:
    """Yield the faces that ``seat`` alone learnt from event ``n``."""
    faces = played.secrets[n + 1].faces
    match played.turns[n], played.events[n]:
        case (Deal(hands), Dealt()) | (Roll(_, _, hands), Rolled()):
            for player, slots in hands:
                if player == seat:
                    yield from ((slot, faces[slot]) for slot in slots)
        case Place(player, slots), Placed() if player == seat:
            yield from ((slot, faces[slot]) for slot in slots)


def theirs(name: str, hides: bool) -> float:
    """Return the simulations a second of OpenSpiel's bot at the first decision."""
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    rng, count = numpy.random.RandomState(0), 200
    rollouts = mcts.RandomRolloutEvaluator(1, rng)
    if hides:
        bot = ismcts.ISMCTSBot(
            game=game,
            uct_c=1.0,
            evaluator=rollouts,
            max_simulations=count,
            random_state=rng,
        )
    else:
        bot = mcts.MCTSBot(game, 1.0, count, rollouts, random_state=rng, solve=True)
    began, done = time.process_time(), 0
    while time.process_time() - began < SECONDS:
        bot.step(state)
        done += count
    return done / (time.process_time() - began)


def main() -> None:
    rates = {name: ours(name) for name in GAMES if name not in LEFT_OUT}
    for name, rate in rates.items():
        print(f"{name:13} {rate:10,.0f} simulations a second", flush=True)
    for name, other, hides in THEIRS:
        rate = theirs(other, hides)
        times = rates[name] / rate
        print(f"{other:20} {rate:10,.0f} a second: ours does {times:.1f} times as many")


if __name__ == "__main__":
    main()
