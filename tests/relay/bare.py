"""Nothing but a relay on a SQLite file: ``python -m tests.relay.bare PATH``."""

from __future__ import annotations

import sys
from pathlib import Path

import trio

from tests.relay.clients import relay


async def main() -> None:
    async with relay(Path(sys.argv[1])) as (host, port):
        print(f"This relay is at ws://{host}:{port}.", flush=True)
        await trio.sleep_forever()


if __name__ == "__main__":
    trio.run(main)
