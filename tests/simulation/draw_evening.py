"""Draws evenings: games that are followed by other tables."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Literal

from tests.simulation.chance import Chance
from tests.simulation.draw_ordinary import meddled, some_posted, without_relays
from tests.simulation.faults import ANYTHING, LIES, Wanted
from tests.simulation.plan import ROW, Follow, Plan, Purchase, Shape

#: The games at a table that follows, by whether two may sit there or more.
PAIRS = ("tictactoe", "kuhn", "rps", "pig", "mover", "small", "stacks", "stacks")
CROWDS = ("rps", "pig", "mover", "small", "stacks", "stacks")
#: The seeds of such tables are these, and more.
LATER = 10**12


def evening(seed: int, wanted: Wanted = ANYTHING) -> Plan:
    """Draw a game that is followed by tables; before some of them players buy chips.

    The opener of the next one may sell the others more than they have asked for, or
    give the first seat to another than whose turn it is.
    """
    turn, chance = seed // ROW % 10, Chance(seed).of("buying")
    if turn in (2, 9) and not wanted.cheat:
        wanted = replace(wanted, cheat=LIES[-1 if turn == 2 else -2])
    plan = unbought(seed, wanted)
    lie = plan.follow[0].lie
    if lie != LIES[-1] and (lie or turn not in (1, 6)):
        return plan
    follow = tuple(_sold(chance, one) for one in plan.follow)
    return replace(plan, game=f"bank {plan.seats}", follow=follow)


def _sold(chance: Random, follow: Follow) -> Follow:
    times, pause = chance.choice((1, 2, 2, 3)), chance.choice((0.0, 1.0, 4.0))
    buys = tuple(
        Purchase(chance.randrange(12), chance.randint(1, 3), chance.uniform(0, 3))
        for _ in range(times)
    )
    return replace(follow, buys=buys, pause=pause)


def unbought(seed: int, wanted: Wanted = ANYTHING) -> Plan:
    """Draw a game that is followed by one or two tables, at which nobody else cheats.

    The opener of the next one may lie about the end of the one before.
    """
    chance = Chance(seed).of("evening")
    lie = wanted.cheat or ("", "", "", *LIES[:2])[seed // ROW % 5]
    seats = wanted.seats or chance.choice((2, 3, 3, 4))
    name = "stacks" if lie or chance.random() < 0.5 else chance.choice(CROWDS)
    plan = some_posted(
        without_relays(seed, f"{name} {seats}", replace(wanted, cheat=""))
    )
    tables = 1 if lie else chance.choice((1, 1, 2))
    follow = tuple(_follow(chance, seed, number, lie) for number in range(tables))
    plan = replace(plan, follow=follow)
    return plan if lie else meddled(plan)


def _follow(chance: Random, seed: int, number: int, lie: str) -> Follow:
    whats: tuple[Literal["killed", "put back"], ...] = ("killed", "put back")
    times = chance.choice((0, 1, 1, 2))
    # Of two who are put back at once neither could tell the other what it lacks.
    trouble = tuple(
        (chance.choice(whats) if one == 0 else "killed", chance.uniform(0, 3))
        for one in range(times)
    )
    sits_out = chance.randrange(12) if chance.random() < 0.4 and not lie else None
    newcomer = chance.random() < 0.3 and not lie
    return Follow(LATER + 10 * seed + number, sits_out, newcomer, trouble, lie)


def follower(follow: Follow, seats: int, guests: int) -> Plan:
    """Draw the table that follows, for so many who have a seat and who have none."""
    chance = Chance(follow.seed).of("follows")
    name = "stacks" if follow.lie else chance.choice(PAIRS if seats == 2 else CROWDS)
    name = "bank" if follow.buys else name
    plan = some_posted(without_relays(follow.seed, f"{name} {seats}", ANYTHING))
    shape: Shape = "mesh" if guests and plan.shape == "line" else plan.shape
    plan = replace(plan, guests=guests, shape=shape)
    if not follow.lie:
        return plan
    return replace(plan, cheat=follow.lie, cheater=0, away=None, leaver=None)
