"""One connection says too much: nobody else waits for it, and it is read more slowly.

Counted in entries and frames, under a clock that runs only when nobody works.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest
import trio
import trio.testing

from p2pgame.games.duel.kuhn import KuhnPoker
from p2pgame.log import Entry, History, Store
from p2pgame.session import Table
from p2pgame.session.entries import payloads
from p2pgame.session.peer import author_rate_limiter, peer_connection
from p2pgame.session.peer.machine import Machine
from p2pgame.session.peer.peer_connection import Pace
from p2pgame.session.peer.runner import Peer
from p2pgame.transport import frames
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.frames import Entries, Have
from p2pgame.transport.memory import memory_pair
from tests.session.peers import EPOCH_KEY
from tests.session.tables import TABLE, known, me

T = TypeVar("T")

#: Frames that the flooder has ready from the start.
QUEUED = 10_000


class _Inline(Machine):
    """Works in the loop: with threads, virtual time would run while they work."""

    cores = 1

    def __init__(self, steps: int = 1) -> None:
        self.works = trio.Event()
        self._steps = steps

    async def aside(self, work: Callable[[], T]) -> T:
        self.works.set()
        for _ in range(self._steps):
            await trio.lowlevel.checkpoint()
        return work()


class _Endless:
    """A link that brings the same frames again and again, as fast as they are read."""

    def __init__(self, *frames: bytes) -> None:
        self._frames = frames
        self.read = 0
        self.sent: list[bytes] = []

    async def send(self, frame: bytes) -> None:
        await trio.lowlevel.checkpoint()
        self.sent.append(frame)

    async def receive(self) -> bytes:
        await trio.lowlevel.checkpoint()
        self.read += 1
        if self.read > QUEUED:
            await trio.sleep_forever()
        return self._frames[self.read % len(self._frames)]

    async def aclose(self) -> None:
        await trio.lowlevel.checkpoint()


def victim(folder: Path, machine: Machine | None = None) -> Peer:
    table = Table(TABLE, known(KuhnPoker()), me(1))
    store = Store.create(folder / "victim" / "log")
    return Peer(table, store, Envelope({0: EPOCH_KEY}), machine or _Inline())


def words(seat: int, count: int) -> list[Entry]:
    """Let one author say the same thing over and over."""
    history, author = History(TABLE), me(seat)
    word = payloads.encode(author.hello(TABLE))
    for _ in range(count):
        history.receive(history.write(author.key, word, among=()).raw)
    return [*history.feeds[author.key.public].entries]


def sealed(message: frames.Message) -> bytes:
    return Envelope({0: EPOCH_KEY}).seal(frames.encode(message), os.urandom)


def said(peer: Peer, seat: int) -> int:
    """Return how much of one author has been taken in."""
    feed = peer.table.history.feeds.get(me(seat).key.public)
    return 0 if feed is None else len(feed)


async def test_while_one_floods_another_is_heard_after_a_few_entries(
    tmp_path: Path,
    autojump_clock: trio.testing.MockClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # As if all of it were of use.
    monkeypatch.setattr(author_rate_limiter, "WORDS", 1e9)
    machine = _Inline()
    here = victim(tmp_path, machine)
    flood = [entry.raw for entry in words(0, 1024)]
    ready = [sealed(Entries(tuple(flood[n : n + 256]))) for n in range(0, 1024, 256)]
    ours, theirs = memory_pair(QUEUED)
    for number in range(QUEUED):
        await theirs.send(ready[number % len(ready)])
    our_end, honest = memory_pair()
    await honest.send(sealed(Entries((words(2, 1)[0].raw,))))
    async with trio.open_nursery() as nursery:
        await here.start()
        machine.works = trio.Event()
        nursery.start_soon(here.attach, ours)
        await machine.works.wait()
        nursery.start_soon(here.attach, our_end)
        while not said(here, 2):
            await trio.lowlevel.checkpoint()
        assert 0 < said(here, 0) <= 3 * author_rate_limiter.BATCH
        nursery.cancel_scope.cancel()
    here.close()


async def test_who_says_more_than_anybody_has_to_say_is_heard_more_slowly(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    here = victim(tmp_path)
    flood = [entry.raw for entry in words(0, 1500)]
    ours, theirs = memory_pair(len(flood))
    for raw in flood:
        await theirs.send(sealed(Entries((raw,))))
    async with trio.open_nursery() as nursery:
        await here.start()
        nursery.start_soon(here.attach, ours)
        await trio.sleep(10)
        most = author_rate_limiter.WORDS + 10 * author_rate_limiter.WORD_RATE
        assert most * 0.8 <= said(here, 0) <= most + 1
        nursery.cancel_scope.cancel()
    here.close()


@pytest.mark.parametrize(("room", "is_needed"), [(1.05, False), (2, False), (2, True)])
async def test_all_that_somebody_has_said_is_heard_in_the_end_and_sooner_if_needed(
    tmp_path: Path,
    autojump_clock: trio.testing.MockClock,
    room: float,
    is_needed: bool,
) -> None:
    """Also what has found no room here, of which so many times as much has come."""
    here, there, friend = victim(tmp_path), victim(tmp_path / "there"), me(2)
    count = int(room * author_rate_limiter.HELD_BYTES) // len(words(0, 2)[1].raw)
    heard = there.table.history
    for entry in words(0, count):
        there.table.receive(entry)
    if is_needed:
        word = payloads.encode(friend.hello(TABLE))
        there.table.receive(heard.write(friend.key, word, among=()))
        there.table.receive(heard.write(friend.key, word))
    ours, theirs = memory_pair(QUEUED)
    async with trio.open_nursery() as nursery:
        await here.start()
        nursery.start_soon(here.attach, ours)
        nursery.start_soon(there.attach, theirs)
        rate = author_rate_limiter.WORD_RATE
        await trio.sleep(10 if is_needed else 1.2 * count / rate)
        assert said(here, 0) == count
        nursery.cancel_scope.cancel()
    here.close()
    there.close()


@pytest.mark.parametrize("steps", range(6))
async def test_what_goes_on_just_when_its_link_ends_is_not_lost(
    tmp_path: Path, autojump_clock: trio.testing.MockClock, steps: int
) -> None:
    machine = _Inline(steps=3)
    here, count = victim(tmp_path, machine), 160
    ours, theirs = memory_pair(count)
    for entry in words(0, count):
        await theirs.send(sealed(Entries((entry.raw,))))
    silent, _ = memory_pair()
    async with trio.open_nursery() as nursery:
        await here.start()
        with trio.CancelScope() as scope:
            async with trio.open_nursery() as link:
                link.start_soon(here.attach, ours)
                await trio.sleep(1.01)
                assert author_rate_limiter.WORDS < said(here, 0) < count
                machine.works = trio.Event()
                await machine.works.wait()
                for _ in range(steps):
                    await trio.lowlevel.checkpoint()
                scope.cancel()
        nursery.start_soon(here.attach, silent)
        await trio.sleep(count / author_rate_limiter.WORD_RATE)
        assert said(here, 0) == count
        nursery.cancel_scope.cancel()
    here.close()


async def test_who_passes_on_what_a_flooder_says_is_not_slowed(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    here, friend = victim(tmp_path), me(2)
    heard, count = History(TABLE), 500
    for entry in words(0, count):
        heard.receive(entry)
    word = payloads.encode(friend.hello(TABLE))
    heard.receive(heard.write(friend.key, word, among=()))
    heard.receive(heard.write(friend.key, word))
    ours, theirs = memory_pair(QUEUED)
    for message in frames.batches(heard.missing(())):
        await theirs.send(sealed(message))
    async with trio.open_nursery() as nursery:
        await here.start()
        nursery.start_soon(here.attach, ours)
        await trio.sleep(0.1)
        assert (said(here, 2), said(here, 0)) == (2, count)
        nursery.cancel_scope.cancel()
    here.close()


async def test_what_is_repeated_is_read_more_slowly_and_kept_once(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    here = victim(tmp_path)
    frame = sealed(Entries((words(0, 1)[0].raw,) * 256))
    link = _Endless(frame)
    async with trio.open_nursery() as nursery:
        await here.start()
        nursery.start_soon(here.attach, link)
        await trio.sleep(5)
        cost = 1 + len(frame) / 1024
        most = (peer_connection.FRAMES + 5 * peer_connection.FRAME_RATE) / cost
        assert most / 2 <= link.read <= most + 2
        nursery.cancel_scope.cancel()
    here.close()
    with Store.open(tmp_path / "victim" / "log") as store:
        assert len(store.records) == 2  # its hello and ours


async def test_questions_over_and_over_are_answered_now_and_then(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    here = victim(tmp_path)
    heads = [sealed(Have(((bytes([n]) * 32, 1, bytes(32)),))) for n in range(50)]
    link = _Endless(*heads)
    async with trio.open_nursery() as nursery:
        await here.start()
        nursery.start_soon(here.attach, link)
        await trio.sleep(2)
        answers = peer_connection.ANSWERS + 2 * peer_connection.ANSWER_RATE
        assert answers / 2 <= len(link.sent) <= answers + 5
        nursery.cancel_scope.cancel()
    here.close()


async def test_a_pace_gives_back_what_was_not_used_and_no_more(
    autojump_clock: trio.testing.MockClock,
) -> None:
    pace = Pace(rate=2, burst=10)
    for rest, free in ((0, 10), (1000, 10), (2, 4)):
        await trio.sleep(rest)
        begun = trio.current_time()
        pace.charge(free)
        await pace.ready()
        assert trio.current_time() == begun
    pace.charge(6)
    begun = trio.current_time()
    await pace.ready()
    assert trio.current_time() - begun == 3
