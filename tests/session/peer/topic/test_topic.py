"""Many at one topic: each word is posted once, and whoever lacks one gets it once."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

import pytest
import trio
import trio.testing

from p2pgame.log import Store
from p2pgame.session import Table
from p2pgame.session.peer.peer_connection import PeerConnection
from p2pgame.session.peer.runner import Peer
from p2pgame.session.peer.topic.topic import Topic
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.link import LinkClosed
from p2pgame.transport.memory import memory_pair
from p2pgame.transport.outbox import Outbox
from tests.session.peers import EPOCH_KEY, Hall
from tests.session.places import (
    BigRing,
    Inline,
    Place,
    Reading,
    copies,
    player,
    questions,
    restored,
)
from tests.session.ring import STEPS
from tests.session.tables import TABLE, known, me

#: The clock of all these tests is virtual: none of them waits.
Clock = trio.testing.MockClock

SIX = range(6)


async def _read(
    nursery: trio.Nursery, peers: list[Peer], *places: Place
) -> list[Reading]:
    """Let all come to the places, one after the other."""
    readings = []
    for peer in peers:
        for place in places:
            readings.append(Reading(peer, place))
            nursery.start_soon(readings[-1].run)
        await trio.sleep(0.2)
    return readings


class Game(NamedTuple):
    hall: Hall
    readings: list[Reading]
    #: How much stood at each place when it began.
    begun: list[int]
    #: The last seat's log, before anything had come.
    old: bytes


async def _played(
    nursery: trio.Nursery,
    folder: Path,
    *places: Place,
    seats: int = 6,
    chance: int = 0,
    steps: int = STEPS,
) -> Game:
    """Play a game at these places to its end."""
    peers = [player(folder, n, seats, chance=chance, steps=steps) for n in range(seats)]
    hall = Hall(nursery, peers)
    for peer in peers:
        await peer.start()
    old = (folder / f"seat{seats - 1}" / "log").read_bytes()
    readings = await _read(nursery, peers, *places)
    await trio.sleep(2)
    began = [len(place.kept) for place in places]
    hall.listen()
    await hall.finished()
    await trio.sleep(2)
    assert len({one.table.transcript() for one in peers}) == 1
    return Game(hall, readings, began, old)


def _entries(peer: Peer) -> int:
    return len(peer.table.entries)


async def test_of_six_at_a_topic_each_posts_its_own_words_and_no_others(
    tmp_path: Path, autojump_clock: Clock
) -> None:
    place = Place()
    async with trio.open_nursery() as nursery:
        hall, _, (began,), _ = await _played(nursery, tmp_path, place, steps=12)
        in_game = place.kept[began:]
        said = copies(in_game, hall.peers[0])
        assert len(said) > 12
        assert len(in_game) <= 1.1 * len(said)
        assert set(copies(place.kept, hall.peers[0]).values()) == {1}
        assert len(copies(place.kept, hall.peers[0])) == _entries(hall.peers[0])
        nursery.cancel_scope.cancel()


async def test_two_topics_at_once_make_no_storm(
    tmp_path: Path, autojump_clock: Clock
) -> None:
    places = Place(), Place()
    async with trio.open_nursery() as nursery:
        hall, _, begun, _ = await _played(nursery, tmp_path, *places, steps=12)
        for place, began in zip(places, begun, strict=True):
            said = copies(place.kept[began:], hall.peers[0])
            assert len(place.kept) - began <= 1.1 * len(said)
            assert len(copies(place.kept, hall.peers[0])) == _entries(hall.peers[0])
        nursery.cancel_scope.cancel()


async def test_what_some_say_on_lines_reaches_the_topic_once(
    tmp_path: Path, autojump_clock: Clock
) -> None:
    """One of them is at no topic: its words are posted by one of the others."""
    place = Place()
    async with trio.open_nursery() as nursery:
        peers = [player(tmp_path, seat, 4) for seat in range(4)]
        hall = Hall(nursery, peers)
        await hall.start()
        for other in (0, 1, 2):
            hall.join(3, other)
        await _read(nursery, peers[:3], place)
        await hall.finished()
        await trio.sleep(3)
        said = copies(place.kept, peers[0])
        assert len(said) == _entries(peers[0])
        assert sum(said.values()) <= 1.2 * len(said)
        nursery.cancel_scope.cancel()


async def test_whoever_comes_with_nothing_gets_the_backlog_and_nobody_repeats_it(
    tmp_path: Path, autojump_clock: Clock
) -> None:
    place = Place()
    async with trio.open_nursery() as nursery:
        game = await _played(nursery, tmp_path, place, seats=3)
        game.readings[2].stop()
        again = restored(tmp_path, 2, 3, game.old)
        stranger = player(tmp_path, 9, 3)
        late = Hall(nursery, [again, stranger])
        before = len(place.kept)
        await late.start()
        came = await _read(nursery, late.peers, place)
        await trio.sleep(30)
        assert again.table.complete
        assert not again.table.in_doubt
        assert len(stranger.table.players) == 3
        hello = stranger.table.history.feeds[me(9).key.public].entries[0].raw
        assert copies(place.kept[before:], again) == {hello: 1}
        # Somebody without a seat asks now and then: no game begins for it.
        assert questions(place.kept[before:], again) <= 4
        assert came[1].sent <= 5  # what it knows of who forgot, and it asks again
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("chance", range(3))
async def test_what_a_topic_has_lost_is_posted_again_about_once(
    tmp_path: Path, autojump_clock: Clock, chance: int
) -> None:
    place = Place()
    async with trio.open_nursery() as nursery:
        hall, *_ = await _played(nursery, tmp_path, place, chance=chance)
        place.lose()
        await trio.sleep(30)
        said = copies(place.kept, hall.peers[0])
        assert len(said) == _entries(hall.peers[0])
        assert sum(said.values()) <= 1.3 * len(said)
        assert questions(place.kept, hall.peers[0]) <= 3
        assert all(hall.peers[n].delivery.at_topic for n in SIX)
        nursery.cancel_scope.cancel()


async def test_what_one_lacks_one_posts(tmp_path: Path, autojump_clock: Clock) -> None:
    """The place has lost the beginning, and somebody comes who has nothing."""
    place = Place()
    async with trio.open_nursery() as nursery:
        game = await _played(nursery, tmp_path, place)
        game.readings[5].stop()
        place.expire(len(place.kept) // 2)
        again = restored(tmp_path, 5, 6, game.old)
        late = Hall(nursery, [again])
        before = len(place.kept)
        await late.start()
        await _read(nursery, late.peers, place)
        await trio.sleep(30)
        assert again.table.complete
        answered = copies(place.kept[before:], again)
        assert sum(answered.values()) <= 1.3 * len(again.table.entries)
        nursery.cancel_scope.cancel()


async def test_whoever_cannot_write_listens(
    tmp_path: Path, autojump_clock: Clock
) -> None:
    place = Place()
    async with trio.open_nursery() as nursery:
        hall, *_ = await _played(nursery, tmp_path, place, seats=3)
        keys = {0: EPOCH_KEY, **hall.peers[0].table.epochs.keys}
        store = Store.create(tmp_path / "watcher" / "log")
        table = Table(TABLE, known(BigRing()))
        watcher = Peer(table, store, Envelope(keys), Inline("watcher"))
        await watcher.start()
        reading = Reading(watcher, place, can_write=False)
        nursery.start_soon(reading.run)
        before = len(place.kept)
        await trio.sleep(300)
        assert watcher.table.complete
        assert watcher.table.transcript() == hall.peers[0].table.transcript()
        assert reading.sent == 0
        assert len(copies(place.kept[before:], hall.peers[0])) == 0
        nursery.cancel_scope.cancel()


@pytest.mark.attack(38)
async def test_no_bytes_at_a_topic_drive_anybody_away(
    tmp_path: Path, autojump_clock: Clock
) -> None:
    place = Place()
    foreign = Envelope({0: bytes(32)}).seal(b"", os.urandom)
    senseless = Envelope({0: EPOCH_KEY}).seal(b"\xff" * 9, os.urandom)
    unread = Envelope({7: bytes(32)}).seal(b"", os.urandom)
    place.kept += [b"", b"\x5a" * 256, foreign, senseless, unread]
    async with trio.open_nursery() as nursery:
        _, readings, *_ = await _played(nursery, tmp_path, place, seats=2)
        assert all(len(reading.mailboxes) == 1 for reading in readings)
        nursery.cancel_scope.cancel()


async def test_the_end_is_kept_once_the_place_says_so(
    tmp_path: Path, autojump_clock: Clock
) -> None:
    place = Place()
    async with trio.open_nursery() as nursery:
        hall, *_ = await _played(nursery, tmp_path, place, seats=2)
        assert all(peer.delivery.at_topic for peer in hall.peers)
        assert not any(peer.delivery for peer in hall.peers)
        alone = player(tmp_path / "other", 0)
        await alone.start()
        assert not alone.delivery.at_topic
        alone.close()
        nursery.cancel_scope.cancel()


@pytest.mark.attack(41)
async def test_nothing_is_signed_in_doubt_before_the_backlog_has_come(
    tmp_path: Path, autojump_clock: Clock
) -> None:
    """All others have told us our newest word; a topic might know a newer one."""
    place = Place()
    async with trio.open_nursery() as nursery:
        game = await _played(nursery, tmp_path, place, seats=2)
        game.readings[1].stop()
        again = restored(tmp_path, 1, 2, game.old)
        await again.start()
        mailbox = place.visit([len(place.kept)])
        assert mailbox._coming.receive_nowait() is None  # that is when it would be live
        nursery.start_soon(again.attach, mailbox, Topic())
        for peer, end in zip((game.hall.peers[0], again), memory_pair(), strict=True):
            nursery.start_soon(peer.attach, end)
        await trio.sleep(60)
        assert again.table.complete
        assert again.table.in_doubt
        mailbox._to_us.send_nowait(None)
        await trio.sleep(10)
        assert not again.table.in_doubt
        nursery.cancel_scope.cancel()


class _Gone:
    """A mailbox whose link is gone: it has stored whatever it was given, nothing."""

    can_write, is_whole = True, False

    def __init__(self) -> None:
        self.live = trio.Event()

    async def send(self, frame: bytes) -> None:
        await trio.lowlevel.checkpoint()
        raise LinkClosed("gone")

    async def receive(self) -> bytes:
        await trio.sleep_forever()
        raise AssertionError

    async def aclose(self) -> None:
        await trio.lowlevel.checkpoint()

    def read_again(self) -> None:
        """Do nothing."""

    async def wait_stored(self) -> None:
        await trio.lowlevel.checkpoint()


async def test_what_never_went_out_is_not_taken_for_kept() -> None:
    """The link was gone before it was given what was posted."""
    gone = _Gone()
    connection = PeerConnection(Outbox(gone), Topic(), gone)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(connection.outbox.run)
        connection.outbox.post(b"word")
        assert not await connection.flush()
        nursery.cancel_scope.cancel()
