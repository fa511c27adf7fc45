"""Playing again: the opener names the next table, and may say who sits where."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from p2pgame.engine import IllegalMove
from p2pgame.games.tictactoe import TicTacToe
from p2pgame.log import Entry
from p2pgame.session import Offer, Table
from p2pgame.session.entries import payloads
from p2pgame.session.entries.payloads import Successor
from p2pgame.session.lobby.events import Rematch, TableEvent, WatchNext
from p2pgame.session.lobby.keyring import Keyring
from p2pgame.session.table.verify import verify
from p2pgame.transport.envelope import box_public, seal_key
from p2pgame.transport.finding import chain
from p2pgame.transport.finding.invite import Invite
from tests.english import refusing
from tests.session.game.test_absence import finish
from tests.session.ring import Ring
from tests.session.rps import RockPaperScissors
from tests.session.table.test_chat import said
from tests.session.tables import Net, known, me

AGAIN, SECRET = bytes([7]) * 32, bytes(range(16))
OTHER = bytes([8]) * 32
WATCH = chain.box_secret(chain.watch_secret(bytes(16)))


def word(table: bytes, *seats: int) -> Successor:
    """Return the opener's word of another table, for these seats."""
    publics = [box_public(me(seat).box_secret) for seat in seats]
    return Keyring(me(0), None).next(table, SECRET, publics, watched=False)


def invited(told: list[TableEvent]) -> list[tuple[bytes, bytes]]:
    return [(e.table, e.secret) for e in told if isinstance(e, Rematch)]


def over() -> Net:
    net = Net(TicTacToe(), 2, spectators=1)
    net.play()
    return net


def test_the_opener_s_next_table_is_told_to_all_and_in_no_transcript() -> None:
    net = over()
    before = net.tables[0].transcript()
    net.tables[0].rematch(AGAIN, SECRET)
    net.play()
    for table, told in zip(net.tables, net.events, strict=True):
        assert invited(told) == [(AGAIN, SECRET)] * (table.seat is not None)
        assert table.transcript() == before
    assert all(SECRET not in raw for _, raw in net.said)
    assert AGAIN not in before
    verify(before, known(TicTacToe()))


def test_who_looks_on_may_look_on_there_and_can_say_nothing() -> None:
    net = Net(TicTacToe(), 2, spectators=1, watch=WATCH)
    net.play()
    net.tables[0].rematch(AGAIN, SECRET)
    net.play()
    invite = Invite(AGAIN, SECRET, ())
    given = [event for event in net.events[2] if isinstance(event, WatchNext)]
    assert given == [WatchNext(AGAIN, invite.watch.secret, invite.topic)]
    assert repr(invite.watch.secret) not in repr(given)
    for told in net.events[:2]:
        assert invited(told) == [(AGAIN, SECRET)]
        assert not any(isinstance(event, WatchNext) for event in told)
    assert invited(net.events[2]) == []


def test_whoever_has_left_is_told_nothing() -> None:
    net, leaving = Net(Ring(), 4), [3]

    def meddle() -> None:
        if leaving and len(net.said) == 14:
            net.tables[leaving.pop()].leave()

    net.meddle = meddle
    finish(net)
    assert net.tables[0].complete
    net.tables[0].rematch(AGAIN, SECRET)
    net.play()
    heard = [len(invited(told)) for told in net.events]
    assert heard == [1, 1, 1, 0]
    said = payloads.decode(Entry.read(net.said[-1][1]).payload)
    assert isinstance(said, Successor)
    assert [bool(box) for box in said.boxes] == [True, True, True, False]


@pytest.mark.parametrize("inside", [bytes(range(32)), bytes(15) + bytes([1]) * 17])
def test_a_box_with_anything_but_a_secret_in_it_tells_nothing(inside: bytes) -> None:
    net = over()
    good = word(AGAIN, 0, 1)
    box = seal_key(inside, box_public(me(1).box_secret), bytes)
    said(net, 0, replace(good, boxes=(good.boxes[0], box)))
    assert [len(invited(told)) for told in net.events] == [1, 0, 0]
    assert all(table.stopped is None for table in net.tables)


def test_a_word_for_another_number_of_seats_tells_nothing() -> None:
    net = over()
    said(net, 0, word(AGAIN, 0))
    said(net, 0, word(OTHER, 0, 1))
    assert all(invited(told) == [] for told in net.events)


