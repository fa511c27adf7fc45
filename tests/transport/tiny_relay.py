"""A small relay in memory that keeps the protocol, and says what a liar makes of it.

It is for tests of what a hostile relay can do; honest, it keeps no limits.  Whatever
it would say goes through a :data:`Lie`: nothing, once, twice, changed, or no message
at all but bytes or text.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import TypeAlias

import trio
from trio_websocket import ConnectionClosed

from p2pgame.transport.listener.listening import serve
from p2pgame.transport.listener.reception import ListenerConfig
from p2pgame.transport.relay.codec import encode, read_peer
from p2pgame.transport.relay.protocol import (
    MESSAGE_LIMIT,
    Closed,
    Deliver,
    FromPeer,
    FromRelay,
    Knock,
    Knocked,
    Live,
    Open,
    Opened,
    Publish,
    Refusal,
    Replied,
    Reply,
    Shut,
    Stored,
    Subscribe,
    Welcome,
)
from p2pgame.transport.relay.url import RelayUrl
from p2pgame.transport.websocket import Socket

#: Seconds after which a test that waits for a real socket has failed.
PATIENCE = 10.0

Said: TypeAlias = FromRelay | bytes | str
Lie = Callable[[FromRelay], Iterable[Said]]

WELCOME = Welcome(bytes(range(16)), 0, 8 << 20, 1, "127.0.0.1:9", "")


def truth(word: FromRelay) -> Iterable[Said]:
    yield word


@dataclass(eq=False)
class Guest:
    """One connection: what it is told goes through its lie first."""

    link: Socket
    lie: Lie
    out: trio.MemorySendChannel[Said]
    doors: dict[int, tuple[Guest, int]] = field(default_factory=dict)
    #: Who stands at a door of this connection's own, by their numbers.
    guests: dict[int, Guest] = field(default_factory=dict)

    def tell(self, word: FromRelay) -> None:
        for said in self.lie(word):
            self.out.send_nowait(said)


class TinyRelay:
    """``lie`` makes the lie of each new connection."""

    def __init__(
        self, lie: Callable[[], Lie] = lambda: truth, *, welcome: Welcome = WELCOME
    ) -> None:
        self.kept: dict[bytes, list[bytes]] = defaultdict(list)
        self.heard: list[FromPeer] = []
        self._hearing = trio.lowlevel.ParkingLot()
        self.guests: list[Guest] = []
        self.url = RelayUrl("127.0.0.1", 1, "/", False)
        self._lie = lie
        self._welcome = welcome
        self._here: dict[bytes, list[Guest]] = defaultdict(list)
        self._doors: dict[int, Guest] = {}
        self._numbers = count(1)

    async def run(
        self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED
    ) -> None:
        config = ListenerConfig(99, 99, message=MESSAGE_LIMIT)
        async with trio.open_nursery() as nursery:
            listen = partial(
                serve, "127.0.0.1", self._port(), self.handle, config=config
            )
            ((host, port),) = await nursery.start(listen)
            self.url = RelayUrl(host, port, "/", False)
            task_status.started()

    def _port(self) -> int:
        return 0 if self.url.port == 1 else self.url.port

    async def wait_heard(self, word: FromPeer) -> None:
        with trio.fail_after(PATIENCE):
            while word not in self.heard:
                await self._hearing.park()

    async def handle(self, link: Socket) -> None:
        out, to_say = trio.open_memory_channel[Said](math.inf)
        guest = Guest(link, self._lie(), out)
        self.guests.append(guest)
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._write, link, to_say)
                guest.tell(self._welcome)
                while True:
                    word = read_peer(await link.receive())
                    self.heard.append(word)
                    self._hearing.unpark_all()
                    self._answer(guest, word)
        finally:
            self._forget(guest)

    async def _write(
        self, link: Socket, to_say: trio.MemoryReceiveChannel[Said]
    ) -> None:
        async for said in to_say:
            if isinstance(said, str):
                assert link._connection is not None
                with suppress(ConnectionClosed):
                    await link._connection.send_message(said)
            else:
                await link.send(said if isinstance(said, bytes) else encode(said))

    def _answer(self, guest: Guest, word: FromPeer) -> None:
        match word:
            case Subscribe(topic, cursor):
                self._here[topic].append(guest)
                frames = self.kept[topic]
                for sequence in range(cursor + 1, len(frames) + 1):
                    guest.tell(Deliver(topic, sequence, frames[sequence - 1]))
                guest.tell(Live(topic, min(1, len(frames)), len(frames)))
            case Publish(topic, number, frame):
                self.kept[topic].append(frame)
                sequence = len(self.kept[topic])
                for other in self._here[topic]:
                    if other is not guest:
                        other.tell(Deliver(topic, sequence, frame))
                guest.tell(Stored(topic, number, sequence))
            case Open():
                door = next(self._numbers)
                self._doors[door] = guest
                guest.tell(Opened(door))
            case Shut(door):
                self._shut(door)
            case Knock() | Reply():
                self._pass_on(guest, word)

    def _pass_on(self, guest: Guest, word: Knock | Reply) -> None:
        match word:
            case Knock(door, body):
                if door not in self._doors:
                    guest.tell(Closed(door, Refusal.NOBODY))
                    return
                if door not in guest.doors:
                    guest.doors[door] = self._doors[door], next(self._numbers)
                host, number = guest.doors[door]
                host.guests[number] = guest
                host.tell(Knocked(door, number, body))
            case Reply(door, number, body):
                guest.guests[number].tell(Replied(door, body))

    def _shut(self, door: int) -> None:
        host = self._doors.pop(door, None)
        for other in host.guests.values() if host else ():
            other.tell(Closed(door, Refusal.NOBODY))

    async def wait_gone(self) -> None:
        """Wait until no connection is left."""
        with trio.fail_after(PATIENCE):
            while self.guests:
                await self._hearing.park()

    def _forget(self, guest: Guest) -> None:
        self.guests.remove(guest)
        self._hearing.unpark_all()
        for here in self._here.values():
            if guest in here:
                here.remove(guest)
        for door in [door for door, host in self._doors.items() if host is guest]:
            self._shut(door)


@asynccontextmanager
async def relaying(
    lie: Callable[[], Lie] = lambda: truth, *, welcome: Welcome = WELCOME
) -> AsyncIterator[TinyRelay]:
    relay = TinyRelay(lie, welcome=welcome)
    async with trio.open_nursery() as nursery:
        await nursery.start(relay.run)
        yield relay
        nursery.cancel_scope.cancel()
