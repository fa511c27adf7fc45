"""An observation is all that an agent gets: what its own seat has seen of one game.

It holds the view of the seat now and the events up to now, each with the faces that
the seat could see then.  So an agent can remember a card that was shown and turned
over, and no agent can know more than a person in its seat.  A :class:`Record` builds
observations from views alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, TypeAlias

from p2pgame.engine import (
    AnyGame,
    Choose,
    Event,
    Options,
    Seated,
    State,
    Turn,
    View,
    advance,
    learn,
)
from p2pgame.engine.soundness import turn_of

#: The faces of slots, by slot.
Faces: TypeAlias = Mapping[int, str]
AnyView: TypeAlias = View[Any]

NO_FACES: Faces = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Witnessed:
    """One event of the past, as a seat saw it.

    ``event`` answered ``turn``, which ``state`` asked for.  ``faces`` are those that
    the seat could see after it.
    """

    state: State
    turn: Turn
    event: Event
    faces: Faces


@dataclass(frozen=True, slots=True)
class Observation:
    """What one seat has seen of a game, up to now.

    ``past`` lists the events that led from the start to ``state``; those that were
    taken back are not among them.  ``remembered`` are all faces that the seat has
    seen since the last shuffle, those that are hidden again included.
    """

    game: AnyGame
    options: Options
    seats: int
    seat: int
    view: AnyView
    past: tuple[Witnessed, ...]
    remembered: Faces

    @property
    def state(self) -> State:
        """The state that all peers hold, by which the rules go on."""
        state: State = self.view.whole
        return state

    @property
    def turn(self) -> Turn:
        return self.view.turn

    @property
    def faces(self) -> Faces:
        """The faces that the seat may see now."""
        return self.view.faces

    @property
    def choice(self) -> Choose | None:
        """What the seat has to decide now, if anything."""
        return self.view.choice


@dataclass(frozen=True, slots=True)
class _Noted:
    """An event and the faces after it.

    ``told`` is all of it, and the state after it, if it does not follow from the
    state before: a player goes, and the game may be forfeited.
    """

    event: Event
    faces: Faces
    told: tuple[Witnessed, State] | None


class Record:
    """Collects what ``seat`` sees of one game; ``first`` is its view at the start.

    Until somebody asks, it keeps events and faces alone: the states between them follow
    from the rules.  So a person's long table needs little memory for programs that are
    never asked.
    """

    def __init__(
        self, game: AnyGame, options: Options, seats: int, seat: int, first: AnyView
    ) -> None:
        self._table = game, options, seats, seat
        self._first = first.whole
        self._view = _readable(first)
        self._noted: list[_Noted] = []
        #: The past in full, once somebody has asked for it.
        self._past: list[Witnessed] | None = None
        self._remembered: Faces = NO_FACES

    def note(self, turn: Turn, event: Event, view: AnyView) -> Witnessed:
        """Take in an event that answered ``turn``, and the view after it."""
        before = self._view
        self._view = _readable(view, before.faces)
        seen = Witnessed(before.whole, turn, event, self._view.faces)
        if self._past is not None:
            self._past.append(seen)
        else:
            is_plain = not isinstance(event, Seated)
            told = None if is_plain else (seen, self._view.whole)
            self._noted.append(_Noted(event, seen.faces, told))
        known = learn(self._remembered, turn, event, seen.faces)
        if known is not self._remembered:
            self._remembered = MappingProxyType(dict(known))
        return seen

    def go_back(self, levels: int, view: AnyView) -> None:
        """Forget the last ``levels`` events, which were taken back."""
        past: list[Witnessed] | list[_Noted] = self._noted
        if self._past is not None:
            past = self._past
        del past[len(past) - levels :]
        self._view = _readable(view)

    def look(self, view: AnyView) -> None:
        """Take in a view of the same state, such as a game's end by agreement."""
        self._view = _readable(view)

    @property
    def observation(self) -> Observation:
        """What the seat has seen by now.

        Cost: the first time, the rules are asked about each event so far.
        """
        if self._past is None:
            self._past = [*self._played()]
            self._noted.clear()
        return Observation(
            *self._table, self._view, tuple(self._past), self._remembered
        )

    def _played(self) -> Iterator[Witnessed]:
        """Yield what was noted, with the states between."""
        game, _, seats, _ = self._table
        state = self._first
        for noted in self._noted:
            if noted.told is not None:
                seen, state = noted.told
            else:
                turn = turn_of(game, state, seats)
                seen = Witnessed(state, turn, noted.event, noted.faces)
                state = advance(game, state, noted.event, turn).state
            yield seen


def _readable(view: AnyView, before: Faces = NO_FACES) -> AnyView:
    """Return the view with faces that an agent cannot change; equal ones are shared."""
    is_same = before == view.faces
    faces = before if is_same else MappingProxyType(dict(view.faces))
    return replace(view, faces=faces)
