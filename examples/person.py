"""A person plays tic-tac-toe against a program: python person.py"""

import trio

import p2pgame
from p2pgame import events as e


async def choose(seat, turn):
    print(turn.view.text)
    while True:
        typed = await trio.to_thread.run_sync(input, "Your move: ")
        try:
            return await seat.move(typed.strip())
        except p2pgame.IllegalMove as error:
            print(f"No: {p2pgame.say(error.message)}")


async def main():
    names = []
    here = {"listen": "127.0.0.1:0", "relays": ()}
    async with p2pgame.host("tictactoe", name="Ann", bots=1, **here) as seat:
        async for event in seat:
            match event:
                case e.Begun(players=players):
                    names = [player.name for player in players]
                case e.YourTurn():
                    await choose(seat, event)
                case e.Happened(messages=messages):
                    for message in messages:
                        print(p2pgame.say(message, names))
                case e.Ended(message=message) | e.Verified(message=message):
                    print(p2pgame.say(message, names))


trio.run(main)
