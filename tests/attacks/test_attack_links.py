"""What a link may bring: bombs, changed frames, nonsense by the thousand."""

from __future__ import annotations

import ast
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
import trio

from p2pgame.games.duel.kuhn import KuhnPoker
from p2pgame.games.tictactoe import TicTacToe
from p2pgame.log import Entry, InvalidEntry
from p2pgame.session.entries import payloads
from p2pgame.session.entries.errors import InvalidPayload
from p2pgame.session.entries.payloads import Accept, Leave
from p2pgame.session.peer.runner import Peer
from p2pgame.transport import frames
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.frames import Entries, Have
from p2pgame.transport.link import SIZES, Link, LinkClosed, TransportError
from p2pgame.transport.memory import memory_pair
from p2pgame.transport.websocket import connect
from tests.session.peers import EPOCH_KEY, Hall, peer
from tests.session.tables import TABLE, me
from tests.sources import MODULES, read
from tests.transport.strangers import (
    BINARY,
    END,
    MASK,
    REQUEST,
    closed_because,
    listening,
    read_head,
    stranger,
)

SEED = 72_000
OFFER = b"Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits"
#: The bit of a frame's first byte that says: this is compressed.
DEFLATED = 0x40

BOXES = {"zlib", "gzip", "bz2", "lzma", "zipfile", "tarfile"}


@pytest.mark.attack(30)
async def test_no_compression_is_agreed_on_and_no_compressed_frame_is_read() -> None:
    async with listening() as (table, address), stranger(address) as stream:
        await stream.send_all(REQUEST + OFFER + END + END)
        head = await read_head(stream)
        assert head.startswith(b"HTTP/1.1 101 ")
        assert b"extensions" not in head.lower()
        link = await table.next_link()
        bomb = bytes.fromhex("4a4c4c0400")  # "aaaa", deflated
        await stream.send_all(
            bytes([BINARY | DEFLATED, 0x80 | len(bomb)]) + MASK + bomb
        )
        assert await closed_because(link)


