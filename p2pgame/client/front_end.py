"""Connects a client with one front end: events out, answers and quits in.

Events wait for a slow reader up to a limit.  Beyond it all that wait are replaced by
one :class:`~.events.Snapshot`, so nothing is stalled and no memory is eaten.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import trio
from msgspec.structs import replace

from p2pgame.agents.observation import Record
from p2pgame.engine import AnyGame, Options, RulesError
from p2pgame.engine.exact_json import encode

from . import snapshots
from .commands import HostCommand, PlanCommand
from .errors import InvalidRequest
from .events import Answered, AnyEvent, Asked, Choice, Finished, Snapshot
from .questions import AnyAsk, Question

#: Events that wait for a reader, at most, and their bytes as JSON.
LIMIT, BYTES_LIMIT = 512, 8 * 1024 * 1024


#: A game, and its options.
NextGame: TypeAlias = tuple[AnyGame, Options]


class Left(Exception):
    """The player has left what went on."""


@dataclass(frozen=True, slots=True)
class Price:
    """What a player of so many gets if it gives the game up: less than 0, it loses.

    That is counted in chips, or in points.
    """

    payoff: int
    players: int
    in_chips: bool


class Acts(Protocol):
    """What a player can do at a table.

    ``ahead`` are the moves that may be possible when its turn comes, and ``price`` is
    what the game comes to if it ends by a move of its player, or by a leave, for None.
    """

    @property
    def ahead(self) -> Choice | None: ...
    def price(self, move: str | None) -> Price | None: ...
    async def move(self, move: str, /) -> None: ...
    async def plan(self, command: PlanCommand) -> None: ...
    async def propose(self, proposal: str) -> None: ...
    async def chat(self, text: str) -> None: ...
    async def nudge(self) -> None: ...
    async def leave(self) -> None: ...
    async def next_table(self, wish: NextGame | int | None) -> None: ...
    async def host(self, command: HostCommand) -> None: ...


@dataclass(slots=True)
class _Quits:
    """How many parts of what goes on heed a quit, and how many wait to be heeded.

    A ``fault`` of the rules is why the last one came.
    """

    heeded_by: int = 0
    unheeded: int = 0
    fault: RulesError | None = None


class _Unread(deque[AnyEvent]):
    """Events that wait for a reader: at most ``limit``, and :data:`BYTES_LIMIT`."""

    def __init__(self, limit: int) -> None:
        super().__init__()
        self._limit = limit
        #: Bytes of those that came while others were unread.
        self._bytes = 0

    def has_room(self, event: AnyEvent) -> bool:
        """Count a new event; return whether it may wait with the others."""
        self._bytes = self._bytes + len(encode(event)) if self else 0
        return len(self) < self._limit and self._bytes <= BYTES_LIMIT

    def drop(self) -> int:
        """Forget all; return how many they were, with those that they stand for."""
        missed = sum(_weight(one) for one in self)
        self.clear()
        self._bytes = 0
        return missed


class FrontEnd:
    """The client's side of one front end.

    ``is_attended``: somebody can answer questions.  Where nobody can, each question has
    its default at once, and no event tells of it.
    """

    def __init__(self, *, is_attended: bool = False, limit: int = LIMIT) -> None:
        self.is_attended = is_attended
        self._unread = _Unread(limit)
        self._stirred = trio.Event()
        self._closed = False
        #: What has ended all early, until it is raised.
        self.error: BaseException | None = None
        #: Set with the first event, or when there will be none.
        self.begun = trio.Event()
        self._now = Snapshot(0)
        self._open: dict[int, tuple[Question, Callable[[int], None]]] = {}
        self._asked = 0
        self._quits = _Quits()
        #: Called with a quit that no part of what goes on heeds.
        self.stop: Callable[[], None] = lambda: None
        #: Whether the player has left its game, and plays no further one.
        self.is_leaving = False
        #: The seat at which the player sits now, and to which it can come back: as
        #: lists of tables name it.  Empty: there is none.
        self.seat = ""
        #: What the player has seen of its game, if it plays one.
        self.record: Record | None = None
        #: What the player can do now; None: it sits at no table.
        self.acts: Acts | None = None

    def tell(self, event: AnyEvent) -> None:
        """Report an event; never waits."""
        self._now = snapshots.after(self._now, event)
        is_last = isinstance(event, Finished)  # which nothing may stand for
        if self._unread.has_room(event) or is_last:
            self._unread.append(event)
        else:
            self._unread.append(self._snapshot(self._unread.drop() + 1))
        self.begun.set()
        self._stir()

    def know(self, event: AnyEvent) -> None:
        """Take in an event that is not reported: it is there for whoever asks."""
        self._now = snapshots.after(self._now, event)

    async def next(self) -> AnyEvent:
        """Return the next event.

        Raises:
          EndOfChannel: There are no more.
        """
        await trio.lowlevel.checkpoint()
        while not self._unread:
            if self._closed:
                raise trio.EndOfChannel
            await self._stirred.wait()
        return self._unread.popleft()

    def close(self) -> None:
        """Tell no more; what is unread can still be read."""
        self._closed = True
        self.begun.set()
        self._stir()

    def check(self) -> None:
        """Raise what has ended all early, if anything has; once."""
        error, self.error = self.error, None
        if error is not None:
            raise error

    @property
    def questions(self) -> tuple[Question, ...]:
        """The questions that are open."""
        return tuple(question for question, _ in self._open.values())

    @property
    def snapshot(self) -> Snapshot:
        """How things are now."""
        return self._snapshot(0)

    def _snapshot(self, missed: int) -> Snapshot:
        open = self.questions
        return replace(self._now, missed=missed, questions=open, seat=self.seat)

    async def ask(self, ask: AnyAsk, seconds: float, default: int) -> int:
        """Return the answer of the player, or ``default`` after so many seconds.

        Cancelling withdraws the question.
        """
        if not self.is_attended:
            await trio.lowlevel.checkpoint()
            return default
        self._asked += 1
        number = self._asked
        send, receive = trio.open_memory_channel[int](1)
        question = Question(number, ask, seconds, default)
        self._open[number] = question, send.send_nowait
        self.tell(Asked(question))
        closed = Answered(number, None, "nobody")
        try:
            with trio.move_on_after(seconds):
                closed = Answered(number, await receive.receive(), "player")
                return closed.answer if closed.answer is not None else default
            closed = Answered(number, default, "deadline")
            return default
        finally:
            self._open.pop(number, None)
            self.tell(closed)

    def answer(self, number: int, answer: int) -> None:
        """Answer a question.

        Raises:
          InvalidRequest: It is not asked any more, or that is no answer to it.
        """
        if number not in self._open:
            raise InvalidRequest("question-closed")
        question, give = self._open[number]
        if answer not in question.ask.answers:
            raise InvalidRequest("no-answer", number=answer)
        del self._open[number]
        give(answer)

    def quit(self, fault: RulesError | None = None) -> None:
        """End what goes on now; each call ends one thing.

        ``fault``: who decides here finds the rules at fault.
        """
        self._quits.fault = fault
        if not self._quits.heeded_by:
            self.stop()
            return
        self._quits.unheeded += 1
        self._stir()

    async def heed_quit(self) -> None:
        """Wait until the player quits.

        Raises:
          Left: It has.
          RulesError: The program that decides for it finds the rules at fault.
        """
        self._quits.heeded_by += 1
        try:
            while not self._quits.unheeded:
                await self._stirred.wait()
            self._quits.unheeded -= 1
        finally:
            self._quits.heeded_by -= 1
        if self._quits.fault is not None:
            raise self._quits.fault
        raise Left

    def _stir(self) -> None:
        self._stirred.set()
        self._stirred = trio.Event()


def _weight(event: AnyEvent) -> int:
    return event.missed if isinstance(event, Snapshot) else 1
