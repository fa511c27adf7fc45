"""Which versions of the wire a table speaks, and who can sit at it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec.structs import replace as changed

from p2pgame import log
from p2pgame.games.tictactoe import TicTacToe
from p2pgame.session import Table, verify
from p2pgame.session.entries.errors import Fault
from p2pgame.session.entries.payloads import End, Genesis, Hello, Payload, encode
from p2pgame.session.lobby.before import OTHER, Before
from p2pgame.session.lobby.events import Apart, Declined
from p2pgame.session.lobby.seat import Offer
from p2pgame.session.table.verify import Refuted
from p2pgame.transport.wire_version import Versions
from tests.english import refusing
from tests.session.rekeying import said
from tests.session.tables import TABLE, Net, known, me, shown

GAME = TicTacToe()


def seated(*spoken: Versions, seats: int = 2) -> Net:
    """Return tables whose players' programs speak these versions."""
    net = Net(GAME, len(spoken))
    offer = Offer(GAME, GAME.options(), seats)
    net.tables = [
        Table(
            TABLE,
            known(GAME),
            replace(me(seat), spoken=versions),
            offer if seat == 0 else None,
        )
        for seat, versions in enumerate(spoken)
    ]
    return net


def fixed(net: Net) -> list[int]:
    """Return the versions that a genesis has fixed."""
    return [one.wire for _, one in said(net, Genesis) if isinstance(one, Genesis)]


def told(net: Net, seat: int, kind: type[Apart] | type[Declined]) -> list[str]:
    return [e.text for e in net.events[seat] if isinstance(e, kind)]


@pytest.mark.parametrize(
    ("host", "guest", "highest"),
    [
        (Versions(2, 2), Versions(2, 2), 2),
        (Versions(2, 5), Versions(1, 3), 3),
        (Versions(1, 3), Versions(2, 5), 3),
        (Versions(2, 5), Versions(1, 2), 2),
    ],
)
def test_a_genesis_fixes_the_highest_version_that_all_speak(
    host: Versions, guest: Versions, highest: int
) -> None:
    net = seated(host, guest)
    net.play()
    assert fixed(net) == [highest]
    assert all(table.complete for table in net.tables)


@pytest.mark.parametrize(
    ("host", "guest", "at_host", "at_guest"),
    [
        (
            Versions(2, 3),
            Versions(4, 5),
            "player 1's program speaks versions 4 to 5 of the wire, and this one"
            " versions 2 to 3: this one must become a later release of p2pgame than"
            " 0.2",
            "player 0's program speaks versions 2 to 3 of the wire, and this"
            " one versions 4 to"
            " 5: player 0 needs a later release of p2pgame than 0.2",
        ),
        (
            Versions(2, 3),
            Versions(1, 1),
            "player 1's program speaks version 1 of the wire, and this"
            " one versions 2 to"
            " 3: player 1 needs p2pgame 0.1",
            "player 0's program speaks versions 2 to 3 of the wire, and this one"
            " version 1: this one must become p2pgame 0.1",
        ),
    ],
)
def test_who_shares_no_version_is_told_who_needs_which_release(
    host: Versions, guest: Versions, at_host: str, at_guest: str
) -> None:
    net = seated(host, guest)
    net.play()
    assert fixed(net) == []
    assert told(net, 0, Apart) == [at_host]
    assert told(net, 1, Apart) == [at_guest]


def test_a_guest_with_no_version_in_common_keeps_nobody_from_playing() -> None:
    net = seated(Versions(2, 2), Versions(3, 4), Versions(1, 2))
    net.play()
    assert fixed(net) == [2]
    assert [table.complete for table in net.tables] == [True, False, True]


def test_who_fixes_another_version_than_the_highest_is_named() -> None:
    def cheat(seat: int, payload: Payload) -> Payload:
        return changed(payload, wire=2) if isinstance(payload, Genesis) else payload

    net = seated(Versions(2, 3), Versions(2, 3))
    net._forge = cheat
    net.play()
    stopped = net.tables[1].stopped
    assert stopped is not None
    assert (stopped.fault, stopped.culprit) == (Fault.PAYLOAD, TABLE)


def test_a_verifier_says_which_release_reads_a_file_of_another_version() -> None:
    net = seated(Versions(2, 4), Versions(2, 4))
    net.play()
    file = net.tables[0].transcript()
    with refusing(
        Refuted,
        match="^this game is in version 4 of the wire, and this program reads versions"
        " 2 to 3: a later release of p2pgame than 0.2 reads it$",
    ):
        verify(file, known(GAME))


def test_a_genesis_of_a_shape_that_only_a_later_version_has_accuses_nobody() -> None:
    def later(seat: int, payload: Payload) -> Payload | bytes:
        if isinstance(payload, Genesis):
            net.silent = {0}  # its program would offer the game again
            return log.encode(["genesis", 7, {"all": "new"}])
        return payload

    net = seated(Versions(2, 2), Versions(2, 2))
    net._forge = later
    net.play()
    assert [table.stopped for table in net.tables] == [None, None]
    assert told(net, 1, Declined) == [
        "this game is in version 7 of the wire, and this program reads version 2:"
        " a later release of p2pgame than 0.2 reads it"
    ]


