"""A fair queue lets at most one connection of a source through in each round."""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from select import select

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st
from trio.testing import open_stream_to_socket_listener, wait_all_tasks_blocked

from p2pgame.transport.fair_queue import FairQueue, RoundRobin
from p2pgame.transport.link import TransportError
from p2pgame.transport.listener.listening import serve
from p2pgame.transport.listener.reception import ListenerConfig
from p2pgame.transport.meter import FRAME_BURST, FrameMeter
from p2pgame.transport.websocket import Socket
from p2pgame.transport.wire import Wire
from tests.transport.certificates import contexts
from tests.transport.pairs import PATIENCE
from tests.transport.test_meter import SIZES, frames_of

#: A fragment of one byte.
TINY = b"\x00\x81\0\0\0\0x"

#: What a record of TLS begins with, in a handshake (RFC 8446 §5.1).
HANDSHAKE = 22


@asynccontextmanager
async def running() -> AsyncIterator[RoundRobin]:
    round_robin = RoundRobin()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(round_robin.run)
        yield round_robin
        nursery.cancel_scope.cancel()


@pytest.mark.attack(33)
async def test_a_source_of_its_own_does_not_wait_for_a_crowd() -> None:
    through: list[str] = []

    async def pass_by(name: str, fair_queue: FairQueue) -> None:
        for _ in range(10):
            await fair_queue.wait_turn()
            through.append(name)

    async with running() as round_robin, trio.open_nursery() as nursery:
        crowd = FairQueue(round_robin)
        for _ in range(100):
            nursery.start_soon(pass_by, "crowd", crowd)
        await trio.lowlevel.checkpoint()
        nursery.start_soon(pass_by, "alone", FairQueue(round_robin))
    assert len(through) == 1010
    last = max(at for at, name in enumerate(through) if name == "alone")
    # As many of the crowd as of the other, or a round's worth more.
    assert last < 30


async def test_everybody_gets_a_turn_and_a_free_queue_gives_it_at_once() -> None:
    through: list[int] = []

    async def pass_by(number: int, fair_queue: FairQueue) -> None:
        await fair_queue.wait_turn()
        through.append(number)

    async with running() as round_robin:
        fair_queue = FairQueue(round_robin)
        await fair_queue.wait_turn()
        async with trio.open_nursery() as nursery:
            for number in range(20):
                nursery.start_soon(pass_by, number, fair_queue)
            await wait_all_tasks_blocked()
        assert sorted(through) == list(range(20))
        await wait_all_tasks_blocked()
        with trio.fail_after(5):
            await fair_queue.wait_turn()


async def test_a_cancelled_wait_takes_no_turn() -> None:
    async with running() as round_robin:
        fair_queue = FairQueue(round_robin)
        async with trio.open_nursery() as nursery:
            for _ in range(5):
                nursery.start_soon(fair_queue.wait_turn)
            nursery.cancel_scope.cancel()
        await wait_all_tasks_blocked()
        with trio.fail_after(5):
            await fair_queue.wait_turn()


@given(
    st.lists(st.sampled_from(SIZES[:8]), max_size=12),
    st.integers(1, 5),
    st.lists(st.integers(1, 70_000), min_size=1, max_size=5),
)
def test_a_piece_has_no_more_frames_than_allowed_and_none_is_missed(
    sizes: list[int], most: int, reads: list[int]
) -> None:
    stream = b"".join(frames_of(sizes, is_client=True))
    meter, counted, at = FrameMeter(), 0, 0
    while at < len(stream):
        read = stream[at : at + reads[at % len(reads)]]
        size, count = meter.take(read, most)
        assert 0 < size <= len(read)
        assert count <= most
        assert size == len(read) or count == most
        counted += count
        at += size
    assert counted == len(sizes)


@asynccontextmanager
async def guarded() -> AsyncIterator[tuple[Wire, trio.SocketStream]]:
    """Give a wire that frames may come by, in a fair queue, and its other end."""
    async with running() as round_robin:
        (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
        far = await open_stream_to_socket_listener(listener)
        near = await listener.accept()
        wire = Wire(near, near.socket, is_client=False)
        wire.fair_queue = FairQueue(round_robin)
        wire.open()
        async with listener, far, near:
            yield wire, far


async def test_in_a_fair_queue_all_bytes_come_in_small_pieces() -> None:
    async with guarded() as (wire, far):
        sent = TINY * 1000
        await far.send_all(sent)
        got, pieces = b"", 0
        with trio.fail_after(10):
            while len(got) < len(sent):
                piece = await wire.receive_some()
                assert 0 < len(piece) <= 8 * len(TINY)
                got += piece
                pieces += 1
        assert got == sent
        assert pieces >= 125


async def read_on(wire: Wire) -> None:
    for _ in range(int(FRAME_BURST)):
        await wire.receive_some()


@pytest.mark.attack(29)
async def test_in_a_fair_queue_too_many_frames_still_end_the_connection() -> None:
    async with guarded() as (wire, far), trio.open_nursery() as nursery:
        nursery.start_soon(far.send_all, TINY * 20_000)
        with trio.fail_after(20), pytest.raises(TransportError, match="too many"):
            await read_on(wire)
        nursery.cancel_scope.cancel()


class Held(FairQueue):
    """A fair queue that lets nobody through until told to; a gate for everybody."""

    def __init__(self) -> None:
        super().__init__(RoundRobin())
        self.asked, self.is_open = trio.Event(), trio.Event()

    async def wait_turn(self) -> None:
        self.asked.set()
        await self.is_open.wait()


class Gate:
    """Lets everybody in, through one fair queue."""

    def __init__(self, fair_queue: FairQueue) -> None:
        self._fair_queue = fair_queue

    def enter(self, host: str) -> bool:
        return True

    def leave(self, host: str) -> None: ...

    def explains(self, host: str) -> bool:
        return False

    def handshakes(self, host: str) -> int:
        return 9

    def fair_queue(self, host: str) -> FairQueue:
        return self._fair_queue


@pytest.mark.attack(31)
async def test_a_tls_handshake_waits_for_its_turn(tmp_path: Path) -> None:
    """It takes a millisecond, so a crowd's in one round would be felt by everybody."""
    server, trusting = contexts(tmp_path)
    fair_queue, theirs = Held(), ssl.MemoryBIO()
    client = trusting.wrap_bio(ssl.MemoryBIO(), theirs, server_hostname="127.0.0.1")
    with pytest.raises(ssl.SSLWantReadError):
        client.do_handshake()
    config = ListenerConfig(9, 9, tls=server, gate=Gate(fair_queue))
    async with trio.open_nursery() as nursery:
        listen = partial(serve, "127.0.0.1", 0, Socket.wait_open, config=config)
        (place,) = await nursery.start(listen)
        async with await trio.open_tcp_stream(*place) as stream:
            await stream.send_all(theirs.read())
            with trio.fail_after(PATIENCE):
                await fair_queue.asked.wait()
                assert not select([stream.socket.fileno()], [], [], 0)[0]
                fair_queue.is_open.set()
                assert (await stream.receive_some())[0] == HANDSHAKE
        nursery.cancel_scope.cancel()
