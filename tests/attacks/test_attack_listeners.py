"""Each listener of ours says the same to a stranger: nothing, and soon.

The four are a player's own, a relay's, the page's and that for programs.  Whoever is
let in, and whoever is not, gets no compression, no HTTP/2 and no place of another's.
"""

from __future__ import annotations

import secrets
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import (
    AbstractAsyncContextManager,
    AsyncExitStack,
    ExitStack,
    asynccontextmanager,
    suppress,
)
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeAlias

import pytest
import trio
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from trio.testing import MockClock

from p2pgame.transport.first_frame import CallerKind, KnownCallers, path_for
from p2pgame.web.connections import Accepting, Connections
from p2pgame.web.programs import Tokens
from p2pgame.web.server import listen
from p2pgame.web.visitors import STRANGER_FOR, STRANGERS_LIMIT, VISITOR, Visitors
from tests import forked
from tests.children import WITHIN, line_with
from tests.relay.clients import relay
from tests.transport.pairs import PATIENCE
from tests.transport.strangers import END, KEY, listening, read_head, read_rest
from tests.web.hub_process import ROOT, hub_in

OFFER = b"Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n"
#: "aaaa", deflated, in a masked text frame that says it is compressed.
BOMB = bytes([0xC1, 0x85]) + bytes(4) + bytes.fromhex("4a4c4c0400")
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes(3) + b"\x04" + bytes(5)
#: The types of frames with which HTTP/2 begins: SETTINGS, or GOAWAY.
HTTP_2 = (b"\x04", b"\x07")
#: Silent connections; no listener of ours has so many places.
CROWD = 300


@dataclass(frozen=True)
class Listener:
    """Where one listens, and with which headers one is let in."""

    address: tuple[str, int]
    path: bytes = b"/"
    headers: dict[str, str] = field(default_factory=dict)

    def handshake(self, more: bytes = b"") -> bytes:
        """Return the head of a WebSocket's request that is let in."""
        host = f"{self.address[0]}:{self.address[1]}"
        own = {"Host": host, **self.headers}
        lines = "".join(f"{name}: {value}\r\n" for name, value in own.items())
        return (
            b"GET " + self.path + b" HTTP/1.1\r\n" + lines.encode() + b"Upgrade: "
            b"websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            b"Sec-WebSocket-Key: " + KEY + END + more + END
        )

    @asynccontextmanager
    async def stranger(self) -> AsyncIterator[trio.SocketStream]:
        async with await trio.open_tcp_stream(*self.address) as stream:
            yield stream


@asynccontextmanager
async def players(folder: Path) -> AsyncIterator[Listener]:
    listener, invited = bytes(32), bytes(range(32))
    callers = KnownCallers(listener)
    callers.know(CallerKind.INVITED, invited)
    path = path_for(invited, listener, secrets.token_bytes)
    async with listening(callers) as (_, address):
        yield Listener(address, path.encode())


@asynccontextmanager
async def relays(folder: Path) -> AsyncIterator[Listener]:
    async with relay(folder / "relay.sqlite") as address:
        yield Listener(address)


@asynccontextmanager
async def pages(folder: Path) -> AsyncIterator[Listener]:
    with hub_in(folder) as hub:
        entered = hub.enter()
        headers = {"Origin": entered.url, "Cookie": entered.cookie}
        yield Listener(("127.0.0.1", entered.port), b"/ws", headers)


