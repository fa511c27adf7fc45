"""Mover: everybody walks at once; whoever steps on a place of the field owns it.

You walk by orders: a direction and a number of steps, as in ``u 10``.  You take one
step in every tick, and a new order replaces the last one.  With a first order you
appear at (0, 0); then, in the same tick, everybody with steps left takes one.  The
directions, where up adds to y and right adds to x::

    y k u
    h · l
    b j n

The field has no edge: a walk that leaves it on one side comes in on the other.  A
place is yours from your step on it until another's; where several step in one tick,
nothing changes.  After the agreed number of ticks the most places win.  A player who
leaves loses 1 to each who stays.  The next table goes on with the field: you stand
where you stood and own what you owned, and a new player is nowhere yet.  With
``field=0`` the plane is endless, nothing is owned, and nobody wins.

When ``enough`` is the last order of all who are there, only as many more ticks follow
as the horizon has.

Source: the game Mover of libxayagame (mover/); the field is ours.
"""

# A walker's place follows from its last order and the tick, so a step changes no data
# but who owns what: on the endless plane a tick costs what its orders cost, for any
# number of walkers.

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from msgspec.structs import replace

from p2pgame.engine import (
    Amount,
    Game,
    Offer,
    Options,
    Reason,
    by_score,
)
from p2pgame.engine.drawing import Drawing, Look
from p2pgame.engine.events import Event, Seated, Status, Ticked
from p2pgame.engine.message import Message, SeatName
from p2pgame.engine.turns import FARTHEST_HORIZON, Over, Tick, Turn
from p2pgame.tabletop.components import changed_at
from p2pgame.tabletop.seats import why_not_gone

from .brought import MOST_BROUGHT, brought, fits, with_brought
from .mover_text import read, walkers
from .plane import DIRECTIONS, KEYS, MOST_STEPS, REST, Plane, Walk, Walks

#: The directions as steps to the right and up, for people.
_ARROWS = {
    **{(1, 0): "→", (-1, 0): "←", (0, 1): "↑", (0, -1): "↓"},
    **{(1, 1): "↗", (1, -1): "↘", (-1, 1): "↖", (-1, -1): "↙"},
}
ORDERS = {key: Amount(key, 1, MOST_STEPS) for key in KEYS.values()}
#: The order of who wants the game to end soon.
ENOUGH = "enough"
LONGEST = 1_000_000
#: The least and the most places on each side of a field.
FIELDS = 5, 51


class MoverOptions(Options, frozen=True):
    """A game has ``ticks`` steps, each ``seconds`` after the last.

    The field has ``field`` places on each side; 0: an endless plane without a goal.
    While orders are on their way, the others go on for up to ``horizon`` ticks.
    ``begins`` is what each seat brings from the table before, with semicolons between.
    """

    ticks: int = 60
    seconds: int = 1
    field: int = 15
    horizon: int = 5
    begins: str = ""


