"""Connecting to peers, to others who only look like peers, and to nobody."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha1

import pytest
import trio

from p2pgame.transport import websocket
from p2pgame.transport.link import TransportError
from p2pgame.transport.websocket import Address, connect
from tests.transport.strangers import (
    closed_because,
    read_head,
    read_rest,
    send_in_vain,
)


@asynccontextmanager
async def impostor(answer: bytes) -> AsyncIterator[Address]:
    """Listen and answer every request with these bytes."""

    async def handle(stream: trio.SocketStream) -> None:
        async with stream:
            request = await read_head(stream)
            key = request.split(b"Sec-WebSocket-Key: ")[1].split(b"\r\n")[0]
            magic = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
            accept = b64encode(sha1(key + magic).digest())
            await send_in_vain(stream, answer.replace(b"ACCEPT", accept))
            await read_rest(stream)

    async with trio.open_nursery() as nursery:
        (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
        nursery.start_soon(trio.serve_listeners, handle, [listener])
        host, port = listener.socket.getsockname()
        yield host, port
        nursery.cancel_scope.cancel()


WELCOME = (
    b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: WebSocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Accept: ACCEPT\r\n\r\n"
)


OLD = b"HTTP/1.1 426 Upgrade Required\r\nP2pgame-Versions: 1-1\r\n\r\n"


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", "not a peer: .* 404"),
        (b"HTTP/1.1 200 OK\r\n\r\n" + bytes(10_000_000), "not a peer: .* 200"),
        (b"HTTP/1.1 403 Forbidden\r\n\r\n", "does not know us"),
        (OLD, "speaks version 1 .* the other side needs p2pgame 0.1"),
        (OLD.replace(b"1-1", b"4-9"), "versions 4 to 9 .* install a later release"),
        (OLD.replace(b"1-1", b"9-3"), "not a peer: .* 426"),
        (OLD.replace(b"1-1", b"0-999"), "not a peer: .* 426"),
        (b"HTTP/1.1 503 Unavailable\r\n\r\n", "no room"),
        (b"HTTP/1.1 103 Early Hints\r\n\r\n" + WELCOME, "not a peer"),
        (b"SSH-2.0-OpenSSH_9.7\r\n\r\n", "not a peer"),
        (b"\r\n\r\n", "not a peer"),
        (WELCOME[:40] + b"X: y\r\n" * 10_000, "does not end"),
        (WELCOME.replace(b"ACCEPT", b"AAAA"), "broke off"),
        (WELCOME.replace(b"WebSocket\r", b"h2c\r"), "broke off"),
    ],
)
async def test_what_is_not_a_peer_gets_no_link(answer: bytes, sentence: str) -> None:
    async with impostor(answer) as address:
        with trio.fail_after(4), pytest.raises(TransportError, match=sentence):
            await connect(*address)


async def test_frames_right_behind_the_welcome_are_read_and_counted() -> None:
    async with impostor(WELCOME + b"\x82\x01x") as address:
        link = await connect(*address)
        assert await link.receive() == b"x"
        await link.aclose()
    async with impostor(WELCOME + b"\x82\x00" * 100_000) as address:
        try:
            why = await closed_because(await connect(*address))
        except TransportError as error:
            why = str(error)
        assert "too many" in why


async def test_a_hang_up_is_told_at_once() -> None:
    async def hang_up(stream: trio.SocketStream) -> None:
        await read_head(stream)
        await stream.aclose()

    async with trio.open_nursery() as nursery:
        (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
        nursery.start_soon(trio.serve_listeners, hang_up, [listener])
        with trio.fail_after(1), pytest.raises(TransportError, match="hung up"):
            await connect(*listener.socket.getsockname())
        nursery.cancel_scope.cancel()


async def test_silence_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket, "CONNECT_WITHIN", 0.1)
    (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
    async with listener:
        with pytest.raises(TransportError, match="in time"):
            await connect(*listener.socket.getsockname())


async def test_a_closed_port_is_named() -> None:
    (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
    host, port = listener.socket.getsockname()
    await listener.aclose()
    with pytest.raises(TransportError, match=f"{host}:{port} can't be reached"):
        await connect(host, port)


@pytest.mark.parametrize("host", ["a" * 64, "no..host", "", "host.invalid"])
async def test_a_hopeless_name_can_not_be_reached(host: str) -> None:
    with pytest.raises(TransportError):
        await connect(host, 1)


async def test_a_connect_that_is_cancelled_hangs_up() -> None:
    giving_up = trio.CancelScope()

    async def give_up(host: str, port: int) -> None:
        with giving_up:
            await connect(host, port)

    (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
    async with listener, trio.open_nursery() as nursery:
        nursery.start_soon(give_up, *listener.socket.getsockname())
        async with await listener.accept() as stream:
            await read_head(stream)
            giving_up.cancel()
            assert await read_rest(stream) == b""
