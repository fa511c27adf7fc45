"""The calls between peers of a simulated world, and both ends of their lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from p2pgame.transport.link import Link
from tests.simulation.plan import called_by
from tests.simulation.program import Program
from tests.simulation.relays import Poster

if TYPE_CHECKING:
    from tests.simulation.world import World


class Calls:
    """The calls of one game; it counts the lines."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.lines = 0

    def dials(self, seat: int) -> Sequence[int]:
        """Return to whom a machine keeps lines, by the shape of the network."""
        world = self._world
        others = called_by(world.plan, seat)
        twice = "double line" in [n.kind for n in world.plan.nemeses]
        doubled = [other for other in others if other not in world.relays]
        if twice and doubled:
            world.count("double line")
            return [*others, doubled[0]]
        return others

    def connected(self, program: Program, other: int) -> Link | None:
        """Return our end of a new line, if somebody answers there."""
        sent = partial(self._world.after_send, program)
        return self._called(program.seat, other, sent)

    def visited(self, other: int) -> Link | None:
        """Return a stranger's end of a new line to a player, or else to a relay."""
        places = [*self._world.relays]
        there = places[other % len(places)] if places else other
        link = self._called(self._world.seats, there, lambda: None)
        return Poster(link) if link is not None and places else link

    def _called(self, caller: int, other: int, sent: Callable[[], None]) -> Link | None:
        world = self._world
        there = world.running.get(other) or world.relays.get(other)
        if there is None:
            return None
        after = sent, partial(world.after_send, there)
        line = world.net.connect(caller, other, after)
        if line is None:
            return None
        if not there.accept(line.handles[1], caller):
            line.cut(world.chance.of("cut"))
            return None
        self.lines += 1
        return line.handles[0]
