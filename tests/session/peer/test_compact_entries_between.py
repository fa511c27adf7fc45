"""Compact entries between peers at work: lost, in the wrong order, or nonsense."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from p2pgame.log import Entry
from p2pgame.session.entries import payloads
from p2pgame.session.entries.payloads import Chat
from p2pgame.session.peer.frame_sender import GAME, LOBBY
from p2pgame.session.peer.runner import Peer
from p2pgame.transport import frames
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.frames import Brief, Have
from p2pgame.transport.memory import memory_pair
from tests.session.peers import EPOCH_KEY, Hall
from tests.session.places import (
    MemoryMailbox,
    Place,
    Reading,
    messages,
    player,
    questions,
)
from tests.session.tables import me

#: Frames of nonsense, and as much time as it takes at least to read them.
NONSENSE, SECONDS = 2000, 4.0


class Losing(Place):
    """Loses the next frame on demand, and says that it has kept it."""

    def __init__(self) -> None:
        super().__init__()
        self.loses = False
        self.lost: list[bytes] = []

    def keep(self, frame: bytes, by: MemoryMailbox) -> None:
        if self.loses:
            self.loses = False
            self.lost.append(frame)
        else:
            super().keep(frame, by)

    def find(self) -> None:
        """Bring what was lost, after all."""
        for frame in self.lost:
            self.kept.append(frame)
            for mailbox in self.mailboxes:
                mailbox.bring(len(self.kept), frame)


def chats(peer: Peer) -> list[str]:
    said = (payloads.decode(entry.payload) for entry in peer.table.entries)
    return [one.text for one in said if isinstance(one, Chat)]


async def begun(nursery: trio.Nursery, folder: Path, seats: int) -> list[Peer]:
    """Return peers, whose game begins when they hear of one another."""
    peers = [player(folder, seat, seats) for seat in range(seats)]
    for peer in peers:
        await peer.start()
    Hall(nursery, peers)
    return peers


def briefs(sealed: list[bytes], peer: Peer) -> list[Brief]:
    return [one for one in messages(sealed, peer) if isinstance(one, Brief)]


@pytest.mark.parametrize("hangs_up", [False, True])
async def test_what_a_relay_lost_is_asked_for_by_whoever_holds_what_builds_on_it(
    tmp_path: Path, autojump_clock: MockClock, *, hangs_up: bool
) -> None:
    """Soon, and also if the relay hangs up in between and brings nothing twice."""
    place = Losing()
    async with trio.open_nursery() as nursery:
        peers = await begun(nursery, tmp_path, 3)
        for peer in peers:
            nursery.start_soon(Reading(peer, place).run)
        await trio.sleep(20)
        place.loses = True
        await peers[0].chat("one")
        await trio.sleep(0.1)
        await peers[0].chat("two")
        await trio.sleep(0.1)
        assert [len(briefs(it, peers[1])) for it in (place.lost, place.kept[-1:])] == [
            1,
            1,
        ]
        assert chats(peers[1]) == []
        if hangs_up:
            for mailbox in [*place.mailboxes]:
                mailbox.close()
        await trio.sleep(5)
        assert [chats(peer) for peer in peers] == [["one", "two"]] * 3
        nursery.cancel_scope.cancel()


async def test_what_comes_in_the_wrong_order_is_clear_with_the_last_of_it(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    """At once, without anybody's having to ask."""
    place = Losing()
    async with trio.open_nursery() as nursery:
        peers = await begun(nursery, tmp_path, 3)
        for peer in peers:
            nursery.start_soon(Reading(peer, place).run)
        await trio.sleep(20)
        before = len(place.kept)
        place.loses = True
        for text in ("one", "two", "three"):
            await peers[0].chat(text)
        await trio.sleep(0.1)
        assert chats(peers[1]) == chats(peers[2]) == []
        place.find()
        await trio.sleep(0.05)
        assert [chats(peer) for peer in peers] == [["one", "two", "three"]] * 3
        assert len(place.kept) == before + 3
        nursery.cancel_scope.cancel()


