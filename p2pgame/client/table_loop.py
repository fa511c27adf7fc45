"""Plays at one table in a loop of its own, for a program that holds several.

The engine asks rules and answers in one breath, so rules that take long hold up the
loop in which they are asked.  Here that is one table's, and nobody else's: commands go
in, and events come out, by the two loops' queues.  Where a machine has no threads both
are the same loop, and nothing here knows the difference.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Protocol, TypeAlias

import trio

from p2pgame.engine import Message

from .commands import AnyCommand
from .errors import ClientError
from .events import AnyEvent, Done, Finished, NotDone
from .json_lines import obey
from .profile.rules_files import Abandoned, TableRules
from .requests import AnyRequest
from .seat.seat import Seat
from .seats import open_seat
from .world import World

#: Tells what became of a command, in the holder's loop; None: there is no answer.
Tell: TypeAlias = Callable[[Done | NotDone | None], None]
_Order: TypeAlias = tuple[AnyCommand, Tell]


class Hears(Protocol):
    """Hears of a table, in the loop of whoever holds it; nothing here may wait."""

    def begin(self, seat: str) -> None:
        """Note that the seat is there; ``seat`` is as in the list of our seats."""

    def hear(self, event: AnyEvent, seat: str) -> None:
        """Note what has happened, at which seat."""


class TableLoop:
    """One request's table; made in the loop of whoever holds it."""

    def __init__(self, request: AnyRequest, world: World, hears: Hears) -> None:
        self._request, self._world, self._hears = request, world, hears
        self._here = trio.lowlevel.current_trio_token()
        self._there: trio.lowlevel.TrioToken | None = None
        self._rules = TableRules()
        self._running = trio.CancelScope()
        self._is_stopped = False
        self._ended = trio.Event()
        self._last = Finished(Message.of("left-lobby"))
        self._error: Exception | None = None
        # Of the table's loop alone:
        self._seat: Seat | None = None
        self._orders, self._ordered = trio.open_memory_channel[_Order](math.inf)

    async def run(self) -> Finished:
        """Play until all is done; return the last event.

        Cancelling ends the table, whatever it waits for.

        Raises:
          ClientError: There is no seat, or something went wrong.
        """
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._stop_if_cancelled)
            await self._world.machine.apart(self._main)
            await self._ended.wait()  # behind all that was said before
            nursery.cancel_scope.cancel()
        if self._error is not None:
            raise self._error
        return self._last

    def order(self, command: AnyCommand, tell: Tell) -> None:
        """Do a command after those that wait; ``tell`` what becomes of it."""
        self._in_table(partial(self._orders.send_nowait, (command, tell)))

    def quit(self) -> None:
        """End what goes on at the table in good order."""
        self._in_table(self._quit)

    async def _stop_if_cancelled(self) -> None:
        try:
            await trio.sleep_forever()
        finally:
            self._is_stopped = True
            self._rules.abandon()
            self._in_table(self._running.cancel)

    def _in_table(self, do: Callable[[], object]) -> None:
        """Do something in the table's loop, if it runs."""
        if self._there is not None:
            with suppress(trio.RunFinishedError):
                self._there.run_sync_soon(do)

    def _tell(self, do: Callable[[], object]) -> None:
        """Do something in the loop of whoever holds the table, if it runs."""
        with suppress(trio.RunFinishedError):
            self._here.run_sync_soon(do)

    async def _main(self) -> None:
        self._there = trio.lowlevel.current_trio_token()
        if self._is_stopped:
            self._running.cancel()
        try:
            with self._rules.used(), self._running:
                await self._sit_down()
        except* Abandoned:
            pass  # by us: nobody waits any more
        finally:
            self._tell(self._ended.set)

    async def _sit_down(self) -> None:
        try:
            async with open_seat(self._request, self._world) as seat:
                self._seat = seat
                self._tell(partial(self._hears.begin, seat.now.seat))
                self._last = await self._play(seat)
        except Exception as error:
            self._error = error
        finally:
            self._seat = None

    async def _play(self, seat: Seat) -> Finished:
        """Tell what happens until the seat is done; return its last event."""
        last = Finished()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._obey, seat)
            try:
                async for event in seat:
                    if isinstance(event, Finished):
                        last = event
                    else:
                        self._tell(partial(self._hears.hear, event, seat.now.seat))
            except ClientError as error:
                last = Finished(error.message)
            nursery.cancel_scope.cancel()
        return last

    async def _obey(self, seat: Seat) -> None:
        """Do one command after the other."""
        async for command, tell in self._ordered:
            self._tell(partial(tell, await obey(seat, command)))

    def _quit(self) -> None:
        if self._seat is not None:
            self._seat.quit()
