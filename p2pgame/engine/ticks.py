"""This module advances time steps, undoes them, and takes in late orders.

A tick applies the orders given for it, at most one per player, to the state.
Games define no inverse: the state before is kept, and undoing a tick restores it.
A late order is applied by going back to the state before its tick and replaying
all ticks since.  So :class:`Ticks`, a table's ledger, is a pure fold: it depends on
which orders were given for which tick, not on when they arrived.

Four rules make it so.

* Orders come before the step: an order takes effect in its own tick.
* A player's first order for a tick counts, legal or not; a later one never
  replaces it.  Everybody receives a player's orders in the order of their
  signing.  If the last order counted, a player could wait for the others' orders
  and change its own.
* An illegal order is dropped, with a reason; the other orders of the tick stand.
  Each order is checked against the state before its tick, and again on each replay.
* A joint event before a tick (a ``Roll``) belongs to that tick.  It is void if,
  after a late order, the rules no longer ask for it.  A game with late orders
  SHOULD ask for the same in every tick.

Nothing here reads a clock: the caller closes each tick.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Generic, get_args

import msgspec

from .errors import IllegalMove, Refusal
from .events import Event, Ticked
from .game import Game, O, S
from .message import Message, SeatName
from .play import advance
from .reason import Reason
from .soundness import turn_of
from .state import State, encode
from .turns import MOVE_LIMIT, Tick, Turn, is_move

#: The largest state to which packed undo data may expand, in bytes.
LARGEST_STATE = 1 << 24

_JOINT = {kind.__name__: kind for kind in get_args(Event) if kind is not Ticked}


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


def pack(undo: Undo[S]) -> bytes:
    """Return the bytes that :func:`unpack` needs besides the state after the tick.

    They hold the state before, compressed against the state after: about as many
    bytes as the tick changed.  Store but never compare them: they may differ
    between machines.
    """
    packer = zlib.compressobj(9, zdict=encode(undo.after))
    return packer.compress(encode(undo.before)) + packer.flush()


def unpack(state: S, data: bytes) -> Undo[S]:
    """Return the undo data that were packed for the tick which led to ``state``.

    Raises:
      ValueError: They are damaged, or belong to a tick that led to another state.
    """
    unpacker = zlib.decompressobj(zdict=encode(state))
    try:
        raw = unpacker.decompress(data, LARGEST_STATE)
    except zlib.error as error:
        raise ValueError("this does not take back the tick") from error
    if not unpacker.eof or unpacker.unused_data:
        raise ValueError("packed undo data end where they should")
    return Undo(msgspec.msgpack.decode(raw, type=type(state)), state)


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
        #: The states before each tick, without gaps from the earliest to the last
        #: valid one; later ones must be replayed.
        self._states: dict[int, S] = {0: state}
        self._orders: dict[int, dict[int, str]] = {}
        self._joint: dict[int, list[Event]] = {}
        self._refused: dict[int, dict[int, Reason]] = {}

    @property
    def tick(self) -> int:
        """The number of the open tick, which is how many are closed."""
        return self._tick

    @property
    def earliest(self) -> int:
        """The earliest tick that still takes an order."""
        return next(iter(self._states))

    @property
    def state(self) -> S:
        """The current state: after all closed ticks and the joint events since."""
        return self._opened(self._tick)

    @property
    def turn(self) -> Turn:
        """The next turn: a tick, unless a joint event must come before it."""
        return turn_of(self._game, self.state, self._seats)

    def give(self, tick: int, player: int, order: str) -> Reason | None:
        """Take an order for a closed, open or future tick.

        Returns why the order is not kept, or None.  Its legality is checked when
        its tick is closed: see :meth:`refused`.

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
        self._forget_after(tick)
        return None

    def happen(self, event: Event) -> None:
        """Apply a joint event of the peers before the open tick.

        Raises:
          IllegalMove: It does not answer the current turn; nothing has changed.
        """
        if isinstance(event, Ticked):
            raise IllegalMove("wrong-event", Message.of("tick-is-closed"))
        advance(self._game, self.state, event)
        self._joint.setdefault(self._tick, []).append(event)

    def close(self) -> S:
        """Close the open tick with the orders given for it; return the new state.

        If the rules ask for no tick (the game is over, or a roll is missing), it
        passes without effect and its orders are refused.
        """
        self._tick += 1
        state = self._before(self._tick)
        for tick in range(self.earliest, self._tick - self._horizon):
            self._drop(tick)
        return state

    def rewind(self, tick: int) -> S:
        """Go back to the state before ``tick``, open it, and forget all since.

        Callers use this to switch to another branch of the history.

        Raises:
          BeyondHorizon: The tick is not kept any more, or has not been yet.
        """
        self._require(tick, self._tick)
        state = self._before(tick)
        for kept in (self._orders, self._joint):
            for later in [number for number in kept if number >= tick]:
                del kept[later]
        self._forget_after(tick)
        self._tick = tick
        return state

    def before(self, tick: int) -> S:
        """Return the state before a tick that is kept.

        Raises:
          BeyondHorizon: The tick is not kept any more, or has not been yet.
        """
        self._require(tick, self._tick)
        return self._before(tick)

    def refused(self, tick: int) -> Mapping[int, Reason]:
        """Return the dropped orders of a closed tick: the reasons, by player.

        Raises:
          BeyondHorizon: The tick is not kept any more, or is not closed.
        """
        self._require(tick, self._tick - 1)
        self._before(self._tick)
        return MappingProxyType(self._refused[tick])

    def preview(self, orders: Mapping[int, str]) -> S:
        """Return the state if the open tick were closed with ``orders`` too.

        These are orders not confirmed yet; orders already given take precedence.
        Nothing is kept: the result of :meth:`close` replaces the preview.
        """
        given = self._orders.get(self._tick, {})
        return self._passed(self.state, {**orders, **given})[0]

    def save(self) -> bytes:
        """Return the ledger as bytes: the earliest state kept, and all events since."""
        earliest = self.earliest
        saved = _Saved(
            earliest,
            self._tick,
            encode(self._states[earliest]),
            tuple(
                (tick, type(event).__name__, encode(event))
                for tick, events in sorted(self._joint.items())
                for event in events
            ),
            tuple(
                (tick, player, order)
                for tick, given in sorted(self._orders.items())
                for player, order in sorted(given.items())
            ),
        )
        return encode(saved)

    @classmethod
    def restore(
        cls,
        game: Game[S, O],
        state: S,
        data: bytes,
        *,
        seats: int,
        horizon: int = 64,
    ) -> Ticks[S, O]:
        """Return the ledger from the bytes of :meth:`save`.

        ``state`` is any state of the table, for its type.  The caller compares the
        restored state with the table's by its :func:`~p2pgame.engine.digest`.

        Raises:
          ValueError: The bytes are no such ledger.
        """
        saved = msgspec.msgpack.decode(data, type=_Saved)
        if not 0 <= saved.earliest <= saved.tick <= saved.earliest + horizon:
            raise ValueError("these are not the ticks of a ledger with this horizon")
        earliest = msgspec.msgpack.decode(saved.state, type=type(state))
        ledger = cls(game, earliest, seats=seats, horizon=horizon)
        ledger._states = {saved.earliest: earliest}
        ledger._tick = saved.tick
        for tick, name, raw in saved.joint:
            ledger._require(tick, saved.tick)
            if name not in _JOINT:
                raise ValueError(f"nothing called {name!r} happens before a tick")
            event = msgspec.msgpack.decode(raw, type=_JOINT[name])
            ledger._joint.setdefault(tick, []).append(event)
        for tick, player, order in saved.orders:
            reason = ledger.give(tick, player, order)
            if reason is not None:
                raise Refusal(reason.message)
        if ledger.save() != data:
            raise ValueError("a ledger's bytes are canonical, and these are not")
        return ledger

    def _require(self, tick: int, latest: int) -> None:
        if not self.earliest <= tick <= latest:
            raise BeyondHorizon(tick, self.earliest, latest)

    def _before(self, tick: int) -> S:
        """Return the state before ``tick``; replay from the last valid state."""
        known = next(reversed(self._states))
        while known < tick:
            orders = self._orders.get(known, {})
            state, refused = self._passed(self._opened(known), orders)
            self._refused[known] = refused
            known += 1
            self._states[known] = state
        return self._states[tick]

    def _opened(self, tick: int) -> S:
        """Return the state before ``tick``, after its joint events."""
        state = self._before(tick)
        for event in self._joint.get(tick, ()):
            with suppress(IllegalMove):
                state = advance(self._game, state, event).state
        return state

    def _passed(
        self, state: S, orders: Mapping[int, str]
    ) -> tuple[S, dict[int, Reason]]:
        if not isinstance(turn_of(self._game, state, self._seats), Tick):
            reason = Reason.of("no-tick", "no-tick-now")
            return state, dict.fromkeys(orders, reason)
        ticked, refused = screen(self._game, state, orders)
        return forward(self._game, state, ticked)[0], refused

    def _forget_after(self, tick: int) -> None:
        """Invalidate the states that depend on the orders of ``tick``."""
        while next(reversed(self._states)) > tick:
            self._states.popitem()

    def _drop(self, tick: int) -> None:
        del self._states[tick]
        for kept in (self._orders, self._joint, self._refused):
            kept.pop(tick, None)


class _Saved(State, frozen=True):
    """A saved ledger: joint events as (tick, kind, bytes); (tick, player, order)."""

    earliest: int
    tick: int
    state: bytes
    joint: tuple[tuple[int, str, bytes], ...]
    orders: tuple[tuple[int, int, str], ...]
