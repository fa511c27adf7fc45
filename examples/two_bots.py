"""Two bots play Kuhn poker at one table, in one process: python two_bots.py"""

import tempfile
from pathlib import Path

import trio

import p2pgame
from p2pgame.client.events import Verified


async def play(seat):
    program = p2pgame.Program(seat)
    async for event in seat:
        await program.hear(event)
        if isinstance(event, Verified):
            print(f"payoffs {event.payoffs}; the transcript is in {event.path}")


async def join(invite, world):
    async with p2pgame.join(invite, transcript="ben.p2pgame", world=world) as seat:
        await play(seat)


async def main(folder):
    ann, ben = (p2pgame.World.native(home=folder / name) for name in ("ann", "ben"))
    here = {"listen": "127.0.0.1:0", "relays": (), "world": ann}
    table = p2pgame.host("kuhn", players=2, **here)
    async with trio.open_nursery() as nursery, table as seat:
        nursery.start_soon(join, seat.invite, ben)
        await play(seat)


with tempfile.TemporaryDirectory() as folder:
    trio.run(main, Path(folder))
