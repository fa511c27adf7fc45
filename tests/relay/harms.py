"""What happens to a relay and to its store, and a place where it can."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import ExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import trio

from p2pgame.transport.websocket import Address
from tests.children import WITHIN
from tests.relay.programs import Program, fetch, program
from tests.relay.redis_server import Gate, RedisServer

#: Seconds of a fault.
FAULT = 6.0
LIMITS = (
    *("per_prefix=1000", "arrivals=1000/1000", "publishes=1000/1000"),
    *("prefix_publishes=10000/10000", "requests=1000/1000"),
)
SMALL = 400_000
#: Seconds between two questions of an operator.
ASK = 0.2
#: A disk that somebody else can fill, and one that fails as real ones do.
FILLED = ("-t", "tmpfs", "-o", "size=64M", "none")
FAILING = ("-o", "loop,errors=remount-ro")


@dataclass
class Place:
    """A relay with its store, which can be harmed."""

    folder: Path
    store: str
    redis: RedisServer | None = None
    gate: Gate | None = None
    more: tuple[str, ...] = ()
    running: Program | None = None
    #: What the relay has told its operator.
    told: set[str] = field(default_factory=set)
    _operators: Address | None = None
    _stack: ExitStack = field(default_factory=ExitStack)

    def start(self) -> None:
        listen = "127.0.0.1:0"
        if self.running is not None:
            listen = "{}:{}".format(*self.running.address)
        more = ("--admin", "127.0.0.1:0")
        one = program(self.store, *LIMITS, *self.more, listen=listen, more=more)
        self.running = self._stack.enter_context(one)
        self._operators = self.running.operators()

    async def ask(self) -> None:
        """Note what the relay says is wrong, and whether its store began anew."""
        while True:
            with suppress(OSError, trio.BrokenResourceError, IndexError):
                assert self._operators is not None
                status, page = await fetch(self._operators, "/ready")
                if status != 200:
                    self.told |= {line.partition(":")[0] for line in page.splitlines()}
                _, page = await fetch(self._operators, "/metrics")
                if "store_begun_anew_total 0" not in page:
                    self.told.add("begun anew")
            await trio.sleep(ASK)

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
    def disk(self) -> Path:
        """Where the frames are."""
        return self.database.parent if self.redis is None else self.redis.folder

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
    rest = place.disk / "else"
    with rest.open("wb", 0) as other, suppress(OSError):
        while True:
            other.write(bytes(4096))
    await trio.sleep(FAULT)
    rest.unlink()
    if place.redis is not None:
        # It has ended itself: it can't keep what it must.
        await restart_redis(place)


async def read_only(place: Place) -> None:
    """Let the disk fail.  The system lets nobody write until it is mounted again."""
    device = mounted_from(place.disk)
    fail = Path("/sys/fs/ext4", device.name, "trigger_fs_error")
    await trio.to_thread.run_sync(fail.write_text, "1")
    await trio.sleep(FAULT)
    await trio.to_thread.run_sync(place.stop)
    await trio.run_process(["umount", str(place.disk)])
    image = str(place.folder / "image")
    await trio.run_process(["mount", *FAILING, image, str(place.disk)])
    await trio.to_thread.run_sync(place.start)


def mounted_from(folder: Path) -> Path:
    """Return the device that is mounted there."""
    for line in Path("/proc/mounts").read_text().splitlines():
        device, where, _ = line.split(" ", 2)
        if where == str(folder):
            return Path(device)
    raise AssertionError(f"nothing is mounted at {folder}")


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


async def restart_redis(place: Place) -> None:
    place.server.kill()
    await trio.to_thread.run_sync(place.server.start)


async def redis_damaged(place: Place) -> None:
    """Cut its newest file in half; it starts with what is whole of it."""
    place.server.kill()
    newest = max((place.disk / "appendonlydir").glob("*.incr.aof"))
    os.truncate(newest, newest.stat().st_size // 2)
    await restart_redis(place)


async def redis_deleted(place: Place) -> None:
    place.server.kill()
    shutil.rmtree(place.disk / "appendonlydir")
    await restart_redis(place)


async def redis_read_only(place: Place) -> None:
    """Make it the copy of a Redis that is not there."""
    await trio.to_thread.run_sync(place.server.ask, "REPLICAOF", "127.0.0.1", "1")
    await trio.sleep(FAULT)
    await trio.to_thread.run_sync(place.server.ask, "REPLICAOF", "NO", "ONE")


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
    **{"redis disk full": disk_full, "redis limit full": redis_full},
    **{"redis damaged": redis_damaged, "redis deleted": redis_deleted},
    **{"redis read-only": redis_read_only, "redis kill": redis_kill},
    **{"redis freeze": redis_freeze, "redis empty": redis_empty},
    **{"redis evict": redis_evict, "redis partition": partition},
}


async def mount(cell: str, disk: Path, stack: ExitStack) -> None:
    """Give a cell the disk that it harms, if it does."""
    if cell == "sqlite read-only":
        image = disk.with_name("image")
        image.write_bytes(b"")
        os.truncate(image, 32 << 20)
        await trio.run_process(["mkfs.ext4", "-q", str(image)])
        words = [*FAILING, str(image)]
    elif cell.endswith("disk full"):
        words = [*FILLED]
    else:
        return
    await trio.run_process(["mount", *words, str(disk)])
    unmount = ["umount", "-l", str(disk)]
    stack.callback(subprocess.run, unmount, timeout=WITHIN)


@asynccontextmanager
async def placed(cell: str, folder: Path) -> AsyncIterator[Place]:
    """Run what a cell needs."""
    with ExitStack() as stack:
        if cell.startswith("sqlite"):
            disk = folder / "disk"
            disk.mkdir()
            await mount(cell, disk, stack)
            more = (f"disk={SMALL}",) if cell.endswith("limit full") else ()
            place = Place(folder, f"sqlite:{disk / 'db'}", more=more)
            await trio.to_thread.run_sync(place.start)
            stack.callback(place.kill)
            yield place
            return
        server = RedisServer()
        stack.callback(server.remove)
        await mount(cell, server.folder, stack)
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
