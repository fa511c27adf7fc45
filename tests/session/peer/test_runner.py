"""Peers at work: whatever the links do, the disk is first and the game goes on."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
import trio
import trio.testing
from hypothesis import given, settings
from hypothesis import strategies as st

from p2pgame.games.duel.kuhn import KuhnPoker
from p2pgame.games.tictactoe import TicTacToe
from p2pgame.log import Entry
from p2pgame.session.entries import payloads
from p2pgame.session.entries.payloads import Genesis, Hello
from p2pgame.session.peer import author_rate_limiter, peer_connection, runner
from p2pgame.session.peer.frame_reader import GREET_WITHIN
from p2pgame.session.peer.runner import Peer
from p2pgame.transport import frames
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.frames import Entries
from p2pgame.transport.link import InvalidFrame, Link, LinkClosed
from p2pgame.transport.memory import memory_pair
from p2pgame.transport.outbox import Outbox
from tests.session.peers import EPOCH_KEY, Hall, peer
from tests.session.rps import RockPaperScissors
from tests.session.tables import TABLE, me
from tests.session.wholes import wholes


def transcripts(peers: Sequence[Peer]) -> set[bytes]:
    assert all(peer.table.complete for peer in peers)
    return {peer.table.transcript() for peer in peers}


async def test_a_connected_graph_is_enough(tmp_path: Path) -> None:
    game = RockPaperScissors()
    async with trio.open_nursery() as nursery:
        hall = Hall(nursery, [peer(game, seat, 4, tmp_path) for seat in range(4)])
        await hall.start()
        for one in range(3):
            hall.join(one, one + 1)
        await hall.finished()
        nursery.cancel_scope.cancel()
    assert len(transcripts(hall.peers)) == 1


async def test_a_lost_link_is_caught_up_on_the_next(tmp_path: Path) -> None:
    game = TicTacToe()
    async with trio.open_nursery() as nursery:
        hall = Hall(nursery, [peer(game, seat, 2, tmp_path) for seat in range(2)])
        await hall.start()
        left, _ = hall.join(0, 1)
        await hall.moved()
        await left.aclose()
        hall.join(0, 1)
        await hall.finished()
        nursery.cancel_scope.cancel()
    assert len(transcripts(hall.peers)) == 1


class _Spied:
    """A link that shows every frame to a function before it goes out."""

    def __init__(self, link: Link, peer: Peer, seen: list[bytes]) -> None:
        self._link, self._peer, self._seen = link, peer, seen

    async def send(self, frame: bytes) -> None:
        self._seen.append(frame)
        await self._link.send(frame)

    async def receive(self) -> bytes:
        return await self._link.receive()

    async def aclose(self) -> None:
        await self._link.aclose()


def _entries(frame: bytes, envelope: Envelope, peer: Peer) -> tuple[bytes, ...]:
    return wholes(frames.decode(envelope.open(frame)[1]), peer.table)


@pytest.mark.attack(69)
async def test_only_the_seated_can_read_what_follows_the_genesis(
    tmp_path: Path,
) -> None:
    game, seen = KuhnPoker(), list[bytes]()
    async with trio.open_nursery() as nursery:
        hall = Hall(nursery, [peer(game, seat, 2, tmp_path) for seat in range(2)])
        await hall.start()
        left, right = memory_pair()
        nursery.start_soon(hall.peers[0].attach, _Spied(left, hall.peers[0], seen))
        nursery.start_soon(hall.peers[1].attach, _Spied(right, hall.peers[1], seen))
        await hall.finished()
        nursery.cancel_scope.cancel()
    outsider, kinds = Envelope({0: EPOCH_KEY}), set()
    for frame in seen:
        try:
            raws = _entries(frame, outsider, hall.peers[0])
        except InvalidFrame:
            continue
        kinds |= {type(payloads.decode(Entry.read(raw).payload)) for raw in raws}
    assert kinds == {Hello, Genesis}


class _DiskFirst(_Spied):
    """Refuses to send an entry that is not on its sender's disk yet."""

    async def send(self, frame: bytes) -> None:
        key = self._peer.table.epochs.genesis_key
        keys = {0: EPOCH_KEY} if key is None else {0: EPOCH_KEY, 1: key}
        log = (self._store / "log").read_bytes()
        for raw in _entries(frame, Envelope(keys), self._peer):
            assert raw in log
            self._seen.append(raw)
        await self._link.send(frame)

    def __init__(self, link: Link, peer: Peer, seen: list[bytes], store: Path) -> None:
        super().__init__(link, peer, seen)
        self._store = store


