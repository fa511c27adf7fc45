"""One hand of spades agrees with OpenSpiel: the same cards, bids and tricks.

Conventions that differ, and are allowed for:

* OpenSpiel never marks spades as broken, so a player with any other card may not lead
  them.  Leads of spades that ours allows only because they are broken are left out of
  the comparison.
* Our rules allow any card, and unfair ones are found later; so its legal moves are
  compared with our fair ones.
* A failed nil's tricks help its partner's bid there, as they do in our version 1 and
  with the option ``nil_helps``.  By our own rule, pagat.com's, a team whose nil has
  failed and whose partner alone has fewer tricks than it bid is set.
* Its returns are the points of this hand's team, as ours are; it begins each game
  without points or bags, and so do we.
"""

from __future__ import annotations

import os
import random

import pytest

from p2pgame.engine import Amount, Choose, Chosen, Event, advance, start, view
from p2pgame.games.tricks.spades import TEAMS, Spades, SpadesGame, SpadesOptions
from p2pgame.games.tricks.spades_1 import SpadesGame1
from p2pgame.playtest.dealer import Dealer, Secrets
from p2pgame.tabletop.tricks import slot_of

pyspiel = pytest.importorskip("pyspiel")

GAMES = int(os.environ.get("P2PGAME_GAMES", "120"))
GAME, FIRST = SpadesGame(), SpadesGame1()
THEIRS = pyspiel.load_game("spades")
#: Their number of a bid of nil.
NIL = 52


def card(face: str) -> int:
    return 13 * "cdhs".index(face[1]) + "23456789TJQKA".index(face[0])


def play(rng: random.Random, game: SpadesGame, options: SpadesOptions) -> bool:
    """Play a hand in both, and return whether the points differ as they may."""
    state = start(game, 4, options).state
    dealer, secrets = Dealer(game, str(rng.random())), Secrets.of(4)
    theirs = THEIRS.new_initial_state()
    while not state.number:
        turn = game.turn(state)
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
                    game, state, player, secrets.known_to(player), turn
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
        state = advance(game, state, event).state
    assert theirs.is_terminal()
    theirs_scores = zip(state.scores, theirs.returns(), strict=False)
    differs = [ours != points for ours, points in theirs_scores]
    assert differs == [not state.nil_helps and is_set_alone(state, t) for t in (0, 1)]
    return any(differs)


def is_set_alone(state: Spades, team: int) -> bool:
    """Whether a nil has failed and the partner alone has not made the team's bid."""
    hands = [(state.bids[seat], state.won[seat]) for seat in TEAMS[team]]
    failed = any(won for bid, won in hands if bid == 0)
    return failed and any(won < bid for bid, won in hands if bid)


def compared(state: Spades, fair: list[int]) -> list[int]:
    others = [number for number in fair if number < card("2s")]
    return fair if state.play.trick or not others else others


@pytest.mark.parametrize(
    ("game", "helps"), [(FIRST, {}), (GAME, {"nil_helps": True}), (GAME, {})]
)
def test_fair_moves_bids_and_points_are_openspiels(
    game: SpadesGame, helps: dict[str, bool]
) -> None:
    seed, differing = int(os.environ.get("P2PGAME_SEED", "20250312")), 0
    for hand in range(GAMES):
        print(f"P2PGAME_SEED={seed + hand}")
        rng = random.Random(seed + hand)
        options = game.options(proof=rng.random() < 0.5, **helps)
        differing += play(rng, game, options)
    assert bool(differing) is (game is GAME and not helps)
