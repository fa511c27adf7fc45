"""A client needs nothing of the machine but its world: here one made of memory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import TypeVar

import pytest
import trio
import trio.testing

import p2pgame
from p2pgame.client import native
from p2pgame.client.events import AnyEvent, Ended, Verified
from p2pgame.client.requests import Host, Join
from p2pgame.client.seats import Seat, open_seat
from p2pgame.client.world import Handler, World
from p2pgame.session.peer.machine import Machine
from p2pgame.transport.first_frame import LinkRequest
from p2pgame.transport.link import Link, TransportError
from p2pgame.transport.memory import memory_pair
from p2pgame.transport.reception import Recogniser

T = TypeVar("T")


class Seeded(Machine):
    """A machine with one thread, which draws from a seed."""

    cores = 1

    def __init__(self, seed: str) -> None:
        self._chance = Random(seed)

    async def aside(self, work: Callable[[], T]) -> T:
        await trio.lowlevel.checkpoint()
        return work()

    async def think(self, work: Callable[[], T]) -> T:
        return await self.aside(work)

    def entropy(self, size: int) -> bytes:
        return self._chance.randbytes(size)


@dataclass
class Network:
    """Links of memory between the worlds that share this network."""

    nursery: trio.Nursery
    ports: dict[int, tuple[Handler, Recogniser]] = field(default_factory=dict)
    calls: list[LinkRequest] = field(default_factory=list)

    async def dial(self, host: str, port: int, *, path: str = "/") -> Link:
        if port not in self.ports:
            raise TransportError("Nobody is there.")
        handler, callers = self.ports[port]
        self.calls.append(callers.recognise(path))
        if not callers.may_enter(self.calls[-1]):
            raise TransportError("The host does not know us.")
        ours, theirs = memory_pair()
        self.nursery.start_soon(handler, theirs)
        return ours

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
            now=lambda: 1_700_000_000.0,
            has_network=False,
        )


@pytest.fixture(autouse=True)
def no_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever reaches for this machine's network or programs fails."""

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("that is this machine's")

    for name in ("dial", "listen", "spawn"):
        monkeypatch.setattr(native, name, refuse)


async def play(seat: Seat, heard: list[AnyEvent]) -> None:
    program = p2pgame.Program(seat)
    async for event in seat:
        heard.append(event)
        await program.hear(event)


async def game(folder: Path) -> tuple[list[AnyEvent], bytes]:
    """Play a hand of Kuhn poker in memory; return the host's events and its file."""
    heard: list[AnyEvent] = []
    async with trio.open_nursery() as links:
        network = Network(links)
        ann, ben = (network.world(name, folder) for name in ("ann", "ben"))
        table = Host(game="kuhn", name="Ann", players=2, relays=())
        async with open_seat(table, ann) as host, trio.open_nursery() as nursery:

            async def join() -> None:
                there = Join(invite=host.invite, name="Ben")
                async with open_seat(there, ben) as guest:
                    await play(guest, [])

            nursery.start_soon(join)
            await play(host, heard)
        links.cancel_scope.cancel()
    (written,) = (folder / "ann" / "files").iterdir()
    assert [one.read_bytes() for one in (folder / "ben" / "files").iterdir()] == [
        written.read_bytes()
    ]
    return heard, written.read_bytes()


async def test_two_clients_play_in_a_world_of_memory(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    heard, _ = await game(tmp_path)
    kinds = [type(event) for event in heard]
    assert kinds.index(Ended) < kinds.index(Verified)


async def test_one_seed_gives_one_transcript(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    """Entropy, clock and threads are the world's, so nothing else can differ."""
    files = [(await game(tmp_path / name))[1] for name in ("first", "second")]
    assert files[0] == files[1]
