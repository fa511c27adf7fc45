"""Everything that is drawn for one simulated game, before it is played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Literal

from p2pgame.session.entries.payloads import UNTIMED, Time
from tests.simulation.disk import Fate
from tests.simulation.network import RELAYS

Shape = Literal["mesh", "star", "line", "topic"]
Deck = Literal["masked", "commutative", "proved"]
#: What becomes of a relay.
Incident = Literal["starts again", "expires"]

#: Of so many games in a row one orders ahead, and one is followed by another table.
ROW = 7


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

    Each waits for so many seconds between two orders.  ``enough_from`` is the tick from
    which on all say that they have enough; None: nobody ever does.
    """

    ticks: int
    horizon: int
    pauses: tuple[float, ...]
    enough_from: int | None = None


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
    time: Time = UNTIMED
    #: The seat whose program sends each word of its own just in time.
    slow: int | None = None
    #: The seconds that a frame takes, where nothing delays it further, and how many
    #: times slower all machines are than the one for which costs are known; 0: work
    #: takes no time.
    delay: float = 0.02
    times_slower: float = 0.0

    def __str__(self) -> str:
        return "\n".join(f"  {f.name} = {getattr(self, f.name)}" for f in fields(self))


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
        "hearts": {"goal": 1},
        "small": {"cards": 2 if game == "small 2" else 1},
    }.get(name, {})
