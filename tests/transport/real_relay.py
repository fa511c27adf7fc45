"""The relay that people run, in this process, with its store in a folder that goes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import trio

from p2pgame.relay.server import serve_relay
from p2pgame.relay.settings import Rate, Settings
from p2pgame.relay.sqlite import SqliteStore
from p2pgame.transport.relay.url import RelayUrl

_PLENTY = Rate(1e9, 1e9)

#: As good as no limits, for tests of what goes through.
GENEROUS = Settings(
    per_prefix=500,
    arrivals=_PLENTY,
    prefix_publishes=_PLENTY,
    prefix_bytes=_PLENTY,
    publishes=_PLENTY,
    publish_bytes=_PLENTY,
)


@asynccontextmanager
async def real_relay(
    settings: Settings = GENEROUS, *, path: Path | None = None
) -> AsyncIterator[RelayUrl]:
    """Run a relay, and give where it is; ``path`` is its store's, if that must stay."""
    with TemporaryDirectory() as folder:
        store = SqliteStore(path or Path(folder) / "relay.db", room=settings.room)
        async with trio.open_nursery() as nursery:
            run = partial(serve_relay, store, "127.0.0.1", 0, settings=settings)
            ((host, port),) = await nursery.start(run)
            yield RelayUrl(host, port, "/", settings.tls is not None)
            nursery.cancel_scope.cancel()
