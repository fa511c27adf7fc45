"""Relays in memory: each keeps frames for a table, and hands them to all who are there.

An honest one keeps frames in order until it forgets old ones, and may stop and start
again, with what it had or with nothing.  A hostile one does what it likes with frames
and never breaks the rules of its protocol: it says that a frame is kept and loses
it, holds it back, doubles it, brings old ones again, and shows some to some only.

They speak the relay's own protocol, and programs their real half of it.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import trio

from p2pgame.transport.link import SIZES, InvalidFrame, Link, LinkClosed
from p2pgame.transport.relay.codec import encode, read_peer
from p2pgame.transport.relay.protocol import (
    Deliver,
    FromRelay,
    Live,
    Publish,
    Stored,
    Subscribe,
    Welcome,
)
from p2pgame.transport.relay.topic_id import TOPIC
from tests.simulation.network import RELAYS
from tests.simulation.plan import Office

if TYPE_CHECKING:
    from tests.simulation.world import World

THE_TOPIC = bytes(TOPIC)
WELCOME = Welcome(bytes(16), 0, 1 << 20, 1, "192.0.2.7:4400", "")

#: Seconds for which a relay is away when it starts again.
AWAY = 0.5
#: How often a hostile relay does each of its tricks, of so many frames.
TRICKS = 0.15
#: Frames that it holds back at most.
HELD = 6


@dataclass(frozen=True)
class Kept:
    """A frame at its place, and who is never shown it."""

    sequence: int
    frame: bytes
    hidden: Collection[int] = ()


class Poster:
    """A link over which a stranger says at the topic whatever it likes."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._sent = 0

    async def send(self, frame: bytes) -> None:
        if self._sent == 0:
            await self._link.send(encode(Subscribe(THE_TOPIC)))
        self._sent += 1
        is_one = len(frame) in SIZES
        word = encode(Publish(THE_TOPIC, self._sent, frame)) if is_one else frame
        await self._link.send(word)

    async def receive(self) -> bytes:
        return await self._link.receive()

    async def aclose(self) -> None:
        await self._link.aclose()


@dataclass(eq=False)
class Reader:
    """A connection, and what is to be said on it."""

    seat: int
    words: list[FromRelay] = field(default_factory=list)
    news: trio.Event = field(default_factory=trio.Event)

    def say(self, word: FromRelay) -> None:
        self.words.append(word)
        self.news.set()


