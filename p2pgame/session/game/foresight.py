"""This module shows the ticks to come, as far as our own player knows them.

While others' orders for some ticks are on their way, our player's world goes on with
the orders that it knows: its own.  When a tick is settled, the others' orders for it
roll that world back and forward again, in a ledger of ticks; at the end of it all peers
have the same world.  Nothing here is signed, or decides anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from p2pgame.engine import Event, Ticked
from p2pgame.engine.ticks import Ticks
from p2pgame.engine.turns import FARTHEST_HORIZON, NO_ORDER
from p2pgame.engine.undo.timeline import Timeline


class Foresight:
    """The ledger of one player's world, which exists while it is ahead."""

    def __init__(self) -> None:
        self._world: Ticks[Any, Any] | None = None
        #: How many of the world's ticks are settled.
        self._settled = 0

    def state(self, line: Timeline[Any, Any], seat: int, orders: Sequence[str]) -> Any:
        """Return the state after the open tick of ``line`` and those that follow it.

        ``orders`` are those of ``seat``, one for each of these ticks.
        """
        if self._world is None:
            kept = FARTHEST_HORIZON + 1  # a tick's horizon may differ from the last's
            world = Ticks(line.game, line.state, seats=line.seats, horizon=kept)
            self._world, self._settled = world, 0
        world = self._world
        for order in orders[world.tick - self._settled :]:
            if order != NO_ORDER:
                world.give(world.tick, seat, order)
            world.close()
        return world.state

    def settle(self, event: Event, line: Timeline[Any, Any]) -> int:
        """Take in how the open tick was settled, which led to ``line``.

        Returns how many ticks of our player's world are played again for it: those
        from the settled one on, if it has an order that was not known.
        """
        world = self._world
        if world is None:
            return 0
        given = event.orders if isinstance(event, Ticked) else ()
        new = [order for order in given if world.give(self._settled, *order) is None]
        again = world.tick - self._settled if new else 0
        self._settled += 1
        if world.tick <= self._settled or world.before(self._settled) != line.state:
            self._world = None
        return again
