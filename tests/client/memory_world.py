"""Worlds made of memory: entropy from a seed, links without a network, no threads."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import TypeVar

import trio

from p2pgame.client.world import Handler, World
from p2pgame.log import disk
from p2pgame.session.peer.machine import Machine
from p2pgame.transport.first_frame import LinkRequest
from p2pgame.transport.link import Link, TransportError
from p2pgame.transport.listener.reception import Recogniser
from p2pgame.transport.memory import memory_pair

T = TypeVar("T")


class Seeded(Machine):
    """A machine with one thread, which draws from a seed."""

    cores = 1

    def __init__(self, seed: str) -> None:
        self._chance = Random(seed)

    async def aside(self, work: Callable[[], T]) -> T:
        await trio.lowlevel.checkpoint()
        return work()

    async def apart(self, main: Callable[[], Awaitable[None]]) -> None:
        await main()

    async def think(self, work: Callable[[], T]) -> T:
        return await self.aside(work)

    def entropy(self, size: int) -> bytes:
        return self._chance.randbytes(size)


class Unchanging(disk.Machine):
    """This machine's disk, but for what differs from one run to the next."""

    def __init__(self, seed: str) -> None:
        self._chance = Random(f"disk {seed}")

    def place(self, file: int) -> bytes:
        return bytes(16)

    def time(self) -> int:
        return 1_700_000_000_000

    def is_copy(self, file: int, place: bytes, time: int) -> bool:
        return False

    def entropy(self, size: int) -> bytes:
        return self._chance.randbytes(size)


class Overheard(Link):
    """A link that notes what its end sends, and when."""

    def __init__(
        self,
        link: Link,
        end: str,
        network: Network,
        request: LinkRequest | None = None,
    ) -> None:
        self._link, self._end, self._network = link, end, network
        #: The peer that has asked a listener for it.
        self.request = request

    async def send(self, frame: bytes) -> None:
        at = trio.current_time() - self._network.began
        self._network.sent.append((at, self._end, frame))
        await self._link.send(frame)

    async def receive(self) -> bytes:
        return await self._link.receive()

    async def aclose(self) -> None:
        await self._link.aclose()


@dataclass
class Network:
    """Links of memory between the worlds that share this network."""

    nursery: trio.Nursery
    ports: dict[int, tuple[Handler, Recogniser]] = field(default_factory=dict)
    calls: list[LinkRequest] = field(default_factory=list)
    #: What each end has sent, and how many seconds after the network began.
    sent: list[tuple[float, str, bytes]] = field(default_factory=list)
    began: float = field(default_factory=trio.current_time)

    async def dial(self, host: str, port: int, *, path: str = "/") -> Link:
        if port not in self.ports:
            raise TransportError("Nobody is there.")
        handler, callers = self.ports[port]
        self.calls.append(callers.recognise(path))
        if not callers.may_enter(self.calls[-1]):
            raise TransportError("The host does not know us.")
        ours, theirs = memory_pair()
        accepted = Overheard(theirs, "host", self, self.calls[-1])
        self.nursery.start_soon(handler, accepted)
        return Overheard(ours, "guest", self)

    async def listen(
        self,
        host: str | None,
        port: int,
        handler: Handler,
        *,
        callers: Recogniser | None = None,
        task_status: trio.TaskStatus[int] = trio.TASK_STATUS_IGNORED,
    ) -> None:
        bound = port or 2000 + len(self.ports)
        assert callers is not None
        self.ports[bound] = handler, callers
        task_status.started(bound)
        try:
            await trio.sleep_forever()
        finally:
            del self.ports[bound]

    def world(self, name: str, folder: Path) -> World:
        home = folder / name
        (home / "files").mkdir(parents=True)
        native_world = World.native(home)
        return replace(
            native_world,
            folder=home / "files",
            dial=self.dial,
            listen=self.listen,
            spawn=None,
            machine=Seeded(name),
            disk=Unchanging(name),
            now=lambda: 1_700_000_000.0,
            has_network=False,
        )
