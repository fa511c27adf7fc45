from __future__ import annotations

from p2pgame.engine import Choose, Chosen
from p2pgame.games.tricks.hearts import Hearts, HeartsGame, HeartsOptions
from p2pgame.playtest.playout import play


def test_nobody_plays_what_is_unfair_with_their_own_cards() -> None:
    game = HeartsGame()
    playout = play(game, 4, HeartsOptions(goal=30, proof=False), seed=3)
    tempted = 0
    for n, event in enumerate(playout.events):
        turn, state = playout.turns[n], playout.states[n]
        if isinstance(event, Chosen) and isinstance(turn, Choose):
            assert isinstance(state, Hearts)
            faces = playout.secrets[n].known_to(event.player)
            moves = map(str, turn.moves)
            unfair = [
                m for m in moves if game.why_unfair(state, event.player, m, faces)
            ]
            assert event.move not in unfair
            tempted += bool(unfair)
    assert tempted > 20
