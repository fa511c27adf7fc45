"""A timeline keeps every state of a game, so that moves can be undone.

States are frozen: keeping one costs a reference, and going back is taking an older
one, so no event needs an inverse.  A timeline is frozen itself.  Every change gives a
new timeline, which shares its past with the old one in linked chains.

A player can undo only its own moves since the last event with any other cause, and
only while it is to choose again.  So no undo crosses a reveal, chance, a joint
choice, a timer or another's move, and none changes whose turn it is.  This barrier
follows from the events; no move is marked.

Undone, redone and taken back moves stay in the *record* of everything that ever
happened.  Replaying the record gives the same timeline again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Generic, TypeAlias

import msgspec

from ..errors import IllegalMove, RulesError
from ..events import Chosen, ChosenTogether, Event, Expired, Ticked
from ..game import Game, O, S
from ..message import Message, SeatName
from ..play import Step, advance, start
from ..prepared import prepared
from ..reason import Reason
from ..saved import Line, Saved, read, read_line, resume, write_line
from ..soundness import turn_of
from ..state import State, encode
from ..turns import Choose, Over, Turn
from .chain import Chain, back, cut, forward, push
from .takeback import (
    Agreed,
    Answer,
    Recorded,
    Redone,
    Refused,
    Requested,
    Takeback,
    Undone,
    ask,
    is_final,
    what_stands,
)

#: The most bytes of a saved timeline.
SAVED_LIMIT = 4 * 1024 * 1024
#: The most bytes of states to which moves can be taken back: alike at all peers.
STATES_LIMIT = 8 * 1024 * 1024


class Moment(State, Generic[S], frozen=True):
    """An event in force, and its result."""

    event: Event
    step: Step[S]


#: The latest request, the moments in force, and those undone.
_Where: TypeAlias = tuple[
    Takeback | None, Chain[Moment[S]] | None, Chain[Chain[Moment[S]]] | None
]


@dataclass(frozen=True, slots=True, eq=False)
class Timeline(Generic[S, O]):
    """A game from its start to now; ``takeback`` is the vote on the latest request."""

    game: Game[S, O]
    seats: int
    options: O
    first: Step[S]
    takeback: Takeback | None = None
    _past: Chain[Moment[S]] | None = field(default=None, repr=False)
    _undone: Chain[Chain[Moment[S]]] | None = field(default=None, repr=False)
    _record: Chain[Recorded] | None = field(default=None, repr=False)
    #: Bytes of all states since the last event that is final.
    _bytes: int = field(default=0, repr=False)
    #: The turn, once it has been asked for.
    _turn: Turn | None = field(default=None, init=False, repr=False)

    @classmethod
    def begin(
        cls, game: Game[S, O], seats: int, options: O, state: S | None = None
    ) -> Timeline[S, O]:
        """Return the timeline of a new game, or of one that starts in ``state``.

        Raises:
          ValueError: The game does not allow this number of seats, these options
            or this state.
        """
        first = start(game, seats, options)
        if state is not None:
            first = resume(game, seats, options, state)
        return cls(game, seats, options, first)

    @property
    def step(self) -> Step[S]:
        """The result of the last event in force."""
        return self.first if self._past is None else self._past.last.step

    @property
    def state(self) -> S:
        return self.step.state

    @property
    def turn(self) -> Turn:
        """What acts next; the rules are asked once.

        Raises:
          RulesError: The rules give no turn that a table can play.
        """
        turn = self._turn
        if turn is None:
            turn = turn_of(self.game, self.state, self.seats)
            object.__setattr__(self, "_turn", turn)
        return turn

    @property
    def length(self) -> int:
        """The number of events in force."""
        return 0 if self._past is None else self._past.length

    @property
    def version(self) -> int:
        """The length of the record; it only rises."""
        return 0 if self._record is None else self._record.length

    @property
    def moments(self) -> tuple[Moment[S], ...]:
        """The events in force with their results, but those forgotten; oldest first."""
        return forward(self._past)

    @property
    def record(self) -> tuple[Recorded, ...]:
        """Everything that ever happened and is not forgotten, the oldest first."""
        return forward(self._record)

    def advance(self, happened: Recorded) -> Timeline[S, O]:
        """Return the timeline after ``happened``, our own or a peer's.

        A move clears the moves that could be redone, unless it repeats the next of
        them.  Moves, undo and redo void an open request.

        Raises:
          IllegalMove: It is impossible now; nothing has changed.
          RulesError: The states would have more than :data:`STATES_LIMIT` bytes.
        """
        size = self._bytes
        match happened:
            case Undone(player, levels):
                after = self._undo(player, levels)
            case Redone(player, levels):
                after = self._redo(player, levels)
            case Requested():
                after = self._ask(happened)
            case Agreed() | Refused():
                after = self._answer(happened)
            case _:
                after = self._move(happened)
                size += _size(self.game, after[1], self._bytes)
        record = push(self._record, happened)
        same = self.game, self.seats, self.options, self.first
        return Timeline(*same, *after, record, size)

    def forget(self) -> Timeline[S, O]:
        """Return the timeline without its past, if the newest event is final.

        That event stays, and what is behind it could not be taken back.  Lengths and
        versions count on.  A timeline that has forgotten something can't be saved.
        """
        past, record = self._past, self._record
        if past is None or record is None or not is_final(past.last.event):
            return self
        return replace(
            self,
            _past=Chain(past.last, None, past.length),
            _record=Chain(record.last, None, record.length),
            _bytes=0,
        )

    def replay(self, record: Iterable[Recorded]) -> Timeline[S, O]:
        """Return the timeline after all of ``record``, in this order.

        Raises:
          IllegalMove: One of them is impossible in its place.
        """
        timeline = self
        for happened in record:
            timeline = timeline.advance(happened)
        return timeline

    def undo(self, player: int, levels: int = 1) -> Timeline[S, O]:
        """Take back the last moves of ``player``; raises as :meth:`advance` does."""
        return self.advance(Undone(player, levels))

    def redo(self, player: int, levels: int = 1) -> Timeline[S, O]:
        """Redo moves that ``player`` has undone; raises as :meth:`advance` does."""
        return self.advance(Redone(player, levels))

    def levels(self, player: int) -> int:
        """Return how many moves ``player`` can undo now, one after another."""
        match self.turn:
            case Choose(active) if active == player:
                return sum(1 for _ in takewhile(_is_move_of(player), self._events()))
        return 0

    def redos(self, player: int) -> int:
        """Return how many moves ``player`` can redo now, one after another."""
        undone = self._undone
        if undone is None or not _is_move_of(player)(undone.last.last.event):
            return 0
        return undone.length

    def undone(self, player: int) -> tuple[str, ...]:
        """Return the moves that ``player`` has undone and can make again, in order."""
        found: list[str] = []
        chain = self._undone if self.redos(player) else None
        while chain is not None:
            event = chain.last.last.event
            assert isinstance(event, Chosen)
            found.append(event.move)
            chain = chain.before
        return tuple(found)

    def why_no_more(self, player: int) -> Reason:
        """Return why ``player`` cannot undo more than :meth:`levels` moves."""
        return Reason("nothing-to-undo", self._barrier(player))

    def why_not_undo(self, player: int) -> Reason | None:
        """Return why ``player`` cannot undo now, or None."""
        return None if self.levels(player) else self.why_no_more(player)

    def last(self, matches: Callable[[Event], bool]) -> Moment[S] | None:
        """Return the newest moment in force whose event matches, or None."""
        for moment in back(self._past):
            if matches(moment.event):
                return moment
        return None

    def this_turn(self, player: int) -> tuple[Moment[S], ...]:
        """Return the moments since another player last decided, oldest first.

        They include chance and reveals.
        """
        newest = back(self._past)
        own = takewhile(lambda moment: not _decides(moment.event, player), newest)
        return tuple(own)[::-1]

    def at(self, moment: int) -> S:
        """Return the state after the first ``moment`` events.

        Raises:
          ValueError: There are fewer, or that state is forgotten.
        """
        moments = len(self.moments)
        first = self.length - moments and self.length - moments + 1
        if not first <= moment <= self.length:
            raise ValueError(
                f"there is no moment {moment}, only {first} to {self.length}"
            )
        return replace(self, _past=cut(self._past, moment)).state

    def encode(self) -> bytes:
        """Return game, start and record as bytes, for :meth:`decode`.

        Raises:
          ValueError: Some of it is forgotten.
        """
        if len(self.record) < self.version:
            raise ValueError("a timeline that has forgotten its past can't be saved")
        game, options = self.game, msgspec.to_builtins(self.options)
        record = tuple(map(write_line, self.record))
        begun = encode(self.first.state)
        saved = _Saved(game.name, game.version, self.seats, options, begun, record)
        return msgspec.msgpack.encode(saved)

    @classmethod
    def decode(cls, game: Game[S, O], data: bytes) -> Timeline[S, O]:
        """Return the saved timeline, replayed with all checks.

        Raises:
          ValueError: The data are no timeline of this game in this version.
          IllegalMove: An event in it is impossible.
        """
        saved = read(_Saved, data, game, limit=SAVED_LIMIT)
        try:
            options = msgspec.convert(saved.options, prepared(game.options))
            kind = type(start(game, saved.seats, options).state)
            state = msgspec.msgpack.decode(saved.start, type=prepared(kind))
        except msgspec.MsgspecError as error:
            raise ValueError(f"no saved timeline of {game.name}: {error}") from None
        timeline = cls.begin(game, saved.seats, options, state)
        return timeline.replay(map(read_line, saved.record))

    def _events(self) -> Iterator[Event]:
        """Yield the events in force, the newest first."""
        return (moment.event for moment in back(self._past))

    def _move(self, event: Event) -> _Where[S]:
        undone = self._undone
        if undone is not None and undone.last.last.event == event:
            return None, undone.last, undone.before
        step = advance(self.game, self.state, event, self._turn)
        past = push(self._past, Moment(event, step))
        return None, past, None

    def _undo(self, player: int, levels: int) -> _Where[S]:
        possible = self.levels(player)
        if not 1 <= levels <= possible:
            why = self._barrier(player)
            said = Message.of("undo-no-more", moves=possible, why=why)
            raise IllegalMove("nothing-to-undo", said)
        past, undone = self._past, self._undone
        for _ in range(levels):
            assert past is not None
            undone = push(undone, past)
            past = past.before
        return None, past, undone

    def _redo(self, player: int, levels: int) -> _Where[S]:
        possible = self.redos(player)
        if not 1 <= levels <= possible:
            said = Message.of("redo-no-more", player=SeatName(player), moves=possible)
            raise IllegalMove("nothing-to-redo", said)
        past, undone = self._past, self._undone
        for _ in range(levels):
            assert undone is not None
            past, undone = undone.last, undone.before
        return None, past, undone

    def _barrier(self, player: int) -> Message:
        match self.turn:
            case Over():
                return Message.of("game-over")
            case Choose(active) if active == player:
                pass
            case _:
                return Message.of("not-to-choose", player=SeatName(player))
        for event in self._events():
            if not _is_move_of(player)(event):
                return what_stands(event)
        return Message.of("nothing-before")

    def _ask(self, request: Requested) -> _Where[S]:
        if self.takeback is not None and self.takeback.is_open:
            raise IllegalMove("open-request", Message.of("request-already"))
        if request.version != self.version:
            raise IllegalMove("void", Message.of("gone-on-since"))
        if isinstance(self.turn, Over):
            raise IllegalMove("over", Message.of("game-over"))
        events = tuple(moment.event for moment in self.moments)
        before = self.length - len(events)
        return self._voted(ask(request, self.seats, events, before))

    def _answer(self, answer: Answer) -> _Where[S]:
        if self.takeback is None:
            raise IllegalMove("void", Message.of("request-closed"))
        return self._voted(self.takeback.receive(answer))

    def _voted(self, takeback: Takeback) -> _Where[S]:
        if not takeback.is_granted:
            return takeback, self._past, self._undone
        past = cut(self._past, takeback.request.moment)
        return takeback, past, None


class _Saved(Saved, frozen=True, forbid_unknown_fields=True):
    seats: int
    options: dict[str, int | str | bool]
    start: bytes
    record: tuple[Line, ...] = ()


def _size(game: Game[S, O], past: Chain[Moment[S]] | None, kept: int) -> int:
    """Return the bytes of the newest state, refused if too many beside ``kept``."""
    size = 0 if past is None else len(encode(past.last.step.state))
    if kept + size > STATES_LIMIT:
        what = f"{kept + size} bytes of states to which moves can be taken back"
        raise RulesError(f"{game.name} has {what}; the limit is {STATES_LIMIT}")
    return size


def _is_move_of(player: int) -> Callable[[Event], bool]:
    return lambda event: isinstance(event, Chosen) and event.player == player


def _decides(event: Event, player: int) -> bool:
    """Return whether ``event`` was decided by a player other than ``player``."""
    match event:
        case Chosen(other, _) | Expired(other):
            return other != player
    return isinstance(event, ChosenTogether | Ticked)
