"""Blackjack for one player agrees with OpenSpiel: the same cards, move by move.

Conventions that differ, and are allowed for:

* OpenSpiel plays one round with a new pack, so ours plays one.  Both agree at 21 (a
  player may hit on), for a natural (21 like any other, so no payoff of 3:2) and with a
  soft 17 (the dealer stands).
* It deals the player's two cards, then the dealer's; ours one each, twice.  The test
  gives it our cards hand by hand.
* Its state shows the dealer's second card, ours hides it; the test knows the whole
  pack.
"""

from __future__ import annotations

import os
import random

import pytest

from p2pgame.engine import (
    Choose,
    Chosen,
    Event,
    Open,
    Opened,
    Over,
    Shuffle,
    Shuffled,
    advance,
    start,
)
from p2pgame.games.blackjack import DECK, Blackjack, BlackjackOptions

pyspiel = pytest.importorskip("pyspiel")

GAMES = int(os.environ.get("P2PGAME_GAMES", "1000"))
GAME = Blackjack()
ACTIONS = {"hit": 0, "stand": 1}
THEIRS = pyspiel.load_game("blackjack")
#: OpenSpiel's number of each card: by suit, and from ace to king in it.
CARDS = {
    face: 13 * "cdhs".index(face[1]) + "A23456789TJQK".index(face[0]) for face in DECK
}


def play(rng: random.Random) -> None:
    deck = rng.sample(DECK, len(DECK))
    theirs = THEIRS.new_initial_state()
    ours = start(GAME, 1, BlackjackOptions(rounds=1)).state
    told = 0
    while True:
        match GAME.turn(ours):
            case Shuffle(faces, (0,)):
                assert sorted(faces) == sorted(deck)
                event: Event = Shuffled()
            case Open(slots):
                event = Opened(tuple(deck[slot] for slot in slots))
                for slot in (
                    [slot for hand in ours.hands for slot in hand]
                    if not told
                    else slots
                ):
                    if slot != ours.hands[-1][1] or not told:
                        theirs.apply_action(CARDS[deck[slot]])
                told += 1
            case Choose(0, moves):
                assert theirs.current_player() == 0
                assert theirs.legal_actions() == [ACTIONS[str(move)] for move in moves]
                move = str(rng.choice(moves))
                event = Chosen(0, move)
                theirs.apply_action(ACTIONS[move])
            case Over(payoffs):
                assert theirs.is_terminal()
                assert theirs.returns() == list(payoffs)
                return
            case turn:
                raise AssertionError(turn)
        ours = advance(GAME, ours, event).state


def test_moves_and_payoffs_are_openspiels() -> None:
    seed = int(os.environ.get("P2PGAME_SEED", "20250312"))
    for game in range(GAMES):
        print(f"P2PGAME_SEED={seed + game}")
        play(random.Random(seed + game))