async def test_nonsense_at_a_topic_makes_all_say_what_they_have_but_seldom(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    """It may come from another branch of a feed, or from somebody who has time."""
    place = Place()
    async with trio.open_nursery() as nursery:
        peers = await begun(nursery, tmp_path, 2)
        for peer in peers:
            nursery.start_soon(Reading(peer, place).run)
        await trio.sleep(20)
        key, cursor = peers[0].table.epochs.genesis_key, [0]
        assert key is not None
        somebody = place.visit(cursor)
        before = len(place.kept)
        for seconds, at_least, at_most in ((1.5, 1, 2), (100, 6, 20)):
            for _ in range(40):
                brief = Brief(1, 1, b"", os.urandom(64), b"!")
                frame = Envelope({1: key}).seal(frames.encode(brief), os.urandom)
                await somebody.send(frame)
                await trio.sleep(seconds / 40)
            asked = questions(place.kept[before:], peers[0])
            assert at_least <= asked <= at_most
        nursery.cancel_scope.cancel()


async def test_whoever_reads_from_the_middle_on_is_told_all_in_full(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    """It can't read compact entries that build on words the relay has forgotten."""
    place = Place()
    async with trio.open_nursery() as nursery:
        peers = await begun(nursery, tmp_path, 3)
        for peer in peers[:2]:
            nursery.start_soon(Reading(peer, place).run)
        third = Reading(peers[2], place)
        nursery.start_soon(third.run)
        await trio.sleep(20)
        third.stop()
        await trio.sleep(1)
        for text in ("one", "two"):
            await peers[0].chat(text)
            await peers[1].chat(text)
            await trio.sleep(1)
        assert len(briefs(place.kept[-4:], peers[0])) == 4
        place.expire(len(place.kept) - 2)
        again = Reading(peers[2], place)
        nursery.start_soon(again.run)
        await trio.sleep(10)
        assert sorted(chats(peers[2])) == ["one", "one", "two", "two"]
        nursery.cancel_scope.cancel()


async def greeted(
    nursery: trio.Nursery, folder: Path, *said: Brief
) -> tuple[Peer, list[bytes], list[float]]:
    """Let somebody with the keys say this on a link of its own to the first of two.

    Return that one, and what it answers, and when all has been read.
    """
    peers = await begun(nursery, folder, 2)
    for peer, link in zip(peers, memory_pair(), strict=True):
        nursery.start_soon(peer.attach, link)
    await trio.sleep(1)
    key = peers[0].table.epochs.genesis_key
    assert key is not None
    envelope = Envelope({0: EPOCH_KEY, 1: key})
    heard, read = list[bytes](), list[float]()
    have = envelope.seal(frames.encode(Have(())), os.urandom, epoch=LOBBY)
    words = [envelope.seal(frames.encode(one), os.urandom, epoch=GAME) for one in said]
    nursery.start_soon(peers[0].attach, Scripted(iter([have, *words]), heard, read))
    return peers[0], heard, read


class Scripted:
    """A link that brings what was written before, and notes what goes out by it."""

    def __init__(
        self, words: Iterator[bytes], heard: list[bytes], read: list[float]
    ) -> None:
        self._words, self._heard, self._read = words, heard, read

    async def send(self, frame: bytes) -> None:
        await trio.lowlevel.checkpoint()
        self._heard.append(frame)

    async def receive(self) -> bytes:
        await trio.lowlevel.checkpoint()
        for word in self._words:
            return word
        self._read.append(trio.current_time())
        await trio.sleep_forever()
        raise AssertionError

    async def aclose(self) -> None:
        await trio.lowlevel.checkpoint()


async def test_who_tells_of_what_it_never_sends_is_asked_now_and_then(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    """More and more seldom; the link stays: a compact entry alone accuses nobody."""
    riddle = Brief(1, 500, b"", bytes(64), b"?")
    async with trio.open_nursery() as nursery:
        peer, heard, _ = await greeted(nursery, tmp_path, riddle)
        await trio.sleep(1000)
        assert 8 <= questions(heard, peer) <= 14
        assert len(peer.connections) == 2
        nursery.cancel_scope.cancel()


@pytest.mark.attack(8)
async def test_nonsense_costs_its_sender_time_and_nobody_else(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    said = [Brief(1, 1, b"", os.urandom(64), b"!") for _ in range(NONSENSE)]
    async with trio.open_nursery() as nursery:
        start = trio.current_time()
        peer, _, read = await greeted(nursery, tmp_path, *said)
        await trio.sleep(60)
        assert read[0] - start > SECONDS
        assert len(peer.connections) == 2
        other = peer.table.history.feeds[me(1).key.public]
        assert all(Entry.read(entry.raw) == entry for entry in other.entries)
        nursery.cancel_scope.cancel()
