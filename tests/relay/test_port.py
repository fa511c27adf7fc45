"""What comes to a relay's port: pages, browsers, proxies, TLS."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import trio

from p2pgame.relay.counts import Counts
from p2pgame.transport.link import TransportError
from p2pgame.transport.listener.forwarded import forwarded_for, network
from p2pgame.transport.relay.codec import read_relay
from p2pgame.transport.relay.protocol import MESSAGE_LIMIT, Welcome
from p2pgame.transport.websocket import Address, Incoming, connect
from tests.relay.clients import GENEROUS, Client, Writing, client, relay
from tests.relay.programs import fetch
from tests.transport.certificates import contexts
from tests.transport.strangers import END, REQUEST, read_head, read_rest, stranger


async def ask(address: Address, head: bytes) -> bytes:
    async with stranger(address) as stream:
        await stream.send_all(head)
        return await read_rest(stream)


@pytest.mark.attack(60)
async def test_pages_are_answered_and_nothing_else(tmp_path: Path) -> None:
    counts = Counts()
    async with relay(tmp_path / "db", counts=counts) as address:
        assert await fetch(address, "/health") == (200, "ok\n")
        assert await fetch(address, "/health?verbose") == (200, "ok\n")
        assert (await fetch(address, "/metrics"))[0] == 200
        assert await fetch(address, "/other") == (404, "")
        bare = await ask(address, b"GET /health HTTP/1.0\n\n")
        assert bare.startswith(b"HTTP/1.1 200 OK\r\n")
        assert bare.endswith(b"\r\n\r\nok\n")
        head = await ask(address, b"HEAD /health HTTP/1.1\r\nHost: x\r\n\r\n")
        assert b"Content-Length: 3\r\n" in head
        assert head.endswith(b"\r\n\r\n")
        for strange in (
            b"POST /health HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n",
            b"GET health HTTP/1.1\r\nHost: x\r\n\r\n",
            b"GET /health\r\n\r\n",
            b"GET /\xff HTTP/1.1\r\nHost: x\r\n\r\n",
            b"GET /health HTTP/1.1\r\nX: " + bytes(9000),
        ):
            assert b" 200 " not in await ask(address, strange)
        assert counts.arrived == 0
        async with client(address) as anna:
            await anna.join(Writing())


@pytest.mark.attack(61)
async def test_browser_pages_get_no_connection(tmp_path: Path) -> None:
    async with relay(tmp_path / "db") as address:
        answer = await ask(address, REQUEST + b"Origin: https://evil.example" + 2 * END)
        assert answer.startswith(b"HTTP/1.1 403 ")


async def observed(stream: trio.SocketStream, forwarded: bytes) -> str:
    await stream.send_all(REQUEST + forwarded + END)
    assert (await read_head(stream)).startswith(b"HTTP/1.1 101 ")
    size = (await stream.receive_some(2))[1]
    message = read_relay(await stream.receive_some(size))
    assert isinstance(message, Welcome)
    return message.address


async def test_the_proxy_in_front_tells_who_comes(tmp_path: Path) -> None:
    settings = replace(GENEROUS, proxies=(network("127.0.0.1"),), per_prefix=1)
    head = b"X-Forwarded-For: "
    async with relay(tmp_path / "db", settings) as address:
        async with stranger(address) as one, stranger(address) as two:
            told = await observed(one, head + b"192.0.2.7\r\n")
            assert told.startswith("192.0.2.7:")
            # What stands before the last comma is the client's own invention.
            chain = b"x-forwarded-for: 192.0.2.9, 192.0.2.7, [2001:db8::1]:4711\r\n"
            told = await observed(two, chain)
            assert told.startswith("[2001:db8::1]:")
            async with stranger(address) as three:
                await three.send_all(REQUEST + head + b"192.0.2.7" + 2 * END)
                answer = await read_rest(three)
                assert answer.startswith(b"HTTP/1.1 429 ")
                assert b"--limit club" in answer
        assert await fetch(address, "/health") == (200, "ok\n")


@pytest.mark.attack(33)
@pytest.mark.parametrize(
    "lines",
    [
        b"X-Forwarded-For: 192.0.2.7\r\nX-Forwarded-For: 192.0.2.8\r\n",
        b"X-Forwarded-For: 192.0.2.7\r\nX-Forwarded-For: unknown\r\n",
        b"X-Forwarded-For: 192.0.2.7, unknown\r\n",
        b"X-Forwarded-For: 192.0.2.7, _hidden\r\n",
        b"X-Forwarded-For: 192.0.2.7,\r\n",
        b"X-Forwarded-For:\r\n",
        b"X-Forwarded-For: 192.0.2.7:x\r\n",
        b"X-Forwarded-For: 192.0.2\r\n",
        b"X-Forwarded-For: [192.0.2.7\r\n",
        b"X-Forwarded-For: 192.0.2.7,\r\n 192.0.2.8\r\n",
    ],
)
async def test_what_a_proxy_does_not_say_plainly_is_believed_by_nobody(
    lines: bytes, tmp_path: Path
) -> None:
    """The client may have written one of two lines; what is no address is nobody's."""
    settings = replace(GENEROUS, proxies=(network("127.0.0.0/8"),))
    async with relay(tmp_path / "db", settings) as address:
        answer = await ask(address, REQUEST + lines + END)
        assert answer.startswith(b"HTTP/1.1 400 ")
        assert b"X-Forwarded-For" in answer


@pytest.mark.parametrize(
    ("word", "host"),
    [
        (b"192.0.2.7", "192.0.2.7"),
        (b"192.0.2.7:4711", "192.0.2.7"),
        (b"2001:DB8::1", "2001:db8::1"),
        (b"[2001:db8::1]", "2001:db8::1"),
        (b"[2001:db8::1]:4711", "2001:db8::1"),
        (b"10.0.0.1 , 192.0.2.7 ", "192.0.2.7"),
    ],
)
def test_an_address_is_read_with_its_brackets_and_port(word: bytes, host: str) -> None:
    head = b"GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: " + word + b"\r\n\r\n"
    assert forwarded_for(head) == host


@pytest.mark.attack(33)
async def test_only_the_proxy_itself_is_believed(tmp_path: Path) -> None:
    settings = replace(GENEROUS, proxies=(network("127.0.0.9"),))
    async with relay(tmp_path / "db", settings) as address, stranger(address) as one:
        told = await observed(one, b"X-Forwarded-For: 192.0.2.7\r\n")
        assert told.startswith("127.0.0.1:")


async def test_without_a_proxy_nobody_says_who_he_is(tmp_path: Path) -> None:
    async with relay(tmp_path / "db") as address, stranger(address) as one:
        told = await observed(one, b"X-Forwarded-For: 192.0.2.7\r\n")
        assert told.startswith("127.0.0.1:")


async def test_a_relay_speaks_tls(tmp_path: Path) -> None:
    ours, theirs = contexts(tmp_path)
    settings = replace(GENEROUS, tls=ours)
    async with relay(tmp_path / "db", settings) as (_, port):
        link = await connect(
            "localhost", port, tls=theirs, incoming=Incoming(MESSAGE_LIMIT)
        )
        welcome = read_relay(await link.receive())
        assert isinstance(welcome, Welcome)
        anna = Client(link, welcome)
        await anna.join(Writing())
        for number in range(20):
            await anna.publish(Writing(), number)
        await link.aclose()
        with pytest.raises(TransportError):
            await connect("127.0.0.1", port)
        async with stranger(("127.0.0.1", port)) as stream:
            await stream.send_all(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
            assert b"200" not in await read_rest(stream)