class Relay:
    """One relay; ``number`` is its own on the network."""

    def __init__(self, world: World, number: int, office: Office) -> None:
        self._office = office
        self._number_there = number
        self._net = world.net
        self._chance = world.chance.of("relay", number)
        self._seats = world.seats
        self._done = world.count
        self._kept: list[Kept] = []
        self._held: list[bytes] = []
        self._next = 1
        self._readers: list[Reader] = []
        self._nursery: trio.Nursery | None = None
        self._is_away = False
        self.is_hostile = office.is_hostile
        #: How many frames were published here, and how often it lost some.
        self.published = self.losses = 0

    @property
    def frames(self) -> list[bytes]:
        """What there is for whoever comes next."""
        return [one.frame for one in self._kept]

    async def run(self) -> None:
        """Serve whoever comes, and do what was drawn, until cancelled."""
        async with trio.open_nursery() as self._nursery:
            for at, what in self._office.events:
                await trio.sleep_until(at)
                if what == "expires":
                    self._forget(self._chance.randrange(len(self._kept) + 1))
                    self._done("relay expires frames")
                else:
                    await self._start_again()
            await trio.sleep_forever()

    async def _start_again(self) -> None:
        self._is_away = True
        self._held.clear()
        if not self._office.keeps:
            self._forget(len(self._kept))
            if self._office.recounts:
                self._next = 1
        self._done(f"relay starts again, {'keeps' if self._office.keeps else 'loses'}")
        for line in self._net.of(self._number_there):
            line.cut(self._chance)
        await trio.sleep(AWAY)
        self._is_away = False

    def _forget(self, count: int) -> None:
        self.losses += count > 0
        del self._kept[:count]

    def heal(self) -> None:
        """Be honest from now on; what was held back or hidden is there for the next."""
        self.is_hostile = self._is_away = False
        for frame in self._held:
            self._keep(frame, None)
        self._held.clear()
        self._kept = [Kept(one.sequence, one.frame) for one in self._kept]

    def accept(self, link: Link, seat: int) -> bool:
        """Talk with whoever is at the other end; return False if we are away."""
        if self._is_away or self._nursery is None:
            return False
        self._nursery.start_soon(self._serve, link, seat)
        return True

    async def _serve(self, link: Link, seat: int) -> None:
        reader = Reader(seat)
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._write, link, reader)
                while True:
                    self._hear(read_peer(await link.receive()), reader)
        except* (LinkClosed, InvalidFrame):
            pass
        finally:
            if reader in self._readers:
                self._readers.remove(reader)
            with trio.CancelScope(shield=True):
                await link.aclose()

    async def _write(self, link: Link, reader: Reader) -> None:
        while True:
            await reader.news.wait()
            reader.news = trio.Event()
            while reader.words:
                await link.send(encode(reader.words.pop(0)))

    def _hear(self, word: object, reader: Reader) -> None:
        match word:
            case Subscribe(_, cursor):
                self._show(reader, cursor)
            case Publish(_, number, frame) if reader in self._readers:
                if len(frame) not in SIZES:
                    raise InvalidFrame("no frame is so long")
                self.published += reader.seat < self._seats
                self._publish(reader, number, frame)
            case _:
                raise InvalidFrame("not in this order")

    def _show(self, reader: Reader, cursor: int) -> None:
        for kept in self._kept:
            if kept.sequence > cursor and reader.seat not in kept.hidden:
                reader.say(Deliver(THE_TOPIC, kept.sequence, kept.frame))
        oldest = self._kept[0].sequence if self._kept else 0
        newest = self._kept[-1].sequence if self._kept else 0
        reader.say(Live(THE_TOPIC, oldest, newest))
        self._readers.append(reader)

    def _publish(self, reader: Reader, number: int, frame: bytes) -> None:
        trick = self._chance.random() / TRICKS if self.is_hostile else math.inf
        if trick < 2:  # it says that it is kept, and it is not, or not yet
            reader.say(Stored(THE_TOPIC, number, self._number()))
            self._done("relay drops" if trick < 1 else "relay holds")
            if trick >= 1:
                self._held.append(frame)
        else:
            hidden = self._hidden(reader) if trick < 3 else ()
            sequence = self._keep(frame, reader, hidden)
            reader.say(Stored(THE_TOPIC, number, sequence))
        if 3 <= trick < 4 and self._kept:
            self._done("relay repeats")
            self._keep(self._chance.choice(self._kept).frame, None)
        if len(self._held) > self._chance.randrange(HELD):
            self._chance.shuffle(self._held)
            for held in self._held:
                self._keep(held, None)
            self._held.clear()

    def _hidden(self, reader: Reader) -> Collection[int]:
        self._done("relay splits the view")
        others = [seat for seat in range(self._seats) if seat != reader.seat]
        return self._chance.sample(others, self._chance.randint(1, len(others)))

    def _number(self) -> int:
        self._next += 1
        return self._next - 1

    def _keep(
        self, frame: bytes, by: Reader | None, hidden: Collection[int] = ()
    ) -> int:
        kept = Kept(self._number(), frame, hidden)
        self._kept.append(kept)
        for reader in self._readers:
            if reader is not by and reader.seat not in hidden:
                reader.say(Deliver(THE_TOPIC, kept.sequence, frame))
        return kept.sequence


def relays_of(world: World) -> dict[int, Relay]:
    """Return the relays of a game, by their numbers on its network."""
    offices = enumerate(world.plan.relays, RELAYS)
    return {number: Relay(world, number, office) for number, office in offices}


def frame_in(message: bytes) -> bytes | None:
    """Return the frame that is published by a message to a relay, if it is one."""
    try:
        word = read_peer(message)
    except InvalidFrame:
        return None
    return word.frame if isinstance(word, Publish) else None
