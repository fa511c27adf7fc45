"""When a program is stopped: at its calls to the disk, after a send, or any time.

Each machine has a list of stops, one after another.  The next one is armed when the
program starts again.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Protocol

from tests.simulation.disk import BROKEN, FULL, Call, Fate, Trouble
from tests.simulation.plan import Crash, Plan

#: How much of a write is done before the program stops, by size.
PARTS: dict[str, Callable[[int], int]] = {
    "write nothing": lambda size: 0,
    "write 1 byte": lambda size: 1,
    "write half": lambda size: size // 2,
    "write all but 1 byte": lambda size: size - 1,
    "before flush": lambda size: size,
}


class AnyStops(Protocol):
    """Says when programs stop."""

    def begin(self, seat: int) -> None:
        """Note that a program starts."""

    def end(self, seat: int) -> Crash | None:
        """Return the crash that ended a program, if one did."""

    def strike(self, seat: int) -> bool:
        """Let the armed stop come to pass; return False if there is none."""

    def at_call(self, seat: int, call: Call) -> Trouble | None:
        """Return what happens to a call to the disk, if anything."""

    def after_send(self, seat: int) -> bool:
        """Return whether a program stops now that it has sent a frame."""

    def some_time(self, seat: int) -> float:
        """Return when a program is to be stopped, in seconds from its start."""


class Stops:
    """The stops of all programs of one game; ``count`` is told of each that came."""

    def __init__(self, plan: Plan, count: Callable[[str], None]) -> None:
        self._count = count
        self._next: dict[int, list[Crash]] = {}
        for crash in plan.crashes:
            self._next.setdefault(crash.seat, []).append(crash)
        self._left: dict[int, int] = {}
        self._struck: dict[int, Crash] = {}

    def begin(self, seat: int) -> None:
        armed = self._armed(seat)
        self._left[seat] = 0 if armed is None else armed.after
        self._struck.pop(seat, None)

    def end(self, seat: int) -> Crash | None:
        """Return the crash that ended a program, if one did."""
        return self._struck.pop(seat, None)

    def _armed(self, seat: int) -> Crash | None:
        waiting = self._next.get(seat)
        return waiting[0] if waiting else None

    def strike(self, seat: int) -> bool:
        """Let the armed stop come to pass; return False if there is none."""
        waiting = self._next.get(seat)
        if not waiting or seat in self._struck:
            return False
        crash = waiting.pop(0)
        self._struck[seat] = crash
        self._count(f"crash: {crash.point}")
        return True

    def _is_due(self, seat: int) -> bool:
        self._left[seat] -= 1
        return self._left[seat] <= 0 and seat not in self._struck

    def at_call(self, seat: int, call: Call) -> Trouble | None:
        crash = self._armed(seat)
        if crash is None or seat in self._struck:
            return None
        point = crash.point
        if point == "creation":
            if self._is_due(seat) and self.strike(seat):
                return Trouble(call.size // 2, stops=True)
        elif point in PARTS and call.kind == "write" and self._is_due(seat):
            self.strike(seat)
            return Trouble(PARTS[point](call.size), stops=True)
        elif point == "disk full" and call.kind == "write" and self._is_due(seat):
            self.strike(seat)
            return Trouble(call.size // 2, error=FULL)
        elif point == "flush fails" and call.kind == "flush" and self._is_due(seat):
            self.strike(seat)
            return Trouble(0, error=BROKEN)
        elif point == "after flush" and call.kind == "flush" and self._is_due(seat):
            self.strike(seat)
            return Trouble(1, stops=True)
        return None

    def after_send(self, seat: int) -> bool:
        crash = self._armed(seat)
        if crash is None or crash.point != "after send" or not self._is_due(seat):
            return False
        return self.strike(seat)

    def some_time(self, seat: int) -> float:
        """Return when a program is to be stopped, in seconds from its start."""
        crash = self._armed(seat)
        if crash is None or crash.point != "any moment":
            return math.inf
        return crash.after * 0.7 + crash.away / 10


class OneStop:
    """Trouble at one call of one program's first run, and none else.

    Without ``trouble`` it only notes which calls there are.
    """

    def __init__(
        self, seat: int, number: int, trouble: Trouble | None, fate: Fate | None
    ) -> None:
        self.where = seat, number
        self._trouble = trouble
        self._fate = fate
        self._struck: Crash | None = None
        self.calls: list[tuple[int, Call]] = []

    @property
    def has_struck(self) -> bool:
        return self._struck is not None

    def begin(self, seat: int) -> None:
        pass

    def end(self, seat: int) -> Crash | None:
        return self._struck if self.where[0] == seat else None

    def strike(self, seat: int) -> bool:
        return False

    def at_call(self, seat: int, call: Call) -> Trouble | None:
        self.calls.append((seat, call))
        if self._struck or self.where != (seat, call.number) or not self._trouble:
            return None
        self._struck = Crash(seat, "one call", call.number, self._fate, 0.5)
        return self._trouble

    def after_send(self, seat: int) -> bool:
        return False

    def some_time(self, seat: int) -> float:
        return math.inf


def unfolded(error: BaseException) -> str:
    """Return an error, and those in its group, in one line."""
    if isinstance(error, BaseExceptionGroup):
        return " + ".join(map(unfolded, error.exceptions))
    frame = error.__traceback__
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    at = (
        ""
        if frame is None
        else f" at {frame.tb_frame.f_code.co_name}:{frame.tb_lineno}"
    )
    return f"{type(error).__name__}: {error}{at}"
