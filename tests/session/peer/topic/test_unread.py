"""What a topic brings before its key has come is read when it has."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from random import Random

import pytest
import trio
import trio.testing

from p2pgame.log import Store
from p2pgame.session import Table
from p2pgame.session.peer.runner import Peer
from p2pgame.session.peer.topic import unread
from p2pgame.session.peer.topic.unread import FRAME_COST, Unread
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.finding.chain import box_secret, watch_secret
from tests.session.peers import EPOCH_KEY, Hall
from tests.session.places import (
    BigRing,
    Inline,
    MemoryMailbox,
    Place,
    Reading,
    player,
)
from tests.session.tables import SECRET, TABLE, known

WATCH = box_secret(watch_secret(SECRET))

#: The clock of all these tests is virtual: none of them waits.
Clock = trio.testing.MockClock

Frames = list[bytes]


def due(kept: Unread) -> list[bytes]:
    return [*iter(kept.due, None)]


def test_what_is_kept_is_due_once_for_each_key_the_oldest_first() -> None:
    kept = Unread()
    for frame in (b"2", b"1", b"2"):
        kept.keep(frame)
    assert (len(kept), due(kept)) == (2, [])
    assert not kept.learn_key()
    assert len(kept) == 2
    assert due(kept) == [b"2", b"1"]
    assert (len(kept), due(kept)) == (0, [])
    kept.keep(b"1")
    kept.learn_key()
    assert due(kept) == [b"1"]


def test_of_too_much_the_oldest_is_given_up_and_that_is_told_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(unread, "UNREAD", 2 * (FRAME_COST + 1))
    kept = Unread()
    for frame in (b"1", b"2", b"3"):
        kept.keep(frame)
    assert kept.learn_key()
    assert due(kept) == [b"2", b"3"]
    for frame in (b"4", b"5"):
        kept.keep(frame)
    assert not kept.learn_key()
    assert due(kept) == [b"4", b"5"]


class Diary(Place):
    """A place that knows who has said what."""

    def __init__(self) -> None:
        super().__init__()
        self.said: dict[MemoryMailbox, list[bytes]] = {}

    def keep(self, frame: bytes, by: MemoryMailbox) -> None:
        super().keep(frame, by)
        self.said.setdefault(by, []).append(frame)


async def _played(nursery: trio.Nursery, folder: Path) -> tuple[bytes, list[Frames]]:
    """Play a game; return its transcript, and the frames of each player."""
    place = Diary()
    peers = [player(folder, seat, 2, watch=WATCH) for seat in range(2)]
    hall = Hall(nursery, peers)
    await hall.start()
    readings = [Reading(peer, place) for peer in peers]
    for reading in readings:
        nursery.start_soon(reading.run)
    await hall.finished()
    await trio.sleep(1)
    told = [place.said[mailbox] for one in readings for mailbox in one.mailboxes]
    assert len(told) == 2
    return peers[0].table.transcript(), told


def _ordered(told: list[Frames], order: str | int) -> Frames:
    """Return all in an order in which each player's own words keep theirs."""
    first, second = told
    if order == "the opener is ahead":
        return second + first
    if order == "the opener is behind":
        return first + second
    whose = [0] * len(first) + [1] * len(second)
    Random(order).shuffle(whose)
    words = iter(first), iter(second)
    return [next(words[one]) for one in whose]


async def _watching(folder: Path) -> Peer:
    store = Store.create(folder / "watcher" / "log")
    table = Table(TABLE, known(BigRing()), watch=WATCH)
    peer = Peer(table, store, Envelope({0: EPOCH_KEY}), Inline("watcher"))
    await peer.start()
    return peer


@pytest.mark.parametrize("order", ["the opener is ahead", "the opener is behind", 2])
async def test_whoever_looks_on_reads_all_in_whatever_order_clocks_give_it(
    tmp_path: Path, autojump_clock: Clock, order: str | int
) -> None:
    """No player says a word more, so all that there is has to be enough."""
    place = Place()
    async with trio.open_nursery() as nursery:
        transcript, told = await _played(nursery, tmp_path)
        place.kept = _ordered(told, order)
        watcher = await _watching(tmp_path)
        reading = Reading(watcher, place, can_write=False)
        nursery.start_soon(reading.run)
        await trio.sleep(5)
        assert watcher.table.complete
        assert watcher.table.transcript() == transcript
        assert (len(reading.mailboxes), reading.sent) == (1, 0)
        assert not len(reading.topic.unread)
        nursery.cancel_scope.cancel()


async def test_whoever_looks_on_reads_again_what_was_too_much_to_keep(
    tmp_path: Path, autojump_clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = Place()
    async with trio.open_nursery() as nursery:
        transcript, told = await _played(nursery, tmp_path)
        place.kept = _ordered(told, "the opener is ahead")
        monkeypatch.setattr(unread, "UNREAD", 1024)
        watcher = await _watching(tmp_path)
        reading = Reading(watcher, place, can_write=False)
        nursery.start_soon(reading.run)
        await trio.sleep(5)
        assert watcher.table.complete
        assert watcher.table.transcript() == transcript
        assert len(reading.mailboxes) == 2
        nursery.cancel_scope.cancel()


async def test_a_key_that_comes_by_another_way_opens_what_a_topic_has_brought(
    tmp_path: Path, autojump_clock: Clock
) -> None:
    """One place has all but the words under the invite's key, another one those."""
    game, lobby = Place(), Place()
    async with trio.open_nursery() as nursery:
        transcript, told = await _played(nursery, tmp_path)
        for frame in chain.from_iterable(told):
            (lobby if frame[1:5] == bytes(4) else game).kept.append(frame)
        watcher = await _watching(tmp_path)
        nursery.start_soon(Reading(watcher, game, can_write=False).run)
        await trio.sleep(5)
        assert not watcher.table.players
        nursery.start_soon(Reading(watcher, lobby, can_write=False).run)
        await trio.sleep(5)
        assert watcher.table.complete
        assert watcher.table.transcript() == transcript
        nursery.cancel_scope.cancel()


async def test_whoever_looks_on_reads_again_what_came_before_its_authors_first_word(
    tmp_path: Path, autojump_clock: Clock
) -> None:
    """A relay has dropped that, and somebody has posted it again behind all else."""
    place = Place()
    async with trio.open_nursery() as nursery:
        transcript, told = await _played(nursery, tmp_path)
        place.kept = _ordered(told, "the opener is ahead")[::-1]
        watcher = await _watching(tmp_path)
        reading = Reading(watcher, place, can_write=False)
        nursery.start_soon(reading.run)
        await trio.sleep(120)
        assert watcher.table.complete
        assert watcher.table.transcript() == transcript
        assert (len(reading.mailboxes), reading.sent) == (2, 0)
        await trio.sleep(3600)
        assert len(reading.mailboxes) == 2
        nursery.cancel_scope.cancel()
