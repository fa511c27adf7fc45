"""Time steps: forward, backward, and orders that arrive late.

A tick takes the orders given for it, one a player, and moves the state on.
Its inverse is no rule of any game: the state before is kept, so undoing a tick
is going back to it.  And a late order is taken in by going back to the state
before its tick and playing all ticks since then once more.  Hence the ledger
of a table, :class:`Ticks`, is a pure fold: it depends on which orders were
given for which tick, not on when they came.

Four rules make it so.

* Orders come before the step: a new order works in its own tick.
* One order a player and tick; the first that the player gave counts, whether
  or not it proves legal, and another one never replaces it.  A player's own
  orders reach everybody in the order in which they were signed.  Were the last
  one to count, a player could wait for the others' orders and change its own.
* An illegal order is dropped, with a reason; the other orders of the tick
  stand.  It is judged by the state before its tick, and again on each replay.
* What peers do jointly before a tick (a ``Roll``) stays with that tick, and is
  void if, after a late order, the rules do not ask for it any more.  A game
  that is to take late orders asks in each tick for the same.

Nothing here reads a clock: who decides when a tick is over closes it.
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
from .state import State, encode
from .turns import Tick, Turn

#: The longest order that is kept, in characters; no game has longer ones.
LONGEST_ORDER = 200
#: The largest state that compact undo data are unpacked to, in bytes.
LARGEST_STATE = 1 << 24

_JOINT = {kind.__name__: kind for kind in get_args(Event) if kind is not Ticked}


class BeyondHorizon(IllegalMove):
    """The tick is too far back, or too far ahead, to take anything for it."""

    def __init__(self, tick: int, earliest: int, latest: int) -> None:
        said = Message.of("tick-not-open", tick=tick, earliest=earliest, latest=latest)
        super().__init__("beyond-horizon", said)


class Undo(State, Generic[S], frozen=True):
    """What takes a tick back: references to the states on both its sides.

    They cost nothing beyond the states themselves, which share whatever the
    tick left alone.
    """

    before: S
    after: S


def screen(
    game: Game[S, O], state: S, orders: Mapping[int, str]
) -> tuple[Ticked, dict[int, Reason]]:
    """Return a tick of those orders that are legal, and why the others are not."""
    legal, refused = [], {}
    for player in sorted(orders):
        reason = game.why_illegal(state, player, orders[player])
        if reason is None:
            legal.append((player, orders[player]))
        else:
            refused[player] = reason
    return Ticked(tuple(legal)), refused


def forward(game: Game[S, O], state: S, ticked: Ticked) -> tuple[S, Undo[S]]:
    """Return the state after a tick, and what takes it back.

    Raises:
      IllegalMove: An order is illegal, or no tick is next; nothing has changed.
    """
    after = advance(game, state, ticked).state
    return after, Undo(state, after)


def backward(state: S, undo: Undo[S]) -> S:
    """Return the state before the tick that led to ``state``.

    Raises:
      ValueError: ``undo`` is of a tick that led elsewhere.
    """
    if undo.after is not state and undo.after != state:
        raise ValueError("this takes back a tick that led to another state")
    return undo.before


def pack(undo: Undo[S]) -> bytes:
    """Return what :func:`unpack` needs beside the state after the tick.

    It is the state before, compressed against the state after, so it is about
    as long as what the tick changed.  For keeping, not for comparing: its bytes
    may differ from one machine to the next.
    """
    packer = zlib.compressobj(9, zdict=encode(undo.after))
    return packer.compress(encode(undo.before)) + packer.flush()


def unpack(state: S, data: bytes) -> Undo[S]:
    """Return the undo data that were packed for the tick which led to ``state``.

    Raises:
      ValueError: They are damaged, or of a tick that led elsewhere.
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
    """The last ``horizon`` ticks of one table, and the one that is open.

    It starts with ``state``, in which the tick 0 is open.  Replaying is put off
    until somebody looks, so any number of late orders costs one replay of at
    most ``horizon`` ticks.  It keeps at most one order a player and tick, for
    ``horizon`` ticks back and as many ahead.
    """

    def __init__(
        self, game: Game[S, O], state: S, *, seats: int, horizon: int = 64
    ) -> None:
        self._game = game
        self._seats = seats
        self._horizon = horizon
        self._tick = 0
        #: The states before each tick, without a gap from the earliest to the
        #: last one that is known; those after it are to be replayed.
        self._states: dict[int, S] = {0: state}
        self._orders: dict[int, dict[int, str]] = {}
        self._joint: dict[int, list[Event]] = {}
        self._refused: dict[int, dict[int, Reason]] = {}

    @property
    def tick(self) -> int:
        """The number of the open tick: so many are closed."""
        return self._tick

    @property
    def earliest(self) -> int:
        """The earliest tick that still takes an order."""
        return next(iter(self._states))

    @property
    def state(self) -> S:
        """The state now: after all closed ticks and what was done since."""
        return self._opened(self._tick)

    @property
    def turn(self) -> Turn:
        """What is next: a tick, if nothing need be done jointly before it."""
        return self._game.turn(self.state)

    def give(self, tick: int, player: int, order: str) -> Reason | None:
        """Take an order for a tick, be it closed, open or still to come.

        Returns why the order is not kept, or None.  Whether it is legal is seen
        when its tick is closed, in :meth:`refused`.

        Raises:
          BeyondHorizon: It is too late, or far too early.
        """
        self._require(tick, self._tick + self._horizon)
        if not 0 <= player < self._seats:
            return Reason.of("no-such-player", "no-such-player", seat=player)
        if len(order) > LONGEST_ORDER or not order.isprintable():
            return Reason.of("no-order", "order-too-long", limit=LONGEST_ORDER)
        given = self._orders.setdefault(tick, {})
        if player in given:
            who = SeatName(player)
            return Reason.of("second-order", "second-order", player=who, tick=tick)
        given[player] = order
        self._forget_after(tick)
        return None

    def happen(self, event: Event) -> None:
        """Take what the peers have jointly done before the open tick.

        Raises:
          IllegalMove: It is not what is next; nothing has changed.
        """
        if isinstance(event, Ticked):
            raise IllegalMove("wrong-event", Message.of("tick-is-closed"))
        advance(self._game, self.state, event)
        self._joint.setdefault(self._tick, []).append(event)

    def close(self) -> S:
        """Close the open tick with the orders given for it; return the new state.

        A tick for which the rules are not ready (the game is over, or a roll is
        missing) passes without effect, its orders refused.
        """
        self._tick += 1
        state = self._before(self._tick)
        for tick in range(self.earliest, self._tick - self._horizon):
            self._drop(tick)
        return state

    def rewind(self, tick: int) -> S:
        """Go back to the state before ``tick``, open it, and forget all since.

        This is how another branch of the history is taken up.

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
        """Return which orders of a closed tick were dropped, by player, and why.

        Raises:
          BeyondHorizon: The tick is not kept any more, or is not closed.
        """
        self._require(tick, self._tick - 1)
        self._before(self._tick)
        return MappingProxyType(self._refused[tick])

    def preview(self, orders: Mapping[int, str]) -> S:
        """Return what would follow if the open tick were closed with ``orders`` too.

        They are those not confirmed yet; those given already stand before them.
        Nothing is kept: :meth:`close` replaces what this showed.
        """
        given = self._orders.get(self._tick, {})
        return self._passed(self.state, {**orders, **given})[0]

    def save(self) -> bytes:
        """Return the ledger's bytes: the earliest state kept, and all since."""
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
        """Return the ledger that :meth:`save` made ``data`` of.

        ``state`` is any state of the table, for its type.  Whether the restored
        state is the table's is for its :func:`~p2pgame.engine.digest` to say.

        Raises:
          ValueError: They are not the bytes of such a ledger.
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
        """Return the state before ``tick``; play on from the last one known."""
        known = next(reversed(self._states))
        while known < tick:
            orders = self._orders.get(known, {})
            state, refused = self._passed(self._opened(known), orders)
            self._refused[known] = refused
            known += 1
            self._states[known] = state
        return self._states[tick]

    def _opened(self, tick: int) -> S:
        """Return the state before ``tick`` and after what was jointly done there."""
        state = self._before(tick)
        for event in self._joint.get(tick, ()):
            with suppress(IllegalMove):
                state = advance(self._game, state, event).state
        return state

    def _passed(
        self, state: S, orders: Mapping[int, str]
    ) -> tuple[S, dict[int, Reason]]:
        if not isinstance(self._game.turn(state), Tick):
            reason = Reason.of("no-tick", "no-tick-now")
            return state, dict.fromkeys(orders, reason)
        ticked, refused = screen(self._game, state, orders)
        return forward(self._game, state, ticked)[0], refused

    def _forget_after(self, tick: int) -> None:
        """Let everything that follows from the orders of ``tick`` be replayed."""
        while next(reversed(self._states)) > tick:
            self._states.popitem()

    def _drop(self, tick: int) -> None:
        del self._states[tick]
        for kept in (self._orders, self._joint, self._refused):
            kept.pop(tick, None)


class _Saved(State, frozen=True):
    """A ledger: (tick, kind, bytes) of joint events, (tick, player, order)."""

    earliest: int
    tick: int
    state: bytes
    joint: tuple[tuple[int, str, bytes], ...]
    orders: tuple[tuple[int, int, str], ...]
