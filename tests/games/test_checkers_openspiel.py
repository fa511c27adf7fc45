"""Random games of checkers agree with OpenSpiel on moves at every turn and returns.

Both take one jump at a time, so they are compared turn by turn.  Conventions of
OpenSpiel that differ from ours, and are allowed for:

* It ends a game as a draw after 40 turns of both players together without a
  capture, even if men moved meanwhile.  Ours counts 40 of each, and restarts when
  a man moves.  After such a draw our game must go on, or be won by that very turn;
  the rest is not compared.
* Nobody claims a draw there, for a position that comes for the third time.  Our first
  version had no such claim either; in the second it is left out of the comparison.
"""

from __future__ import annotations

import os
import random

import pytest

from p2pgame.engine import Choose, Chosen, Options, Over, advance, start
from p2pgame.games.checkers import CLAIM, Board, Checkers
from p2pgame.games.checkers_1 import Checkers1

pyspiel = pytest.importorskip("pyspiel")

GAMES = int(os.environ.get("P2PGAME_GAMES", "500"))
VERSIONS = (Checkers1(), Checkers())
THEIRS = pyspiel.load_game("checkers")
THEIR_QUIET = 40


@pytest.mark.parametrize("game", VERSIONS, ids=lambda game: f"version {game.version}")
def test_turns_and_returns_are_openspiels_but_for_its_early_draws(
    game: Checkers,
) -> None:
    seed = int(os.environ.get("P2PGAME_SEED", "20240702"))
    early = 0
    for number in range(GAMES):
        print(f"P2PGAME_SEED={seed + number}")
        early += compare(game, random.Random(seed + number))
    assert early < GAMES / 4


def compare(game: Checkers, rng: random.Random) -> bool:
    """Play one game on both sides; return whether OpenSpiel ended it early."""
    theirs = THEIRS.new_initial_state()
    ours: Board = start(game, 2, Options()).state
    without_capture = 0
    while not theirs.is_terminal():
        turn = game.turn(ours)
        assert isinstance(turn, Choose)
        assert turn.player == theirs.current_player()
        actions = {theirs.action_to_string(a): a for a in theirs.legal_actions()}
        moves = {plain(str(move)): str(move) for move in turn.moves if move != CLAIM}
        assert moves.keys() == actions.keys(), ours
        assert len(moves) == len(turn.moves) - (CLAIM in turn.moves)
        chosen = rng.choice(sorted(moves))
        without_capture = 0 if "x" in moves[chosen] else without_capture + 1
        theirs.apply_action(actions[chosen])
        ours = advance(game, ours, Chosen(turn.player, moves[chosen])).state
    match game.turn(ours):
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
