"""Random games of checkers agree with OpenSpiel on moves at every turn and returns.

Both take one jump at a time, so they are compared turn by turn.  One convention
of OpenSpiel differs from ours, and is allowed for:

* It ends a game as a draw after 40 turns of both players together without a
  capture, even if men moved meanwhile.  Ours counts 40 of each, and restarts when
  a man moves.  After such a draw our game must go on, or be won by that very turn;
  the rest is not compared.
"""

from __future__ import annotations

import os
import random

import pytest

from games.checkers import Board, Checkers
from p2pgame.engine import Choose, Chosen, Options, Over, advance, start

pyspiel = pytest.importorskip("pyspiel")

GAMES = int(os.environ.get("P2PGAME_GAMES", "1000"))
GAME = Checkers()
THEIRS = pyspiel.load_game("checkers")
THEIR_QUIET = 40


def test_turns_and_returns_are_openspiels_but_for_its_early_draws() -> None:
    seed = int(os.environ.get("P2PGAME_SEED", "20240702"))
    early = 0
    for number in range(GAMES):
        print(f"P2PGAME_SEED={seed + number}")
        early += compare(random.Random(seed + number))
    assert early < GAMES / 4


def compare(rng: random.Random) -> bool:
    """Play one game on both sides; return whether OpenSpiel ended it early."""
    theirs = THEIRS.new_initial_state()
    ours: Board = start(GAME, 2, Options()).state
    without_capture = 0
    while not theirs.is_terminal():
        turn = GAME.turn(ours)
        assert isinstance(turn, Choose)
        assert turn.player == theirs.current_player()
        actions = {theirs.action_to_string(a): a for a in theirs.legal_actions()}
        moves = {plain(str(move)): str(move) for move in turn.moves}
        assert moves.keys() == actions.keys(), ours
        assert len(moves) == len(turn.moves)
        chosen = rng.choice(sorted(moves))
        without_capture = 0 if "x" in moves[chosen] else without_capture + 1
        theirs.apply_action(actions[chosen])
        ours = advance(GAME, ours, Chosen(turn.player, moves[chosen])).state
    match GAME.turn(ours):
        case Over(payoffs) if without_capture < THEIR_QUIET:
            assert [*payoffs] == theirs.returns()
            return False
        case turn:
            assert without_capture == THEIR_QUIET
            assert theirs.returns() == [0, 0]
            assert turn != Over((0, 0))
            return True


def plain(move: str) -> str:
    return move.replace("-", "").replace("x", "")
