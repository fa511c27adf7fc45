"""Whoever has gone leaves nothing that only the garbage collector would find.

A relay collects seldom, and what has lived long once in thousands of connections
(:mod:`p2pgame.relay.collecting`), so a few kilobytes of each would add up to megabytes.
"""

from __future__ import annotations

import gc
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from p2pgame.relay.counts import Counts
from p2pgame.relay.settings import Settings
from p2pgame.transport.link import SIZES
from p2pgame.transport.relay.codec import encode, read_relay
from p2pgame.transport.relay.protocol import (
    FromPeer,
    Knock,
    Open,
    Publish,
    Subscribe,
    Welcome,
)
from tests.relay.clients import GENEROUS, PATIENCE, Writing, relay
from tests.transport.strangers import (
    BINARY,
    CLOSE,
    CLOSE_NORMALLY,
    END,
    PONG,
    REQUEST,
    TEXT,
    frame,
    read_head,
    read_rest,
    stranger,
)

TABLE = Writing(77)
ROOT = Path(__file__).parents[2]
#: How many come and go: more than the objects of one kind that a connection has.
STRANGERS = 12

Way = Callable[[trio.SocketStream], Awaitable[None]]


async def shake(stream: trio.SocketStream) -> Welcome:
    await stream.send_all(REQUEST + END)
    assert (await read_head(stream)).startswith(b"HTTP/1.1 101 ")
    data = b""
    while len(data) < 2 or len(data) < 2 + data[1]:
        data += bytes(await stream.receive_some())
    welcome = read_relay(data[2 : 2 + data[1]])
    assert isinstance(welcome, Welcome)
    return welcome


async def say(stream: trio.SocketStream, *messages: FromPeer) -> None:
    for message in messages:
        await stream.send_all(frame(BINARY, encode(message)))


async def join(stream: trio.SocketStream) -> None:
    welcome = await shake(stream)
    await say(stream, TABLE.claim(welcome.nonce), Subscribe(TABLE.topic))


def words(count: int, size: int = SIZES[0]) -> list[FromPeer]:
    return [Publish(TABLE.topic, n, bytes(size)) for n in range(1, count + 1)]


async def nothing(stream: trio.SocketStream) -> None: ...


async def half(stream: trio.SocketStream) -> None:
    await stream.send_all(REQUEST)


async def page(stream: trio.SocketStream) -> None:
    await stream.send_all(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
    await read_rest(stream)


async def browser(stream: trio.SocketStream) -> None:
    await stream.send_all(REQUEST + b"Origin: http://x\r\n" + END)
    await read_rest(stream)


async def greeted(stream: trio.SocketStream) -> None:
    await shake(stream)


async def polite(stream: trio.SocketStream) -> None:
    await shake(stream)
    await stream.send_all(frame(CLOSE, CLOSE_NORMALLY))
    await read_rest(stream)


async def joined(stream: trio.SocketStream) -> None:
    await join(stream)
    await say(stream, *words(5))


async def nonsense(stream: trio.SocketStream) -> None:
    await shake(stream)
    await stream.send_all(frame(BINARY, b"\xff"))
    await stream.receive_some()  # the relay ends it, and waits for an answer to that
    await stream.send_all(frame(CLOSE, CLOSE_NORMALLY))
    await read_rest(stream)


async def text(stream: trio.SocketStream) -> None:
    await shake(stream)
    await stream.send_all(frame(TEXT, b"hello"))
    await read_rest(stream)


async def bad(stream: trio.SocketStream) -> None:
    await shake(stream)
    await stream.send_all(frame(0x83))
    await read_rest(stream)


async def frames(stream: trio.SocketStream) -> None:
    await shake(stream)
    with suppress(trio.BrokenResourceError):
        while True:
            await stream.send_all(frame(PONG) * 100)


async def doors(stream: trio.SocketStream) -> None:
    await shake(stream)
    await say(stream, Open(60), Knock(1, b"?" * 32), Knock(2, b"?" * 32))


async def slow(stream: trio.SocketStream) -> None:
    await join(stream)
    with suppress(trio.BrokenResourceError):
        while True:
            await say(stream, *words(100, SIZES[1]))


async def idle(stream: trio.SocketStream) -> None:
    await shake(stream)
    await read_rest(stream)


WAYS: tuple[tuple[Way, Settings], ...] = (
    *((way, GENEROUS) for way in (nothing, half, page, browser, greeted, polite)),
    *((way, GENEROUS) for way in (joined, nonsense, text, bad, frames, doors)),
    (idle, replace(GENEROUS, sweep=0.01, idle=0.0)),
    (slow, replace(GENEROUS, queue_bytes=4096)),
)


def left() -> Counter[str]:
    """Return what of ours only the collector finds."""
    gc.set_debug(gc.DEBUG_SAVEALL)
    gc.collect()
    types = [type(one) for one in gc.garbage]
    return Counter(t.__name__ for t in types if t.__module__.startswith("p2pgame"))


async def leavings(folder: Path, way: Way, settings: Settings) -> list[str]:
    """Return what strangers have left at a relay who have gone by this way."""
    counts = Counts()
    gc.collect()
    gc.disable()
    async with relay(folder / "db", settings, counts) as address:
        for _ in range(STRANGERS):
            async with stranger(address) as stream:
                await way(stream)
        with trio.fail_after(PATIENCE):
            while counts.ended < STRANGERS:
                await wait_all_tasks_blocked()
        await wait_all_tasks_blocked()
        # The last one may still be on its way out, with several objects of a kind.
        found = [name for name, count in left().items() if count >= STRANGERS]
    gc.set_debug(0)
    gc.garbage.clear()
    gc.enable()
    return found


def tell(folder: Path) -> None:
    """Print what is left by each way, a line each."""
    for way, settings in WAYS:
        place = folder / way.__name__
        place.mkdir()
        found = trio.run(leavings, place, way, settings)
        print(json.dumps([way.__name__, found]))


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """What is left by each way, in a process in which nothing else has been."""
    folder = str(tmp_path_factory.mktemp("relays"))
    asked = [sys.executable, "-m", "tests.relay.test_nothing_left", folder]
    told = subprocess.run(
        asked, capture_output=True, text=True, cwd=ROOT, check=True, timeout=600
    )
    return dict(map(json.loads, told.stdout.splitlines()))


@pytest.mark.parametrize("way", [way.__name__ for way, _ in WAYS])
def test_who_has_gone_leaves_nothing(way: str, found: dict[str, list[str]]) -> None:
    assert found[way] == []


if __name__ == "__main__":
    tell(Path(sys.argv[1]))
