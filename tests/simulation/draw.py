"""Draws a simulated game of any kind from its seed, all of it."""

from __future__ import annotations

from tests.simulation import fickle
from tests.simulation.draw_ahead import closing
from tests.simulation.draw_evening import evening
from tests.simulation.draw_ordinary import ordinary
from tests.simulation.draw_time import timed
from tests.simulation.faults import ANYTHING, LIES, ORDERS, Wanted
from tests.simulation.plan import ROW, Plan

#: The place in each row of the game that orders ahead, and of the one that is followed.
AHEAD, FOLLOWED = 2, 5
#: The place of one whose rules contradict themselves, in one of so many rows.
FICKLE, ROWS = 3, 4


def drawn(seed: int, *, game: str | None = None, wanted: Wanted = ANYTHING) -> Plan:
    """Draw a game: in many of those of chance there are clocks, or a slow player."""
    plan = untimed(seed, game=game, wanted=wanted)
    return plan if game else timed(plan, wanted)


def untimed(seed: int, *, game: str | None = None, wanted: Wanted = ANYTHING) -> Plan:
    """Draw a game: of seven of chance one orders ahead, and one is followed."""
    place = seed % ROW if game is None and not wanted.cheat else None
    if wanted.cheat in ORDERS or place == AHEAD:
        return closing(seed, wanted)
    if wanted.cheat in LIES or place == FOLLOWED:
        return evening(seed, wanted)
    if place == FICKLE and seed // ROW % ROWS == 1 and not wanted.seats:
        return fickle.drawn(seed, wanted)
    return ordinary(seed, game=game, wanted=wanted)
