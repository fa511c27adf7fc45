"""Counts the processor time that rules in another process take.

It is counted for a turn, and for the views of it, however many calls they take: each
state has one budget for what the table asks of the rules, and one for what shows it to
people.  The time of other programs does not count, so a busy machine stops no rules.

A budget fills up again while its state is open, so nobody can look at a slow board for
too long: by its ``seconds`` in each :data:`WINDOW`, and never to more than these.  So
in any t seconds the rules take no more than ``seconds · (1 + t / WINDOW)``.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

from p2pgame.engine.guarded import PRESENTS

#: Seconds in which a budget that is spent is full again.
WINDOW = 60.0
#: States whose budgets are remembered, at most.
_STATES = 512
#: The calls that a view consists of.
_VIEWS = PRESENTS | {"zones", "seen"}


@dataclass(slots=True)
class Budget:
    """Seconds of a processor: of these, which are for ``what``, some are left.

    ``filled`` is when it has been filled up last, in seconds.
    """

    seconds: float
    what: str
    left: float
    filled: float = 0.0

    @classmethod
    def of(cls, seconds: float, what: str) -> Budget:
        """Return one of which nothing is spent."""
        return cls(seconds, what, seconds)

    def fill(self, now: float) -> None:
        """Give back what the time since the last filling allows."""
        since = now - self.filled
        self.left = min(self.seconds, self.left + self.seconds * since / WINDOW)
        self.filled = now

    def __str__(self) -> str:
        return f"{self.seconds:g} seconds of a processor for {self.what}"


class Budgets:
    """The budgets of the states asked about last, ``each`` of so many seconds.

    ``now`` is a clock that only goes on.
    """

    def __init__(self, each: float, now: Callable[[], float] = time.monotonic) -> None:
        self._each, self._now, self._turn = each, now, Lock()
        self._kept = OrderedDict[tuple[bytes, bool], Budget]()

    def of(self, name: str, about: bytes) -> Budget:
        """Return the budget for a call of this method about this state."""
        shows = name in _VIEWS
        with self._turn:
            budget = self._kept.pop((about, shows), None)
            if budget is None:
                budget = Budget.of(self._each, "one view" if shows else "one turn")
            budget.fill(self._now())
            self._kept[about, shows] = budget
            if len(self._kept) > _STATES:
                self._kept.popitem(last=False)
        return budget


class Meter:
    """Counts the seconds that a process has spent on a processor from now on.

    Where the system can't tell that of another process, it counts all seconds.
    """

    def __init__(self, pid: int) -> None:
        #: How Linux calls that process's clock: sched_getcpuclockid(3).
        self._clock = (~pid << 3) | 2
        self._began = self._spent(), time.monotonic()

    @property
    def used(self) -> float:
        """The seconds that were spent so far."""
        before, began = self._began
        spent = self._spent()
        if before is None or spent is None:
            return time.monotonic() - began
        return spent - before

    def _spent(self) -> float | None:
        try:
            return time.clock_gettime(self._clock)
        except (OSError, AttributeError, OverflowError):
            return None