class Mover(Game[Plane, MoverOptions]):
    name = "mover"
    version = 2
    seats = range(1, 1001)
    options = MoverOptions
    plans_ahead = False
    aim = Message.of("mover-aim")

    def why_not(self, seats: int, options: MoverOptions) -> Message | None:
        if not 1 <= options.ticks <= LONGEST:
            return Message.of("mover-ticks", most=LONGEST)
        if not 1 <= options.seconds <= 3600:
            return Message.of("mover-seconds")
        if options.field and not FIELDS[0] <= options.field <= FIELDS[1]:
            return Message.of("mover-field", least=FIELDS[0], most=FIELDS[1])
        if not 0 <= options.horizon <= FARTHEST_HORIZON:
            return Message.of("mover-horizon", most=FARTHEST_HORIZON)
        if options.begins and not fits(options.begins, seats, options.field):
            return Message.of("mover-begins", seats=seats)
        return None

    def setup(self, seats: int, options: MoverOptions) -> Plane:
        plane = _empty(options, seats)
        return with_brought(plane, options.begins) if options.begins else plane

    def turn(self, state: Plane) -> Turn:
        present, seats = state.present, len(state.walks)
        if state.tick == state.ticks or len(present) < min(seats, 2):
            return self.ended(state)
        return _tick(present, state.seconds, state.horizon)

    def ended(self, state: Plane) -> Over:
        return by_score(state.points, gone=state.gone)

    def why_illegal(self, state: Plane, player: int, move: str) -> Reason | None:
        """Answer as the turn does, but faster for a legal order."""
        order = ORDERS.get(move[:1])
        number = order.number(move) if order else None
        if (
            number is not None
            and 1 <= number <= MOST_STEPS
            and 0 <= player < len(state.walks)
            and state.tick < state.ticks
            and not state.gone
        ):
            return None
        return super().why_illegal(state, player, move)

    def apply(self, state: Plane, event: Event) -> Plane:
        match event:
            case Ticked(orders):
                walks = _redirected(state, orders) if orders else state.walks
                owners = _claimed(state, walks) if state.field else ()
                state = _ending(state, orders)
                return replace(state, tick=state.tick + 1, walks=walks, owners=owners)
            case Seated(player):
                walks = changed_at(state.walks, player, _stopped(state, player))
                gone = *state.gone, player
                return _ending(replace(state, walks=walks, gone=gone), ())
        raise AssertionError(event)

    def why_not_seated(
        self, state: Plane, player: int, status: Status
    ) -> Reason | None:
        return why_not_gone(state.present, player, status)

    def kept(self, state: Plane) -> tuple[str, ...] | None:
        if not state.field:
            return None
        return tuple(brought(state, seat) for seat in range(len(state.walks)))

    def continued(self, options: MoverOptions, kept: tuple[str, ...]) -> MoverOptions:
        """Return the options of a table that goes on with the field.

        If that is too much for an option, all begin anew.
        """
        text = ";".join(kept) if any(kept) else ""
        return replace(options, begins=text if len(text) <= MOST_BROUGHT else "")

    def scores(self, state: Plane) -> tuple[int, ...] | None:
        return state.points if state.field else None

    def position(self, seats: int, options: MoverOptions, text: str) -> Plane:
        return read(_empty(options, seats), text)

    def show(self, state: Plane, faces: Mapping[int, str]) -> str:
        lines = [f"tick {state.tick} of {state.ticks}"]
        lines += [f"player {player}: enough" for player in state.enough]
        for player, at in walkers(state).items():
            line = f"player {player} at ({at.x}, {at.y})"
            lines.append(line + (f", {at.steps} {at.dir}" if at.dir else ""))
        if state.field:
            owned = (f"player {n} {points}" for n, points in enumerate(state.points))
            lines.append("places: " + ", ".join(owned))
        return "\n".join(lines)

    def in_sentences(
        self, state: Plane, faces: Mapping[int, str], seat: int | None
    ) -> tuple[Message, ...]:
        from .mover_sentences import in_sentences

        return in_sentences(state, seat)

    def draw(self, state: Plane, faces: Mapping[int, str], look: Look) -> Drawing:
        from .mover_drawing import draw

        return draw(state, look)

    def tell(self, state: Plane, event: Event) -> Message | None:
        match event:
            case Ticked(orders):
                tick, deeds = state.tick + 1, [_told(*order) for order in orders]
                if not deeds:
                    return Message.of("mover-no-orders", tick=tick)
                return Message.of("mover-orders", tick=tick, orders=tuple(deeds))
            case Seated(player):
                return Message.by("mover-leaves", player)
        return None

    def hint(
        self, state: Plane, player: int, offer: Offer, faces: Mapping[int, str]
    ) -> str:
        if offer == ENOUGH:
            said, there = len(state.enough), len(state.present)
            return f"{ENOUGH} ({said} of {there})" if said else ENOUGH
        key, amount = str(offer).split(" ")
        _, right, up = DIRECTIONS[key]
        return f"{key} ({_ARROWS[right, up]}) {amount}"


def _empty(options: MoverOptions, seats: int) -> Plane:
    """Return the plane before anybody is there."""
    owners, nobody = (0,) * options.field**2, (None,) * seats
    how = 0, options.ticks, options.seconds
    return Plane(*how, nobody, options.field, owners, horizon=options.horizon)


@lru_cache(maxsize=32)
def _tick(present: tuple[int, ...], seconds: int, horizon: int) -> Tick:
    return Tick(present, (*ORDERS.values(), ENOUGH), seconds, horizon)


def _ending(state: Plane, orders: tuple[tuple[int, str], ...]) -> Plane:
    """Return a plane that knows who has enough, before the step of ``state.tick``.

    A player whose order for this tick is on its way may have given some for as many
    more as the horizon has, so the end does not come before those.
    """
    said = dict(orders)
    if not state.enough and ENOUGH not in said.values():
        return state
    kept = dict.fromkeys(state.enough, ENOUGH) | said
    enough = tuple(seat for seat in state.present if kept.get(seat) == ENOUGH)
    last = state.tick + 1 + state.horizon if enough == state.present else state.ticks
    return replace(state, enough=enough, ticks=min(state.ticks, last))


def _claimed(state: Plane, walks: Walks) -> tuple[int, ...]:
    """Return who owns what after the step that follows on ``state``."""
    stepped = dict[int, int]()
    for seat, walk in enumerate(walks):
        if walk and walk.left(state.tick):
            at = state.index(*walk.place(state.tick + 1))
            stepped[at] = 0 if at in stepped else seat + 1
    owners = [*state.owners]
    for at, owner in stepped.items():
        owners[at] = owner or owners[at]
    return tuple(owners)


def _stopped(state: Plane, player: int) -> Walk | None:
    walk = state.walks[player]
    return walk and Walk(*walk.place(state.tick), REST, 0, state.tick)


def _redirected(state: Plane, orders: tuple[tuple[int, str], ...]) -> Walks:
    walks = list(state.walks)
    for player, order in orders:
        if order == ENOUGH:
            continue
        walk = walks[player]
        x, y = walk.place(state.tick) if walk else (0, 0)
        walks[player] = Walk(x, y, order[0], int(order[2:]), state.tick)
    return tuple(walks)


def _told(player: int, order: str) -> Message:
    if order == ENOUGH:
        return Message.by("mover-enough", player)
    name, _, _ = DIRECTIONS[order[0]]
    who, steps = SeatName(player), int(order[2:])
    return Message.of("mover-order", player=who, steps=steps, way=name)