def test_only_the_opener_names_it_and_only_when_all_have_signed_the_end() -> None:
    net = Net(TicTacToe(), 2, spectators=1)
    net.play(lambda: net.tables[0].play is not None)
    with refusing(IllegalMove, match="signed the end"):
        net.tables[0].rematch(AGAIN, SECRET)
    net.play()
    with refusing(IllegalMove, match="opened this table"):
        net.tables[1].rematch(AGAIN, SECRET)
    with refusing(IllegalMove, match="only players"):
        net.tables[2].rematch(AGAIN, SECRET)
    for table, secret in (
        (AGAIN[1:], SECRET),
        (AGAIN, b""),
        (net.tables[0].id, SECRET),
    ):
        with refusing(ValueError, match="no invite"):
            net.tables[0].rematch(table, secret)
    net.tables[0].rematch(AGAIN, SECRET)
    with refusing(IllegalMove, match="named already"):
        net.tables[0].rematch(OTHER, SECRET)
    net.play()
    with refusing(IllegalMove, match="named already"):
        net.tables[0].rematch(OTHER, SECRET)


def test_what_others_or_the_opener_too_early_or_again_name_is_void() -> None:
    net = Net(TicTacToe(), 2, spectators=1, decide=None)
    net.play()
    said(net, 0, word(OTHER, 0, 1))
    for number, cell in enumerate("12345"):
        net.tables[number % 2].own.propose(cell)
        net.play()
    for number, cell in enumerate("67", start=5):
        net.tables[number % 2].own.propose(cell)
        net.play()
    assert all(table.complete for table in net.tables)
    said(net, 1, word(OTHER, 0, 1))
    assert all(invited(told) == [] for told in net.events)
    said(net, 0, word(AGAIN, 0, 1))
    said(net, 0, word(OTHER, 0, 1))
    assert all(invited(told) == [(AGAIN, SECRET)] for told in net.events[:2])
    late = Table(net.tables[0].id, known(TicTacToe()), me(1))
    for raw in net.tables[0].history.missing([]):
        late.receive(raw)
    while late.advance()[0]:
        pass
    assert invited([*late.events]) == [(AGAIN, SECRET)]


def test_no_repr_shows_the_secret() -> None:
    shown = repr(Rematch(AGAIN, SECRET))
    assert repr(SECRET) not in shown
    assert SECRET.hex() not in shown


def table_for(wanted: tuple[int, ...], *seats: int, more: int = 0) -> list[Table]:
    """Return tables at which the first of ``seats`` wants these, in this order.

    There are so many ``more`` seats.
    """
    game, opener = RockPaperScissors(), me(seats[0])
    identities = tuple(me(seat).identity.public for seat in wanted)
    offer = Offer(game, game.options(), len(wanted) + more, wanted=identities)
    id = opener.key.public
    return [
        Table(id, known(game), me(seat), offer if seat == seats[0] else None)
        for seat in seats
    ]


def talk(tables: list[Table]) -> None:
    """Let all hear all, at once, until nobody has anything to say."""
    moved = True
    while moved:
        moved = False
        for table in tables:
            busy, raw = table.advance()
            moved |= busy
            if raw is not None:
                for other in tables:
                    other.receive(raw)


def test_the_players_who_are_wanted_get_their_seats_and_nobody_else() -> None:
    tables = table_for((1, 2, 0), 0, 5, 2, 1)
    talk(tables)
    seats = [None if table.play is None else table.play.seat for table in tables]
    assert seats == [2, None, 1, 0]


def test_the_offer_waits_for_whoever_is_wanted() -> None:
    tables = table_for((1, 2, 0), 0, 5, 2)
    talk(tables)
    assert [table.play for table in tables] == [None] * 3
    late = Table(tables[0].id, known(RockPaperScissors()), me(1))
    for entry in tables[0].entries:
        late.receive(entry.raw)
    talk([late, *tables])
    assert tables[0].play is not None
    assert [p.name for p in tables[0].players] == ["player 1", "player 2", "player 0"]


def test_seats_that_nobody_is_wanted_for_go_to_whoever_comes_first() -> None:
    tables = table_for((1, 0), 0, 5, 1, 2, more=1)
    talk(tables)
    seats = [None if table.play is None else table.play.seat for table in tables]
    assert seats == [1, 2, 0, None]


def test_nobody_who_is_wanted_loses_a_seat_to_whoever_comes_first() -> None:
    tables = table_for((1, 0), 0, 5, 2, more=1)
    talk(tables)
    assert [table.play for table in tables] == [None] * 3


@pytest.mark.parametrize("wanted", [(0, 1, 1), (1, 2, 3)])
def test_an_offer_wants_its_opener_and_nobody_twice(wanted: tuple[int, ...]) -> None:
    with refusing(ValueError, match=r"nobody twice|plays in it"):
        table_for(wanted, 0)


def test_no_more_are_wanted_than_there_are_seats() -> None:
    game, opener = TicTacToe(), me(0)
    wanted = tuple(me(seat).identity.public for seat in range(3))
    offer = Offer(game, game.options(), 2, wanted=wanted)
    with refusing(ValueError, match="without a seat"):
        Table(opener.key.public, known(game), opener, offer)


def test_a_next_table_has_one_shape() -> None:
    said = word(AGAIN, 0, 1)
    assert payloads.decode(payloads.encode(said)) == said
