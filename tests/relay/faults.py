"""Break relays and their stores while tables play: ``python -m tests.relay.faults``.

Each cell is a store, and what happens to it or to its relay.  Real programs play whole
games, and members of further tables speak once a moment; then the fault is over, and
all must finish.  The table says, for each cell, how many games finished, whether all
players have the same verified transcript, who was accused, and the longest that any
member heard nothing from its table.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import trio

from p2pgame.transport.link import SIZES
from p2pgame.transport.relay.client import Subscription, keep
from p2pgame.transport.relay.link import RelayLink
from p2pgame.transport.relay.url import RelayUrl
from tests.children import WITHIN
from tests.relay.clients import Writing
from tests.relay.programs import Program, program
from tests.relay.redis_server import Gate, RedisServer
from tests.relay.whole_games import WholeGame

#: Seconds between two words of a member, of a fault, and for all to finish after it.
EVERY, FAULT, FINISH = 0.5, 6.0, 90.0
LIMITS = (
    *("per_prefix=1000", "arrivals=1000/1000", "publishes=1000/1000"),
    *("prefix_publishes=10000/10000", "requests=1000/1000"),
)
SMALL = 400_000


class Member:
    """Somebody at a table, who speaks once a moment, and notes silences."""

    def __init__(self, url: RelayUrl, table: int) -> None:
        self._subscription = Subscription(url, Writing(table).topic, table.to_bytes(32))
        self._link: RelayLink | None = None
        self._heard: float | None = None
        self.longest = 0.0

    async def run(self) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(keep, self._subscription, self._attend, os.urandom)
            nursery.start_soon(self._speak)

    async def _speak(self) -> None:
        while True:
            await trio.sleep(EVERY)
            link = self._link
            if link is not None and link.live.is_set() and link.why is None:
                with trio.move_on_after(EVERY):
                    try:
                        await link.send(os.urandom(8).ljust(SIZES[0]))
                    except Exception as error:
                        if "Closed" not in type(error).__name__:
                            raise

    async def _attend(self, link: RelayLink) -> None:
        self._link = link
        while True:
            await link.receive()
            self.note()
            self._heard = trio.current_time()

    def note(self) -> None:
        """Note how long the table has been silent."""
        if self._heard is not None:
            self.longest = max(self.longest, trio.current_time() - self._heard)


@dataclass
class Place:
    """A relay with its store, which can be harmed."""

    folder: Path
    store: str
    redis: RedisServer | None = None
    gate: Gate | None = None
    more: tuple[str, ...] = ()
    running: Program | None = None
    _stack: ExitStack = field(default_factory=ExitStack)

    def start(self) -> None:
        listen = "127.0.0.1:0"
        if self.running is not None:
            listen = "{}:{}".format(*self.running.address)
        one = program(self.store, *LIMITS, *self.more, listen=listen)
        self.running = self._stack.enter_context(one)

    def kill(self) -> None:
        self._stack.close()

    def stop(self) -> None:
        assert self.running is not None
        self.running.process.terminate()
        self.running.process.wait(WITHIN)
        self._stack.close()

    @property
    def url(self) -> str:
        assert self.running is not None
        return "ws://{}:{}".format(*self.running.address)

    @property
    def database(self) -> Path:
        return Path(self.store.removeprefix("sqlite:"))

    @property
    def server(self) -> RedisServer:
        assert self.redis is not None
        return self.redis


Harm = Callable[[Place], Awaitable[None]]


async def kill(place: Place) -> None:
    await trio.to_thread.run_sync(place.kill)
    await trio.to_thread.run_sync(place.start)


async def restart(place: Place) -> None:
    await trio.to_thread.run_sync(place.stop)
    await trio.to_thread.run_sync(place.start)


async def disk_full(place: Place) -> None:
    rest = place.database.with_name("else")
    with rest.open("wb", 0) as other:
        try:
            while True:
                other.write(bytes(4096))
        except OSError:
            pass
    await trio.sleep(FAULT)
    rest.unlink()


async def read_only(place: Place) -> None:
    for how in ("ro", "rw"):
        mount = ["mount", "-o", f"remount,{how}", str(place.database.parent)]
        # A file that is open for writing keeps a disk from being read-only, but not
        # its folder; so this may do nothing.
        await trio.run_process(mount, check=False, capture_stderr=True)
        await trio.sleep(FAULT if how == "ro" else 0)


async def limit_full(place: Place) -> None:
    """Only wait: the limit is small from the beginning."""
    await trio.sleep(FAULT)


async def damaged(place: Place) -> None:
    with place.database.open("r+b") as file:
        file.write(bytes(8192))
    await trio.sleep(FAULT)


async def deleted(place: Place) -> None:
    for file in place.database.parent.glob(f"{place.database.name}*"):
        file.unlink()
    await trio.sleep(FAULT)


async def redis_kill(place: Place) -> None:
    place.server.kill()
    await trio.sleep(FAULT / 3)
    await trio.to_thread.run_sync(place.server.start)


async def redis_freeze(place: Place) -> None:
    place.server.pause()
    await trio.sleep(FAULT)
    place.server.go_on()


async def redis_empty(place: Place) -> None:
    await trio.to_thread.run_sync(place.server.ask, "FLUSHALL")
    await trio.sleep(FAULT)


async def redis_full(place: Place) -> None:
    await trio.to_thread.run_sync(place.server.ask, "CONFIG", "SET", "maxmemory", "1")
    await trio.sleep(FAULT)
    await trio.to_thread.run_sync(place.server.ask, "CONFIG", "SET", "maxmemory", "0")


async def redis_evict(place: Place) -> None:
    for words in (("maxmemory-policy", "allkeys-random"), ("maxmemory", "1mb")):
        ask = place.server.ask
        await trio.to_thread.run_sync(ask, "CONFIG", "SET", *words)
    await redis_full(place)


async def partition(place: Place) -> None:
    assert place.gate is not None
    place.gate.shut()
    await trio.sleep(FAULT)
    place.gate.open()


CELLS: dict[str, Harm] = {
    **{"sqlite kill": kill, "sqlite restart": restart, "sqlite disk full": disk_full},
    **{"sqlite limit full": limit_full, "sqlite damaged": damaged},
    **{"sqlite deleted": deleted, "sqlite read-only": read_only},
    **{"redis relay kill": kill, "redis relay restart": restart},
    **{"redis limit full": redis_full, "redis kill": redis_kill},
    **{"redis freeze": redis_freeze, "redis empty": redis_empty},
    **{"redis evict": redis_evict, "redis partition": partition},
}


@asynccontextmanager
async def placed(cell: str, folder: Path) -> AsyncIterator[Place]:
    """Run what a cell needs."""
    with ExitStack() as stack:
        if cell.startswith("sqlite"):
            disk = folder / "disk"
            disk.mkdir()
            if cell.endswith(("disk full", "read-only")):
                mount = ["mount", "-t", "tmpfs", "-o", "size=2M", "none", str(disk)]
                await trio.run_process(mount)
                unmount = ["umount", "-l", str(disk)]
                stack.callback(subprocess.run, unmount, timeout=WITHIN)
            more = (f"disk={SMALL}",) if cell.endswith("limit full") else ()
            place = Place(folder, f"sqlite:{disk / 'db'}", more=more)
            await trio.to_thread.run_sync(place.start)
            stack.callback(place.kill)
            yield place
            return
        server = RedisServer()
        stack.callback(server.remove)
        await trio.to_thread.run_sync(server.start)
        async with trio.open_nursery() as nursery:
            gate = Gate(server.dial)
            await nursery.start(gate.run)
            store = f"redis://127.0.0.1:{gate.port}/0"
            place = Place(folder, store, server, gate)
            await trio.to_thread.run_sync(place.start)
            stack.callback(place.kill)
            yield place
            nursery.cancel_scope.cancel()


@dataclass
class Row:
    """What has come of a cell."""

    cell: str
    games: int
    finished: int
    wrongs: list[str]
    silence: float

    def __str__(self) -> str:
        accused = sum("evidence" in wrong for wrong in self.wrongs)
        equal = "yes" if not self.wrongs else "; ".join(self.wrongs)
        return (
            f"| {self.cell} | {self.finished} of {self.games} | {equal} | {accused} "
            f"| {self.silence:.1f} s |"
        )


async def one(cell: str, folder: Path, games: int, tables: int) -> Row:
    """Play through one cell."""
    async with placed(cell, folder) as place, trio.open_nursery() as nursery:
        url = RelayUrl.parse(place.url)
        members = [Member(url, 1000 + n // 2) for n in range(2 * tables)]
        for member in members:
            nursery.start_soon(member.run)
        played = [WholeGame(folder / f"game{number}") for number in range(games)]
        try:
            for game in played:
                game.folder.mkdir()
                rules = ("holdem", "--players", "2", "--hands", "4")
                invite = await game.host([place.url], *rules)
                game.guest(invite, [place.url])
            for game in played:
                await game.wait(game.has_begun)
            await CELLS[cell](place)
            finished = 0
            for game in played:
                finished += await game.play_out(FINISH)
            for member in members:
                member.note()
        finally:
            for game in played:
                game.end()
        nursery.cancel_scope.cancel()
    wrongs = [wrong for game in played for wrong in game.wrongs()]
    silence = max((member.longest for member in members), default=0.0)
    return Row(cell, games, finished, wrongs, silence)


async def campaign(cells: list[str], games: int, tables: int) -> bool:
    """Print a row for each cell; return whether all is as it should be."""
    print("| cell | finished | equal and verified | accused | longest silence |")
    print("|---|---|---|---|---|")
    is_good = True
    for cell in cells:
        with TemporaryDirectory() as folder:
            try:
                row = await one(cell, Path(folder), games, tables)
            except* (AssertionError, trio.TooSlowError) as errors:
                row = Row(cell, games, 0, [repr(errors.exceptions[0])], 0.0)
        print(row, flush=True)
        is_good = is_good and row.finished == row.games and not row.wrongs
    return is_good


def main(arguments: list[str]) -> int:
    """Run the cells whose names contain a word, or all: ``[WORD] [GAMES] [TABLES]``."""
    word, games, tables = [*arguments, *("", "3", "17")[len(arguments) :]][:3]
    cells = [cell for cell in CELLS if word in cell]
    return not trio.run(campaign, cells, int(games), int(tables))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
