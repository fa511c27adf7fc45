"""Entries that name what does not exist wait for ever, in bounded room, in no way.

By real connections; the flood and the game share one peer.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path

import pytest
import trio

from p2pgame.games.tictactoe import TicTacToe
from p2pgame.log import AuthorKey, Entry
from p2pgame.log.entry import PAYLOAD_LIMIT
from p2pgame.log.parking import PARKED_EACH, Parking
from p2pgame.session import Me
from p2pgame.session.entries import payloads
from p2pgame.session.lobby.lobby import UNSEATED_ENTRIES
from p2pgame.session.peer.runner import Peer
from p2pgame.transport import frames
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.frames import Entries
from p2pgame.transport.link import Link, LinkClosed
from tests.session.peers import EPOCH_KEY, Hall, peer
from tests.session.places import BigRing
from tests.session.tables import TABLE, me
from tests.transport.pairs import direct_pairs

#: A number that no author reaches: what has it proves no fork.
FAR = 100_000
#: Guests without a seat.
GUESTS = 20


def orphans(key: AuthorKey, first: int, payload: bytes) -> Iterator[bytes]:
    """Make entries without end, each of which names two that nobody ever made."""
    while True:
        seen = (os.urandom(32),)
        yield Entry.write(
            key,
            TABLE,
            sequence=first,
            previous=os.urandom(32),
            seen=seen,
            payload=payload,
        ).raw
        first += 1


async def pour(
    link: Link, envelope: Envelope, epoch: int, entries: Iterator[bytes], each: int
) -> None:
    """Send entries, so many in a frame, until there are none or the link is gone."""
    with suppress(LinkClosed):
        while some := tuple(islice(entries, each)):
            said = frames.encode(Entries(some))
            await link.send(envelope.seal(said, os.urandom, epoch=epoch))


def parked(one: Peer) -> Parking:
    return one.table.history._parking


@pytest.mark.attack(8)
@pytest.mark.attack(29)
@pytest.mark.parametrize(
    ("size", "count", "each"),
    [(0, 1000, 200), (PAYLOAD_LIMIT, 40, 1)],
    ids=["many", "large"],
)
async def test_a_player_whose_words_have_no_past_takes_its_own_room_alone(
    size: int, count: int, each: int, tmp_path: Path
) -> None:
    async with direct_pairs() as make, trio.open_nursery() as nursery:
        friends = [peer(BigRing(9), seat, 3, tmp_path) for seat in range(3)]
        hall = Hall(nursery, friends)
        await hall.start()
        hall.join(0, 1)
        hall.join(0, 2)
        await hall.moved()
        key = friends[0].table.epochs.genesis_key
        assert key is not None
        envelope = Envelope({0: EPOCH_KEY, 1: key})
        near, far = await make()
        nursery.start_soon(friends[0].attach, far)
        flood = islice(orphans(me(2).key, FAR, bytes(size)), count)
        await pour(near, envelope, 1, flood, each)
        await hall.finished()
        assert 0 < len(parked(friends[0])) <= PARKED_EACH
        check_whole(friends)
        nursery.cancel_scope.cancel()


@pytest.mark.attack(8)
@pytest.mark.attack(33)
async def test_guests_and_strangers_whose_words_have_no_past_stop_no_game(
    tmp_path: Path,
) -> None:
    """Nor do they fill the room: a guest has a few words before the game."""
    async with direct_pairs() as make, trio.open_nursery() as nursery:
        friends = [peer(TicTacToe(), seat, 2, tmp_path) for seat in range(2)]
        hall = Hall(nursery, friends)
        await hall.start()
        assert friends[0].table.seat is not None
        friends[0].table.seat.let_in = {me(1).key.public}
        near, far = await make()
        nursery.start_soon(friends[0].attach, far)
        lobby = Envelope({0: EPOCH_KEY})
        await pour(near, lobby, 0, strange(5), 50)
        for number in range(GUESTS):
            await pour(near, lobby, 0, uninvited(me(100 + number)), 50)
        hall.join(0, 1)
        await hall.finished()
        assert 0 < len(parked(friends[0])) <= GUESTS * UNSEATED_ENTRIES
        check_whole(friends)
        nursery.cancel_scope.cancel()


def strange(authors: int) -> Iterator[bytes]:
    """Make words of authors that nobody knows."""
    for number in range(authors):
        yield from islice(orphans(me(200 + number).key, 1, b""), 50)


def uninvited(guest: Me) -> Iterator[bytes]:
    """Make a guest's hello, and words that do not follow it."""
    hello = payloads.encode(guest.hello(TABLE))
    yield Entry.write(
        guest.key, TABLE, sequence=0, previous=bytes(32), seen=(), payload=hello
    ).raw
    yield from islice(orphans(guest.key, 2, b""), 60)


def check_whole(friends: list[Peer]) -> None:
    """Check that all have the same whole game, and nobody is accused."""
    assert all(one.table.complete for one in friends)
    assert not any(one.table.stopped for one in friends)
    assert len({one.table.transcript() for one in friends}) == 1
