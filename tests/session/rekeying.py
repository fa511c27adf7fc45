"""A game in which a test lets somebody talk, leave, and say any epoch it likes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from p2pgame.log import Entry
from p2pgame.session import Table
from p2pgame.session.entries import payloads
from p2pgame.session.entries.payloads import Epoch, Payload
from p2pgame.session.table.verify import verify
from tests.session.game.test_absence import finish
from tests.session.ring import Ring
from tests.session.tables import Decide, Forge, Net, first_offer, known, me

SEATS = 4


def said(net: Net, kind: type[Payload]) -> Iterator[tuple[int, Payload]]:
    for seat, raw in net.said:
        payload = payloads.decode(Entry.read(raw).payload)
        if isinstance(payload, kind):
            yield seat, payload


def epoch_of(table: Table, raw: bytes) -> int:
    """Return the epoch under which a peer would send an entry."""
    return table.epochs.of(raw, table.epochs.readable(table.roster.here))


def say(net: Net, seat: int, payload: Payload) -> None:
    """Let somebody sign whatever it likes, and send it to all."""
    raw = write(net, seat, payload)
    net.said.append((seat, raw))
    net.send(seat, net.tables[seat].receive(raw))


def write(net: Net, seat: int, payload: Payload) -> bytes:
    table = net.tables[seat]
    among = [player.author for player in table.players]
    data = payloads.encode(payload)
    return table.history.write(me(seat).key, data, among=among).raw


def ring(
    seats: int = SEATS,
    order: int | None = None,
    *,
    forge: Forge | None = None,
    spectators: int = 0,
) -> Net:
    """Return a game that has begun, in which nobody moves before it is told to.

    Seats are those of the tables; from now on words come in an ``order`` by chance.
    """
    net = Net(Ring(), seats, decide=None, forge=forge, spectators=spectators)
    net.play()
    net._chance = None if order is None else Random(order)
    return net


def go_on(net: Net, decide: Decide = first_offer) -> None:
    """Let the game go on to its end, with everybody's patience at an end each time."""
    net._decide = decide
    for table in net.tables:
        if table.play is not None:
            table.play._own._asked_in = b""
    finish(net)


def chat(net: Net, *seats: int) -> list[bytes]:
    """Let these say something, one after the other; return their entries."""
    before = len(net.said)
    for seat in seats:
        net.tables[seat].chat("well")
        net.play()
    return [raw for _, raw in net.said[before:]]


def made_by(net: Net, seat: int, number: int, members: Sequence[int]) -> Epoch:
    """Return an epoch as this seat would make it for these members."""
    players = net.tables[seat].players
    publics = [p.box if n in members else b"" for n, p in enumerate(players)]
    ring = net.tables[seat].epochs._ring
    sealed = ring.fresh(b"%d" % number, publics, watched=False)
    return Epoch(number, sealed.name, sealed.boxes, sealed.watch)


def done(net: Net, *seats: int) -> None:
    """Check that these came to one end together, and that its file is good."""
    tables = [net.tables[seat] for seat in seats]
    assert all(table.stopped is None and table.complete for table in tables)
    files = {table.transcript() for table in tables}
    assert len(files) == 1
    verify(files.pop(), known(Ring()))
