"""Draws games of ticks whose players order ahead."""

from __future__ import annotations

from dataclasses import replace

from tests.simulation.chance import Chance
from tests.simulation.draw_ordinary import keys_of, meddled, some_posted, without_relays
from tests.simulation.faults import ANYTHING, ORDERS, Wanted
from tests.simulation.plan import ROW, Nemesis, Ordering, Plan

#: Of so many such games the players of one have enough before its last tick.
CLOSING = 4
#: The ticks of those, and those from which on somebody may say so first.
CLOSING_TICKS, ENOUGH_FROM = (12, 20), range(5)


def closing(seed: int, wanted: Wanted = ANYTHING) -> Plan:
    """Draw a game whose players order ahead, and sometimes want it to end soon.

    It then has more ticks than any other, so that its players end it and not its ticks.
    In some of these games a player leaves that never says so.
    """
    plan, chance = ahead(seed, wanted), Chance(seed).of("closes early")
    if plan.ordering is None or chance.randrange(CLOSING):
        return plan
    ticks, since = chance.choice(CLOSING_TICKS), chance.choice(ENOUGH_FROM)
    ends = replace(plan.ordering, ticks=ticks, enough_from=since)
    plan = replace(plan, ordering=ends)
    is_free = not plan.cheat and plan.keys != "reads on" and plan.shape != "line"
    if plan.seats < 3 or not is_free or chance.random() < 0.3:
        return plan
    leaver = chance.randrange(plan.seats), chance.randrange(4, 12)
    return replace(plan, leaver=leaver, away=None)


def ahead(seed: int, wanted: Wanted = ANYTHING) -> Plan:
    """Draw a game whose players order ahead: of half of them programs stop late.

    So their orders for later ticks are often open then, and some come without notes.
    """
    plan, chance = ordering(seed, wanted), Chance(seed).of("stops late")
    if chance.random() < 0.5:
        return plan
    crashes = tuple(
        one if one.point == "creation" else replace(one, after=chance.randrange(4, 30))
        for one in plan.crashes
    )
    if "backup put back" in [one.kind for one in plan.nemeses]:
        return replace(plan, crashes=crashes)
    back = Nemesis("backup put back", chance.uniform(2, 10), chance.uniform(5, 20))
    slow = tuple(max(one, chance.choice((0.5, 3.0))) for one in plan.think)
    return replace(plan, crashes=crashes, nemeses=(*plan.nemeses, back), think=slow)


def ordering(seed: int, wanted: Wanted = ANYTHING) -> Plan:
    """Draw a game of ticks whose players order ahead; else it is as any game."""
    chance = Chance(seed).of("orders ahead")
    kinds = ("", "", "fork", "twin", "withhold", *ORDERS)
    cheat = wanted.cheat or kinds[seed // ROW % len(kinds)]
    is_large = cheat in ("fork", "twin") or keys_of(seed) == "reads on"
    seats = wanted.seats or chance.choice((3, 3, 4) if is_large else (2, 3, 3, 4))
    plan = some_posted(
        without_relays(seed, f"mover {seats}", replace(wanted, cheat=cheat))
    )
    pauses = tuple(chance.choice((0.05, 0.3, 1.0)) for _ in range(seats))
    ahead = Ordering(chance.choice((4, 6, 10)), chance.choice((1, 2, 4)), pauses)
    return meddled(replace(plan, ordering=ahead))
