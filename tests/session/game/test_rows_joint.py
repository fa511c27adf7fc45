"""What players do jointly comes out alike for all, and for nobody sooner."""

from __future__ import annotations

from random import Random

import pytest

from p2pgame.engine import ChosenTogether, Roll, Rolled, Turn
from p2pgame.session.lobby.events import AnyView, Happened
from tests.session.rps import Played, RockPaperScissors
from tests.session.tables import Net

SIGNS = ("paper", "rock", "scissors")


def happened(net: Net, seat: int) -> list[object]:
    return [each.event for each in net.events[seat] if isinstance(each, Happened)]


def sign_of(view: AnyView) -> str:
    assert view.player is not None
    return SIGNS[view.player]


@pytest.mark.row("G07")
def test_a_sign_is_known_to_nobody_before_all_have_shown_theirs() -> None:
    net = Net(RockPaperScissors(idle=0), 3, spectators=1, decide=None)
    net.play()
    for seat in (0, 2):
        net.tables[seat].own.propose(SIGNS[seat])
        net.play()
    for table in net.tables:
        assert table.play is not None
        assert table.play.view.state.signs == ()
    for _, raw in net.said:
        assert b"paper" not in raw
        assert b"scissors" not in raw
    net.tables[1].own.propose("rock")
    net.play()
    for seat in range(4):
        assert happened(net, seat)[0] == ChosenTogether(SIGNS)


@pytest.mark.row("G07")
@pytest.mark.parametrize("seed", range(4))
def test_in_whatever_order_signs_arrive_the_same_ones_are_shown(seed: int) -> None:
    net = Net(
        RockPaperScissors(idle=0), 3, chance=Random(seed), spectators=1, decide=sign_of
    )
    net.play()
    for seat in range(4):
        assert happened(net, seat)[0] == ChosenTogether(SIGNS)


class ManyDice(RockPaperScissors):
    def turn(self, state: Played) -> Turn:
        turn = super().turn(state)
        return Roll(52, 10_000) if isinstance(turn, Roll) else turn


@pytest.mark.row("G04")
def test_ten_thousand_draws_are_the_same_for_all_and_of_every_value() -> None:
    net = Net(ManyDice(), 2, spectators=1, decide=sign_of)
    net.play()
    ours, *theirs = (happened(net, seat)[1] for seat in range(3))
    assert isinstance(ours, Rolled)
    assert len(ours.values) == 10_000
    assert {*ours.values} == {*range(52)}
    assert theirs == [ours] * 2


@pytest.mark.row("G04", "G32", "M16")
def test_dice_are_the_same_for_all_and_others_at_another_table() -> None:
    rolls = set[tuple[int, ...]]()
    for luck in (b"", b"1", b"2", b"3"):
        net = Net(RockPaperScissors(), 3, spectators=1, decide=sign_of, luck=luck)
        net.play()
        ours, *theirs = (happened(net, seat)[1] for seat in range(4))
        assert isinstance(ours, Rolled)
        assert theirs == [ours] * 3
        rolls.add(ours.values)
    assert len(rolls) > 1
