"""A bot joins by an invite and plays: python join_bot.py P2PGAME:..."""

import random
import sys

import trio

import p2pgame
from p2pgame.client.events import Ended, YourTurn


async def main(invite):
    bot = p2pgame.Bot(random.Random())
    async with p2pgame.join(invite, name="Robot", program=True) as seat:
        async for event in seat:
            match event:
                case YourTurn(choice=choice) if move := bot.decide(choice):
                    await seat.move(move)
                case Ended(payoffs=payoffs):
                    print(f"payoffs {payoffs}")


trio.run(main, sys.argv[1])
