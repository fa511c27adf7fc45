"""Keeps the rules processes of one table, which no other table waits for.

Whatever a table's task, and all that it starts, asks of rules goes to processes of its
own.  They end with the table.  Another thread may end them sooner: then whatever waits
for an answer stops waiting, and no rules are at fault.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock
from typing import Protocol
from weakref import WeakSet

from p2pgame.engine import AnyGame

#: Games that are kept where there is no table, at most.
GAMES = 16


class Abandoned(BaseException):
    """The table for which rules were asked is closed: nobody waits for the answer.

    It is no :class:`Exception`, so that nothing takes it for a fault of the rules.
    """


class Process(Protocol):
    """A process that runs rules."""

    def abandon(self) -> None:
        """End it, from any thread; whoever waits for it gets :class:`Abandoned`."""

    def close(self) -> None:
        """End it, and let go of it; nobody may wait for it."""


class TableRules:
    """The games of files at one table, and the processes that run their rules."""

    def __init__(self) -> None:
        self._games = OrderedDict[str, AnyGame]()
        self._processes = WeakSet[Process]()
        self._turn = Lock()
        self.is_abandoned = False

    def game(self, text: str, make: Callable[[str], AnyGame]) -> AnyGame:
        """Return the game of a text, which is made once."""
        with self._turn:
            game = self._games.pop(text, None)
        game = make(text) if game is None else game
        with self._turn:
            self._games[text] = game
            if len(self._games) > GAMES:
                self._games.popitem(last=False)
        return game

    def take(self, process: Process) -> None:
        """Take a process that has just begun.

        Raises:
          Abandoned: The table is closed.
        """
        with self._turn:
            self._processes.add(process)
            is_late = self.is_abandoned
        if is_late:
            process.abandon()
            raise Abandoned

    def abandon(self) -> None:
        """End all that runs, from any thread; no more is begun."""
        with self._turn:
            self.is_abandoned = True
            running = [*self._processes]
        for process in running:
            process.abandon()

    @contextmanager
    def used(self) -> Iterator[None]:
        """Have this table's task, and what it starts, use these; then end them."""
        token = _HERE.set(self)
        try:
            yield
        finally:
            _HERE.reset(token)
            self._games.clear()
            for process in [*self._processes]:
                process.close()


#: Where there is no table, processes end with their games.
_NOWHERE = TableRules()
_HERE: ContextVar[TableRules] = ContextVar("table_rules", default=_NOWHERE)


def here() -> TableRules:
    """Return those of the table for which this works."""
    return _HERE.get()


def begun(process: Process) -> None:
    """Note that a process has begun, if there is a table that ends it.

    Raises:
      Abandoned: The table is closed.
    """
    if (rules := here()) is not _NOWHERE:
        rules.take(process)
