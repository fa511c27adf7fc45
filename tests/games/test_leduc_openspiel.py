"""Leduc hold'em for 2 to 10 players agrees with OpenSpiel's leduc_poker.

Two conventions differ, and neither changes a game: OpenSpiel calls a check a call, and
its returns are in chips, ours in half chips.
"""

from __future__ import annotations

import os
import random
from collections import Counter

import pytest

from p2pgame.engine import (
    Choose,
    Chosen,
    Dealt,
    Open,
    Opened,
    Over,
    Shuffled,
    advance,
    replay,
)
from tests.games.leduc import LeducPoker, deck

pyspiel = pytest.importorskip("pyspiel")

GAME = LeducPoker()
GAMES = int(os.environ.get("P2PGAME_HANDS", "2000"))
ACTIONS = {"fold": 0, "check": 1, "call": 1, "raise": 2}


def compare(seats: int, rng: random.Random) -> str:
    """Play one random game on both sides; return how it ended."""
    theirs = pyspiel.load_game("leduc_poker", {"players": seats}).new_initial_state()
    cards = rng.sample(deck(seats), 2 * seats + 2)
    numbers = [deck(seats).index(card) for card in cards]
    state = replay(GAME, seats, GAME.options(), [Shuffled(), Dealt()])
    for slot in range(seats):
        theirs.apply_action(numbers[slot])
    while True:
        match GAME.turn(state):
            case Choose(player, offers):
                assert theirs.current_player() == player
                legal = sorted(ACTIONS[str(offer)] for offer in offers)
                assert legal == theirs.legal_actions()
                # Folding less often than by chance brings more to a showdown.
                move = str(rng.choice((*offers, *offers[1:])))
                state = advance(GAME, state, Chosen(player, move)).state
                theirs.apply_action(ACTIONS[move])
            case Open(slots):
                faces = tuple(cards[slot] for slot in slots)
                state = advance(GAME, state, Opened(faces)).state
                if slots == (seats,):
                    assert theirs.is_chance_node()
                    theirs.apply_action(numbers[seats])
            case Over(payoffs):
                assert theirs.is_terminal()
                assert list(payoffs) == [2 * chips for chips in theirs.returns()]
                if not state.opened:
                    return "fold"
                return "showdown" if payoffs.count(max(payoffs)) == 1 else "shared"


def test_random_games_are_openspiels() -> None:
    seed = int(os.environ.get("P2PGAME_SEED", "20240702"))
    ends = Counter[str]()
    for number in range(GAMES):
        print(f"P2PGAME_SEED={seed + number}")
        rng = random.Random(seed + number)
        ends[compare(rng.randint(2, 10), rng)] += 1
    assert min(ends[end] for end in ("fold", "showdown", "shared")) > GAMES // 20
