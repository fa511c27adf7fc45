"""A table tells its own player why a move can't be, from the cards that it knows."""

from __future__ import annotations

from random import Random

import pytest

from p2pgame.engine import IllegalMove
from p2pgame.games.registry import GAMES
from p2pgame.session.lobby.events import AnyView
from tests.english import english
from tests.session.tables import Net, any_offer


def test_a_cell_that_is_taken_is_named_by_the_table() -> None:
    codes = list[str]()

    def decide(view: AnyView) -> str:
        if view.state.x and not codes:
            with pytest.raises(IllegalMove) as caught:
                net.tables[view.player or 0].own.propose("1")
            codes.append(caught.value.code)
            assert english(caught.value) == "there is an X in 1 already"
        assert view.choice is not None
        return str(view.choice.moves[0])

    net = Net(GAMES["tictactoe"], 2, decide=decide)
    net.play()
    assert codes == ["taken"]


def test_a_card_that_does_not_fit_is_named_as_it_is_typed() -> None:
    game, told = GAMES["crazy-eights"], list[str]()
    offer = any_offer(Random(3))

    def decide(view: AnyView) -> str:
        state, player = view.state, view.player
        assert player is not None
        mine = [view.faces.get(slot, "") for slot in state.hands[player]]
        unfit = [face for face in mine if face and not state.fits(face)]
        if state.phase == "play" and unfit:
            with pytest.raises(IllegalMove) as caught:
                net.tables[player].own.propose(f"play {unfit[0]}")
            assert caught.value.code == "no-match"
            told.append(english(caught.value))
        return offer(view)

    net = Net(game, 2, decide=decide)
    net.play(lambda: bool(told))
    assert "does not fit" in told[0]
