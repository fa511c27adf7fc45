"""Goofspiel for 2 to 10 players agrees with OpenSpiel: hands, points and returns.

Conventions that differ, and are allowed for:

* OpenSpiel's card k is 0-based, ours is k + 1; the prizes likewise.
* It draws no prize for the last round, whose prize and bids are forced, and ours
  opens the prize; both play that round without asking anybody.
* A win is shared out as 1/winners and −1/losers there, as losers and −winners
  here.  The points are compared too (``total_points``), and so is what they are
  above the average (``point_difference``).
* A prize that several bid highest for is discarded there; ``split`` is ours alone.
"""

from __future__ import annotations

import os
import random

import pytest

from p2pgame.engine import (
    ChosenTogether,
    Event,
    Open,
    Opened,
    Over,
    Shuffle,
    Shuffled,
    Together,
    advance,
    start,
)
from p2pgame.games.goofspiel import Goofspiel, GoofspielOptions

pyspiel = pytest.importorskip("pyspiel")

GAMES = int(os.environ.get("P2PGAME_GAMES", "500"))
GAME = Goofspiel()
RETURNS = ("win_loss", "total_points", "point_difference")


def play(rng: random.Random) -> None:
    seats, cards = rng.randint(2, 10), rng.randint(2, 13)
    settings = {"players": seats, "num_cards": cards, "points_order": "random"}
    all_theirs = [
        pyspiel.load_game("goofspiel", {**settings, "returns_type": returns})
        for returns in RETURNS
    ]
    theirs = [game.new_initial_state() for game in all_theirs]
    state = start(GAME, seats, GoofspielOptions(cards=cards)).state
    deck = rng.sample(range(cards), cards)
    while True:
        match GAME.turn(state):
            case Shuffle(faces):
                assert faces == tuple(str(n + 1) for n in range(cards))
                event: Event = Shuffled()
            case Open((slot,)):
                event = Opened((str(deck[slot] + 1),))
                for other in theirs:
                    assert other.is_chance_node() == (slot < cards - 1)
                    if slot < cards - 1:
                        assert deck[slot] in other.legal_actions()
                        other.apply_action(deck[slot])
            case Together(choices):
                bids = [rng.choice(choice.moves) for choice in choices]
                for other in theirs:
                    for choice in choices:
                        legal = [int(str(move)) - 1 for move in choice.moves]
                        assert other.legal_actions(choice.player) == legal
                    other.apply_actions([int(str(bid)) - 1 for bid in bids])
                event = ChosenTogether(tuple(map(str, bids)))
            case Over(payoffs):
                assert all(other.is_terminal() for other in theirs)
                won = sum(payoff > 0 for payoff in payoffs)
                shares = max(1, won * (seats - won))
                average = sum(state.points) / seats
                wins, points, above = (other.returns() for other in theirs)
                assert wins == pytest.approx([pay / shares for pay in payoffs])
                assert points == list(state.points)
                assert above == pytest.approx([n - average for n in state.points])
                return
            case turn:
                raise AssertionError(turn)
        state = advance(GAME, state, event).state


def test_bids_points_and_payoffs_are_openspiels() -> None:
    seed = int(os.environ.get("P2PGAME_SEED", "20251121"))
    for game in range(GAMES):
        print(f"P2PGAME_SEED={seed + game}")
        play(random.Random(seed + game))
