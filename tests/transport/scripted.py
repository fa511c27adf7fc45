"""A relay that says what the test says, at the far end of a link through memory."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import trio

from p2pgame.transport.link import Link, LinkClosed
from p2pgame.transport.memory import memory_pair
from p2pgame.transport.relay.codec import encode, read_peer
from p2pgame.transport.relay.link import Cursor, RelayLink
from p2pgame.transport.relay.protocol import (
    Deliver,
    FromPeer,
    FromRelay,
    Live,
    Publish,
    Stored,
    Welcome,
)

TOPIC = bytes(range(16))
WELCOME = Welcome(bytes(16), 0, 8 << 20, 1, "192.0.2.7:4400", "Hello")

#: More frames than any window lets through.
PLENTY = 4096


def frame(number: int, size: int = 256) -> bytes:
    return number.to_bytes(4) * (size // 4)


class Script:
    """The far end: hears what the link says, and says what it is told to."""

    def __init__(self, far: Link) -> None:
        self.far = far

    async def say(self, *words: FromRelay) -> None:
        for word in words:
            await self.far.send(encode(word))

    async def hear(self) -> FromPeer:
        return read_peer(await self.far.receive())

    async def hear_publish(self) -> tuple[int, bytes]:
        match await self.hear():
            case Publish(topic, number, data):
                assert topic == TOPIC
                return number, data
            case word:
                raise AssertionError(word)

    async def deliver(self, *sequences: int) -> None:
        for sequence in sequences:
            await self.say(Deliver(TOPIC, sequence, frame(sequence)))

    async def stored(self, number: int, sequence: int) -> None:
        await self.say(Stored(TOPIC, number, sequence))

    async def live(self, oldest: int = 0, newest: int = 0) -> None:
        await self.say(Live(TOPIC, oldest, newest))


@asynccontextmanager
async def scripted(
    cursor: int = 0, *, can_write: bool = True, is_live: bool = False
) -> AsyncIterator[tuple[RelayLink, Script, Cursor]]:
    """Have a link, ``is_live`` or before the relay has said so."""
    near, far = memory_pair(PLENTY)
    place = Cursor(TOPIC)
    place.sequence = cursor
    link = RelayLink(near, WELCOME, place, can_write=can_write)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(link.tend)
        if is_live:
            await Script(far).live()
        yield link, Script(far), place
        await link.aclose()


async def send_all(link: RelayLink, count: int, size: int = 256) -> None:
    for number in range(1, count + 1):
        await link.send(frame(number, size))


async def end_of(link: RelayLink) -> str:
    """Return why a link ends, however long it takes by the test's clock."""
    try:
        while True:
            await link.receive()
    except LinkClosed as closed:
        return str(closed)
