"""Two bots play Kuhn poker at one table, in one process: python two_bots.py"""

import random
import tempfile
from pathlib import Path

import trio

import p2pgame
from p2pgame.client.events import Verified, YourTurn


async def play(seat):
    bot = p2pgame.Bot(random.Random())
    async for event in seat:
        match event:
            case YourTurn(choice=choice):
                await seat.move(bot.decide(choice))
            case Verified(path=path, payoffs=payoffs):
                print(f"payoffs {payoffs}; the transcript is in {path}")


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
