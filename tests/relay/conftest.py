"""One redis-server for all tests of a worker that only need an empty one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.relay.redis_server import RedisServer
from tests.relay.stores import Place, RedisPlace, SqlitePlace


@pytest.fixture(scope="session")
def shared_redis() -> Iterator[RedisServer]:
    server = RedisServer()
    try:
        server.start()
        yield server
    finally:
        server.remove()


@pytest.fixture
def redis(shared_redis: RedisServer) -> RedisServer:
    shared_redis.ask("FLUSHALL")
    return shared_redis


@pytest.fixture
def own_redis() -> Iterator[RedisServer]:
    """A server that a test may kill."""
    server = RedisServer()
    try:
        server.start()
        yield server
    finally:
        server.remove()


@pytest.fixture(params=["sqlite", "redis"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    if request.param == "sqlite":
        return SqlitePlace(tmp_path / "frames")
    server: RedisServer = request.getfixturevalue("redis")
    return RedisPlace(server)
