"""Listeners, and strangers who talk to them with raw sockets."""

from __future__ import annotations

import math
from base64 import b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial

import trio

from p2pgame.transport.first_frame import KnownCallers
from p2pgame.transport.link import Link, LinkClosed, Unproven
from p2pgame.transport.listener.listening import HANDSHAKES_LIMIT, LINKS_LIMIT, serve
from p2pgame.transport.listener.reception import ListenerConfig
from p2pgame.transport.websocket import Address, connect
from tests.transport.pairs import PATIENCE

MASK = bytes(4)
KEY = b64encode(bytes(16))
REQUEST = (
    b"GET / HTTP/1.1\r\nHost: table\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: " + KEY + b"\r\n"
)
END = b"\r\n"

BINARY, TEXT, CONTINUED = 0x82, 0x81, 0x80
MORE_BINARY, MORE_CONTINUED = 0x02, 0x00
CLOSE, PING, PONG = 0x88, 0x89, 0x8A
CLOSE_NORMALLY = (1000).to_bytes(2)


def frame(opcode: int, payload: bytes = b"") -> bytes:
    """Return a client's frame, masked with zeros; ``opcode`` has the FIN bit."""
    if len(payload) < 126:
        return bytes([opcode, 0x80 | len(payload)]) + MASK + payload
    if len(payload) < 1 << 16:
        return bytes([opcode, 0xFE]) + len(payload).to_bytes(2) + MASK + payload
    return bytes([opcode, 0xFF]) + len(payload).to_bytes(8) + MASK + payload


class Table:
    """A listener whose links the test gets; counts those still served."""

    def __init__(self, callers: KnownCallers | None = None) -> None:
        self._config = None
        if callers is not None:
            limits = LINKS_LIMIT, HANDSHAKES_LIMIT
            self._config = ListenerConfig(*limits, callers=callers)
        self._to_test, self._links = trio.open_memory_channel[Link](math.inf)
        self.served = 0

    async def handle(self, link: Link) -> None:
        self.served += 1
        self._to_test.send_nowait(link)
        await trio.sleep_forever()

    async def next_link(self) -> Link:
        with trio.fail_after(PATIENCE):
            return await self._links.receive()

    async def run(
        self, *, task_status: trio.TaskStatus[Address] = trio.TASK_STATUS_IGNORED
    ) -> None:
        with self._to_test, self._links:
            async with trio.open_nursery() as nursery:
                listen = partial(serve, config=self._config)
                addresses = await nursery.start(listen, "127.0.0.1", 0, self.handle)
                task_status.started(addresses[0])


@asynccontextmanager
async def listening(
    callers: KnownCallers | None = None,
) -> AsyncIterator[tuple[Table, Address]]:
    table = Table(callers)
    async with trio.open_nursery() as nursery:
        address: Address = await nursery.start(table.run)
        yield table, address
        nursery.cancel_scope.cancel()


@asynccontextmanager
async def stranger(address: Address) -> AsyncIterator[trio.SocketStream]:
    async with await trio.open_tcp_stream(*address) as stream:
        yield stream


async def read_head(stream: trio.SocketStream) -> bytes:
    head = b""
    with trio.fail_after(PATIENCE):
        while not head.endswith(b"\r\n\r\n"):
            data = await stream.receive_some(1)
            assert data, head
            head += data
    return head


async def read_rest(stream: trio.SocketStream) -> bytes:
    """Return what comes until the other side hangs up."""
    rest = b""
    with trio.fail_after(PATIENCE):
        try:
            while data := await stream.receive_some():
                rest += data
        except trio.BrokenResourceError:
            pass
    return rest


@asynccontextmanager
async def guest(address: Address) -> AsyncIterator[trio.SocketStream]:
    """Shake hands by hand."""
    async with stranger(address) as stream:
        await stream.send_all(REQUEST + END)
        assert (await read_head(stream)).startswith(b"HTTP/1.1 101 ")
        yield stream


async def check_open(table: Table, address: Address) -> None:
    """Check that an honest newcomer gets in and is heard."""
    with trio.fail_after(PATIENCE):
        near = await connect(*address)
        try:
            await near.send(b"hello")
            while await first_frame(await table.next_link()) != b"hello":
                pass
        finally:
            await near.aclose()


async def first_frame(link: Link) -> bytes:
    try:
        return await link.receive()
    except LinkClosed:
        return b""


async def until_closed(link: Link) -> tuple[list[bytes], str]:
    """Return the frames that still come, and why no more do."""
    frames = []
    with trio.fail_after(PATIENCE):
        while True:
            try:
                frames.append(await link.receive())
            except LinkClosed as closed:
                return frames, str(closed)


def vouch(link: Link) -> None:
    """Note that a frame of this link has opened, as a peer does."""
    assert isinstance(link, Unproven)
    link.vouch()


async def closed_because(link: Link) -> str:
    return (await until_closed(link))[1]


async def send_in_vain(stream: trio.SocketStream, data: bytes) -> None:
    with suppress(trio.BrokenResourceError):
        await stream.send_all(data)
