"""Hearts and spades close with the hand that is played, by everybody's word."""

from __future__ import annotations

import pytest

from p2pgame.engine import Closing, Over, advance, start
from p2pgame.games.registry import GAMES
from p2pgame.playtest.playout import played


@pytest.mark.row("B73")
@pytest.mark.parametrize("name", ["hearts", "spades"])
def test_a_table_that_is_to_close_ends_with_the_hand_that_is_played(name: str) -> None:
    game = GAMES[name]
    state = None
    for moment in played(game, 4, game.options(), seed=1):
        usual = moment.step.state
        if state is not None:
            assert moment.led is not None
            state = advance(game, state, moment.led).state
        elif usual.phase == "play":
            state = advance(game, usual, Closing()).state
        if usual.number:
            break
        assert state is None or game.turn(state) == moment.turn
    assert state is not None
    assert game.scores(state) == game.scores(usual)
    over = game.turn(state)
    assert isinstance(over, Over)
    assert any(game.scores(state) or ())
    assert sum(over.payoffs) == 0


@pytest.mark.parametrize("name", ["hearts", "spades"])
def test_nothing_is_won_at_a_table_that_closes_before_its_first_hand(name: str) -> None:
    game = GAMES[name]
    state = advance(game, start(game, 4, game.options()).state, Closing()).state
    assert game.turn(state) == Over((0, 0, 0, 0))
