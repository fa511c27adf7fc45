"""A relay of ours on the relay's host: ``host``, and the file of its store."""

from __future__ import annotations

import sys
from pathlib import Path

import trio

from p2pgame.relay.server import serve_relay
from p2pgame.relay.sqlite import SqliteStore


async def main(host: str, store: Path) -> None:
    """Serve; print the port."""
    async with trio.open_nursery() as nursery:
        bound = await nursery.start(serve_relay, SqliteStore(store), host, 0)
        print(bound[0][1], flush=True)


if __name__ == "__main__":
    trio.run(main, sys.argv[1], Path(sys.argv[2]))
