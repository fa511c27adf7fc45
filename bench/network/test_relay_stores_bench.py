"""What keeping a frame costs in each of a relay's stores, on the same disk.

Run with ``make bench``.  A round is ``FRAMES`` frames of the smallest size, a sixth of
that where there is one writer, that are appended and heard of; the writers belong to
tables of six.  ``extra_info`` has the time from an append to its being heard (µs),
and the CPU time of this process for each frame.
"""

from __future__ import annotations

import itertools
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from statistics import quantiles
from time import perf_counter, process_time

import pytest
import trio
from pytest_benchmark.fixture import BenchmarkFixture

from p2pgame.relay.redis import RedisStore
from p2pgame.relay.sqlite import SqliteStore
from p2pgame.relay.store import Kept, Store
from tests.relay.redis_server import DURABLE, RedisServer
from tests.relay.stores import append

FRAMES = 1200
FRAME = bytes(256)
SIZE = 256 * 1024
#: What a topic holds here: all that any number of rounds write.
ROOM = 2**40

NUMBERS = itertools.count()


@pytest.fixture(params=["sqlite", "redis", "redis, not synced"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    if request.param == "sqlite":
        yield SqliteStore(tmp_path / "frames", room=ROOM)
        return
    options = DURABLE if request.param == "redis" else ("--appendonly", "no")
    server = RedisServer(*options)
    try:
        server.start()
        yield RedisStore(server.url, room=ROOM, warn=lambda warning: None)
    finally:
        server.remove()


def run_once(benchmark: BenchmarkFixture, main: Callable[[], Awaitable[None]]) -> None:
    benchmark.pedantic(trio.run, (main,), rounds=1)  # type: ignore[no-untyped-call]


class Load:
    """Writers, and the times from their appends to what is heard of them."""

    def __init__(self, store: Store, writers: int) -> None:
        self.each = FRAMES // max(writers, 6)
        self._store = store
        self._writers = writers
        self._began: dict[bytes, float] = {}
        self.latencies: list[float] = []
        self._all_heard = trio.Event()

    def hear(self, kept: Kept) -> None:
        began = self._began.pop(kept.origin)
        self.latencies.append((perf_counter() - began) * 1e6)
        if not self._began:
            self._all_heard.set()

    async def round(self) -> None:
        self._all_heard = trio.Event()
        async with trio.open_nursery() as nursery:
            for writer in range(self._writers):
                nursery.start_soon(self._write, (writer // 6).to_bytes(16))
        if self._began:
            await self._all_heard.wait()

    async def _write(self, topic: bytes) -> None:
        self._store.follow(topic)
        for _ in range(self.each):
            origin = next(NUMBERS).to_bytes(12)
            self._began[origin] = perf_counter()
            await append(self._store, topic, FRAME, origin)


@pytest.mark.parametrize("writers", [1, 12, 120, 600])
def test_append_and_hear(
    benchmark: BenchmarkFixture, store: Store, writers: int
) -> None:
    benchmark.group = f"appends, {writers} at a time"
    rounds = 3

    async def main() -> None:
        load = Load(store, writers)
        async with trio.open_nursery() as nursery:
            await nursery.start(store.run, load.hear)
            await load.round()
            load.latencies.clear()
            began, before = perf_counter(), process_time()
            for _ in range(rounds):
                await load.round()
            count = rounds * load.each * writers
            cpu = (process_time() - before) / count
            benchmark.extra_info["frames/s"] = round(count / (perf_counter() - began))
            nursery.cancel_scope.cancel()
        cuts = quantiles(load.latencies, n=100)
        benchmark.extra_info["p50, p99 µs"] = round(cuts[49]), round(cuts[98])
        benchmark.extra_info["CPU µs a frame"] = round(cpu * 1e6)

    run_once(benchmark, main)


def test_read_a_backlog(benchmark: BenchmarkFixture, store: Store) -> None:
    """Sixteen times 256 KiB of small frames."""
    benchmark.group = "reading 4 MiB"
    topic = bytes(16)

    async def main() -> None:
        async with trio.open_nursery() as nursery:
            await nursery.start(store.run, lambda kept: None)
            async with trio.open_nursery() as writers:
                for _ in range(16 * SIZE // len(FRAME)):
                    writers.start_soon(append, store, topic, FRAME, b"")
            began, after = perf_counter(), 0
            while frames := await store.read(topic, after, SIZE):
                after = frames[-1].sequence
            benchmark.extra_info["ms"] = round((perf_counter() - began) * 1e3, 1)
            nursery.cancel_scope.cancel()

    run_once(benchmark, main)
