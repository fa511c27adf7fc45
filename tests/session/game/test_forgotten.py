"""A sealed move is opened, though the note of what it was is lost."""

from __future__ import annotations

from random import Random

import pytest

from p2pgame.engine import Amount, AnyGame
from p2pgame.games.goofspiel import Goofspiel
from p2pgame.games.mover.mover import Mover
from p2pgame.games.rps import RockPaperScissors
from p2pgame.session import Table
from p2pgame.session.lobby.events import AnyView
from p2pgame.session.table.verify import verify
from tests.session.tables import TABLE, Decide, Net, known, me


def any_small(chance: Random) -> Decide:
    """Choose anything, but no number above a hundred."""

    def decide(view: AnyView) -> str:
        assert view.choice is not None
        offer = chance.choice(view.choice.moves)
        if isinstance(offer, Amount):
            return f"{offer.verb} {chance.randint(offer.low, offer.low + 99)}"
        return offer

    return decide


@pytest.mark.attack(41)
@pytest.mark.parametrize("game", [RockPaperScissors(), Goofspiel(), Mover()])
@pytest.mark.parametrize("stop", range(6, 40, 5))
def test_a_seat_that_lost_its_notes_opens_what_it_has_sealed(
    game: AnyGame, stop: int
) -> None:
    net = Net(game, 2, decide=any_small(Random(stop)))
    net.play(until=lambda: len(net.said) >= stop)
    forgetful = Table(TABLE, known(game), me(1))
    for raw in net.tables[1].history.missing([]):
        forgetful.receive(raw)
    net.tables[1] = forgetful
    net.play()
    assert all(table.complete for table in net.tables), net.tables[0].play
    verify(net.tables[0].transcript(), known(game))
