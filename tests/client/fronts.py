"""A front end that keeps all that it is told, for tests of what tells it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import trio

from p2pgame.client.events import AnyEvent, Asked, Event
from p2pgame.client.front_end import FrontEnd
from p2pgame.client.questions import Question
from p2pgame.client.seat.setup import SeatSetup
from p2pgame.client.words import say
from p2pgame.client.world import World
from p2pgame.engine import Message

E = TypeVar("E", bound=Event)
#: Seconds for something to be told.
WITHIN = 30.0


class Recorder(FrontEnd):
    """A front end that keeps all events, in order."""

    def __init__(self, *, is_attended: bool = False) -> None:
        super().__init__(is_attended=is_attended)
        self.told: list[AnyEvent] = []
        self._changed = trio.Event()

    def tell(self, event: AnyEvent) -> None:
        self.told.append(event)
        super().tell(event)
        self._changed.set()
        self._changed = trio.Event()

    def all(self, kind: type[E]) -> list[E]:
        """Return all events of one kind."""
        return [event for event in self.told if isinstance(event, kind)]

    @property
    def asked(self) -> list[Question]:
        """All questions, in order, also those that are closed."""
        return [event.question for event in self.all(Asked)]

    @property
    def said(self) -> list[str]:
        """In English what each event says that has one message."""
        return [*self._said()]

    def _said(self) -> Iterator[str]:
        for event in self.told:
            message = getattr(event, "message", None)
            if isinstance(message, Message):
                yield say(message)

    async def wait_for(self, kind: type[E]) -> E:
        """Return the first event of one kind, which may be yet to come."""
        with trio.fail_after(WITHIN):
            while not (found := self.all(kind)):
                await self._changed.wait()
        return found[0]

    async def wait_said(self, text: str) -> None:
        """Wait until something says exactly this."""
        with trio.fail_after(WITHIN):
            while text not in self.said:
                await self._changed.wait()


def setup(
    name: str = "Ann",
    *,
    front: FrontEnd | None = None,
    out: Path | None = None,
    program: bool = False,
) -> SeatSetup:
    """Return how somebody sits down, in the world of this machine."""
    front = FrontEnd() if front is None else front
    return SeatSetup(name, front, World.native(), out, program)
