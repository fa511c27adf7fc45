"""Advises a person at a seat: what the strongest program would do there."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial

from p2pgame.agents import registry
from p2pgame.agents.agent import Budget, Seating
from p2pgame.agents.bot import Bot
from p2pgame.engine import Message, Place, plain
from p2pgame.engine.offers import AT_RANDOM

from ..seat.seat import Seat

#: Seconds that an adviser may think.
SECONDS = 3.0


@dataclass(frozen=True, slots=True)
class Advice:
    """What ``adviser``, an opponent, would do; ``shown`` is how people read it."""

    adviser: str
    move: str
    shown: Message


async def advise(seat: Seat) -> Advice | None:
    """Return what to do in the open turn, by the strongest program for this game.

    It sees what the seat sees.  None: no turn is open, no program plays this game
    well, or the one that does has none to offer.
    """
    seen = seat.observation
    if seen is None or seen.choice is None:
        return None
    one = registry.strongest(seen.game.name)
    if one is None:
        return None
    if isinstance(seen.turn, Place):
        return Advice(one.display, AT_RANDOM.verb, plain(AT_RANDOM.verb))
    table = seen.game, seen.options, seen.seats, seen.seat
    bot = Bot(one.display, one.maker(), Seating(*table, seat.world.entropy))
    budget = Budget.of(time.monotonic, seconds=SECONDS)
    decision = await seat.world.machine.think(partial(bot.decide, seen, budget))
    if decision.complaint is not None:
        return None
    hint = seen.game.hint(seen.state, seen.seat, decision.move, seen.faces)
    return Advice(one.display, decision.move, plain(hint))
