"""What can be said inside TLS and carries no data is bounded, at both ends."""

from __future__ import annotations

import ssl
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
import trio
import trio.testing

from p2pgame.cli.commands import relaying
from p2pgame.transport.link import TransportError
from p2pgame.transport.relay.client import Subscription
from p2pgame.transport.tls import OVERHEAD, TlsStream
from p2pgame.transport.websocket import connect
from tests.transport.certificates import certificate, contexts
from tests.transport.pairs import PATIENCE
from tests.transport.real_relay import GENEROUS, real_relay
from tests.transport.strangers import END, REQUEST
from tests.transport.test_relay_together import SEED, TOPIC, publish
from tests.transport.tls_words import Talker, shake

#: What is sent in a flood, and what may be on its way when it is cut off: the buffers
#: of both systems.
FLOOD = 1024 * 1024


def updates(talker: Talker) -> bytes:
    """Return a key update that asks for one, which costs the other side 20 µs."""
    return b"".join(talker.key_update() for _ in range(64))


def nothings(talker: Talker) -> bytes:
    """Return records without a byte."""
    return b"".join(talker.record(b"") for _ in range(64))


def pings(talker: Talker) -> bytes:
    """Return a WebSocket's ping in records of a byte, each with a key update."""
    ping = bytes.fromhex("898000000000")
    return b"".join(talker.record(bytes([one])) + talker.key_update() for one in ping)


Words = Callable[[Talker], bytes]


async def flood(talker: Talker, words: Words) -> int:
    """Send until the other side hangs up, and read what it says; return how much."""
    sent, stream = 0, talker.stream

    async def read() -> None:
        with suppress(trio.BrokenResourceError):
            while await stream.receive_some():
                pass
        nursery.cancel_scope.cancel()

    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(read)
            with suppress(trio.BrokenResourceError):
                while sent < FLOOD:
                    said = words(talker)
                    await stream.send_all(said)
                    sent += len(said)
            nursery.cancel_scope.cancel()
    return sent


@pytest.mark.attack(29)
@pytest.mark.parametrize("words", [updates, nothings, pings])
@pytest.mark.parametrize("greets", [False, True], ids=["silent", "greets"])
async def test_who_says_nothing_inside_tls_is_cut_off_by_a_relay(
    words: Words, greets: bool, tmp_path: Path
) -> None:
    ours, theirs = contexts(tmp_path)
    trusting = ssl.create_default_context(cafile=tmp_path / "chain.pem")
    async with real_relay(replace(GENEROUS, tls=ours)) as url:
        link = await Subscription(url, TOPIC, SEED, tls=trusting).connect()
        async with await trio.open_tcp_stream("127.0.0.1", url.port) as stream:
            talker = await shake(stream, theirs, tmp_path / "keys", host="localhost")
            if greets:
                await stream.send_all(talker.record(REQUEST + END))
                await stream.receive_some()
            assert await flood(talker, words) < FLOOD
        await publish(link, *range(8))  # who was there before goes on
        await link.aclose()


@pytest.mark.attack(29)
async def test_a_relay_that_says_nothing_inside_tls_is_left(tmp_path: Path) -> None:
    ours, theirs = contexts(tmp_path)
    sent = list[int]()

    async def relay(stream: trio.SocketStream) -> None:
        talker = await shake(stream, ours, tmp_path / "keys")
        sent.append(await flood(talker, updates))

    async with trio.open_nursery() as nursery:
        (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
        nursery.start_soon(trio.serve_listeners, relay, [listener])
        port = listener.socket.getsockname()[1]
        with trio.fail_after(PATIENCE), pytest.raises(TransportError, match="no data"):
            await connect("localhost", port, tls=theirs)
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("size", [1, 50, 300, 100_000])
async def test_whatever_data_come_they_are_all_read(size: int, tmp_path: Path) -> None:
    """However small the records are, while they are as many as programs make."""
    ours, theirs = contexts(tmp_path)
    near, far = trio.testing.memory_stream_pair()
    client, server = TlsStream(near, theirs, "localhost"), TlsStream(far, ours)
    count = 1000 if size == 1 else 4 * int(OVERHEAD) // size

    async def send() -> None:
        for _ in range(count):
            await client.send_all(bytes(size))

    left = count * size
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(send)
            while left:
                left -= len(await server.receive_some())


def test_a_relay_s_tls_is_the_newest_and_keeps_nothing_of_who_comes(
    tmp_path: Path,
) -> None:
    """So nobody shakes hands again and again on one connection."""
    context = relaying._tls(*certificate(tmp_path))
    assert context is not None
    assert context.minimum_version is ssl.TLSVersion.TLSv1_3
    assert context.num_tickets == 0
