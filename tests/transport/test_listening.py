"""Who gets in, who does not, and that nobody can keep others out."""

from __future__ import annotations

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from p2pgame.transport.link import Link, TransportError
from p2pgame.transport.listener.listening import HANDSHAKES_LIMIT, serve
from p2pgame.transport.websocket import CONNECT_WITHIN, connect
from p2pgame.transport.wire import HANDSHAKE_LIMIT
from tests.transport.pairs import PATIENCE
from tests.transport.strangers import (
    BINARY,
    END,
    PONG,
    REQUEST,
    Table,
    check_open,
    closed_because,
    frame,
    listening,
    read_head,
    read_rest,
    send_in_vain,
    stranger,
    vouch,
)

#: Where the limits are that are lowered here.
DOOR = "p2pgame.transport.listener.listening"


@pytest.mark.attack(62)
@pytest.mark.attack(61)
@pytest.mark.parametrize(
    "origin",
    [
        b"Origin: https://evil.example",
        b"origin: null",
        b"ORIGIN: http://127.0.0.1",
        b"Origin:",
        b"Origin: http://table",
    ],
)
async def test_a_browser_page_gets_no_link(origin: bytes) -> None:
    async with listening() as (table, address):
        async with stranger(address) as stream:
            await stream.send_all(REQUEST + origin + END + END)
            assert (await read_rest(stream)).startswith(b"HTTP/1.1 403 ")
        assert table.served == 0
        await check_open(table, address)
        assert table.served == 1


@pytest.mark.parametrize(
    "request_head",
    [
        b"GET / HTTP/1.1\r\nHost: table\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: table\r\nContent-Length: 0\r\n\r\n",
        b"\r\n\r\n",
        b"\n\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        REQUEST.replace(b"13", b"12") + END,
        REQUEST.replace(b"Host: table\r\n", b"") + END,
        REQUEST.replace(b"Host: table", b"Host: xn--\xff" + b"a" * 80) + END,
        REQUEST.replace(b": Upgrade", b": Upgrade, \xff") + END,
        REQUEST.replace(b"GET /", b"GET /\xff") + END,
        REQUEST + b"Sec-WebSocket-Protocol: \xff" + END + END,
        REQUEST + b"X: " + b"a" * HANDSHAKE_LIMIT + END + END,
        REQUEST + END + frame(BINARY, b"early"),
        REQUEST.replace(b"\r\n", b"\n") + b"\n" + frame(BINARY, b"early"),
    ],
)
@pytest.mark.attack(72)
async def test_a_strange_handshake_is_turned_away(request_head: bytes) -> None:
    async with listening() as (table, address):
        async with stranger(address) as stream:
            await send_in_vain(stream, request_head)
            await send_in_vain(stream, b"")
            await stream.send_eof()
            assert b"HTTP/1.1 101" not in await read_rest(stream)
        assert table.served == 0
        await check_open(table, address)


@pytest.mark.attack(29)
async def test_frames_are_counted_after_a_head_with_bare_line_feeds() -> None:
    """The HTTP parser takes them, so the meter must too."""
    async with listening() as (table, address), stranger(address) as stream:
        await stream.send_all(REQUEST.replace(b"\r\n", b"\n") + b"\n")
        await read_head(stream)
        link = await table.next_link()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(send_in_vain, stream, frame(PONG) * 100_000)
            assert "too many" in await closed_because(link)


@pytest.mark.attack(31)
async def test_half_handshakes_keep_nobody_out_and_make_room() -> None:
    turned_away = 0

    async with listening() as (table, address), trio.open_nursery() as nursery:

        async def dawdle(*, task_status: trio.TaskStatus[None]) -> None:
            nonlocal turned_away
            async with stranger(address) as stream:
                await stream.send_all(REQUEST)
                task_status.started()
                await read_rest(stream)
                turned_away += 1

        for _ in range(300):
            await nursery.start(dawdle)
        with trio.fail_after(1):
            await check_open(table, address)
        with trio.fail_after(CONNECT_WITHIN / 2):
            while turned_away < 300 - HANDSHAKES_LIMIT:
                await wait_all_tasks_blocked()
        nursery.cancel_scope.cancel()