@asynccontextmanager
async def programs(folder: Path) -> AsyncIterator[Listener]:
    home = folder / "home"
    home.mkdir()
    token = Tokens(home).make("robot").read_text().strip()
    process = forked.Popen(
        [*forked.OURS, "serve"],
        cwd=folder,
        env={**forked.STARTED, "P2PGAME_HOME": str(home), "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        line = line_with("ws://", process)
        port = int(line.partition("ws://127.0.0.1:")[2].partition("/")[0])
        bearer = {"Authorization": f"Bearer {token}"}
        yield Listener(("127.0.0.1", port), b"/ws", bearer)
    finally:
        process.terminate()
        process.communicate(timeout=WITHIN)


Kind: TypeAlias = Callable[[Path], AbstractAsyncContextManager[Listener]]
LISTENERS: list[Kind] = [players, relays, pages, programs]
every = pytest.mark.parametrize(
    "kind", LISTENERS, ids=["player", "relay", "page", "programs"]
)


@pytest.mark.attack(30)
@every
async def test_no_listener_takes_compression(kind: Kind, tmp_path: Path) -> None:
    async with kind(tmp_path) as listener, listener.stranger() as stream:
        await stream.send_all(listener.handshake(OFFER))
        head = await read_head(stream)
        assert head.startswith(b"HTTP/1.1 101 ")
        assert b"extensions" not in head.lower()
        await stream.send_all(BOMB)
        assert b"aaaa" not in await read_rest(stream)


@pytest.mark.attack(30)
@every
async def test_no_listener_changes_to_http_2(kind: Kind, tmp_path: Path) -> None:
    upgrade = (
        b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: Upgrade, HTTP2-"
        b"Settings\r\nHTTP2-Settings: AAMAAABk\r\n\r\n"
    )
    async with kind(tmp_path) as listener:
        for asked in (PREFACE, upgrade):
            async with listener.stranger() as stream:
                await stream.send_all(asked)
                await stream.send_eof()
                said = await read_rest(stream)
            assert said[3:4] not in HTTP_2, said
            assert b" 101 " not in said


@pytest.mark.attack(30)
@every
async def test_an_endless_head_is_cut_off(kind: Kind, tmp_path: Path) -> None:
    async with kind(tmp_path) as listener, listener.stranger() as stream:
        sent = 0
        with suppress(trio.BrokenResourceError), trio.fail_after(PATIENCE):
            await stream.send_all(b"GET / HTTP/1.1\r\nHost: ")
            while True:
                await stream.send_all(b"x" * 65536)
                sent += 65536
        assert sent < 16 * 1024 * 1024  # what the system's buffers hold


#: What a stranger may ask, beside a handshake that lacks what lets it in.
ASKED = (
    b"GET / HTTP/1.1\r\nHost: {host}\r\n\r\n",
    b"GET /static/index.html HTTP/1.0\r\n\r\n",
    b"HEAD /files HTTP/1.1\r\nHost: localhost\r\nOrigin: http://{host}\r\n\r\n",
    b"OPTIONS * HTTP/1.1\r\nHost: {host}\r\n\r\n",
    b"POST /enter HTTP/1.1\r\nHost: {host}\r\nOrigin: null\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 0\r\n\r\n",
    b"GET /ws HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer 00\r\n"
    b"Cookie: p2pgame=00\r\n\r\n",
    b"no request\r\n\r\n",
    bytes(16) + END + END,
)


@pytest.mark.attack(34)
@pytest.mark.parametrize("kind", [players, pages, programs])
async def test_a_stranger_hears_one_answer_whatever_it_asks(
    kind: Kind, tmp_path: Path
) -> None:
    """Its answers told whether a name, a page, a path or a secret was wrong."""
    async with kind(tmp_path) as listener:
        host = "{}:{}".format(*listener.address).encode()
        asked = [one.replace(b"{host}", host) for one in ASKED]
        asked.append(replace(listener, path=b"/ws", headers={}).handshake())
        heard = set()
        for one in asked:
            async with listener.stranger() as stream:
                await stream.send_all(one)
                heard.add(await read_rest(stream))
    (answer,) = heard
    assert answer.startswith(b"HTTP/1.1 403 ")


@pytest.mark.attack(31)
@every
async def test_a_silent_crowd_keeps_nobody_out_who_is_let_in(
    kind: Kind, tmp_path: Path
) -> None:
    async with kind(tmp_path) as listener, AsyncExitStack() as crowd:
        for _ in range(CROWD):
            await crowd.enter_async_context(listener.stranger())
        with trio.fail_after(STRANGER_FOR / 2):  # no silent one is timed out by then
            async with listener.stranger() as stream:
                await stream.send_all(listener.handshake())
                head = await read_head(stream)
        assert head.startswith(b"HTTP/1.1 101 ")


@pytest.mark.attack(31)
@pytest.mark.skipif(sys.platform != "linux", reason="others queue 128 at most")
def test_a_crowd_that_comes_at_once_finds_room_in_the_queue() -> None:
    with listen(0) as bound, ExitStack() as crowd:
        for _ in range(CROWD):
            # Nobody accepts: the one that finds no room waits in vain.
            crowd.enter_context(socket.create_connection(bound.getsockname(), PATIENCE))


@pytest.mark.attack(31)
@pytest.mark.skipif(sys.platform != "linux", reason="others do not tell")
async def test_a_stranger_that_hung_up_in_the_queue_is_not_served() -> None:
    """To serve each of a crowd that comes and goes kept its owner waiting for 4 s."""
    bound = listen(0)
    with socket.create_connection(bound.getsockname(), PATIENCE) as one:
        one.sendall(b"GET / HTTP/1.1\r\n")
        one.shutdown(socket.SHUT_WR)
        async with Accepting(bound) as listener, trio.open_nursery() as nursery:
            serve = Connections(let_in).serve
            nursery.start_soon(trio.serve_listeners, serve, [listener])
            assert await trio.to_thread.run_sync(_ending, one) == b""
            nursery.cancel_scope.cancel()


def _ending(stream: socket.socket) -> bytes:
    """Return what comes until the other side closes or resets."""
    with suppress(ConnectionResetError):
        return stream.recv(1024)
    return b""


async def serving(app: ASGIApp, nursery: trio.Nursery) -> tuple[str, int]:
    """Serve an application on a port of its own."""
    (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
    nursery.start_soon(trio.serve_listeners, Connections(app).serve, [listener])
    host, port = listener.socket.getsockname()
    return host, port


async def let_in(scope: Scope, receive: Receive, send: Send) -> None:
    """Let in whoever asks for ``/in``, and answer."""
    if scope["path"] == "/in":
        scope["state"][VISITOR].let_in()
    await PlainTextResponse("")(scope, receive, send)


async def test_a_stranger_that_asks_slowly_or_nothing_is_soon_gone(
    autojump_clock: MockClock,
) -> None:
    async with trio.open_nursery() as nursery:
        address = await serving(let_in, nursery)
        for said in (b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"):
            begun = trio.current_time()
            async with await trio.open_tcp_stream(*address) as stream:
                if said:
                    await stream.send_all(said)
                while await stream.receive_some():
                    pass
            assert trio.current_time() - begun <= STRANGER_FOR + 1
        nursery.cancel_scope.cancel()


async def test_strangers_make_room_for_each_other_and_take_none_of_those_let_in() -> (
    None
):
    async with trio.open_nursery() as nursery, AsyncExitStack() as stack:
        address = await serving(let_in, nursery)

        async def ask(path: bytes) -> trio.SocketStream:
            stream = await stack.enter_async_context(
                await trio.open_tcp_stream(*address)
            )
            await stream.send_all(b"GET " + path + b" HTTP/1.1\r\nHost: x\r\n\r\n")
            return stream

        known = await ask(b"/in")
        await read_head(known)
        refused = await ask(b"/")
        await read_head(refused)
        silent = await stack.enter_async_context(await trio.open_tcp_stream(*address))
        for _ in range(STRANGERS_LIMIT - 1):
            await stack.enter_async_context(await trio.open_tcp_stream(*address))
        assert await read_rest(silent) == b""  # the first that has asked nothing
        for stream in (refused, known):
            await stream.send_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            assert (await read_head(stream)).startswith(b"HTTP/1.1 200 ")
        nursery.cancel_scope.cancel()


@pytest.mark.attack(31)
async def test_whoever_was_refused_takes_no_place_while_its_connection_ends() -> None:
    """A storm of refused ones ended a newcomer that had not asked yet."""
    visitors, (stream, other) = Visitors(), trio.socket.socketpair()
    with stream, other:
        newcomer = visitors.enter(trio.SocketStream(stream))
        for _ in range(2 * STRANGERS_LIMIT):
            visitors.enter(trio.SocketStream(stream)).refuse()
        assert not newcomer.scope.cancel_called


#: Requests that are refused with more behind them, and one that is broken off.
LEFT_OVER = {
    "asked for HTTP/2": PREFACE + bytes(4096),
    "no request": b"X: " + b"x" * (1 << 17),
    "asked twice": 2 * b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    "broken off": b"GET / HT",
}


@pytest.mark.attack(31)
@pytest.mark.parametrize("said", LEFT_OVER.values(), ids=LEFT_OVER)
async def test_nothing_is_kept_of_a_connection_that_has_ended(said: bytes) -> None:
    """It was kept for ten seconds with all that had come: a gigabyte in a storm."""
    ended = trio.Event()
    connections = Connections(PlainTextResponse("", 403))

    async def serve(stream: trio.SocketStream) -> None:
        await connections.serve(stream)
        ended.set()

    async with trio.open_nursery() as nursery:
        (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
        nursery.start_soon(trio.serve_listeners, serve, [listener])
        async with await trio.open_tcp_stream(*listener.socket.getsockname()) as stream:
            await stream.send_all(said)
            await stream.send_eof()
            with trio.fail_after(STRANGER_FOR / 2):
                await ended.wait()
        nursery.cancel_scope.cancel()
