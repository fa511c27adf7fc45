"""What is drawn for one simulated game, all of it, from its seed.

Which games, faults and cheats a game has is drawn by turns, so that so many seeds
in a row have each of them often enough; the rest is chance.  Swarm testing: every
game has some of the faults only, because faults that always come together hide
one another.

Source: Groce et al., "Swarm Testing" (2012).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from random import Random
from typing import Literal

from tests.simulation.chance import Chance
from tests.simulation.disk import FATES, Fate
from tests.simulation.faults import (
    ANY,
    ANYTHING,
    CHEATS,
    KEYS,
    LIES,
    NEMESES,
    ORDERS,
    POINTS,
    SILENT,
    STRANGERS,
    SUITED,
    Wanted,
    seats_of,
)
from tests.simulation.network import RELAYS

Shape = Literal["mesh", "star", "line", "topic"]
Deck = Literal["masked", "commutative", "proved"]
#: What becomes of a relay.
Incident = Literal["starts again", "expires"]

#: How many crashes and nemeses are drawn for a game.
CRASHES_EACH, NEMESES_EACH = 6, 3

#: How many of all games meet at relays.
POSTED = 0.2

#: Of so many games in a row one orders ahead, and one is followed by another table:
#: those at these places.
ROW, AHEAD, FOLLOWED = 7, 2, 5

#: The games at a table that follows, by whether two may sit there or more.
PAIRS = ("tictactoe", "kuhn", "rps", "pig", "mover", "small", "stacks", "stacks")
CROWDS = ("rps", "pig", "mover", "small", "stacks", "stacks")
#: The seeds of such tables are these, and more.
LATER = 10**12


@dataclass(frozen=True)
class Crash:
    """A stop of one program: at the ``after``-th chance there is, at this point.

    ``fate`` is what becomes of bytes that were not flushed, None if only the
    program is killed; it starts again after ``away`` seconds.
    """

    seat: int
    point: str
    after: int
    fate: Fate | None
    away: float


@dataclass(frozen=True)
class Nemesis:
    kind: str
    at: float
    seconds: float


@dataclass(frozen=True)
class Office:
    """A relay: whether it cheats, what it keeps when it starts again, and when.

    If it loses all, it may also number its frames from the first one again.
    """

    is_hostile: bool
    keeps: bool
    recounts: bool
    events: tuple[tuple[float, Incident], ...]


@dataclass(frozen=True)
class Ordering:
    """A game of so many ticks, whose players order ahead as far as its horizon.

    Each waits for so many seconds between two orders.
    """

    ticks: int
    horizon: int
    pauses: tuple[float, ...]


@dataclass(frozen=True)
class Purchase:
    """A wish for so many chips, if the player may have them, after so many seconds.

    The player is named by its ``place`` among those who are there.
    """

    place: int
    chips: int
    after: float


@dataclass(frozen=True)
class Follow:
    """A table that goes on from the end of another.

    ``sits_out`` is who does, by place among those who are there.  ``trouble`` is what
    happens to machines before all have come, each so many seconds after the last.
    ``pause`` is how long the opener waits for those who buy.
    """

    seed: int
    sits_out: int | None
    newcomer: bool
    trouble: tuple[tuple[Literal["killed", "put back"], float], ...]
    lie: str = ""
    buys: tuple[Purchase, ...] = ()
    pause: float = 0.0


@dataclass(frozen=True)
class Plan:
    """Everything that was drawn for one game."""

    seed: int
    game: str
    seats: int
    guests: int
    shape: Shape
    patience: int
    deck: Deck
    seconds: float
    think: tuple[float, ...]
    rates: tuple[float, ...]
    crashes: tuple[Crash, ...]
    nemeses: tuple[Nemesis, ...]
    cheat: str
    cheater: int | None
    cheats_at: int
    stranger: str
    away: tuple[int, float, float] | None
    leaver: tuple[int, int] | None
    #: Who has a direct line to whom, if the table meets at relays.
    relays: tuple[Office, ...] = ()
    lines: tuple[tuple[int, int], ...] = ()
    #: What ``meddler`` does with keys, if anybody does anything.
    keys: str = ""
    meddler: int | None = None
    #: None: the least of so many seats, of a deck that can do with it.
    quorum: int | None = None
    ordering: Ordering | None = None
    follow: tuple[Follow, ...] = ()

    def __str__(self) -> str:
        return "\n".join(f"  {f.name} = {getattr(self, f.name)}" for f in fields(self))


def drawn(seed: int, *, game: str | None = None, wanted: Wanted = ANYTHING) -> Plan:
    """Draw a game: of seven of chance one orders ahead, and one is followed."""
    place = seed % ROW if game is None and not wanted.cheat else None
    if wanted.cheat in ORDERS or place == AHEAD:
        return ahead(seed, wanted)
    if wanted.cheat in LIES or place == FOLLOWED:
        return evening(seed, wanted)
    return ordinary(seed, game=game, wanted=wanted)


def ordinary(seed: int, *, game: str | None = None, wanted: Wanted = ANYTHING) -> Plan:
    """Draw a game: in most of those of chance somebody meddles with keys."""
    plan = unmeddled(seed, game=game, wanted=wanted)
    return plan if game else meddled(plan)


def unmeddled(seed: int, *, game: str | None = None, wanted: Wanted = ANYTHING) -> Plan:
    """Draw a game: some of those of chance meet at relays."""
    plan = _drawn(seed, game, wanted)
    return _met(plan) if game is None else plan


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
    is_large = cheat in ("fork", "twin") or _keys(seed) == "reads on"
    seats = wanted.seats or chance.choice((3, 3, 4) if is_large else (2, 3, 3, 4))
    plan = _met(_drawn(seed, f"mover {seats}", replace(wanted, cheat=cheat)))
    pauses = tuple(chance.choice((0.05, 0.3, 1.0)) for _ in range(seats))
    ahead = Ordering(chance.choice((4, 6, 10)), chance.choice((1, 2, 4)), pauses)
    return meddled(replace(plan, ordering=ahead))


def evening(seed: int, wanted: Wanted = ANYTHING) -> Plan:
    """Draw a game that is followed by tables; before some of them players buy chips.

    The opener of the next one may sell the others more than they have asked for.
    """
    turn, chance = seed // ROW % 10, Chance(seed).of("buying")
    if turn == 2 and not wanted.cheat:
        wanted = replace(wanted, cheat=LIES[-1])
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
    plan = _met(_drawn(seed, f"{name} {seats}", replace(wanted, cheat="")))
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
    plan = _met(_drawn(follow.seed, f"{name} {seats}", ANYTHING))
    shape: Shape = "mesh" if guests and plan.shape == "line" else plan.shape
    plan = replace(plan, guests=guests, shape=shape)
    if not follow.lie:
        return plan
    return replace(plan, cheat=follow.lie, cheater=0, away=None, leaver=None)


def _met(plan: Plan) -> Plan:
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
    keys = _keys(plan.seed) if keys is None else keys
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


def _keys(seed: int) -> str:
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


def called_by(plan: Plan, seat: int) -> list[int]:
    """Return to whom a machine keeps lines, by the shape of the network."""
    match plan.shape:
        case "mesh":
            return list(range(seat))
        case "star":
            return [0] if seat else []
        case "line":
            return [seat - 1] if seat else []
        case "topic":
            lines = [one for one, other in plan.lines if other == seat]
            return [*range(RELAYS, RELAYS + len(plan.relays)), *lines]


def _drawn(seed: int, game: str | None, wanted: Wanted) -> Plan:
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


def options_of(plan: Plan) -> Mapping[str, object]:
    """Return the options of a game, short ones."""
    game, ahead = plan.game, plan.ordering
    if ahead is not None:
        return {"ticks": ahead.ticks, "horizon": ahead.horizon, "field": 9}
    name, *_ = game.split()
    return {
        "rps": {"rounds": 1},
        "mover": {"ticks": 3},
        "goofspiel": {"cards": 3},
        "pig": {"goal": 6},
        "small": {"cards": 2 if game == "small 2" else 1},
    }.get(name, {})


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
