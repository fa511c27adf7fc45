"""Undo at a table: one's own moves, until anybody or anything else has a part."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from p2pgame.engine import Game, IllegalMove, Options, Roll, Rolled, State
from p2pgame.engine.events import Chosen, Event
from p2pgame.engine.turns import Choose, Over, Turn
from p2pgame.engine.undo.takeback import Undone
from p2pgame.session.lobby.events import AnyView, Happened
from p2pgame.session.table.verify import verify
from tests.english import refusing
from tests.session.tables import Net, known


class Steps(State, frozen=True):
    taken: tuple[str, ...] = ()


class Walk(Game[Steps, Options]):
    """Player 0 takes three steps, then a die is rolled, then player 1 takes two."""

    name, version, seats, options = "walk", 1, range(2, 3), Options

    def setup(self, seats: int, options: Options) -> Steps:
        return Steps()

    def turn(self, state: Steps) -> Turn:
        done = len(state.taken)
        if done == 3:
            return Roll(6)
        if done == 6:
            return Over((0, 0))
        return Choose(0 if done < 3 else 1, ("left", "right"))

    def apply(self, state: Steps, event: Event) -> Steps:
        match event:
            case Chosen(_, move):
                return Steps((*state.taken, move))
            case Rolled((value,)):
                return Steps((*state.taken, str(value)))
        raise AssertionError(event)

    def show(self, state: Steps, faces: Mapping[int, str]) -> str:
        return " ".join(state.taken)


def said(*moves: str) -> Net:
    """Return a table at which these moves have been said, whoever was asked."""
    left = list(moves)
    net = Net(Walk(), 2, spectators=1, decide=lambda view: left.pop(0))
    net.play(lambda: not left)
    return net


def test_a_step_taken_back_never_was_and_all_peers_agree() -> None:
    moves = ["left", "left", "undo", "undo", "right", "left", "right"]
    net = said(*moves, "left", "undo", "right", "right")
    net.play()
    assert all(table.complete for table in net.tables)
    for seat, table in enumerate(net.tables):
        assert table.play is not None
        taken = table.play.view.state.taken
        assert taken[:3] == ("right", "left", "right")
        assert taken[4:] == ("right", "right")
        told = [e.event for e in net.events[seat] if isinstance(e, Happened)]
        assert told.count(Undone(0, 1)) == 2
    verify(net.tables[0].transcript(), known(Walk()))


@pytest.mark.parametrize(
    ("moves", "seat", "why"),
    [
        ((), 0, "nothing has happened before"),
        (("left", "undo"), 0, "nothing has happened before"),
        (("left", "left", "left"), 1, "rolled"),
        (("left",), 1, "not to choose now"),
    ],
)
def test_what_cannot_be_undone_is_refused_with_the_reason(
    moves: tuple[str, ...], seat: int, why: str
) -> None:
    left = list(moves)

    def decide(view: AnyView) -> str:
        return left.pop(0)

    net = Net(Walk(), 2, decide=decide)
    with pytest.raises(IndexError):
        net.play()
    with refusing(IllegalMove, match=why):
        net.tables[seat].own.propose("undo")


@pytest.mark.parametrize("seed", range(5))
def test_undo_at_random_ends_alike_for_all(seed: int) -> None:
    chance = Random(seed)

    def decide(view: AnyView) -> str:
        assert view.choice is not None
        levels = len(view.state.taken) % 3
        if view.choice.player == 0 and levels and chance.random() < 0.4:
            return "undo"
        return str(chance.choice(view.choice.moves))

    net = Net(Walk(), 2, spectators=1, chance=chance, decide=decide)
    net.play()
    assert all(table.complete for table in net.tables)
    assert len({table.transcript() for table in net.tables}) == 1
