"""Pig agrees with OpenSpiel: the same dice and choices, move by move.

Conventions that differ, and are allowed for:

* OpenSpiel ends after ``horizon`` steps with a draw; ours has no such limit, so
  its horizon is set beyond any game played here.
* Its returns are divided by the number of losers, 1 and −1/(n − 1); ours are
  whole numbers, n − 1 and −1.
* It calls holding ``stop``; as in ours, a player may hold before the first roll.
"""

from __future__ import annotations

import os
import random

import pytest

from p2pgame.engine import Choose, Chosen, Event, Over, Roll, Rolled, advance, start
from p2pgame.games.dice.pig import Pig, PigOptions

pyspiel = pytest.importorskip("pyspiel")

GAMES = int(os.environ.get("P2PGAME_GAMES", "1000"))
GAME = Pig()
ACTIONS = {"roll": 0, "hold": 1}
HORIZON = 1_000_000


def play(rng: random.Random) -> None:
    """Play one game at random here and there; rolling is likelier than holding."""
    seats, goal = rng.randint(2, 10), rng.choice((10, 20, 30, 50, 100))
    theirs = pyspiel.load_game(
        "pig", {"players": seats, "winscore": goal, "horizon": HORIZON}
    ).new_initial_state()
    ours = start(GAME, seats, PigOptions(goal)).state
    while True:
        match GAME.turn(ours):
            case Choose(player, moves):
                assert theirs.current_player() == player
                assert theirs.legal_actions() == [ACTIONS[str(move)] for move in moves]
                move = rng.choices(moves, [3, 1][-len(moves) :])[0]
                event: Event = Chosen(player, str(move))
                theirs.apply_action(ACTIONS[str(move)])
            case Roll(6):
                assert theirs.is_chance_node()
                value = rng.randrange(6)
                event = Rolled((value,))
                theirs.apply_action(value)
            case Over(payoffs):
                assert theirs.is_terminal()
                returns = [payoff / (seats - 1) for payoff in payoffs]
                assert theirs.returns() == pytest.approx(returns)
                return
            case turn:
                raise AssertionError(turn)
        ours = advance(GAME, ours, event).state


def test_moves_and_payoffs_are_openspiels() -> None:
    seed = int(os.environ.get("P2PGAME_SEED", "20250312"))
    for game in range(GAMES):
        print(f"P2PGAME_SEED={seed + game}")
        play(random.Random(seed + game))
