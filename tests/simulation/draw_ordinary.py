"""Draws ordinary games: one table, at which no player orders ahead.

Which games, faults and cheats a game has is drawn by turns, so that so many seeds
in a row have each of them often enough; the rest is chance.  Swarm testing: every
game has some of the faults only, because faults that always come together hide
one another.

Source: Groce et al., "Swarm Testing" (2012).
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from tests.simulation.chance import Chance
from tests.simulation.disk import FATES
from tests.simulation.faults import (
    ANY,
    ANYTHING,
    CHEATS,
    KEYS,
    NEMESES,
    POINTS,
    SILENT,
    STRANGERS,
    SUITED,
    Wanted,
    seats_of,
)
from tests.simulation.plan import Crash, Incident, Nemesis, Office, Plan, Shape

#: How many crashes and nemeses are drawn for a game.
CRASHES_EACH, NEMESES_EACH = 6, 3

#: How many of all games meet at relays.
POSTED = 0.2


def ordinary(seed: int, *, game: str | None = None, wanted: Wanted = ANYTHING) -> Plan:
    """Draw a game: in most of those of chance somebody meddles with keys."""
    plan = unmeddled(seed, game=game, wanted=wanted)
    return plan if game else meddled(plan)


def unmeddled(seed: int, *, game: str | None = None, wanted: Wanted = ANYTHING) -> Plan:
    """Draw a game: some of those of chance meet at relays."""
    plan = without_relays(seed, game, wanted)
    return some_posted(plan) if game is None else plan


def some_posted(plan: Plan) -> Plan:
    """Return a game that meets at relays, if its turn is one of those."""
    if Chance(plan.seed).of("meets at relays").random() < POSTED:
        return posted(plan)
    return plan


def meddled(plan: Plan, keys: str | None = None) -> Plan:
    """Return a game in which somebody meddles with keys, and else is the same.

    Who leaves and reads on must leave at least two others, who depend on nobody that
    can't read what they say; nor may they depend on who does not even say so.
    """
    chance = Chance(plan.seed).of("keys")
    keys = keys_of(plan.seed) if keys is None else keys
    if keys != "reads on":
        meddler = chance.randrange(plan.seats) if keys else None
        if plan.shape == "line" and plan.cheat in SILENT:
            meddler = 0 if meddler == plan.cheater else meddler
        return replace(plan, keys=keys, meddler=meddler)
    if plan.seats < 3:
        games = [g for g in SUITED.get(plan.cheat, ANY) if seats_of(g) > 2]
        plan = replace(plan, game=chance.choice(games), deck="masked")
        plan = replace(plan, seats=seats_of(plan.game))
    seats = [plan.seats - 1] if plan.shape == "line" else [*range(1, plan.seats)]
    seat = chance.choice([seat for seat in seats if seat != plan.cheater] or [0])
    return replace(plan, keys=keys, meddler=seat, leaver=None, away=None)


def keys_of(seed: int) -> str:
    """Return what is done with keys: each in its turn, and seldom nothing."""
    kinds = ("", *KEYS, *KEYS)
    turn, cheat = divmod(seed, 1 + len(CHEATS))
    return kinds[(turn + 2 * cheat) % len(kinds)]


def posted(plan: Plan) -> Plan:
    """Return a game that meets at relays, and else is the same.

    Whoever tells two stories needs lines on which to tell them.
    """
    if plan.cheat in ("fork", "twin"):
        return plan
    chance = Chance(plan.seed).of("relays")
    count, seats = chance.choice((1, 1, 2)), range(plan.seats + plan.guests)
    pairs = [(one, other) for other in seats for one in range(other)]
    some = chance.random() < 0.3
    lines = sorted(chance.sample(pairs, chance.randint(1, len(pairs)))) if some else ()
    relays = tuple(_office(chance, plan.seconds) for _ in range(count))
    return replace(plan, shape="topic", relays=relays, lines=tuple(lines))


def _office(chance: Random, seconds: float) -> Office:
    what: tuple[Incident, ...] = ("starts again", "expires")
    events = [
        (chance.uniform(0.5, seconds), chance.choice(what))
        for _ in range(chance.choice((0, 0, 1, 1, 2, 4)))
    ]
    return Office(
        is_hostile=chance.random() < 0.4,
        keeps=chance.random() < 0.5,
        recounts=chance.random() < 0.5,
        events=tuple(sorted(events)),
    )


def without_relays(seed: int, game: str | None, wanted: Wanted) -> Plan:
    """Draw a game whose players call one another; ``game`` None: any game."""
    chance = Chance(seed).of("plan")
    cheat = "" if game else ("", *CHEATS)[seed % (1 + len(CHEATS))]
    cheat = wanted.cheat or cheat
    if game is None:
        game = chance.choice(wanted.games(cheat))
    seats = seats_of(game)
    cheater = chance.randrange(seats) if cheat else None
    classic = game == "kuhn classic"
    patience = 0 if seats < 3 or chance.random() < 0.2 else chance.randrange(8, 25)
    seconds = chance.uniform(10, 50)
    hurry = chance.choice((0.2, 1.0, 4.0))
    shape = _shape(chance, seats, cheat)
    # Who has no seat can't pass on what the seated say, so nobody may depend on it.
    nemeses = tuple(dict.fromkeys((*wanted.nemeses, *nemeses_of(seed))))
    guests = int(not cheat and shape != "line" and chance.random() < 0.25)
    return Plan(
        seed,
        game,
        seats,
        guests=guests,
        shape=shape,
        patience=patience,
        deck=chance.choice(("commutative", "proved")) if classic else "masked",
        seconds=seconds,
        think=tuple(hurry * chance.choice((0.1, 0.5, 2)) for _ in range(seats)),
        rates=tuple(
            chance.choice((0.7, 0.95, 1.05, 1.4)) if "clock rate" in nemeses else 1.0
            for _ in range(seats)
        ),
        crashes=tuple(_crashes(seed, chance, seats, cheater)),
        nemeses=tuple(
            Nemesis(kind, chance.uniform(0, seconds / 3), chance.uniform(1, 20))
            for kind in nemeses
        ),
        cheat=cheat,
        cheater=cheater,
        cheats_at=chance.randrange(3),
        stranger=("", *STRANGERS)[seed % (1 + len(STRANGERS))],
        away=_away(chance, seats, patience, cheater),
        leaver=_leaver(chance, seats, cheater, shape),
        quorum=wanted.quorum,
    )


def nemeses_of(seed: int) -> tuple[str, ...]:
    """Return the faults that a game has: each in its turn."""
    count = len(NEMESES)
    step = 1 + seed // count % (count - 1)
    first = seed * NEMESES_EACH
    return tuple(
        dict.fromkeys(NEMESES[(first + step * n) % count] for n in range(NEMESES_EACH))
    )


def _shape(chance: Random, seats: int, cheat: str) -> Shape:
    if cheat in ("fork", "twin"):
        return "mesh"  # so that both stories find somebody to hear them
    return chance.choice(("mesh", "mesh", "star", "line")) if seats > 2 else "mesh"


def _crashes(seed: int, chance: Random, seats: int, cheater: int | None) -> list[Crash]:
    crashes = []
    honest = [seat for seat in range(seats) if seat != cheater]
    for number in range(CRASHES_EACH):
        point = POINTS[(seed * CRASHES_EACH + number) % len(POINTS)]
        fate = None if chance.random() < 0.4 else chance.choice(FATES)
        after = (
            chance.randrange(1, 7) if point == "creation" else chance.randrange(1, 4)
        )
        crash = Crash(chance.choice(honest), point, after, fate, chance.uniform(0.1, 4))
        crashes.append(crash)
    # Creation comes first, for there is only one of it.
    return sorted(crashes, key=lambda crash: crash.point != "creation")


def _away(
    chance: Random, seats: int, patience: int, cheater: int | None
) -> tuple[int, float, float] | None:
    """Return who is away, from when, for how long: for ever, if the others go on."""
    if seats < 3 or not patience or cheater is not None or chance.random() < 0.2:
        return None
    seconds = 1e9 if chance.random() < 0.5 else chance.uniform(10, 60)
    return chance.randrange(seats), chance.uniform(0.5, 20), seconds


def _leaver(
    chance: Random, seats: int, cheater: int | None, shape: Shape
) -> tuple[int, int] | None:
    if cheater is not None or chance.random() < 0.9:
        return None
    seat, after = chance.randrange(seats), chance.randrange(3)
    # Who has left can't pass on what the others say then, so none may depend on it.
    return None if shape == "line" and 0 < seat < seats - 1 else (seat, after)
