"""Mover: walk about an endless plane; there is nothing to reach, and nobody wins.

You walk by orders: a direction and a number of steps, as in ``u 10``.  You take one
step in every tick, and a new order replaces the last one.  With a first order you
appear at (0, 0); then, in the same tick, everybody with steps left takes one.  After
the agreed number of ticks the game ends, and all get 0 points.  The directions, where
up adds to y and right adds to x::

    y k u
    h · l
    b j n

A walker's place follows from its last order and the tick, so a step changes no data.
The cost of a tick depends only on its orders, not on the number of walkers, and the
states of successive ticks share all unchanged parts.

Source: the game Mover of libxayagame (mover/).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from p2pgame.engine import (
    Amount,
    Drawing,
    Event,
    Game,
    Look,
    Message,
    Offer,
    Options,
    Over,
    Reason,
    Refusal,
    SeatName,
    State,
    Tick,
    Ticked,
    Turn,
    plain,
)

REST = ""
DIRECTIONS = {
    REST: ("none", 0, 0),
    "l": ("right", 1, 0),
    "h": ("left", -1, 0),
    "k": ("up", 0, 1),
    "j": ("down", 0, -1),
    "u": ("right-up", 1, 1),
    "n": ("right-down", 1, -1),
    "y": ("left-up", -1, 1),
    "b": ("left-down", -1, -1),
}
#: The directions as steps to the right and up, for people.
_ARROWS = {
    **{(1, 0): "→", (-1, 0): "←", (0, 1): "↑", (0, -1): "↓"},
    **{(1, 1): "↗", (1, -1): "↘", (-1, 1): "↖", (-1, -1): "↙"},
}
KEYS = {name: key for key, (name, _, _) in DIRECTIONS.items() if key != REST}
MOST_STEPS = 1_000_000
ORDERS = {key: Amount(key, 1, MOST_STEPS) for key in KEYS.values()}
LONGEST = 1_000_000
FARTHEST = 10**12


class Walk(State, frozen=True):
    """An order for ``steps`` steps, given at (``x``, ``y``) in the tick ``since``."""

    x: int
    y: int
    direction: str
    steps: int
    since: int

    def left(self, tick: int) -> int:
        """Return the number of steps left before the step of ``tick``."""
        return max(0, self.since + self.steps - tick)

    def place(self, tick: int) -> tuple[int, int]:
        """Return (x, y) before the step of ``tick``."""
        done = min(self.steps, tick - self.since)
        _, right, up = DIRECTIONS[self.direction]
        return self.x + done * right, self.y + done * up

    def target(self) -> tuple[int, int]:
        """Return the end of the walk, if no other order comes."""
        return self.place(self.since + self.steps)


class MoverOptions(Options, frozen=True):
    """A game has ``ticks`` steps, each ``seconds`` after the last."""

    ticks: int = 60
    seconds: int = 1


class Plane(State, frozen=True):
    """``tick`` steps are done; players without an order yet are nowhere."""

    tick: int
    ticks: int
    seconds: int
    walks: tuple[Walk | None, ...]


class Mover(Game[Plane, MoverOptions]):
    name = "mover"
    version = 1
    seats = range(1, 1001)
    options = MoverOptions
    aim = Message.of("mover-aim")

    def why_not(self, seats: int, options: MoverOptions) -> Message | None:
        if not 1 <= options.ticks <= LONGEST:
            return Message.of("mover-ticks", most=LONGEST)
        if not 1 <= options.seconds <= 3600:
            return Message.of("mover-seconds")
        return None

    def setup(self, seats: int, options: MoverOptions) -> Plane:
        return Plane(0, options.ticks, options.seconds, (None,) * seats)

    def turn(self, state: Plane) -> Turn:
        seats = len(state.walks)
        if state.tick == state.ticks:
            return Over((0,) * seats)
        return _tick(seats, state.seconds)

    def why_illegal(self, state: Plane, player: int, move: str) -> Reason | None:
        """Answer as the turn does, but faster for a legal order."""
        order = ORDERS.get(move[:1])
        number = order.number(move) if order else None
        if (
            number is not None
            and 1 <= number <= MOST_STEPS
            and 0 <= player < len(state.walks)
            and state.tick < state.ticks
        ):
            return None
        return super().why_illegal(state, player, move)

    def apply(self, state: Plane, event: Event) -> Plane:
        match event:
            case Ticked(orders):
                walks = _redirected(state, orders) if orders else state.walks
                return Plane(state.tick + 1, state.ticks, state.seconds, walks)
        raise AssertionError(event)

    def position(self, seats: int, options: MoverOptions, text: str) -> Plane:
        try:
            seen = msgspec.json.decode(text, type=_Seen)
            tick = seen.tick
            walks = {int(name): at.walk(tick) for name, at in seen.players.items()}
        except msgspec.MsgspecError as error:
            raise Refusal(plain(str(error))) from error
        if list(seen.players) != [str(player) for player in sorted(walks)]:
            raise Refusal(Message.of("mover-players-rise"))
        if not walks.keys() <= {*range(seats)}:
            raise Refusal(Message.of("mover-players", last=seats - 1))
        if not 0 <= tick <= options.ticks:
            raise Refusal(Message.of("mover-tick", last=options.ticks))
        everybody = tuple(walks.get(seat) for seat in range(seats))
        return Plane(tick, options.ticks, options.seconds, everybody)

    def show(self, state: Plane, faces: Mapping[int, str]) -> str:
        lines = [f"tick {state.tick} of {state.ticks}"]
        for player, at in _seen(state).items():
            line = f"player {player} at ({at.x}, {at.y})"
            lines.append(line + (f", {at.steps} {at.dir}" if at.dir else ""))
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
        return None

    def hint(
        self, state: Plane, player: int, offer: Offer, faces: Mapping[int, str]
    ) -> str:
        key, amount = str(offer).split(" ")
        _, right, up = DIRECTIONS[key]
        return f"{key} ({_ARROWS[right, up]}) {amount}"


def notation(state: Plane) -> str:
    """Return all places in the JSON format that :meth:`Mover.position` reads.

    A walker has a direction and steps only while it walks.
    """
    players = {str(player): at for player, at in _seen(state).items()}
    return msgspec.json.encode(_Seen(state.tick, players)).decode()


class _At(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    x: int
    y: int
    dir: str = ""
    steps: int = 0

    def walk(self, tick: int) -> Walk:
        if not (abs(self.x) <= FARTHEST and abs(self.y) <= FARTHEST):
            raise ValueError(f"nobody is farther than {FARTHEST} from the middle")
        if not self.dir and self.steps == 0:
            return Walk(self.x, self.y, REST, 0, tick)
        if self.dir not in KEYS or not 1 <= self.steps <= MOST_STEPS:
            raise ValueError(f"{self.dir!r} {self.steps} is no walk")
        return Walk(self.x, self.y, KEYS[self.dir], self.steps, tick)


class _Seen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    tick: int
    players: dict[str, _At]


@lru_cache(maxsize=32)
def _tick(seats: int, seconds: int) -> Tick:
    return Tick(tuple(range(seats)), tuple(ORDERS.values()), seconds)


def _redirected(
    state: Plane, orders: tuple[tuple[int, str], ...]
) -> tuple[Walk | None, ...]:
    walks = list(state.walks)
    for player, order in orders:
        walk = walks[player]
        x, y = walk.place(state.tick) if walk else (0, 0)
        walks[player] = Walk(x, y, order[0], int(order[2:]), state.tick)
    return tuple(walks)


def _seen(state: Plane) -> dict[int, _At]:
    """Return the players on the plane as seen after ``state.tick`` steps."""
    seen = {}
    for player, walk in enumerate(state.walks):
        if walk:
            left = walk.left(state.tick)
            name, _, _ = DIRECTIONS[walk.direction]
            at = walk.place(state.tick)
            seen[player] = _At(*at, name, left) if left else _At(*at)
    return seen


def _told(player: int, order: str) -> Message:
    name, _, _ = DIRECTIONS[order[0]]
    who, steps = SeatName(player), int(order[2:])
    return Message.of("mover-order", player=who, steps=steps, way=name)