@pytest.mark.attack(30)
async def test_we_offer_no_compression_and_take_none() -> None:
    heads: list[bytes] = []

    async def answer(stream: trio.SocketStream) -> None:
        heads.append(await read_head(stream))
        await stream.send_all(
            b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
            b"Connection: Upgrade\r\nSec-WebSocket-Accept: x\r\n"
            + OFFER.partition(b";")[0]
            + b"\r\n\r\n"
        )
        await trio.sleep_forever()

    async with trio.open_nursery() as nursery:
        (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
        nursery.start_soon(trio.serve_listeners, answer, [listener])
        with pytest.raises(TransportError):
            await connect(*listener.socket.getsockname()[:2])
        nursery.cancel_scope.cancel()
    assert b"extensions" not in heads[0].lower()


def unpackers(text: str) -> set[str]:
    """Return what a module imports that can blow a small file up."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            names = {alias.name for alias in node.names}
            if names != {"crc32"}:
                found.add(node.module.split(".")[0])
    return found & BOXES


@pytest.mark.attack(30)
@pytest.mark.attack(51)
def test_nothing_here_unpacks_anything() -> None:
    """So no file and no frame is larger in memory than it came, nor a folder."""
    for path in MODULES:
        if any(box in read(path) for box in BOXES):
            assert not unpackers(read(path)), path
    assert unpackers("import tarfile") == {"tarfile"}
    assert unpackers("from zlib import decompress") == {"zlib"}


class Weather:
    """A line between two peers that is bad: it repeats, changes and breaks."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self.changed = self.repeated = 0

    async def keep(self, one: Peer, other: Peer) -> None:
        """Connect two peers again and again."""
        while True:
            near, near_end = memory_pair()
            far, far_end = memory_pair()
            async with trio.open_nursery() as line:
                line.start_soon(one.attach, near)
                line.start_soon(other.attach, far)
                line.start_soon(self._pass_on, near_end, far_end)
                line.start_soon(self._pass_on, far_end, near_end)

    async def _pass_on(self, source: Link, to: Link) -> None:
        with suppress(LinkClosed):
            while True:
                frame = await source.receive()
                if self._chance.random() < 0.25:
                    self.changed += 1
                    # In an epoch's number it would be a frame for others: ignored.
                    at = self._chance.choice([0, *range(5, len(frame))])
                    flipped = frame[at] ^ 1 << self._chance.randrange(8)
                    frame = frame[:at] + bytes([flipped]) + frame[at + 1 :]
                elif self._chance.random() < 0.5:
                    self.repeated += 1
                    await to.send(frame)
                await to.send(frame)
        await source.aclose()
        await to.aclose()


@pytest.mark.attack(7)
@pytest.mark.attack(14)
@pytest.mark.attack(38)
@pytest.mark.parametrize("seed", range(3))
async def test_a_relay_that_changes_and_repeats_frames_changes_no_byte_of_the_log(
    tmp_path: Path, seed: int
) -> None:
    weather = Weather(Random(SEED + seed))
    async with trio.open_nursery() as nursery:
        peers = [peer(KuhnPoker(), seat, 2, tmp_path) for seat in range(2)]
        hall = Hall(nursery, peers)
        await hall.start()
        nursery.start_soon(weather.keep, peers[0], peers[1])
        await hall.finished()
        nursery.cancel_scope.cancel()
    assert weather.changed
    assert weather.repeated
    assert all(one.table.complete for one in peers)
    assert not any(one.table.cheats for one in peers)
    assert len({one.table.transcript() for one in peers}) == 1
    logs = [{entry.raw for entry in one.table.entries} for one in peers]
    assert logs[0] == logs[1]


ENVELOPE = Envelope({0: EPOCH_KEY})
OTHERS = Envelope({0: bytes(32)})


def hello(seat: int) -> Entry:
    player = me(seat)
    return Entry.write(
        player.key,
        TABLE,
        sequence=0,
        previous=bytes(32),
        seen=(),
        payload=payloads.encode(player.hello(TABLE)),
    )


HELLO = hello(50)
ODD = [
    Entry.write(
        me(50).key,
        table,
        sequence=sequence,
        previous=previous,
        seen=(),
        payload=payload,
    ).raw
    for table, sequence, previous, payload in (
        (TABLE, 1, HELLO.id, payloads.encode(Accept(bytes(32)))),
        (TABLE, 1, HELLO.id, b"\xff\xfe"),
        (TABLE, 2, HELLO.id, payloads.encode(Leave())),
        (TABLE, (1 << 32) - 1, HELLO.id, b""),
        (b"U" * 32, 0, bytes(32), HELLO.payload),
    )
]


def nonsense(chance: Random) -> bytes:
    """Return a frame that no peer of this program sends."""
    size = chance.choice(SIZES[:3])
    noise = chance.randbytes(chance.randrange(120))
    good = chance.choice(
        [
            frames.encode(Entries((HELLO.raw, *chance.sample(ODD, 2)))),
            frames.encode(Have(((HELLO.author, chance.randrange(1 << 64), HELLO.id),))),
        ]
    )
    at = chance.randrange(len(good))
    kinds: list[Callable[[], bytes]] = [
        lambda: chance.randbytes(size),
        lambda: chance.randbytes(chance.randrange(300)),
        lambda: OTHERS.seal(noise, chance.randbytes),
        lambda: ENVELOPE.seal(noise, chance.randbytes),
        lambda: ENVELOPE.seal(good, chance.randbytes),
        lambda: ENVELOPE.seal(good[:at], chance.randbytes),
        lambda: ENVELOPE.seal(
            good[:at] + chance.randbytes(1) + good[at + 1 :], chance.randbytes
        ),
        lambda: ENVELOPE.seal(
            frames.encode(Entries((b"\x9f" * 60_000,))), chance.randbytes
        ),
    ]
    return chance.choice(kinds)()


@pytest.mark.attack(72)
async def test_thousands_of_strange_frames_end_their_links_and_nothing_else(
    tmp_path: Path,
) -> None:
    """Any error but a broken link would end the nursery; the seed is printed."""
    print("seed", SEED)
    chance, sent = Random(SEED), 0
    async with trio.open_nursery() as nursery:
        friends = [peer(TicTacToe(), seat, 2, tmp_path) for seat in range(2)]
        hall = Hall(nursery, friends)
        await hall.start()
        hall.join(0, 1)
        await hall.moved()
        while sent < 4_000:
            ours, theirs = memory_pair(64)
            nursery.start_soon(friends[0].attach, ours)
            with suppress(LinkClosed):
                for _ in range(20):
                    await theirs.send(nonsense(chance))
                    sent += 1
                    await trio.lowlevel.checkpoint()
            await theirs.aclose()
        await hall.finished()
        assert all(friend.table.complete for friend in friends)
        assert not any(friend.table.stopped for friend in friends)
        nursery.cancel_scope.cancel()


@pytest.mark.attack(72)
def test_a_hundred_thousand_readings_raise_nothing_unforeseen() -> None:
    """What each reader may raise is one kind of error, whatever the bytes."""
    print("seed", SEED)
    chance = Random(SEED)
    goods = [HELLO.raw, *ODD, frames.encode(Entries((HELLO.raw,)))]
    read = 0
    for _ in range(100_000):
        good = chance.choice(goods)
        at = chance.randrange(len(good))
        data = good[:at] + chance.randbytes(chance.randrange(3)) + good[at + 1 :]
        with suppress(TransportError):
            frames.decode(data)
            read += 1
        if chance.random() < 0.1:
            with suppress(InvalidPayload):
                payloads.decode(data[chance.randrange(len(data)) :])
            with suppress(InvalidEntry):
                Entry.read(data)
    assert read < 100_000
