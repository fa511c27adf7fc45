"""One hand of spades agrees with OpenSpiel: the same cards, bids and tricks.

Conventions that differ, and are allowed for:

* OpenSpiel never marks spades as broken, so a player with any other card may not lead
  them.  Leads of spades that ours allows only because they are broken are left out of
  the comparison.
* Our rules allow any card, and unfair ones are found later; so its legal moves are
  compared with our fair ones.
* Its returns are the points of this hand's team, as ours are; it begins each game
  without points or bags, and so do we.
"""

from __future__ import annotations

import os
import random

import pytest

from games.tricks.spades import Spades, SpadesGame, SpadesOptions
from p2pgame.engine import Amount, Choose, Chosen, Event, advance, start, view
from p2pgame.playtest.dealer import Dealer, Secrets
from p2pgame.tabletop.tricks import slot_of

pyspiel = pytest.importorskip("pyspiel")

GAMES = int(os.environ.get("P2PGAME_GAMES", "250"))
GAME = SpadesGame()
THEIRS = pyspiel.load_game("spades")
#: Their number of a bid of nil.
NIL = 52


def card(face: str) -> int:
    return 13 * "cdhs".index(face[1]) + "23456789TJQKA".index(face[0])


def play(rng: random.Random) -> None:
    options = SpadesOptions(proof=rng.random() < 0.5)
    state = start(GAME, 4, options).state
    dealer, secrets = Dealer(GAME, str(rng.random())), Secrets.of(4)
    theirs = THEIRS.new_initial_state()
    while not state.number:
        turn = GAME.turn(state)
        event: Event
        match turn:
            case Choose(player, moves) if state.phase == "bid":
                most = sum(m.high for m in moves if isinstance(m, Amount))
                ours = ["nil", *(f"bid {n}" for n in range(1, most + 1))]
                assert theirs.legal_actions() == [NIL + n for n in range(len(ours))]
                # Low bids are as frequent as others, so that some are made.
                bid = rng.choice([0, *range(min(4, len(ours))), len(ours) - 1])
                event = Chosen(player, ours[bid])
                theirs.apply_action(NIL + bid)
            case Choose(player):
                choice = view(
                    GAME, state, player, secrets.known_to(player), turn
                ).choice
                assert choice is not None
                fair = {card(secrets.faces[slot_of(str(m))]): m for m in choice.moves}
                legal = theirs.legal_actions()
                assert theirs.current_player() == player
                assert legal == compared(state, sorted(fair))
                chosen = rng.choice(legal)
                event = Chosen(player, str(fair[chosen]))
                theirs.apply_action(chosen)
            case _:
                event, secrets = dealer.answer(state, turn, secrets)
                if len(secrets.faces) == 52 and not secrets.known_to(0):
                    for slot in range(52):
                        theirs.apply_action(card(secrets.faces[slot]))
        state = advance(GAME, state, event).state
    assert theirs.is_terminal()
    assert theirs.returns() == [*state.scores, *state.scores]


def compared(state: Spades, fair: list[int]) -> list[int]:
    others = [number for number in fair if number < card("2s")]
    return fair if state.play.trick or not others else others


def test_fair_moves_bids_and_points_are_openspiels() -> None:
    seed = int(os.environ.get("P2PGAME_SEED", "20250312"))
    for game in range(GAMES):
        print(f"P2PGAME_SEED={seed + game}")
        play(random.Random(seed + game))