@pytest.mark.attack(31)
async def test_a_half_handshake_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{DOOR}.CONNECT_WITHIN", 0.1)
    async with listening() as (_, address), stranger(address) as stream:
        await stream.send_all(REQUEST)
        assert await read_rest(stream) == b""


@pytest.mark.attack(33)
async def test_a_full_house_says_so_until_somebody_leaves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(f"{DOOR}.LINKS_LIMIT", 2)
    heard, left = trio.open_memory_channel[bytes](8), trio.Event()

    async def handle(link: Link) -> None:
        try:
            while True:
                heard[0].send_nowait(await link.receive())
                vouch(link)
        finally:
            left.set()

    async with trio.open_nursery() as nursery:
        (address,) = await nursery.start(serve, "127.0.0.1", 0, handle)
        first, second = await connect(*address), await connect(*address)
        for link in (first, second):
            await link.send(b"here")
            await heard[1].receive()
        with pytest.raises(TransportError, match="no room"):
            await connect(*address)
        await first.aclose()
        await left.wait()
        await wait_all_tasks_blocked()
        third = await connect(*address)
        for link in (second, third):
            await link.aclose()
        nursery.cancel_scope.cancel()


@pytest.mark.attack(35)
async def test_strangers_who_say_nothing_keep_nobody_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The newcomer that is there longest makes room; a proven link stays."""
    monkeypatch.setattr(f"{DOOR}.LINKS_LIMIT", 3)
    async with listening() as (table, address):
        friend = await connect(*address)
        await friend.send(b"here")
        hosted = await table.next_link()
        assert await hosted.receive() == b"here"
        vouch(hosted)
        silent = [await connect(*address) for _ in range(6)]
        for _ in silent:
            await table.next_link()
        for link in silent[:4]:
            assert await closed_because(link)
        await check_open(table, address)
        await hosted.send(b"still here")
        assert await friend.receive() == b"still here"
        for link in (friend, *silent):
            await link.aclose()


async def test_a_handler_that_lost_its_link_ends_nothing() -> None:
    calls = 0

    async def handle(link: Link) -> None:
        nonlocal calls
        calls += 1
        async with trio.open_nursery() as nursery:
            nursery.start_soon(link.receive)
            await link.receive()

    async with trio.open_nursery() as nursery:
        (address,) = await nursery.start(serve, "127.0.0.1", 0, handle)
        for _ in range(3):
            near = await connect(*address)
            await near.aclose()
        nursery.cancel_scope.cancel()
    assert calls == 3


async def test_an_error_in_a_handler_is_not_hidden() -> None:
    async def handle(link: Link) -> None:
        raise KeyError("a fault of ours")

    async def listen_and_connect() -> None:
        async with trio.open_nursery() as nursery:
            (address,) = await nursery.start(serve, "127.0.0.1", 0, handle)
            await closed_because(await connect(*address))
            await trio.sleep_forever()

    with trio.fail_after(PATIENCE), pytest.raises(BaseExceptionGroup) as caught:
        await listen_and_connect()
    assert caught.group_contains(KeyError)


async def test_links_end_with_the_listening() -> None:
    async with listening() as (table, address):
        near = await connect(*address)
        await table.next_link()
    assert await closed_because(near)


async def test_a_link_ends_with_its_handler() -> None:
    async def handle(link: Link) -> None:
        await link.send(b"goodbye")

    async with trio.open_nursery() as nursery:
        (address,) = await nursery.start(serve, "127.0.0.1", 0, handle)
        near = await connect(*address)
        assert await near.receive() == b"goodbye"
        why = await closed_because(near)
        assert why == "The other side closed the link."
        nursery.cancel_scope.cancel()


async def test_a_taken_port_is_named() -> None:
    async with listening() as (_, (host, port)):
        with pytest.raises(TransportError, match=f"Port {port}"):
            await serve(host, port, Table().handle)
