"""Reports a table to people: its events as they happen, and where it stands.

The same look at the table tells which seats have run late by our own clock.
"""

from __future__ import annotations

import math
from functools import partial

import trio

from ..entries.payloads import UNTIMED
from ..game.patience import Clocks, awaited
from ..lobby.events import TableEvent
from ..table.status import Status, status_of
from ..table.table import Table
from .machine import Machine
from .own_recall import OwnRecall


class Reporter:
    """Look at a table between two pieces of its work.

    ``events`` receives all that people should know; ``status`` is what they may look
    at meanwhile.
    """

    def __init__(self, table: Table, recall: OwnRecall, machine: Machine) -> None:
        self._table = table
        self._recall = recall
        self._machine = machine
        self.status = Status()
        self._to_people, self.events = trio.open_memory_channel[TableEvent](math.inf)
        self._moved = trio.Event()
        self._clocks: Clocks | None = None

    async def wait_look(self) -> None:
        """Wait until it is time for another look, though nothing has happened."""
        is_time = False
        while not is_time:
            moved = self._moved
            pause = math.inf if self._clocks is None else self._clocks.next_look
            with trio.move_on_after(pause) as waiting:
                await moved.wait()
            is_time = waiting.cancelled_caught

    def look(self) -> bool:
        """Look at our clock and at the table; return whether somebody has run late."""
        table, play, clocks = self._table, self._table.play, self._clocks
        recalling = self._recall.awaited if table.in_doubt else ()
        if play is None:
            self.status = status_of(table, recalling=recalling)
            return False
        if clocks is None:
            start = play.start
            clocks = Clocks(start.patience, start.bank, start.time)
            self._clocks = clocks
            if start.time != UNTIMED:
                table.own.times = partial(clocks.times, len(start.players))
        before = clocks.late
        if clocks.look(self._machine.now(), play.round_id, *awaited(play)):
            self._moved.set()
            self._moved = trio.Event()
        if clocks.late:
            table.lose_patience(clocks.late)
        self.status = status_of(table, clocks.left, recalling)
        return bool(clocks.late - before)

    def tell(self) -> None:
        """Pass on what has happened."""
        while self._table.events:
            self._to_people.send_nowait(self._table.events.popleft())
