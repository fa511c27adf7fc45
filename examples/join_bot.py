"""A bot joins by an invite and plays: python join_bot.py P2PGAME:..."""

import sys

import trio

import p2pgame
from p2pgame.client.events import Ended


async def main(invite):
    async with p2pgame.join(invite, name="Robot", program=True) as seat:
        program = p2pgame.Program(seat, "Easygoing Eddie")
        async for event in seat:
            await program.hear(event)
            if isinstance(event, Ended):
                print(f"payoffs {event.payoffs}")


trio.run(main, sys.argv[1])
