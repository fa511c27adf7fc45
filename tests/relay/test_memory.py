"""A relay holds so much for all connections together, whatever they do."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
import trio

from p2pgame.relay.counts import Counts
from p2pgame.relay.memory import in_order
from p2pgame.relay.prefixes import Prefix, Prefixes
from p2pgame.relay.settings import Settings
from p2pgame.transport.held import Held, Total
from p2pgame.transport.link import FRAME_LIMIT, SIZES
from p2pgame.transport.relay.protocol import (
    MESSAGE_LIMIT,
    Deliver,
    Publish,
    Refused,
    Subscribe,
)
from p2pgame.transport.websocket import Address
from tests.relay.clients import GENEROUS, Writing, client, frame, number_of, relay
from tests.relay.test_catching_up import OTHER, Watched
from tests.transport.strangers import (
    END,
    MASK,
    MORE_BINARY,
    REQUEST,
    read_head,
    read_rest,
)
from tests.transport.strangers import frame as frame_of

TABLE = Writing(61)


@asynccontextmanager
async def stranger(
    address: Address, host: str, *data: bytes
) -> AsyncIterator[trio.SocketStream]:
    """Shake hands from an address of this machine, and say something."""
    to, port = address
    async with await trio.open_tcp_stream(to, port, local_address=host) as line:
        await line.send_all(REQUEST + END)
        await read_head(line)
        for piece in data:
            await line.send_all(piece)
        yield line


def begun(size: int) -> bytes:
    """Return the beginning of a message whose rest does not come."""
    head = bytes([MORE_BINARY, 0x80 | 127]) + size.to_bytes(8) + MASK
    return head + bytes(size)


@pytest.mark.attack(26)
@pytest.mark.attack(32)
async def test_messages_that_never_end_are_bounded_together(tmp_path: Path) -> None:
    """Each is below the limit of a message; the honest connection stays."""
    limit, counts = 8 * MESSAGE_LIMIT, Counts()
    settings = replace(GENEROUS, memory=limit)
    async with (
        relay(tmp_path / "db", settings, counts) as at,
        client(at) as anna,
        client(at) as bea,
        AsyncExitStack() as crowd,
    ):
        await anna.join(TABLE)
        await bea.join(TABLE)
        for number in range(24):
            host, data = f"127.0.0.{2 + number % 4}", begun(MESSAGE_LIMIT - 100)
            await crowd.enter_async_context(stranger(at, host, data))
            await anna.publish(TABLE, number)
            assert number_of(await bea.expect(Deliver)) == number
        assert counts.cut_memory >= 16
        assert counts.cut_slow == counts.cut_silent == 0
        await anna.publish(TABLE, 24)


@pytest.mark.attack(26)
async def test_a_message_has_a_deadline(tmp_path: Path) -> None:
    counts = Counts()
    settings = replace(GENEROUS, message_within=0.2, sweep=0.05)
    async with relay(tmp_path / "db", settings, counts) as at, client(at) as anna:
        await anna.join(TABLE)
        async with stranger(at, "127.0.0.2", frame_of(MORE_BINARY, bytes(100))) as eve:
            await read_rest(eve)
        assert counts.cut_unfinished == 1
        await anna.publish(TABLE, 1)


@pytest.mark.attack(32)
async def test_who_publishes_before_live_is_refused_at_once(tmp_path: Path) -> None:
    """Once five frames of each waited in memory for a backlog that nobody read."""
    store, counts = Watched(tmp_path / "db"), Counts()
    async with relay(store, GENEROUS, counts) as at, client(at) as eve:
        await eve.say(OTHER.claim(eve.welcome.nonce), Subscribe(OTHER.topic))
        await store.held.wait()
        for number in range(1, 8):
            await eve.say(Publish(OTHER.topic, number, bytes(FRAME_LIMIT)))
            assert await eve.expect(Refused) == Refused(number, 4)
        store.free.set()
        await eve.catch_up()
        await eve.publish(OTHER, 8)


async def test_what_is_under_way_is_held_and_then_not(tmp_path: Path) -> None:
    counts = Counts()
    async with relay(tmp_path / "db", GENEROUS, counts) as at, client(at) as anna:
        await anna.join(TABLE)
        for number in range(10):
            await anna.say(Publish(TABLE.topic, number, frame(number, SIZES[3])))
        for _ in range(10):
            await anna.hear()
        page = await metrics(at)
        assert "\np2pgame_relay_held_bytes 1024\n" in page  # the subscription


async def metrics(at: Address) -> str:
    async with await trio.open_tcp_stream(*at) as stream:
        await stream.send_all(b"GET /metrics HTTP/1.1\r\nHost: relay\r\n\r\n")
        page = b""
        while data := await stream.receive_some():
            page += data
    return page.decode()


class Holder:
    """A connection that holds so much."""

    def __init__(
        self, name: str, held: int, prefix: Prefix, *, token: bool = False
    ) -> None:
        self.name, self.prefix, self.has_token = name, prefix, token
        self.held = Held(Total())
        self.held.add(held)

    def cut(self, *, is_spared: bool = False) -> None: ...


async def test_who_holds_most_goes_first_then_its_network_and_tokens_last() -> None:
    prefixes = Prefixes(Settings(), Counts())
    home, crowd, club = (prefixes.of(f"192.0.2.{number}") for number in (1, 2, 3))
    most = 3 * MESSAGE_LIMIT
    holders = [
        Holder("nothing", 0, crowd),
        Holder("token", 9 * MESSAGE_LIMIT, club, token=True),
        Holder("honest", most + 500, home),
        Holder("one", most, crowd),
        Holder("two", most + 1, crowd),
        Holder("large", 4 * MESSAGE_LIMIT, home),
        Holder("small", 10, crowd),
    ]
    order = [one.name for one in in_order(holders) if isinstance(one, Holder)]
    assert order == ["large", "honest", "two", "one", "small", "token"]
    holders += [Holder(name, most, crowd) for name in ("three", "four")]
    order = [one.name for one in in_order(holders) if isinstance(one, Holder)]
    assert order[:6] == ["large", "two", "one", "three", "four", "honest"]
