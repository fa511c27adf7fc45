"""Sits down at tables: each function is a context, and yields a seat to play from.

    async with host("kuhn", name="Ann", players=2) as seat:
        async for event in seat:
            ...

Iteration ends when the seat is done, and raises :class:`~.errors.ClientError` if it
ended early.  Leaving the context early stops the program's part; the table stays on the
disk and can be resumed.  All of it is safe to cancel.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import trio

from p2pgame.agents.observation import Observation
from p2pgame.engine import Message
from p2pgame.log import StoreError
from p2pgame.transport.link import TransportError

from .commands import (
    Answer,
    AnyCommand,
    Begin,
    BuyIn,
    GoWithout,
    Leave,
    Move,
    Nudge,
    PlanCommand,
    PlayNext,
    Propose,
    Quit,
    Remove,
    Say,
    SitOut,
    Weigh,
)
from .errors import (
    ClientError,
    Gone,
    InvalidRequest,
    Unusable,
    leaves,
    rules_failed,
    rules_fault_in,
)
from .events import AnyEvent, Choice, Finished, Snapshot, Weighed
from .front_end import Acts, FrontEnd, Price
from .machine import refused
from .meeting.offering import (
    game_of,
    options_asked,
)
from .meeting.starting import start
from .prices import price_told
from .requests import (
    AnyRequest,
    Host,
    Join,
    Practise,
    Resume,
    Spectate,
)
from .words import message_of_error
from .world import World

#: What the world around the program can do to it.
_FORESEEN = (OSError, StoreError, TransportError)


class Seat(AsyncIterator[AnyEvent]):
    """One player's seat, or a spectator's, at one table after the other."""

    def __init__(self, front: FrontEnd, world: World) -> None:
        self._front, self.world = front, world
        self._error: BaseException | None = None
        self.has_quit = False
        #: Called with each event before it is returned.
        self.overhear: Callable[[AnyEvent], None] = lambda event: None

    async def __anext__(self) -> AnyEvent:
        try:
            event = await self._front.next()
            self.overhear(event)
            return event
        except trio.EndOfChannel:
            self.check()
            raise StopAsyncIteration from None

    def check(self) -> None:
        """Raise what has ended the seat early, if anything has; once."""
        error, self._error = self._error, None
        if error is not None:
            raise error

    @property
    def invite(self) -> str | None:
        """The link with which guests join, if this seat hosts and has room."""
        invited = self.now.invited
        return None if invited is None else invited.invite

    @property
    def watch_link(self) -> str | None:
        """The link with which spectators follow, if this seat hosts and lets them."""
        invited = self.now.invited
        return None if invited is None else invited.watch

    @property
    def now(self) -> Snapshot:
        """How things are now, for a front end that comes late."""
        return self._front.snapshot

    @property
    def observation(self) -> Observation | None:
        """What this seat has seen of its game, for an agent; None: it plays none."""
        record = self._front.record
        return None if record is None else record.observation

    async def move(self, move: str) -> None:
        """Make a move in the turn that is open, or the next step of the plan.

        Raises:
          IllegalMove: It is not possible now; nothing has changed.
        """
        await self._acts.move(move)

    @property
    def ahead(self) -> Choice | None:
        """The moves that may be possible when the turn comes, if that can be known."""
        return None if self._front.acts is None else self._front.acts.ahead

    def price(self, move: str | None) -> Price | None:
        """Return what the game comes to if it ends by a move, or our leave, for None.

        None: it goes on, or that can't be known.
        """
        return None if self._front.acts is None else self._front.acts.price(move)

    async def plan(self, command: PlanCommand) -> None:
        """Do something about what is prepared, or undo and redo moves.

        Raises:
          IllegalMove: It is not possible now; nothing has changed.
        """
        await self._acts.plan(command)

    async def propose(self, proposal: str) -> None:
        """Offer, or agree to, ``draw``, ``takeback N`` or ``last round``.

        Raises:
          IllegalMove: It can't be agreed on now.
        """
        await self._acts.propose(proposal)

    async def say(self, text: str) -> None:
        """Say something to all at the table.

        Raises:
          ValueError: It can't be said: it is too long, or no game is on.
        """
        await self._acts.chat(text)

    async def nudge(self) -> None:
        """Remind those for whom the turn waits, once in each turn.

        Raises:
          IllegalMove: It waits for nobody else, or we have done so in this turn.
        """
        await self._acts.nudge()

    async def leave(self) -> None:
        """Leave the game for good, and the table with it.

        Before the game that gives the seat up; a host closes the table by it.

        Raises:
          IllegalMove: There is none, or it goes on without us.
        """
        await self._acts.leave()
        self._front.is_leaving = True

    def answer(self, number: int, answer: int) -> None:
        """Answer the question with this number.

        Raises:
          InvalidRequest: It is not asked any more, or that is no answer to it.
        """
        self._front.answer(number, answer)

    def quit(self) -> None:
        """End what goes on now; an unfinished game can be resumed."""
        self.has_quit = True
        self._front.quit()

    async def do(self, command: AnyCommand) -> None:
        """Do what a command says; raises as the method for it."""
        match command:
            case Move(move):
                await self.move(move)
            case Propose(proposal):
                await self.propose(proposal)
            case Say(text):
                await self.say(text)
            case Answer(number, answer):
                self.answer(number, answer)
            case PlayNext(name, options):
                game = game_of(name)
                await self._acts.next_table((game, options_asked(game, options)))
            case Nudge():
                await self.nudge()
            case Remove() | GoWithout() | Begin():
                await self._acts.host(command)
            case Leave():
                await self.leave()
            case Weigh(move):
                price = self.price(move or None)
                self._front.tell(Weighed(move, price_told(price)))
            case SitOut():
                await self._acts.next_table(None)
            case BuyIn(chips):
                await self._acts.next_table(chips)
            case Quit():
                self.quit()
            case _:
                await self.plan(command)

    @property
    def _acts(self) -> Acts:
        if self._front.acts is None:
            raise InvalidRequest("no-game-here")
        return self._front.acts

    def _stopped(self) -> Gone:
        """Return what to say of a quit that ended all; an open table stays."""
        left = Message.of("left-lobby")
        if self.now.invited is None and not self._front.seat:
            return Gone.saying(left)
        return Gone("left-to-resume", farewell=left)

    async def run(self, main: Callable[[], Awaitable[object]]) -> None:
        """Run the client's side of this seat; keep what ends it early."""
        told: Message | None = None
        try:
            with trio.CancelScope() as running:
                self._front.stop = running.cancel
                if self.has_quit:  # before anything went on
                    running.cancel()
                await main()
            if running.cancelled_caught:
                raise self._stopped()
        except trio.Cancelled:
            raise
        except BaseException as error:
            self._error = one_of(error)
            if isinstance(self._error, ClientError):
                told = self._error.message
            elif not isinstance(self._error, Exception):
                raise
        finally:
            self._front.tell(Finished(told))
            self._front.close()