@pytest.mark.attack(42)
async def test_an_entry_is_on_disk_before_it_is_sent(tmp_path: Path) -> None:
    game, seen = KuhnPoker(), list[bytes]()
    async with trio.open_nursery() as nursery:
        hall = Hall(nursery, [peer(game, seat, 2, tmp_path) for seat in range(2)])
        await hall.start()
        ends = memory_pair()
        for seat, link in enumerate(ends):
            spy = _DiskFirst(link, hall.peers[seat], seen, tmp_path / f"seat{seat}")
            nursery.start_soon(hall.peers[seat].attach, spy)
        await hall.finished()
        nursery.cancel_scope.cancel()
    assert len(seen) > 10


async def _closed(link: Link) -> None:
    """Read until the other side hangs up."""
    with suppress(LinkClosed), trio.fail_after(60):
        while True:
            await link.receive()


def _junk(kind: str) -> bytes:
    envelope = Envelope({0: EPOCH_KEY})
    stranger = me(9)
    unasked = Entry.write(
        stranger.key,
        b"U" * 32,
        sequence=0,
        previous=bytes(32),
        seen=(),
        payload=payloads.encode(stranger.hello(TABLE)),
    ).raw
    inside = {
        "not a message": b"\xff" * 40,
        "not an entry": frames.encode(Entries((b"\x82\x00",))),
        "an entry of another table": frames.encode(Entries((unasked,))),
        "a flipped signature": frames.encode(
            Entries((unasked[:-1] + bytes([unasked[-1] ^ 1]),))
        ),
    }
    if kind in inside:
        return envelope.seal(inside[kind], os.urandom)
    return {
        "nothing": b"",
        "noise": b"\x5a" * 256,
        "another key": Envelope({0: bytes(32)}).seal(b"", os.urandom),
    }[kind]


@pytest.mark.parametrize(
    "kind",
    [
        *("nothing", "noise", "another key", "not a message", "not an entry"),
        *("an entry of another table", "a flipped signature"),
    ],
)
async def test_whoever_sends_junk_is_dropped_and_the_game_goes_on(
    tmp_path: Path, kind: str
) -> None:
    game = KuhnPoker()
    async with trio.open_nursery() as nursery:
        hall = Hall(nursery, [peer(game, seat, 2, tmp_path) for seat in range(2)])
        await hall.start()
        ours, theirs = memory_pair()
        nursery.start_soon(hall.peers[0].attach, ours)
        await theirs.send(_junk(kind))
        await _closed(theirs)
        hall.join(0, 1)
        await hall.finished()
        nursery.cancel_scope.cancel()
    assert len(transcripts(hall.peers)) == 1


