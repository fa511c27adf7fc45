"""The plane of Mover: who walks where by which order, and who owns what."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TypeAlias

from p2pgame.engine import State

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
KEYS = {name: key for key, (name, _, _) in DIRECTIONS.items() if key != REST}
MOST_STEPS = 1_000_000


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


Walks: TypeAlias = "tuple[Walk | None, ...]"


class Plane(State, frozen=True):
    """``tick`` steps are done; players without an order yet are nowhere.

    ``owners`` has the field's places row by row from below, each with the owner's seat
    plus 1 or 0 for nobody; it is empty on the endless plane.  Those in ``gone`` left,
    and the last order of those in ``enough`` says so.
    """

    tick: int
    ticks: int
    seconds: int
    walks: tuple[Walk | None, ...]
    field: int = 0
    owners: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()
    horizon: int = 0
    enough: tuple[int, ...] = ()

    @property
    def present(self) -> tuple[int, ...]:
        return _present(len(self.walks), self.gone)

    @property
    def points(self) -> tuple[int, ...]:
        """How many places each seat owns."""
        owned = Counter(self.owners)
        return tuple(owned[seat + 1] for seat in range(len(self.walks)))

    def inside(self, x: int, y: int) -> tuple[int, int]:
        """Return (x, y), on a field as counted from its middle."""
        if not self.field:
            return x, y
        at = self.index(x, y)
        half = self.field // 2
        return at % self.field - half, at // self.field - half

    def index(self, x: int, y: int) -> int:
        """Return the number of the place of a field at (x, y), wherever that is."""
        half, side = self.field // 2, self.field
        return (y + half) % side * side + (x + half) % side


@lru_cache(maxsize=32)
def _present(seats: int, gone: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(seat for seat in range(seats) if seat not in gone)
