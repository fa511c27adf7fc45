"""A seat's paths: found in the background, told of once, and only to players."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
import trio
import trio.testing

from p2pgame.client.profile import ticket
from p2pgame.client.seat.links.seat_paths import SeatPaths
from p2pgame.client.words import say
from p2pgame.client.world import World
from p2pgame.session.entries.direct_messages import DirectMessages, SignalKey
from p2pgame.session.peer.runner import Peer
from p2pgame.transport.finding.invite import Invite
from p2pgame.transport.link import Link, LinkClosed
from p2pgame.transport.memory import memory_pair
from p2pgame.transport.nostr.line import Line
from p2pgame.transport.nostr.link import NostrLink
from p2pgame.transport.nostr.place import Backlog
from p2pgame.transport.nostr.place import Place as NostrPlace
from p2pgame.transport.paths import seeker as paths
from p2pgame.transport.paths import signals
from p2pgame.transport.paths.candidates import Candidate, Kind
from p2pgame.transport.paths.interfaces import own_hosts
from p2pgame.transport.paths.standing import Path as Way
from p2pgame.transport.relay.link import Cursor, RelayLink
from p2pgame.transport.relay.url import RelayUrl
from tests.client.fronts import setup
from tests.session.places import Place, Reading, player
from tests.session.tables import TABLE, me
from tests.transport.scripted import WELCOME

RELAY = RelayUrl("relay.example", 443, "/", is_secure=True)
INVITE = Invite(TABLE, bytes(range(16)), (), (RELAY,))
NAMES = ("Ann", "Ben", "Cleo")
AUTHORS = tuple(me(seat).key.public for seat in range(3))


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "SAY_AFTER", 0.01)


async def stay(author: bytes, link: Link) -> None:
    """Use a link until it is over."""
    try:
        while True:
            await link.receive()
    except LinkClosed:
        pass


@contextmanager
def seats(folder: Path, *hidden: int) -> Iterator[list[tuple[Peer, SeatPaths]]]:
    peers = [player(folder, seat, 3) for seat in range(3)]
    world = World.native(folder)
    keys = [me(seat).key for seat in range(3)]
    yield [
        (peer, SeatPaths(peer, key, INVITE, stay, world, is_hidden=seat in hidden))
        for seat, (peer, key) in enumerate(zip(peers, keys, strict=True))
    ]
    for peer in peers:
        peer.close()


async def sit(
    nursery: trio.Nursery, place: Place, table: list[tuple[Peer, SeatPaths]]
) -> None:
    """Let all come to the place and know who plays, one after the other."""
    for peer, found in table:
        await peer.start()
        await nursery.start(found.run)
        nursery.start_soon(Reading(peer, place).run)
        await trio.testing.wait_all_tasks_blocked(0.05)
        found.meet(AUTHORS)


async def until(condition: Callable[[], bool]) -> None:
    with trio.fail_after(10):
        while not condition():  # noqa: ASYNC110 (it is others who bring it about)
            await trio.sleep(0.01)


def others(seat: int) -> dict[bytes, str]:
    named = zip(AUTHORS, NAMES, strict=True)
    return {author: name for author, name in named if author != AUTHORS[seat]}


def near(found: SeatPaths, seat: int) -> bool:
    standing = found.standing(AUTHORS[seat], [])
    return standing is not None and standing.path is Way.LAN


def all_near(found: SeatPaths, seats: set[int]) -> bool:
    return all(near(found, seat) for seat in seats)


async def test_all_reach_one_another_directly_and_hear_of_it_once(
    tmp_path: Path,
) -> None:
    """Though the first word of each came before the others knew who plays."""
    with seats(tmp_path) as table:
        async with trio.open_nursery() as nursery:
            await sit(nursery, Place(), table)
            for seat, (_, found) in enumerate(table):
                await until(partial(all_near, found, {*range(3)} - {seat}))
            first = table[0][1]
            told = "Connected directly with Ben, Cleo."
            news = first.news(others(0))
            assert news is not None
            assert say(news) == told
            assert first.news(others(0)) is None
            first.meet(AUTHORS[:2])
            await until(lambda: not near(first, 2))
            assert near(first, 1)
            nursery.cancel_scope.cancel()


async def test_who_hides_whispers_no_address_and_is_not_reached(
    tmp_path: Path,
) -> None:
    with seats(tmp_path, 1) as table:
        async with trio.open_nursery() as nursery:
            await sit(nursery, Place(), table)
            await until(lambda: near(table[0][1], 2) and near(table[2][1], 0))
            await trio.sleep(0.2)
            hidden = table[1][1]
            assert hidden.source is None
            assert hidden.news(others(1)) is None
            assert hidden.standing(AUTHORS[0], []) is None
            assert not near(table[0][1], 1)
            nursery.cancel_scope.cancel()


async def test_what_was_whispered_before_we_knew_who_plays_counts(
    tmp_path: Path,
) -> None:
    (host, *_), key = own_hosts(), DirectMessages(me(0).key, TABLE)
    (listener, *_) = await trio.open_tcp_listeners(0, host=host)
    there = Candidate(Kind.LAN, host, listener.socket.getsockname()[1])
    reach = signals.Reach(AUTHORS[0], 1, (there,))
    told = signals.signed(reach, SignalKey(me(0).key, TABLE))
    key.admit(AUTHORS[1])
    (sealed,) = key.seal([AUTHORS[1]], told, os.urandom)
    with seats(tmp_path) as table:
        ben, found = table[1]
        assert ben.hears.direct is not None
        async with listener, trio.open_nursery() as nursery:
            await nursery.start(found.run)
            ben.hears.direct(sealed, False)
            found.meet(AUTHORS)
            with trio.fail_after(10):
                await (await listener.accept()).aclose()
            nursery.cancel_scope.cancel()


async def test_junk_that_is_whispered_changes_nothing(tmp_path: Path) -> None:
    with seats(tmp_path) as table:
        (ann, found), *_ = table
        assert ann.hears.direct is not None
        for _ in range(1000):
            ann.hears.direct(bytes(256), True)
        found.meet(AUTHORS)
        ann.hears.direct(bytes(256), True)
        hello = signals.encode(signals.Hello(AUTHORS[1], bytes(16)))
        key = DirectMessages(me(1).key, TABLE)
        key.admit(AUTHORS[0])
        (sealed,) = key.seal([AUTHORS[0]], hello, bytes)
        ann.hears.direct(sealed, True)
        assert found.standing(AUTHORS[1], []) is None


async def test_a_relay_of_nostr_is_told_of_where_there_is_no_other(
    tmp_path: Path,
) -> None:
    ours = RelayLink(memory_pair()[0], WELCOME, Cursor(bytes(16)), can_write=True)
    line = Line(memory_pair()[0], bytes(16), lambda _: None, lambda _: None)
    nostr = NostrLink(
        *(line, NostrPlace(bytes(16)), Backlog((), is_whole=True)),
        room=40_000,
        clock=lambda: 0.0,
        author=None,
    )
    with seats(tmp_path) as ((_, found), *_rest):
        assert str(found.standing(AUTHORS[1], [nostr])) == "relayed by nostr"
        nostr.latency, ours.latency = 0.01, 0.02
        assert str(found.standing(AUTHORS[1], [nostr, ours])) == "relayed, 20 ms"
        assert found.standing(AUTHORS[1], []) is None


def test_a_guests_wish_to_hide_is_on_its_ticket() -> None:
    kept = ticket.fresh(setup(), INVITE, hidden=True)
    assert ticket.decode(ticket.encode(kept)).is_hidden
