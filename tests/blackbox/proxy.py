"""A network between host and guests that does all that networks do, and worse.

Connections are slowed down, cut at any byte, left half open, and have bytes
changed; what a guest has said is said once more in a connection of its own.
Inside one connection nothing is reordered, because TCP does not do that.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

import trio

Fault: TypeAlias = Literal["delay", "cut", "stall", "flip", "again"]
FAULTS: tuple[Fault, ...] = get_args(Fault)

HOST = "127.0.0.1"
CHUNK = 4096
#: Of so many connections one is left alone.
SPARED = 4
#: A handshake takes less, in bytes; after it, bytes are changed.
HANDSHAKE = 700


@dataclass
class Fate:
    """What becomes of one connection: ``at`` so many bytes, up or down."""

    fault: Fault | None
    at: int
    up: bool


class Proxy:
    """Listens where guests dial, and passes on to where the host listens."""

    def __init__(
        self, target: int, chance: random.Random, faults: Sequence[Fault]
    ) -> None:
        self._target = target
        self._chance = chance
        self._faults = faults
        self._healed = trio.Event()
        #: How often each thing was done.
        self.done: dict[str, int] = dict.fromkeys(FAULTS, 0)

    async def run(
        self,
        port: int,
        *,
        task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
    ) -> None:
        listeners = await trio.open_tcp_listeners(port, host=HOST)
        async with trio.open_nursery() as nursery:
            self._nursery = nursery
            task_status.started()
            await trio.serve_listeners(self._meet, listeners, handler_nursery=nursery)

    def heal(self) -> None:
        """Do no more harm; connections that were harmed are cut."""
        self._healed.set()

    async def _meet(self, guest: trio.SocketStream) -> None:
        with suppress(OSError, trio.BrokenResourceError, trio.ClosedResourceError):
            async with guest:
                host = await trio.open_tcp_stream(HOST, self._target)
                async with host:
                    await self._join(guest, host)

    async def _join(self, guest: trio.SocketStream, host: trio.SocketStream) -> None:
        fate = self._draw()
        said = bytearray()
        async with trio.open_nursery() as both:
            if fate.fault is not None:
                both.start_soon(self._until_healed, both)
            both.start_soon(self._pump, guest, host, fate, said, both)
            both.start_soon(self._pump, host, guest, fate, None, both)
        if fate.fault == "again" and not self._healed.is_set():
            self._nursery.start_soon(self._say_again, bytes(said))

    async def _until_healed(self, both: trio.Nursery) -> None:
        await self._healed.wait()
        both.cancel_scope.cancel()

    def _draw(self) -> Fate:
        chance = self._chance
        if self._healed.is_set() or not self._faults or not chance.randrange(SPARED):
            return Fate(None, 0, True)
        at = int(10 ** chance.uniform(1.5, 4.0))
        return Fate(chance.choice(self._faults), at, chance.random() < 0.5)

    async def _pump(
        self,
        source: trio.SocketStream,
        sink: trio.SocketStream,
        fate: Fate,
        said: bytearray | None,
        both: trio.Nursery,
    ) -> None:
        """Pass on what comes; ``said`` is given if it comes from a guest."""
        passed, is_over = 0, False
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            while not is_over and (data := await source.receive_some(CHUNK)):
                if said is not None:
                    said += data
                if fate.up == (said is not None) and fate.fault is not None:
                    data, is_over = await self._harm(bytes(data), passed, fate)
                passed += len(data)
                await sink.send_all(data)
        both.cancel_scope.cancel()

    async def _harm(self, data: bytes, passed: int, fate: Fate) -> tuple[bytes, bool]:
        """Return what is left of ``data``, and whether the connection ends here."""
        reached = passed + len(data) > fate.at
        match fate.fault:
            case "delay":
                self.done["delay"] += 1
                await trio.sleep(self._chance.uniform(0, 0.05))
            case "cut" if reached:
                self.done["cut"] += 1
                return data[: max(fate.at - passed, 0)], True
            case "stall" if reached:
                self.done["stall"] += 1
                await trio.sleep(self._chance.uniform(0.5, 3.0))
                fate.fault = None
                return data, self._chance.random() < 0.5
            case "flip" if reached and passed > HANDSHAKE:
                self.done["flip"] += 1
                where = self._chance.randrange(len(data))
                changed = data[where] ^ (1 << self._chance.randrange(8))
                return data[:where] + bytes([changed]) + data[where + 1 :], False
        return data, False

    async def _say_again(self, said: bytes) -> None:
        """Say in a new connection what a guest has said in an old one."""
        self.done["again"] += 1
        with suppress(OSError, trio.BrokenResourceError), trio.move_on_after(3):
            async with await trio.open_tcp_stream(HOST, self._target) as host:
                await host.send_all(said)
                while await host.receive_some(CHUNK):
                    pass
