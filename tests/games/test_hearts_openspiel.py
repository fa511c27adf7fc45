"""One hand of hearts agrees with OpenSpiel: the same cards, choice by choice.

Conventions that differ, and are allowed for:

* OpenSpiel is told that the queen of spades does not break hearts
  (``qs_breaks_hearts=False``), as in pagat.com's rules; its other defaults are ours.
* Who takes all points there adds 26 to the others, as in our version 1 and with the
  option ``moon`` "add".  By our own rule, pagat.com's, that player chooses.
* Its players pass one after another, card by card; ours all together, three cards in
  one move.  The test gives it our cards afterwards, player by player.
* It knows the holder of the 2 of clubs.  Ours asks, and one player comes forward.
* Our rules allow any card, and unfair ones are found later; so its legal moves are
  compared with our fair ones.
* Its returns are 26 less the points of the hand.
"""

from __future__ import annotations

import os
import random
from itertools import combinations
from typing import Any

import pytest
from msgspec.structs import replace

from p2pgame.engine import (
    Choose,
    Chosen,
    ChosenTogether,
    Event,
    Over,
    Together,
    Turn,
    advance,
    start,
    view,
)
from p2pgame.games.tricks.hearts import Hearts, HeartsGame, HeartsOptions
from p2pgame.games.tricks.hearts_1 import HeartsGame1
from p2pgame.playtest.dealer import Dealer, Secrets
from p2pgame.tabletop.dealing import slots_of
from p2pgame.tabletop.tricks import slot_of

pyspiel = pytest.importorskip("pyspiel")

GAMES = int(os.environ.get("P2PGAME_GAMES", "125"))
GAME = HeartsGame()
THEIRS = pyspiel.load_game("hearts(qs_breaks_hearts=False)")


def card(face: str) -> int:
    return 4 * "23456789TJQKA".index(face[0]) + "cdhs".index(face[1])


def play(rng: random.Random, game: HeartsGame) -> None:
    options = HeartsOptions(goal=1, proof=rng.random() < 0.5)
    state = replace(start(game, 4, options).state, number=rng.randrange(4))
    dealer, secrets = Dealer(game, str(rng.random())), Secrets.of(4)
    theirs = THEIRS.new_initial_state()
    theirs.apply_action((1, 3, 2, 0)[state.number])
    passed: list[list[int]] = []
    while not isinstance(turn := game.turn(state), Over):
        event: Event
        match turn:
            case Choose(player):
                legal, move = fair(rng, state, player, turn, secrets)
                assert theirs.current_player() == player
                assert theirs.legal_actions() == legal
                theirs.apply_action(card(secrets.faces[slot_of(move)]))
                event = Chosen(player, move)
            case Together() if state.passing is not None:
                moves = [some_move(state, seat, turn, rng) for seat in range(4)]
                passed = [
                    [card(secrets.faces[slot]) for slot in slots_of(move)]
                    for move in moves
                ]
                event = ChosenTogether(tuple(moves))
            case Together():
                for seat, cards in enumerate(passed):
                    pass_on(theirs, seat, cards)
                fairs = [fair(rng, state, seat, turn, secrets) for seat in range(4)]
                event = ChosenTogether(tuple(move for _, move in fairs))
                leader = theirs.current_player()
                leads = [move != "none" for _, move in fairs]
                assert leads == [seat == leader for seat in range(4)]
                assert fairs[leader][0] == theirs.legal_actions() == [0]
                theirs.apply_action(0)
            case _:
                event, secrets = dealer.answer(state, turn, secrets)
                if len(secrets.faces) == 52 and not secrets.known_to(0):
                    for slot in range(52):
                        theirs.apply_action(card(secrets.faces[slot]))
        state = advance(game, state, event).state
    assert theirs.is_terminal()
    assert theirs.returns() == [26 - points for points in state.scores]
    assert turn.payoffs == tuple(
        sum(other - mine for other in state.scores) for mine in state.scores
    )


def some_move(state: Hearts, seat: int, turn: Together, rng: random.Random) -> str:
    """Return one of our ways to pass three cards, of which there must be all."""
    moves = [*map(str, turn.choices[seat].moves)]
    hand = sorted(state.play.hands[seat])
    assert [slots_of(move) for move in moves] == [*combinations(hand, 3)]
    return rng.choice(moves)


def pass_on(theirs: Any, seat: int, cards: list[int]) -> None:
    """Pass our cards in OpenSpiel, each of which it must allow."""
    for chosen in cards:
        assert theirs.current_player() == seat
        assert chosen in theirs.legal_actions()
        theirs.apply_action(chosen)


def fair(
    rng: random.Random, state: Hearts, seat: int, turn: Turn, secrets: Secrets
) -> tuple[list[int], str]:
    """Return the fair cards by OpenSpiel's numbers, and one of our moves for them."""
    choice = view(GAME, state, seat, secrets.known_to(seat), turn).choice
    assert choice is not None
    moves = [str(move) for move in choice.moves]
    cards = [card(secrets.faces[slot_of(move)]) for move in moves if move != "none"]
    return sorted(cards), rng.choice(moves)


@pytest.mark.parametrize("game", [HeartsGame1(), GAME], ids=["first", "newest"])
def test_fair_moves_and_points_are_openspiels(game: HeartsGame) -> None:
    seed = int(os.environ.get("P2PGAME_SEED", "20250312"))
    for hand in range(GAMES):
        print(f"P2PGAME_SEED={seed + hand}")
        play(random.Random(seed + hand), game)
