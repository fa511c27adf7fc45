"""This module advances time steps, undoes them, and takes in late orders.

A tick applies the orders given for it, at most one per player, to the state.
Games define no inverse: the state before is kept, and undoing a tick restores it.
A late order is applied by going back to the state before its tick and replaying
all ticks since.  So :class:`Ticks`, a ledger of one peer's ticks, is a pure fold: it
depends on which orders were given for which tick, not on when they arrived.

Three rules make it so.

* Orders come before the step: an order takes effect in its own tick.
* A player's first order for a tick counts, legal or not; a later one never
  replaces it.  Everybody receives a player's orders in the order of their
  signing.  If the last order counted, a player could wait for the others' orders
  and change its own.
* An illegal order is dropped, with a reason; the other orders of the tick stand.
  Each order is checked against the state before its tick, and again on each replay.

Nothing here reads a clock: the caller closes each tick.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Generic

from .errors import IllegalMove
from .events import Ticked
from .game import Game, O, S
from .message import Message, SeatName
from .play import advance
from .reason import Reason
from .soundness import turn_of
from .state import State
from .turns import MOVE_LIMIT, Tick, is_move


class BeyondHorizon(IllegalMove):
    """The tick is too far in the past or the future."""

    def __init__(self, tick: int, earliest: int, latest: int) -> None:
        said = Message.of("tick-not-open", tick=tick, earliest=earliest, latest=latest)
        super().__init__("beyond-horizon", said)


class Undo(State, Generic[S], frozen=True):
    """The undo data of a tick: references to the states before and after it.

    They cost nothing beyond the states, which share all unchanged parts.
    """

    before: S
    after: S


def screen(
    game: Game[S, O], state: S, orders: Mapping[int, str]
) -> tuple[Ticked, dict[int, Reason]]:
    """Return a tick of the legal orders, and the reasons against the others."""
    legal, refused = [], {}
    for player in sorted(orders):
        reason = game.why_illegal(state, player, orders[player])
        if reason is None:
            legal.append((player, orders[player]))
        else:
            refused[player] = reason
    return Ticked(tuple(legal)), refused


def forward(game: Game[S, O], state: S, ticked: Ticked) -> tuple[S, Undo[S]]:
    """Return the state after a tick, and its undo data.

    Raises:
      IllegalMove: An order is illegal, or no tick is next; nothing has changed.
    """
    after = advance(game, state, ticked).state
    return after, Undo(state, after)


def backward(state: S, undo: Undo[S]) -> S:
    """Return the state before the tick that led to ``state``.

    Raises:
      ValueError: ``undo`` belongs to a tick that led to another state.
    """
    if undo.after is not state and undo.after != state:
        raise ValueError("this takes back a tick that led to another state")
    return undo.before


class Ticks(Generic[S, O]):
    """The last ``horizon`` ticks of one table, and the open one.

    It starts with ``state``, in which tick 0 is open.  It replays only when a state
    is read, so any number of late orders costs one replay of at most ``horizon``
    ticks.  It keeps at most one order per player and tick, for ``horizon`` ticks
    back and as many ahead.
    """

    def __init__(
        self, game: Game[S, O], state: S, *, seats: int, horizon: int = 64
    ) -> None:
        self._game = game
        self._seats = seats
        self._horizon = horizon
        self._tick = 0
        self._earliest = 0
        #: The state after the ticks of ``_undos``, which follow on the earliest.
        self._state = state
        self._undos: deque[Undo[S]] = deque()
        self._orders: dict[int, dict[int, str]] = {}

    @property
    def tick(self) -> int:
        """The number of the open tick, which is how many are closed."""
        return self._tick

    @property
    def state(self) -> S:
        """The current state: after all closed ticks."""
        self._replay()
        return self._state

    def give(self, tick: int, player: int, order: str) -> Reason | None:
        """Take an order for a closed, open or future tick.

        Returns why the order is not kept, or None.  Its legality is checked when
        its tick is closed; an illegal one has no effect then.

        Raises:
          BeyondHorizon: The tick is more than ``horizon`` ticks away.
        """
        self._require(tick, self._tick + self._horizon)
        if not 0 <= player < self._seats:
            return Reason.of("no-such-player", "no-such-player", seat=player)
        if not is_move(order):
            return Reason.of("no-order", "order-too-long", limit=MOVE_LIMIT)
        given = self._orders.setdefault(tick, {})
        if player in given:
            who = SeatName(player)
            return Reason.of("second-order", "second-order", player=who, tick=tick)
        given[player] = order
        while self._earliest + len(self._undos) > tick:
            self._state = backward(self._state, self._undos.pop())
        return None

    def close(self) -> S:
        """Close the open tick with the orders given for it; return the new state.

        If the rules ask for no tick (the game is over), it passes without effect.
        """
        self._tick += 1
        self._replay()
        while len(self._undos) > self._horizon:
            self._undos.popleft()
            self._orders.pop(self._earliest, None)
            self._earliest += 1
        return self._state

    def before(self, tick: int) -> S:
        """Return the state before a tick that is kept.

        Raises:
          BeyondHorizon: The tick is not kept any more, or has not been yet.
        """
        self._require(tick, self._tick)
        self._replay()
        return self._state if tick == self._tick else self._undo_of(tick).before

    def _undo_of(self, tick: int) -> Undo[S]:
        return self._undos[tick - self._earliest]

    def _require(self, tick: int, latest: int) -> None:
        if not self._earliest <= tick <= latest:
            raise BeyondHorizon(tick, self._earliest, latest)

    def _replay(self) -> None:
        """Go forward to the open tick, from the last one that is still valid."""
        for tick in range(self._earliest + len(self._undos), self._tick):
            before, undo = self._state, Undo(self._state, self._state)
            if isinstance(turn_of(self._game, before, self._seats), Tick):
                ticked, _ = screen(self._game, before, self._orders.get(tick, {}))
                self._state, undo = forward(self._game, before, ticked)
            self._undos.append(undo)
