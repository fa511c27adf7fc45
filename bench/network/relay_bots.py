"""What bots do to a relay: each attack is one coroutine, over one connection.

A bot runs until its connection is ended, and then again by another.  Where the relay
ends what is above a limit, a bot that stays just below is the harder one, so most keep
a pace.  ``number`` tells bots apart.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass

import trio

from bench.network.relay_line import Line
from p2pgame.transport.link import SIZES
from p2pgame.transport.meter import FRAME_BURST, FRAME_RATE
from p2pgame.transport.relay.codec import encode
from p2pgame.transport.relay.protocol import (
    MESSAGE_LIMIT,
    FromPeer,
    Knock,
    Live,
    Open,
    Opened,
    Publish,
    Subscribe,
    Unsubscribe,
)
from p2pgame.transport.relay.topic_id import TOPIC
from tests.relay.clients import Writing

Bot = Callable[[Line, int], Awaitable[None]]

#: The topic that is the attackers' own, and what it holds at most.
OWN = Writing(1 << 200)
_ROOM = 8 << 20

#: Seconds between two steps of whoever keeps a pace.
_STEP = 0.05

#: Just below what any connection may send: frames in a second, and at once.
_FRAMES = FRAME_RATE * 0.95, FRAME_BURST * 0.95

#: Messages in one piece, so that what waits to be taken is not counted as said.
_AT_ONCE = 50

#: A fragment of one byte that begins a message, and one that goes on with it.
_FIRST, _NEXT = b"\x02\x81\0\0\0\0x", b"\x00\x81\0\0\0\0x"

#: Where guessers look for a door.
_DOORS = 1000

#: What a relay says when all that is old has come.
LIVE = encode(Live(OWN.topic, 0, 0))[0]


async def half(line: Line, number: int) -> None:
    """Shake hands for ever, a byte at a time."""
    await line.send(b"GET / HTTP/1.1\r\nHost: relay\r\nX-Header: ")
    while True:
        with trio.move_on_after(0.5):
            await line.hear()
        await line.send(b"x")


async def deaf(line: Line, number: int) -> None:
    """Ask for all that is in a full topic, again and again, and read nothing of it.

    The first few fill it, and what they write goes to all.
    """
    nonce = await line.greet()
    if number < 2:
        await _fill(line, nonce)
    while True:
        await line.say(Subscribe(OWN.topic))
        await trio.sleep(1)


async def _fill(line: Line, nonce: bytes) -> None:
    await line.say(Subscribe(OWN.topic), OWN.claim(nonce))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(line.drain)
        size = SIZES[-1]
        for sent in range(1, 1 << 20):
            await line.say(Publish(OWN.topic, sent, bytes(size)))
            # What may be written in the long run is less.
            await trio.sleep(0 if sent < _ROOM // size else size / (60 << 10))


async def backlogs(line: Line, number: int) -> None:
    """Read all that is in a full topic, again and again."""
    nonce = await line.greet()
    if number < 2:
        await _fill(line, nonce)
    while True:
        await line.say(Subscribe(OWN.topic))
        await line.skim(LIVE)


async def interrupts(line: Line, number: int) -> None:
    """Ask for all that is in a full topic, and anew before any of it has come."""
    nonce = await line.greet()
    if number < 2:
        await _fill(line, nonce)
    await _paced(line, lambda count: [Subscribe(OWN.topic)] * count, 20, 100)


async def fragments(line: Line, number: int) -> None:
    """Send one message in fragments of one byte, as fast as they are taken."""
    await line.greet()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(line.drain)
        await line.send(_FIRST)
        while True:
            await line.send(_NEXT * 4096, 4096)


async def slow_fragments(line: Line, number: int) -> None:
    """Send one message in fragments of one byte, no faster than a peer may."""
    await line.greet()
    await line.send(_FIRST)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(line.drain)
        async for count in _pace(*_FRAMES):
            await line.send(_NEXT * count, count)


async def guesses(line: Line, number: int) -> None:
    """Ask for topics that may be somebody's, and write to them."""
    await line.greet()
    chance, numbers = os.urandom(TOPIC - 8), itertools.count()

    def some(count: int) -> list[FromPeer]:
        guess: list[FromPeer] = []
        for _ in range(count // 3 + 1):
            topic = next(numbers).to_bytes(8) + chance
            guess += [
                Subscribe(topic),
                Publish(topic, 1, bytes(SIZES[0])),
                Unsubscribe(topic),
            ]
        return guess[:count]

    await _paced(line, some, *_FRAMES)


class Replay:
    """Says again what others have said: a knock at their door, and their claim."""

    def __init__(self) -> None:
        self._recorded: list[FromPeer] = []

    async def __call__(self, line: Line, number: int) -> None:
        nonce = await line.greet()
        if number == 0:
            await self._record(line, nonce)
        again = self._recorded + [Knock(door, bytes(64)) for door in range(_DOORS)]
        await _paced(line, lambda count: (again * count)[:count], 1000, 1000)

    async def _record(self, line: Line, nonce: bytes) -> None:
        await line.say(Open(600))
        opened = await line.next()
        assert opened[0] == encode(Opened(0))[0]
        door = int.from_bytes(opened[1:])
        self._recorded = [OWN.claim(nonce), Knock(door, bytes(64))]
        await line.drain()


async def publishes(line: Line, number: int) -> None:
    """Write to one topic as much as one may, and hear what all others write."""
    nonce = await line.greet()
    await line.say(Subscribe(OWN.topic), OWN.claim(nonce))
    said = 0

    def some(count: int) -> list[FromPeer]:
        nonlocal said
        said += count
        numbers = range(said - count + 1, said + 1)
        return [Publish(OWN.topic, one, bytes(SIZES[0])) for one in numbers]

    await _paced(line, some, 19, 55)


async def requests(line: Line, number: int) -> None:
    """Subscribe and unsubscribe, without a pause."""
    await line.greet()
    both: list[FromPeer] = [Subscribe(OWN.topic), Unsubscribe(OWN.topic)]
    await _paced(line, lambda count: (both * count)[:count], *_FRAMES)


async def connections(line: Line, number: int) -> None:
    """Connect, and connect again."""
    await line.send(b"GET / HTTP/1.1\r\n")
    await line.hear()


async def unfinished(line: Line, number: int) -> None:
    """Begin the longest message, and never end it."""
    await line.shake()
    size = MESSAGE_LIMIT - 1
    await line.send(b"\x02\xff" + size.to_bytes(8) + bytes(4 + size))
    await line.drain()


async def unread(line: Line, number: int) -> None:
    """Ask for all that is in a full topic, read nothing, and write meanwhile.

    The first few fill it.
    """
    nonce = await line.greet()
    if number < 2:
        await _fill(line, nonce)
    await line.say(Subscribe(OWN.topic), OWN.claim(nonce))
    await line.say(*[Publish(OWN.topic, n, bytes(SIZES[-1])) for n in range(1, 7)])
    await trio.sleep_forever()


async def _paced(
    line: Line,
    some: Callable[[int], list[FromPeer]],
    rate: float,
    burst: float,
) -> None:
    """Say so many messages a second, and a burst first; hear what comes."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(line.drain)
        async for count in _pace(rate, burst):
            while count > 0:
                await line.say(*some(min(count, _AT_ONCE)))
                count -= _AT_ONCE


async def _pace(rate: float, burst: float) -> AsyncIterator[int]:
    """Give, again and again, how many may go now."""
    left, seen = burst, trio.current_time()
    while True:
        now = trio.current_time()
        left, seen = min(burst, left + (now - seen) * rate), now
        if left >= 1:
            yield int(left)
            left %= 1
        await trio.sleep(_STEP)


@dataclass(frozen=True, slots=True)
class Attack:
    """So many bots that come from so many addresses."""

    bot: Bot | None
    bots: int = 64
    addresses: int = 1
    #: Bytes that a bot's socket holds for what it has not read (0: what is usual).
    buffer: int = 0
    #: Seconds before a bot comes again after its connection was ended, and between
    #: the first arrivals of two: whoever comes in a crowd is not let in.
    pause: float = 0.05
    apart: float = 0.01


#: What can be done to a relay; "busy" is a program that only keeps a processor busy.
ATTACKS: dict[str, Attack] = {
    "busy": Attack(None),
    "half handshakes": Attack(half, 500, 10, apart=0),
    "connections": Attack(connections, pause=0, apart=0),
    "unfinished": Attack(unfinished, 960, 16, pause=0.5, apart=0),
    "unread": Attack(unread, 960, 16, 4096, pause=0.5, apart=0.006),
    "never reading": Attack(deaf, 100, 2, 4096),
    "backlogs": Attack(backlogs),
    "interrupts": Attack(interrupts),
    "fragments": Attack(fragments, 100, 2),
    "slow fragments": Attack(slow_fragments),
    "guesses": Attack(guesses),
    "replays": Attack(Replay()),
    "publishes": Attack(publishes),
    "requests": Attack(requests),
}
