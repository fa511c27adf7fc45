"""Two players at a table of the game park, in memory, of whom one may plan."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import pytest
import trio
from trio._core import _run

from p2pgame.client.events import AnyEvent, Event, Happened, Resumed
from p2pgame.client.requests import AnyRequest, Host, Join, Resume
from p2pgame.client.seat.seat import Seat
from p2pgame.client.seats import open_seat
from p2pgame.client.words import say
from p2pgame.client.world import World
from p2pgame.engine import Message
from p2pgame.games import registry
from p2pgame.games.registry import Shipped
from tests.client.memory_world import Network

E = TypeVar("E", bound=Event)
#: Seconds of the simulated clock for anything to happen.
WITHIN = 60.0


class InOrder:
    """What trio draws from to put tasks in an order: it leaves them as they came."""

    def random(self) -> float:
        return 1.0

    def shuffle(self, tasks: list[object]) -> None:
        return None

    def uniform(self, low: float, high: float) -> float:
        return low


@contextmanager
def park(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have the test game in the registry meanwhile, and tasks run in order."""
    place = Shipped("tests.engine.park", "ParkGame")
    shipped = {**registry.SHIPPED, ("park", 1): place}
    monkeypatch.setattr(registry, "SHIPPED", shipped)
    monkeypatch.setattr(_run, "_r", InOrder())
    yield
    registry._shipped.cache_clear()


@dataclass
class Player:
    """A seat whose player is the test; it keeps what is told."""

    seat: Seat
    told: list[AnyEvent] = field(default_factory=list)
    _news: trio.Event = field(default_factory=trio.Event)

    async def listen(self) -> None:
        async for event in self.seat:
            self.told.append(event)
            self._news.set()
            self._news = trio.Event()

    def all(self, kind: type[E]) -> list[E]:
        return [event for event in self.told if isinstance(event, kind)]

    async def wait_for(self, is_so: Callable[[], bool]) -> None:
        """Wait until something is so."""
        with trio.fail_after(WITHIN):
            while not is_so():
                await self._news.wait()

    async def happened(self, count: int) -> None:
        """Wait until so much has happened."""
        await self.wait_for(lambda: len(self.all(Happened)) >= count)

    async def open_turn(self) -> None:
        """Wait until the player is asked."""
        await self.wait_for(lambda: self.seat.now.turn is not None)

    async def wait(self, kind: type[E], is_it: Callable[[E], bool]) -> E:
        """Return the last event of one kind, once it is as expected."""
        await self.wait_for(lambda: any(map(is_it, self.all(kind)[-1:])))
        return self.all(kind)[-1]

    @property
    def said(self) -> list[str]:
        """What each event says that has one message."""
        messages = (getattr(event, "message", None) for event in self.told)
        return [say(one) for one in messages if isinstance(one, Message)]


async def made(player: Player, *moves: str) -> None:
    """Make moves, each when it is asked for."""
    for move in moves:
        await player.open_turn()
        more = len(player.all(Happened)) + 1
        await player.seat.move(move)
        await player.happened(more)


@asynccontextmanager
async def sitting(
    request: AnyRequest, world: World, kind: type[Player] = Player
) -> AsyncIterator[Player]:
    """Sit at a table meanwhile."""
    async with open_seat(request, world) as seat, trio.open_nursery() as nursery:
        player = kind(seat)
        nursery.start_soon(player.listen)
        yield player
        nursery.cancel_scope.cancel()


@dataclass
class Table:
    """Ann, who hosts, and Ben; what was sent between them is kept."""

    network: Network
    worlds: dict[str, World]
    ann: Player
    ben: Player
    #: What stops Ben's program.
    sits: AsyncExitStack

    def logs(self) -> dict[str, bytes]:
        """Return the log of each player."""
        found = {}
        for name, world in self.worlds.items():
            (path,) = world.home.glob("tables/*/*/log")
            found[name] = path.read_bytes()
        return found

    @asynccontextmanager
    async def again(self) -> AsyncIterator[Player]:
        """Stop Ben's program, and run it again meanwhile."""
        await self.sits.aclose()
        async with sitting(Resume(), self.worlds["ben"]) as player:
            await player.wait(Resumed, lambda back: True)
            yield player

    def plan_file(self, name: str) -> Path | None:
        """Return where a player's plan is kept, if it is."""
        found = [*self.worlds[name].home.glob("tables/*/*/plan")]
        return found[0] if found else None


@asynccontextmanager
async def table(
    folder: Path, game: str = "park", **options: int | str | bool
) -> AsyncIterator[Table]:
    """Have the two at a table of a game meanwhile."""
    async with trio.open_nursery() as links:
        network = Network(links)
        worlds = {name: network.world(name, folder) for name in ("ann", "ben")}
        opened = Host(game=game, name="Ann", players=2, relays=(), options=options)
        async with sitting(opened, worlds["ann"]) as ann:
            joins = Join(invite=ann.seat.invite or "", name="Ben")
            async with AsyncExitStack() as sits:
                ben = await sits.enter_async_context(sitting(joins, worlds["ben"]))
                yield Table(network, worlds, ann, ben, sits)
        links.cancel_scope.cancel()


@asynccontextmanager
async def alone(folder: Path, game: str) -> AsyncIterator[Player]:
    """Have one player at a game for one meanwhile."""
    async with trio.open_nursery() as links:
        world = Network(links).world("ann", folder)
        async with sitting(Host(game=game, name="Ann", players=1), world) as ann:
            yield ann
        links.cancel_scope.cancel()
