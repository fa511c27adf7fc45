"""Who may use a Redis, and what of that is shown: urls, passwords and certificates."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
import trio

from p2pgame.relay.redis import RedisStore
from p2pgame.relay.redis.url import InvalidRedisUrl, RedisUrl
from p2pgame.relay.store import StoreError
from tests.relay.redis_server import DURABLE, Gate, RedisServer
from tests.relay.stores import append, refuse, running
from tests.transport.certificates import contexts

TOPIC = b"t" * 16
SECRET = "s3cret/pass@word"


async def test_a_password_is_used_and_never_shown(
    caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    quoted = "s3cret%2Fpass%40word"
    server = RedisServer(*DURABLE, "--requirepass", SECRET)
    shown = []
    try:
        server.start()
        right = f"unix://:{quoted}@{server.socket}"
        store = RedisStore(right, warn=refuse)
        shown.append(repr(store))
        async with running(store):
            await append(store, TOPIC, b"frame", b"")
        for wrong in (right.replace("s3cret", "s4cret"), server.url):
            with pytest.raises(StoreError, match="refuses our name") as refused:
                await RedisStore(wrong).run(print)
            shown.append(repr(refused.value))
    finally:
        server.remove()
    for text in (*shown, caplog.text, *capsys.readouterr()):
        for part in (SECRET, quoted, "cret"):
            assert part not in text


@pytest.mark.parametrize(
    "url",
    [
        "",
        "http://:s3cret@host",
        "redis://:s3cret@",
        "redis://:s3cret@host:port",
        "redis://:s3cret@host:99999",
        "redis://:s3cret@host/name",
        "redis://:s3cret@host/0?db=1",
        "redis://:s3cret@host/0#1",
        "redis://:s3cret@[::1/0",
        "redis:///0",
        "unix:",
        "unix://:s3cret@host/path?db=x",
    ],
)
def test_a_url_that_is_none_is_refused_without_repeating_it(url: str) -> None:
    with pytest.raises(InvalidRedisUrl) as refused:
        RedisStore(url)
    assert "s3cret" not in str(refused.value)
    assert refused.value.__cause__ is None


def test_a_url_says_where_and_as_whom() -> None:
    url = RedisUrl.parse("rediss://anna:p%40ss@[2001:db8::1]:7000/3")
    assert (url.host, url.port, url.database) == ("2001:db8::1", 7000, 3)
    assert (url.name, url.password, url.is_secure) == ("anna", "p@ss", True)
    assert "p@ss" not in repr(url)
    assert "anna" not in repr(url)
    plain = RedisUrl.parse("redis://example.org")
    assert (plain.host, plain.port, plain.database) == ("example.org", 6379, 0)
    local = RedisUrl.parse("unix:/run/redis.sock?db=2")
    assert (local.path, local.database, local.is_secure) == (
        "/run/redis.sock",
        2,
        False,
    )


async def test_tls_is_spoken_only_with_whom_we_trust(
    redis: RedisServer, tmp_path: Path
) -> None:
    context, trusting = contexts(tmp_path)
    gate = Gate(redis.dial, context)
    async with trio.open_nursery() as nursery:
        await nursery.start(gate.run)
        url = f"rediss://127.0.0.1:{gate.port}/0"
        store = RedisStore(url, tls=trusting, warn=refuse)
        async with running(store):
            await append(store, TOPIC, b"frame", b"")
            assert len(await store.read(TOPIC, 0, 4096)) == 1
        with pytest.raises(StoreError, match="cannot be reached"):
            await RedisStore(url).run(print)
        nursery.cancel_scope.cancel()
