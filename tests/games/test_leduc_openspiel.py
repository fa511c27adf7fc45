"""Every game of Leduc hold'em agrees with OpenSpiel's leduc_poker: the whole tree.

One convention differs and changes no game: OpenSpiel calls a check a call.
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

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
from p2pgame.games.duel.leduc import DECK, Leduc, LeducPoker

pyspiel = pytest.importorskip("pyspiel")

GAME = LeducPoker()
ACTIONS = {"fold": 0, "check": 1, "call": 1, "raise": 2}


def compare(state: Leduc, theirs: Any, cards: tuple[str, ...]) -> Counter[str]:
    """Walk both trees from here; return how many nodes of each kind there are."""
    counted = Counter[str]()
    match GAME.turn(state):
        case Choose(player, moves):
            assert theirs.current_player() == player
            legal = sorted(ACTIONS[str(move)] for move in moves)
            assert legal == theirs.legal_actions()
            for move in moves:
                ours = advance(GAME, state, Chosen(player, str(move))).state
                counted += compare(ours, theirs.child(ACTIONS[str(move)]), cards)
            counted["decision"] += 1
        case Open((2,)):
            assert theirs.is_chance_node()
            left = [card for card in DECK if card not in cards]
            chances = {DECK.index(card): pytest.approx(1 / 4) for card in left}
            assert dict(theirs.chance_outcomes()) == chances
            for card in left:
                ours = advance(GAME, state, Opened((card,))).state
                counted += compare(ours, theirs.child(DECK.index(card)), cards)
            counted["chance"] += 1
        case Open():
            counted += compare(advance(GAME, state, Opened(cards)).state, theirs, cards)
        case Over(payoffs):
            assert theirs.is_terminal()
            assert list(payoffs) == theirs.returns()
            counted["end"] += 1
    return counted


def test_the_whole_tree_is_openspiels() -> None:
    root = pyspiel.load_game("leduc_poker").new_initial_state()
    counted = Counter[str]()
    for cards in permutations(DECK, 2):
        theirs = root
        for card in cards:
            theirs = theirs.child(DECK.index(card))
        dealt = replay(GAME, 2, GAME.options(), [Shuffled(), Dealt()])
        counted += compare(dealt, theirs, cards)
    assert counted == {"decision": 3780, "chance": 150, "end": 5520}
