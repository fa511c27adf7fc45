"""A spectator prints each hand's result: python spectator.py P2PGAME-WATCH:..."""

import sys

import trio

import p2pgame
from p2pgame.client.events import Begun, Ended, Happened


async def main(link):
    names = []
    async with p2pgame.spectate(link, again=0) as seat:
        async for event in seat:
            match event:
                case Begun(players=players, message=message):
                    names = [player.name for player in players]
                    print(p2pgame.say(message, names))
                case Happened(messages=messages):
                    for message in messages:
                        if message.id.startswith(("holdem-pot", "holdem-split")):
                            print(p2pgame.say(message, names))
                case Ended(message=message):
                    print(p2pgame.say(message, names))


trio.run(main, sys.argv[1])
