"""Whoever opened a table may be asked who has a seat at it, before anybody has."""

from __future__ import annotations

from dataclasses import replace

import pytest

from p2pgame.engine import IllegalMove
from p2pgame.session import Offer, Table
from p2pgame.session.table.status import status_of
from tests.session.rps import RockPaperScissors
from tests.session.tables import TABLE, Net, known, me


def asked() -> Net:
    """Return a table for two at which four are, and nobody was let in."""
    net = Net(RockPaperScissors(), 4)
    two = Net(RockPaperScissors(), 2)
    net.tables[0] = two.tables[0]
    seat = net.tables[0].seat
    assert seat is not None
    seat.let_in = set()
    return net


def knocking(net: Net) -> list[str]:
    return [player.name for player in status_of(net.tables[0]).knocking]


def let_in(net: Net, guest: int) -> None:
    seat = net.tables[0].seat
    assert seat is not None
    assert seat.let_in is not None
    seat.let_in.add(me(guest).key.public)


@pytest.mark.attack(35)
@pytest.mark.attack(39)
def test_nobody_has_a_seat_who_was_not_let_in() -> None:
    net = asked()
    net.play()
    assert net.tables[0].play is None
    assert sorted(knocking(net)) == ["player 1", "player 2", "player 3"]
    assert len(status_of(net.tables[0]).guests) == 1
    let_in(net, 2)
    net.play()
    play = net.tables[0].play
    assert play is not None
    assert [player.name for player in play.start.players] == ["player 0", "player 2"]
    assert knocking(net) == []  # there is no seat left to knock for


def test_who_comes_on_from_the_table_before_need_not_be_let_in() -> None:
    net = asked()
    game = RockPaperScissors()
    wanted = tuple(me(seat).identity.public for seat in (0, 3))
    offer = Offer(game, game.options(), 2)
    net.tables[0] = Table(TABLE, known(game), me(0), replace(offer, wanted=wanted))
    seat = net.tables[0].seat
    assert seat is not None
    seat.let_in = set()
    net.play()
    play = net.tables[0].play
    assert play is not None
    assert [player.name for player in play.start.players] == ["player 0", "player 3"]


def test_without_anybody_to_ask_whoever_comes_first_has_a_seat() -> None:
    net = asked()
    seat = net.tables[0].seat
    assert seat is not None
    seat.let_in = None
    net.play()
    assert net.tables[0].play is not None
    assert knocking(net) == []


def test_a_guest_can_be_turned_away_until_the_game_is_offered() -> None:
    net = asked()
    net.play()
    seat = net.tables[0].seat
    assert seat is not None
    ben, cleo = me(1).key.public, me(2).key.public
    let_in(net, 1)
    seat.turn_away(ben)
    net.play()
    assert net.tables[0].play is None
    assert knocking(net) == ["player 2", "player 3"]
    assert ben not in status_of(net.tables[0]).guests
    let_in(net, 2)
    net.play()
    assert net.tables[0].play is not None
    with pytest.raises(IllegalMove, match="begins-already"):
        seat.turn_away(cleo)


def test_nobody_is_turned_away_who_is_no_guest_or_is_wanted() -> None:
    net = asked()
    game = RockPaperScissors()
    wanted = tuple(me(seat).identity.public for seat in (0, 3))
    offer = Offer(game, game.options(), 3, wanted=wanted)
    net.tables[0] = Table(TABLE, known(game), me(0), offer)
    seat, guest = net.tables[0].seat, net.tables[1].seat
    assert seat is not None
    assert guest is not None
    seat.let_in = set()
    net.play()
    for author, why in (
        (me(0).key.public, "no-such-guest"),
        (me(9).key.public, "no-such-guest"),
        (me(3).key.public, "seat-is-reserved"),
    ):
        with pytest.raises(IllegalMove, match=why):
            seat.turn_away(author)
    with pytest.raises(IllegalMove, match="not-opener"):
        guest.turn_away(me(2).key.public)
