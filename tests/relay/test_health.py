"""An operator learns what is wrong: on a port of its own, and in the log."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
import trio

from p2pgame.transport.link import SIZES
from tests.relay.clients import Writing, client
from tests.relay.programs import Program, fetch, program
from tests.relay.redis_server import RedisServer
from tests.relay.stores import SOON
from tests.relay.test_full import FAST, publish, small_disk

TABLE = Writing(61)
ADMIN = ("--admin", "127.0.0.1:0")
JSON = (*ADMIN, "--log", "json")


@pytest.fixture
def own_redis() -> Iterator[RedisServer]:
    server = RedisServer()
    try:
        server.start()
        yield server
    finally:
        server.remove()


async def wait_status(relay: Program, where: tuple[str, int], word: str) -> str:
    """Wait until the page of readiness has this word; return it."""
    with trio.fail_after(SOON):
        while word not in (page := (await fetch(where, "/ready"))[1]):  # noqa: ASYNC110
            await trio.sleep(0.05)
    return page


async def ended(relay: Program) -> list[dict[str, object]]:
    """Stop a relay; return the lines of its log, which are JSON."""
    relay.process.terminate()
    log = await trio.to_thread.run_sync(relay.end)
    return [json.loads(line) for line in log.splitlines()]


def told(log: list[dict[str, object]]) -> list[object]:
    """Return the troubles that a log tells, each with whether it is over."""
    return [(one["trouble"], "over" in one) for one in log if "trouble" in one]


async def test_a_full_disk_is_told_until_it_is_over(tmp_path: Path) -> None:
    with (
        small_disk(tmp_path / "disk", 2**20) as disk,
        program(
            f"sqlite:{disk / 'db'}", *FAST, more=(*ADMIN, "--log", "json")
        ) as relay,
    ):
        at = relay.operators()
        assert await fetch(at, "/ready") == (200, "ready\n")
        async with client(relay.address) as anna:
            await anna.join(TABLE)
            with suppress(OSError), (disk / "else").open("wb", 0) as other:
                while True:
                    other.write(bytes(4096))
            await publish(anna, TABLE, 3, SIZES[3])
            status, page = await fetch(at, "/ready")
            assert (status, page[:5]) == (503, "full:")
            assert await fetch(at, "/live") == (200, "live\n")
            assert await fetch(relay.address, "/health") == (503, "not ready\n")
            (disk / "else").unlink()
            await publish(anna, TABLE, 6, SIZES[0])
            assert await fetch(at, "/ready") == (200, "ready\n")
        log = await ended(relay)
    assert told(log) == [("full", False), ("full", True)]


async def test_a_redis_that_is_gone_or_frozen_is_told_until_it_is_back(
    own_redis: RedisServer,
) -> None:
    with program(own_redis.url, more=JSON) as relay:
        at = relay.operators()
        await wait_status(relay, at, "ready")
        own_redis.kill()
        await wait_status(relay, at, "away:")
        own_redis.start()
        await wait_status(relay, at, "ready")
        own_redis.pause()
        await wait_status(relay, at, "slow:")
        assert await fetch(at, "/live") == (200, "live\n")
        own_redis.go_on()
        await wait_status(relay, at, "ready")
        _, page = await fetch(at, "/metrics")
        for name in ('store_bytes{kind="database"}', 'store_errors_total{kind="away"}'):
            assert f"\np2pgame_relay_{name} " in page, name
        log = await ended(relay)
    assert told(log) == [
        *(("away", False), ("away", True)),
        *(("slow", False), ("slow", True)),
    ]
    assert {one["level"] for one in log} == {"info", "warning", "error"}


async def test_players_take_nothing_of_what_an_operator_may_ask(tmp_path: Path) -> None:
    limits = ("per_prefix=2", "arrivals=1/2", "failures=0/1")
    with program(f"sqlite:{tmp_path / 'db'}", *limits, more=ADMIN) as relay:
        at, refused = relay.operators(), 0
        for _ in range(100):
            try:
                await fetch(relay.address, "/health")
            except (trio.BrokenResourceError, IndexError):
                refused += 1
            assert (await fetch(at, "/ready"))[0] == 200
        assert refused > 80
        status, page = await fetch(at, "/metrics")
    assert status == 200
    for name in (
        'store_seconds_bucket{le="0.1"}',
        "store_evicted_topics_total",
        'store_bytes{kind="database"}',
        'store_bytes{kind="log"}',
        'store_bytes{kind="waiting"}',
        'store_trouble{kind="full"}',
        "turned_away_total",
        "memory_bytes",
    ):
        assert f"\np2pgame_relay_{name} " in page, name


async def test_the_players_port_has_no_metrics_beside_an_operators(
    tmp_path: Path,
) -> None:
    with program(f"sqlite:{tmp_path / 'db'}", more=ADMIN) as relay:
        assert (await fetch(relay.address, "/metrics"))[0] == 404
        assert await fetch(relay.address, "/health") == (200, "ok\n")
        assert (await fetch(relay.operators(), "/health"))[0] == 404


async def test_a_log_tells_from_its_level_on(tmp_path: Path) -> None:
    quiet = ("--log-level", "error")
    with program(f"sqlite:{tmp_path / 'db'}", more=quiet) as relay:
        relay.process.terminate()
        assert await trio.to_thread.run_sync(relay.end) == ""