@pytest.mark.attack(33)
async def test_whoever_says_nothing_is_hung_up_on(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    alone = peer(KuhnPoker(), 0, 2, tmp_path)
    ours, theirs = memory_pair()
    with trio.fail_after(GREET_WITHIN + 1):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(alone.attach, ours)
            await _closed(theirs)
    alone.close()


async def test_a_frame_for_others_is_no_offence(tmp_path: Path) -> None:
    game = KuhnPoker()
    async with trio.open_nursery() as nursery:
        hall = Hall(nursery, [peer(game, seat, 2, tmp_path) for seat in range(2)])
        await hall.start()
        ours, theirs = memory_pair()
        nursery.start_soon(hall.peers[0].attach, ours)
        await theirs.send(Envelope({5: bytes(32)}).seal(b"", os.urandom))
        hall.join(0, 1)
        await hall.finished()
        assert len(hall.peers[0].connections) == 2
        nursery.cancel_scope.cancel()


async def test_a_peer_goes_on_from_its_disk_alone(tmp_path: Path) -> None:
    game = TicTacToe()
    peers = [peer(game, seat, 2, tmp_path) for seat in range(2)]
    async with trio.open_nursery() as nursery:
        hall = Hall(nursery, peers)
        await hall.start()
        hall.join(0, 1)
        await hall.moved()
        nursery.cancel_scope.cancel()
    for old in peers:
        old.close()
    async with trio.open_nursery() as nursery:
        hall = Hall(nursery, [peer(game, seat, 2, tmp_path) for seat in range(2)])
        await hall.start()
        hall.join(0, 1)
        await hall.finished()
        nursery.cancel_scope.cancel()
    assert len(transcripts(hall.peers)) == 1
    assert not any(peer.table.stopped for peer in hall.peers)


@pytest.mark.attack(43)
async def test_one_who_restarts_goes_on_and_says_nothing_in_the_open(
    tmp_path: Path,
) -> None:
    """Its seat, its seals and the game's key come back from its disk alone."""
    game, seen = RockPaperScissors(idle=0), list[bytes]()
    host, guest, third = (peer(game, seat, 3, tmp_path) for seat in range(3))
    async with trio.open_nursery() as nursery:
        stay = Hall(nursery, [host, third])
        await stay.start()
        stay.join(0, 1)
        async with trio.open_nursery() as short:
            crash = Hall(short, [guest])
            await crash.start()
            ours, theirs = memory_pair()
            nursery.start_soon(host.attach, ours)
            short.start_soon(guest.attach, theirs)
            await crash.moved()
            short.cancel_scope.cancel()
        guest.close()
        back = Hall(nursery, [peer(game, 1, 3, tmp_path)])
        await back.start()
        for seated, link in zip((host, back.peers[0]), memory_pair(), strict=True):
            nursery.start_soon(seated.attach, _Spied(link, seated, seen))
        await stay.finished()
        await back.finished()
        nursery.cancel_scope.cancel()
    again = [host, third, *back.peers]
    assert len(transcripts(again)) == 1
    outsider = Envelope({0: EPOCH_KEY})
    for frame in seen:
        with suppress(InvalidFrame):
            for raw in _entries(frame, outsider, host):
                payload = payloads.decode(Entry.read(raw).payload)
                assert isinstance(payload, Hello | Genesis)


class _Watched(_Spied):
    """Looks, each time its peer wants another frame, whether something is so."""

    def __init__(self, link: Link, is_so: Callable[[], bool]) -> None:
        self._link = link
        self._is_so = is_so
        self.seen = trio.Event()

    async def send(self, frame: bytes) -> None:
        await self._link.send(frame)

    async def receive(self) -> bytes:
        if self._is_so():
            self.seen.set()
        return await self._link.receive()


def _length(peer: Peer, author: bytes) -> int:
    feed = peer.table.history.feeds.get(author)
    return 0 if feed is None else len(feed)


async def test_a_long_history_is_caught_up_over_one_link(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More than a link's queue holds arrives all the same."""
    monkeypatch.setattr(peer_connection, "PART", 16_000)
    monkeypatch.setattr(author_rate_limiter, "WORDS", 1e6)  # all of it is one author's
    monkeypatch.setattr(runner, "Outbox", partial(Outbox, room=40_000))
    host, guest = (peer(TicTacToe(), seat, 2, tmp_path) for seat in range(2))
    history, author = host.table.history, me(0)
    async with trio.open_nursery() as nursery:
        await host.start()
        await guest.start()
        for _ in range(400):
            word = payloads.encode(author.hello(TABLE))
            host.table.receive(history.write(author.key, word, among=()).raw)
        ours, theirs = memory_pair()
        watched = _Watched(theirs, lambda: _length(guest, TABLE) > 400)
        nursery.start_soon(host.attach, ours)
        nursery.start_soon(guest.attach, watched)
        with trio.fail_after(30):
            await watched.seen.wait()
        nursery.cancel_scope.cancel()
    host.close()
    guest.close()


@given(seed=st.integers(0, 2**32))
@settings(max_examples=15, deadline=None)
def test_no_bytes_on_a_link_stop_the_game_of_others(seed: int) -> None:
    trio.run(_fuzzed, Random(seed))


async def _fuzzed(chance: Random) -> None:
    """Play while somebody with the invite sends what frames could look like."""
    game, seen = KuhnPoker(), list[bytes]()
    with TemporaryDirectory() as folder:
        async with trio.open_nursery() as nursery:
            peers = [peer(game, seat, 2, Path(folder)) for seat in range(2)]
            hall = Hall(nursery, peers)
            await hall.start()
            ours, theirs = memory_pair()
            nursery.start_soon(peers[0].attach, _Spied(ours, peers[0], seen))
            nursery.start_soon(peers[1].attach, theirs)
            nursery.start_soon(_hostile, hall, seen, chance)
            await hall.finished()
            nursery.cancel_scope.cancel()
        for seated in peers:
            assert seated.table.complete
            assert seated.table.stopped is None
            seated.close()


async def _hostile(hall: Hall, seen: list[bytes], chance: Random) -> None:
    """Knock again and again, with a few hostile frames each time."""
    envelope = Envelope({0: EPOCH_KEY})
    for _ in range(20):
        ours, theirs = memory_pair()
        hall.nursery.start_soon(chance.choice(hall.peers).attach, ours)
        with suppress(LinkClosed):
            for _ in range(chance.randint(1, 4)):
                await theirs.send(_hostile_frame(envelope, seen, chance))
            await theirs.aclose()


def _hostile_frame(envelope: Envelope, seen: list[bytes], chance: Random) -> bytes:
    frame = chance.choice(seen) if seen else b""
    match chance.randrange(4):
        case 0:
            return chance.randbytes(chance.choice([0, 1, 256, 300, 1024]))
        case 1 if frame:
            return _changed(frame, chance)
        case 2 if frame:
            return frame
    inside = chance.randbytes(chance.randint(0, 90))
    with suppress(InvalidFrame):
        inside = _changed(envelope.open(frame)[1], chance)
    return envelope.seal(inside, chance.randbytes)


def _changed(data: bytes, chance: Random) -> bytes:
    """Change, cut or lengthen at a random place."""
    at = chance.randrange(len(data) + 1)
    middle = chance.randbytes(chance.randint(0, 3))
    return data[:at] + middle + data[at + chance.randint(0, 3) :]
