"""Liar's dice for two players with 1 to 6 dice each agrees with OpenSpiel.

Ours plays it with ``rounds`` "one" and ``wild`` "highest".  Conventions that
differ, and are allowed for:

* OpenSpiel numbers the bids, first by the count of dice and then by face, with the
  call last; ours are words.  Its dice show 1 to 6, as ours do to people.
* It rolls one die after the other, player by player; ours are in slots, and the test
  knows all of them.
* It takes any number of dice; ours stops at 6 each.
"""

from __future__ import annotations

import os
import random
from collections import Counter

import pytest

from p2pgame.engine import (
    Amount,
    Choose,
    Chosen,
    Event,
    Open,
    Opened,
    Over,
    Roll,
    Rolled,
    advance,
    start,
)
from p2pgame.games.dice.liars_dice import FACES, LiarsDice, LiarsDiceOptions
from tests.english import english_or_none

pyspiel = pytest.importorskip("pyspiel")

GAMES = int(os.environ.get("P2PGAME_GAMES", "500"))
GAME = LiarsDice()


def play(rng: random.Random) -> str:
    """Play one game on both sides; return how it ended."""
    dice = rng.randint(1, 6)
    theirs = pyspiel.load_game("liars_dice", {"numdice": dice}).new_initial_state()
    options = LiarsDiceOptions(dice=dice, wild="highest", rounds="one")
    state = start(GAME, 2, options).state
    pips = [rng.randint(1, 6) for _ in range(2 * dice)]
    bids = 0
    while True:
        match GAME.turn(state):
            case Roll(6, _, hands):
                assert hands == (
                    (0, tuple(range(dice))),
                    (1, tuple(range(dice, 2 * dice))),
                )
                event: Event = Rolled(())
                for value in pips:
                    assert theirs.is_chance_node()
                    theirs.apply_action(value - 1)
            case Choose(player, offers):
                assert theirs.current_player() == player
                moves = {
                    _action(move, 2 * dice): move
                    for offer in offers
                    for move in _moves(offer)
                }
                assert sorted(moves) == theirs.legal_actions()
                # Low bids and calls are likelier than by chance: more bids are true.
                high = rng.choice((3, 12, 72))
                action = rng.choice([*sorted(moves)[:high], *[max(moves)] * bids])
                event = Chosen(player, moves[action])
                theirs.apply_action(action)
                bids += 1
            case Open(slots):
                event = Opened(tuple(str(pips[slot] - 1) for slot in slots))
                told = english_or_none(GAME.tell(state, event)) or ""
            case Over(payoffs):
                assert theirs.is_terminal()
                assert theirs.returns() == list(payoffs)
                assert told.endswith(f"player {payoffs.index(-1)} loses")
                return "lie" if payoffs[state.bidder] < 0 else "truth"
            case turn:
                raise AssertionError(turn)
        state = advance(GAME, state, event).state


def _moves(offer: Amount | str) -> list[str]:
    if isinstance(offer, str):
        return [offer]
    numbers = range(offer.low, offer.high + 1)
    return [f"{offer.verb} {number}" for number in numbers]


def _action(move: str, dice: int) -> int:
    if move == "liar":
        return 6 * dice
    verb, number = move.split()
    return 6 * (int(number) - 1) + FACES.index(verb)


def test_bids_calls_and_payoffs_are_openspiels() -> None:
    seed = int(os.environ.get("P2PGAME_SEED", "20251121"))
    ends = Counter[str]()
    for game in range(GAMES):
        print(f"P2PGAME_SEED={seed + game}")
        ends[play(random.Random(seed + game))] += 1
    assert min(ends["lie"], ends["truth"]) > GAMES // 20
