"""Draws clocks, slow players, and machines on which everything takes long."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from p2pgame.session.entries.payloads import UNTIMED, Time
from p2pgame.session.lobby.terms import usual_programs
from tests.simulation.chance import Chance
from tests.simulation.draw_ordinary import ordinary, without_relays
from tests.simulation.faults import ANY, ANYTHING, SILENT, Wanted
from tests.simulation.plan import Plan

#: Of so many games in which a player may be slow, one is.
SLOW = 5
#: Of so many games with a slow player, in one nothing else goes wrong.
CALM = 3
#: The patience of a game of two with a slow player.
PAIRS = range(8, 20)
#: Seconds of a frame's way, and how many times slower machines are, of the unhurried.
DELAY, TIMES_SLOWER = 2.0, 10.0
#: Games of the unhurried with all cards, by turns.
LARGE = ("holdem 2", "holdem 3", "holdem 4", "hearts 4")
#: The patience of tables of the unhurried: what friends have who give none, and less.
PATIENCE = (300, 300, 120, 60)


def timed(plan: Plan, wanted: Wanted = ANYTHING) -> Plan:
    """Return a game whose words have clocks, and maybe a slow player; else the same."""
    chance = Chance(plan.seed).of("time")
    plan = replace(plan, time=_clocks(chance, plan.patience))
    return slowed(plan, wanted) if chance.randrange(SLOW) == 0 else plan


def _clocks(chance: Random, patience: int) -> Time:
    """Return those of a table: the usual ones, and some that are tighter."""
    programs, grace = usual_programs(patience)
    if not patience or chance.random() < 0.2:
        return UNTIMED
    if chance.random() < 0.3:
        programs, grace = chance.randint(patience // 2, patience), chance.randint(1, 4)
    decisions: dict[str, int] = {}
    if chance.random() < 0.3:
        decisions = {"base": 2 * patience, "increment": chance.randrange(5)}
    elif chance.random() < 0.2:
        decisions = {"move": patience}
    return Time(programs=programs, grace=grace, **decisions)


def slow(seed: int, wanted: Wanted = ANYTHING) -> Plan:
    """Draw a game with a slow player; where none may be, it is a calm one of three."""
    plan = slowed(timed(ordinary(seed, wanted=wanted), wanted), wanted)
    if plan.slow is not None:
        return plan
    return slowed(calm(replace(ordinary(seed, game="small 3"), patience=10)))


def slowed(plan: Plan, wanted: Wanted = ANYTHING) -> Plan:
    """Return a game with a slow player, if those who wait for it come to an end."""
    chance, time = Chance(plan.seed).of("slow"), plan.time
    goes_on = plan.seats > 2 and plan.patience and plan.quorum != 0
    is_short = plan.seats == 2 and not plan.ordering and plan.cheat not in SILENT
    if not goes_on and not is_short:
        return plan
    if is_short:
        plan = replace(plan, patience=chance.choice(PAIRS))
    if is_short or not time.programs:
        programs, grace = usual_programs(plan.patience)
        plan = replace(plan, time=Time(programs=programs, grace=grace))
    seats = [seat for seat in range(plan.seats) if seat != plan.cheater]
    plan = replace(plan, slow=chance.choice(seats))
    is_calm = not (plan.ordering or wanted.nemeses or wanted.cheat)
    return calm(plan) if is_calm and not chance.randrange(CALM) else plan


def calm(plan: Plan) -> Plan:
    """Return a game in which nothing goes wrong, and else is the same."""
    return replace(
        plan,
        guests=0,
        shape="mesh",
        rates=(1.0,) * plan.seats,
        crashes=(),
        nemeses=(),
        cheat="",
        cheater=None,
        stranger="",
        away=None,
        leaver=None,
        relays=(),
        lines=(),
        keys="",
        meddler=None,
        follow=(),
    )


def unhurried(seed: int, wanted: Wanted = ANYTHING, *, game: str | None = None) -> Plan:
    """Draw a game of honest programs on slow machines, far from one another."""
    chance = Chance(seed).of("unhurried")
    game = game or chance.choice(wanted.games("") or ANY)
    plan = calm(without_relays(seed, game, wanted))
    patience = chance.choice(PATIENCE)
    programs, grace = usual_programs(patience)
    return replace(
        plan,
        shape=chance.choice(("mesh", "star", "line")) if plan.seats > 2 else "mesh",
        patience=patience,
        seconds=60.0,
        time=Time(programs=programs, grace=grace),
        delay=DELAY,
        times_slower=TIMES_SLOWER,
    )


def unhurried_cards(seed: int) -> Plan:
    """Draw one of those with all 52 cards."""
    return unhurried(seed, game=LARGE[seed % len(LARGE)])