def test_a_genesis_of_a_version_that_no_wire_can_have_is_no_payload() -> None:
    def beyond(seat: int, payload: Payload) -> Payload | bytes:
        if isinstance(payload, Genesis):
            return log.encode(["genesis", 1 << 16, {"all": "new"}])
        return payload

    net = seated(Versions(2, 2), Versions(2, 2))
    net._forge = beyond
    net.play()
    stopped = net.tables[1].stopped
    assert stopped is not None
    assert (stopped.fault, stopped.culprit) == (Fault.PAYLOAD, TABLE)


def test_who_comes_from_a_table_plays_none_that_goes_on_from_another_end() -> None:
    net = seated(Versions(2, 2), Versions(2, 2))
    guest = net.tables[1].seat
    assert guest is not None
    guest.before = Before(bytes(96))
    net.play()
    assert [table.stopped for table in net.tables] == [None, None]
    assert told(net, 1, Declined) == [OTHER]


def test_a_table_that_names_an_end_is_played_by_who_has_not_seen_it() -> None:
    """A newcomer takes the host's word, and the files show whether it is true."""

    def carry(seat: int, payload: Payload) -> Payload:
        if isinstance(payload, Genesis):
            return changed(payload, carried=bytes(96))
        return payload

    net = seated(Versions(2, 2), Versions(2, 2))
    net._forge = carry
    net.play()
    assert not told(net, 1, Declined)
    play = net.tables[1].play
    assert play is not None
    assert play.start.carried == bytes(96)


def test_an_identity_has_one_seat() -> None:
    """The host's program offers it no second one, and a host who does is named."""

    def same(seat: int, payload: Payload) -> Payload:
        if seat == 1 and isinstance(payload, Hello):
            return twin
        return payload

    net = seated(Versions(2, 2), Versions(2, 2))
    other = replace(me(1), identity=me(0).identity)
    twin = shown(other.hello(TABLE), other.key.public)
    net._forge = same
    net.play()
    assert fixed(net) == []


def test_a_host_who_gives_an_identity_two_seats_is_named() -> None:
    net = seated(Versions(2, 2), Versions(2, 2), Versions(2, 2))
    twin = replace(me(2), identity=me(1).identity)
    net.tables[2] = Table(TABLE, known(GAME), twin)

    def both(seat: int, payload: Payload) -> Payload:
        if not isinstance(payload, Genesis):
            return payload
        guests = {player.author: player for player in net.tables[0].players}
        authors = me(1).key.public, me(2).key.public
        hellos = tuple(guests[author].hello for author in authors)
        hellos = (guests[TABLE].hello, *hellos)
        return changed(payload, hellos=hellos, boxes=(bytes(80),) * 3)

    seat = net.tables[0].seat
    assert seat is not None
    seat.let_in = set()
    net.play()
    seat.let_in = None
    net._forge = both
    net.play()
    stopped = net.tables[1].stopped
    assert stopped is not None
    assert (stopped.culprit, stopped.text) == (
        TABLE,
        "offered two seats to one identity",
    )


def test_a_hello_says_whether_a_person_or_a_program_plays() -> None:
    net = seated(Versions(2, 2), Versions(2, 2))
    net.tables[1] = Table(TABLE, known(GAME), replace(me(1), decider="program"))
    net.play()
    play = net.tables[0].play
    assert play is not None
    assert [player.is_program for player in play.start.players] == [False, True]


def test_a_genesis_of_a_later_version_behind_its_author_s_end_is_void() -> None:
    def later(seat: int, payload: Payload) -> Payload | bytes:
        if not isinstance(payload, Genesis):
            return payload
        host, key = net.tables[0].history, me(0).key
        end = encode(End(bytes(32), bytes(32)))
        net.send(0, net.tables[0].receive(host.write(key, end, among=[key.public]).raw))
        net.silent = {0}
        return log.encode(["genesis", 7, {"all": "new"}])

    net = seated(Versions(2, 2), Versions(2, 2))
    net._forge = later
    net.play()
    assert not told(net, 1, Declined)


@pytest.mark.attack(68)
@pytest.mark.parametrize("begun", [False, True], ids=["as a guest", "in the game"])
def test_another_s_genesis_of_a_later_version_is_void(begun: bool) -> None:
    """A guest could end a table by it, and a loser make its file unreadable."""
    net = Net(GAME, 2)
    done = [False]

    def meddle() -> bool:
        theirs = net.tables[1].history
        feed = theirs.feeds.get(me(1).key.public)
        if done[0] or feed is None or (net.tables[1].play is None) is begun:
            return False
        done[0] = True
        among = [me(seat).key.public for seat in (range(2) if begun else [1])]
        data = log.encode(["genesis", 99, "of", "any", "shape"])
        entry = theirs.write(me(1).key, data, among=among)
        net.send(1, net.tables[1].receive(entry.raw))
        return True

    net.meddle = meddle
    net.play()
    assert done[0]
    assert not told(net, 0, Declined)
    assert net.tables[0].complete
    verify(net.tables[0].transcript(), known(GAME))
