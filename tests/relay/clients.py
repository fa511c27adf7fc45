"""Peers of a relay by hand: each says what a test lets it say, and no more."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TypeVar

import trio
from nacl.signing import SigningKey

from p2pgame.relay.counts import Counts
from p2pgame.relay.server import serve_relay
from p2pgame.relay.settings import Rate, Settings
from p2pgame.relay.sqlite import SqliteStore
from p2pgame.relay.store import Store
from p2pgame.transport.link import SIZES, LinkClosed
from p2pgame.transport.relay.codec import encode, read_relay
from p2pgame.transport.relay.protocol import (
    MESSAGE_LIMIT,
    Claim,
    Deliver,
    FromPeer,
    FromRelay,
    Live,
    Publish,
    Refusal,
    Refused,
    Stored,
    Subscribe,
    Welcome,
    claimed,
)
from p2pgame.transport.relay.topic_id import topic_of
from p2pgame.transport.websocket import Address, Incoming, Socket, connect

#: Seconds after which a test that waits for a real socket has failed.
PATIENCE = 30.0

#: A relay that hundreds from one machine may use at once.
GENEROUS = Settings(
    per_prefix=10_000,
    arrivals=Rate(1e6, 1e6),
    publishes=Rate(1e6, 1e6),
    publish_bytes=Rate(1e12, 1e12),
    prefix_publishes=Rate(1e12, 1e12),
    prefix_bytes=Rate(1e12, 1e12),
    attack=1e6,
)

T = TypeVar("T", bound=FromRelay)


def frame(number: int, size: int = SIZES[0]) -> bytes:
    """Return a frame that tells its number."""
    return number.to_bytes(8) + bytes(size - 8)


def number_of(message: Deliver) -> int:
    return int.from_bytes(message.frame[:8])


class Writing:
    """What the writers of a topic share."""

    def __init__(self, seed: int = 0) -> None:
        self.key = SigningKey(seed.to_bytes(32))
        self.public = bytes(self.key.verify_key)
        self.topic = topic_of(self.public)

    def claim(self, nonce: bytes) -> Claim:
        return Claim(self.public, self.key.sign(claimed(nonce)).signature)


class Client:
    """One connection, and what it has heard."""

    def __init__(self, link: Socket, welcome: Welcome) -> None:
        self.link = link
        self.welcome = welcome

    async def say(self, *messages: FromPeer) -> None:
        for message in messages:
            await self.link.send(encode(message))

    async def hear(self) -> FromRelay:
        with trio.fail_after(PATIENCE):
            return read_relay(await self.link.receive())

    async def expect(self, kind: type[T]) -> T:
        message = await self.hear()
        assert isinstance(message, kind), message
        return message

    async def join(self, writing: Writing, cursor: int = 0) -> list[Deliver]:
        """Subscribe and claim; return what is old."""
        await self.say(Subscribe(writing.topic, cursor))
        await self.say(writing.claim(self.welcome.nonce))
        return (await self.catch_up())[0]

    async def catch_up(self) -> tuple[list[Deliver], Live]:
        old = []
        while not isinstance(message := await self.hear(), Live):
            assert isinstance(message, Deliver), message
            old.append(message)
        return old, message

    async def refused(self) -> str:
        """Return the word for the number of a refusal."""
        return Refusal((await self.expect(Refused)).refusal).word

    async def wait_end(self) -> None:
        """Hear what still comes, until the relay has closed the connection."""
        with trio.fail_after(PATIENCE), suppress(LinkClosed):
            while True:
                await self.link.receive()

    async def publish(self, writing: Writing, number: int) -> Stored:
        await self.say(Publish(writing.topic, number, frame(number)))
        while not isinstance(message := await self.hear(), Stored):
            assert isinstance(message, Deliver), message
        assert message.number == number
        return message


@asynccontextmanager
async def client(address: Address) -> AsyncIterator[Client]:
    link = await connect(*address, incoming=Incoming(MESSAGE_LIMIT))
    try:
        with trio.fail_after(PATIENCE):
            welcome = read_relay(await link.receive())
        assert isinstance(welcome, Welcome)
        yield Client(link, welcome)
    finally:
        await link.aclose()


@asynccontextmanager
async def relay(
    where: Path | Store,
    settings: Settings = GENEROUS,
    counts: Counts | None = None,
) -> AsyncIterator[Address]:
    """Run a relay in this process, on a SQLite file or a given store."""
    store = SqliteStore(where) if isinstance(where, Path) else where
    async with trio.open_nursery() as nursery:
        serve = partial(serve_relay, settings=settings, counts=counts)
        (address,) = await nursery.start(serve, store, "127.0.0.1", 0)
        yield address
        nursery.cancel_scope.cancel()
