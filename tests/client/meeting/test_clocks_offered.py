"""What a host asks for of time is in its offer, and tickets from before it are read."""

from __future__ import annotations

import msgspec
import pytest

from p2pgame.client.meeting.offering import offer_of
from p2pgame.client.profile.ticket import Terms
from p2pgame.client.requests import Host
from p2pgame.games.tictactoe import TicTacToe
from p2pgame.session import Offer, Table
from p2pgame.session.entries.payloads import UNTIMED, Genesis, Time
from p2pgame.session.lobby.events import Apart
from p2pgame.transport.wire_version import Versions
from tests.session.rekeying import said
from tests.session.tables import TABLE, Net, known, me

GAME = TicTacToe()


@pytest.mark.parametrize(
    ("asked", "time"),
    [
        ({"patience": 0}, UNTIMED),
        ({"patience": 60}, Time(programs=120, grace=5)),
        ({"patience": 300}, Time(programs=600, grace=5)),
        ({"patience": 259_200}, Time(programs=518_400, grace=2592)),
        ({"patience": 60, "programs_bank": 0, "grace": 0}, UNTIMED),
        (
            {"patience": 60, "time": 300, "increment": 3, "delay": 1},
            Time(300, 3, 1, programs=120, grace=5),
        ),
        (
            {"patience": 60, "move_days": 3},
            Time(days=3, programs=120, grace=5),
        ),
    ],
)
def test_an_offer_has_the_clocks_that_its_host_asks_for(
    asked: dict[str, int], time: Time
) -> None:
    request = msgspec.convert({"command": "host", "game": "tictactoe", **asked}, Host)
    assert offer_of(request).time == time


def test_a_ticket_from_before_there_were_clocks_is_read() -> None:
    offer = Offer(GAME, GAME.options(), 2)
    names = Terms.__struct_fields__
    kept = {name: getattr(offer, name) for name in names if name != "time"}
    assert msgspec.convert(kept, Terms).time == UNTIMED  # type: ignore[attr-defined]


def at_table(time: Time, *spoken: Versions) -> Net:
    """Return tables of a host who offers this, and guests who speak these versions."""
    net = Net(GAME, 1 + len(spoken))
    offer = Offer(GAME, GAME.options(), 2, patience=60, time=time)
    net.tables = [
        Table(TABLE, known(GAME), me(0), offer),
        *(
            Table(TABLE, known(GAME), me(seat, spoken=versions))
            for seat, versions in enumerate(spoken, 1)
        ),
    ]
    net.play()
    return net


def test_a_clock_of_players_seats_nobody_whose_program_knows_none() -> None:
    net = at_table(Time(base=300), Versions(2, 2), Versions(2, 3))
    (genesis,) = (one for _, one in said(net, Genesis) if isinstance(one, Genesis))
    assert (genesis.wire, genesis.time) == (3, Time(base=300))
    assert [table.complete for table in net.tables] == [True, False, True]
    (apart,) = (event for event in net.events[0] if isinstance(event, Apart))
    assert "player 1 needs p2pgame 0.2" in apart.text


def test_a_bank_of_programs_is_left_out_where_a_program_knows_none() -> None:
    net = at_table(Time(programs=120, grace=5), Versions(2, 2))
    (genesis,) = (one for _, one in said(net, Genesis) if isinstance(one, Genesis))
    assert (genesis.wire, genesis.time) == (2, UNTIMED)
    assert all(table.complete for table in net.tables)
