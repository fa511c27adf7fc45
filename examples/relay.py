"""A relay inside one's own trio program: python relay.py [PORT]"""

import sys

import trio

from p2pgame.relay.server import serve_relay
from p2pgame.relay.sqlite import SqliteStore


async def main(port):
    store = SqliteStore("relay.db")
    async with trio.open_nursery() as nursery:
        bound = await nursery.start(serve_relay, store, "127.0.0.1", port)
        print(f"ws://127.0.0.1:{bound[0][1]}", flush=True)


trio.run(main, int(sys.argv[1]) if len(sys.argv) > 1 else 0)