def host(
    game: str | Host,
    /,
    *,
    world: World | None = None,
    **settings: Any,
) -> AbstractAsyncContextManager[Seat]:
    """Open a table; ``settings`` are the fields of :class:`.requests.Host`.

    Raises:
      InvalidRequest: The game can't be played like that; nothing has changed.
    """
    request = game if isinstance(game, Host) else Host(game=game, **settings)
    return open_seat(request, world)


def join(
    invite: str | Join | None,
    /,
    *,
    world: World | None = None,
    **settings: Any,
) -> AbstractAsyncContextManager[Seat]:
    """Sit down at a table; ``settings`` are the fields of :class:`.requests.Join`.

    Raises:
      InvalidRequest: The invite can't be read; nothing has changed.
    """
    request = invite if isinstance(invite, Join) else Join(invite=invite, **settings)
    return open_seat(request, world)


def resume(
    table: int | Resume | None = None,
    /,
    *,
    world: World | None = None,
    **settings: Any,
) -> AbstractAsyncContextManager[Seat]:
    """Go on at a table; ``settings`` are the fields of :class:`.requests.Resume`.

    Raises:
      Refused: There is no such table, or another program plays there.
    """
    request = table if isinstance(table, Resume) else Resume(table=table, **settings)
    return open_seat(request, world)


def spectate(
    link: str | Spectate,
    /,
    *,
    world: World | None = None,
    **settings: Any,
) -> AbstractAsyncContextManager[Seat]:
    """Follow a table; ``settings`` are the fields of :class:`.requests.Spectate`.

    Raises:
      InvalidRequest: The link can't be read.
    """
    request = link if isinstance(link, Spectate) else Spectate(link=link, **settings)
    return open_seat(request, world)


@asynccontextmanager
async def open_seat(
    request: AnyRequest, world: World | None = None
) -> AsyncGenerator[Seat]:
    """Do what a request says, and yield the seat; raises as the functions above."""
    world = World.native() if world is None else world
    front = FrontEnd(is_attended=request.attended)
    seat = Seat(front, world)
    failed: Exception | None = None
    with world.at_home():
        main = start(request, front, world)
    async with trio.open_nursery() as nursery:
        with world.at_home():
            nursery.start_soon(seat.run, main)
        try:
            if isinstance(request, Host | Practise):
                await front.begun.wait()  # an invite is there by then
                seat.check()
            yield seat
        except Exception as error:
            failed = error
        finally:
            nursery.cancel_scope.cancel()
    if failed is not None:
        raise failed


def one_of(
    error: BaseException, also: tuple[type[Exception], ...] = ()
) -> BaseException:
    """Return the error that a person should read first.

    Errors come out of nurseries in groups.  A fault of the program is kept whole.
    """
    found = list(leaves(error))
    for leaf in found:
        if isinstance(leaf, (ClientError, KeyboardInterrupt, *also)):
            return leaf
    if (fault := rules_fault_in(error)) is not None:
        return rules_failed(fault)
    if all(isinstance(leaf, _FORESEEN) for leaf in found):
        kind = ClientError if isinstance(found[0], TransportError) else Unusable
        return kind.saying(_reason(found[0]))
    return error


def _reason(error: BaseException) -> Message:
    if isinstance(error, OSError) and error.strerror:
        return refused(error).message
    return message_of_error(error)
