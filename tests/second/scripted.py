"""Rules that are told as a story: a generator of states and turns.

That is the shortest way to write a game down. It yields a state's fields and its turn,
and is sent what answered the turn: moves, faces or numbers, or that a seat has gone.
A state that comes back, after an undo, is reached by telling the story again.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from .states import Field
from .turns import Choose, Event, Turn, Value, first_offered


class SeatGone(list[int]):
    """The event that a seat, its only item, has gone."""


Told: TypeAlias = Sequence[Value]
Story: TypeAlias = Generator[tuple[Sequence[Field], Turn], Told, None]


@dataclass(frozen=True, slots=True)
class Chapter:
    """A state, its turn, and all that led to it."""

    fields: Sequence[Field]
    turn: Turn
    events: tuple[Told, ...]


class Scripted:
    """The rules that a generator function tells; ``options`` are those it knows."""

    def __init__(
        self, name: str, story: Callable[[], Story], *, version: int = 1,
        options: frozenset[str] = frozenset(), goes_on: bool = True,
        draws: bool = False, deals: bool = True,
    ) -> None:  # fmt: skip
        self.name, self.version = name, version
        self._story, self._options = story, options
        self._goes_on, self._draws, self._deals = goes_on, draws, deals
        self._last: tuple[tuple[Told, ...], Story] | None = None

    def start(self, seats: int, options: Mapping[str, object]) -> Chapter | None:
        return self._tell(()) if self._options.issuperset(options) else None

    def _tell(self, events: tuple[Told, ...]) -> Chapter:
        """Return where the story is after ``events``, going on from the last time."""
        if self._last is not None and events and events[:-1] == self._last[0]:
            story = self._last[1]
            fields, turn = story.send(events[-1])
        else:
            story = self._story()
            fields, turn = next(story)
            for event in events:
                fields, turn = story.send(event)
        self._last = events, story
        return Chapter(fields, turn, events)

    def only_deals(self) -> bool:
        return self._deals

    def fields(self, state: Chapter) -> Sequence[Field]:
        return state.fields

    def turn(self, state: Chapter) -> Turn:
        return state.turn

    def apply(self, state: Chapter, event: Event) -> Chapter:
        told = event.values[1:] if event.kind == "chosen" else event.values
        return self._tell((*state.events, list(told)))

    def without(self, state: Chapter, seat: int) -> Chapter | None:
        return self._tell((*state.events, SeatGone([seat]))) if self._goes_on else None

    def may_draw(self, state: Chapter) -> bool:
        return self._draws

    def closing(self, state: Chapter) -> Chapter | None:
        return None

    def default(self, state: Chapter, turn: Choose) -> str | None:
        return first_offered(turn)

    def settled(self, state: Chapter, lost: frozenset[int]) -> tuple[int, ...] | None:
        return None

    def team(self, state: Chapter, seat: int) -> frozenset[int]:
        return frozenset({seat})
