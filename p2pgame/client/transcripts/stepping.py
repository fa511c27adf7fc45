"""Steps through what happened in a transcript, forward and back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..events import AnyEvent, Begun, Happened, View


@dataclass(frozen=True, slots=True)
class Step:
    """One event, and how the table looks then, once somebody has done something.

    ``number`` counts from 1.
    """

    number: int
    event: AnyEvent
    begun: Begun | None
    view: View | None


class Steps:
    """The steps of a story, of which at least one is there.

    Events are read when somebody comes to them: a game of hours is shown at once.
    """

    def __init__(self, events: Iterable[AnyEvent]) -> None:
        self._unread = iter(events)
        self._steps: list[Step] = []
        self._at = 0
        if not self._read():
            raise ValueError("a story without an event")

    @property
    def now(self) -> Step:
        """The step at which we are."""
        return self._steps[self._at]

    @property
    def is_last(self) -> bool:
        """Whether nothing follows."""
        return self._at + 1 == len(self._steps) and not self._read()

    def next(self) -> Step:
        """Go one step forward, if there is one."""
        return self.go(self.now.number + 1)

    def back(self) -> Step:
        """Go one step back, if there is one."""
        return self.go(self.now.number - 1)

    def first(self) -> Step:
        return self.go(1)

    def last(self) -> Step:
        """Go to the end; all that is unread is read for that."""
        while self._read():
            pass
        return self.go(len(self._steps))

    def go(self, number: int) -> Step:
        """Go to the step with this number, or to the nearest that there is."""
        while len(self._steps) < number and self._read():
            pass
        self._at = min(max(number, 1), len(self._steps)) - 1
        return self.now

    def _read(self) -> bool:
        """Read one more event; return whether there was one."""
        event = next(self._unread, None)
        if event is None:
            return False
        before = self._steps[-1] if self._steps else None
        begun = None if before is None else before.begun
        view = None if before is None else before.view
        match event:
            case Begun():
                begun = event
            case Happened(view=seen):
                view = seen
        self._steps.append(Step(len(self._steps) + 1, event, begun, view))
        return True
