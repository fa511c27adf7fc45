"""Holds one table: what happened there, and how many commands wait.

The seat itself is played in a loop of its own (:mod:`p2pgame.client.table_loop`).
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from functools import partial
from typing import Literal

import msgspec
import trio

from p2pgame.client.commands import AnyCommand
from p2pgame.client.errors import ClientError, InvalidRequest
from p2pgame.client.events import (
    AnyEvent,
    Begun,
    Done,
    Ended,
    Finished,
    NotDone,
    Overtaken,
    Snapshot,
    Waiting,
)
from p2pgame.client.requests import AnyRequest, Host, Practise
from p2pgame.client.table_loop import TableLoop
from p2pgame.client.world import World
from p2pgame.engine import Message

from .story import Story

#: Commands that wait at one table, at most.
COMMANDS_LIMIT = 64
#: Seconds for a seat to end in good order before it is cancelled.
QUIT_WITHIN = 3.0

State = Literal["waiting", "playing", "over", "ended"]
#: Tells the connection that gave a command what became of it; never waits.
TellAsker = Callable[[Done | NotDone], None]


class TableSummary(msgspec.Struct, frozen=True):
    """A table as the list has it; ``seat`` is as in the list of our seats."""

    table: int
    request: str
    game: str
    players: tuple[str, ...]
    state: State
    turn: bool
    asks: bool
    seat: str = ""


class HubTable:
    """One table of a hub; ``changed`` is called when its line in the list changes."""

    def __init__(
        self, number: int, request: AnyRequest, changed: Callable[[], None]
    ) -> None:
        self.number = number
        self.story = Story()
        self._request = request
        self._changed = changed
        self._game = request.game if isinstance(request, Host) else ""
        self._arrived: tuple[str, ...] = ()
        self._state: State = "waiting"
        self._shown: TableSummary | None = None
        self._loop: TableLoop | None = None
        self._seat, self._waiting = "", 0
        self._begun: Callable[[], None] | None = None
        self._running = trio.CancelScope()
        self._ended = trio.Event()

    @property
    def summary(self) -> TableSummary:
        """The table's line in the list."""
        now = self.story.now
        is_open = self._state != "ended"
        return TableSummary(
            *(self.number, self._request.__struct_config__.tag, self._game),  # type: ignore[arg-type]
            *(self.story.names or self._arrived, self._state),
            turn=is_open and now.turn is not None,
            asks=is_open and bool(now.questions),
            seat=self._seat,
        )

    @property
    def practice(self) -> Practise:
        """The request that opened a practice, to begin it again.

        Raises:
          InvalidRequest: The table is no practice.
        """
        if not isinstance(self._request, Practise):
            raise InvalidRequest("hub-no-practice", number=self.number)
        return self._request

    async def run(
        self,
        world: World,
        task_status: trio.TaskStatus[Message | None] = trio.TASK_STATUS_IGNORED,
    ) -> None:
        """Play until all is done; started once the seat is there, or why it is not."""
        last = Finished(Message.of("left-lobby"))
        self._loop = TableLoop(self._request, world, self)
        self._begun = partial(task_status.started, None)
        try:
            with self._running:
                last = await self._loop.run()
        except ClientError as error:
            last = Finished(error.message)
        except Exception as error:  # a fault of one table must not end the others
            last = Finished(faulty(error).message)
        finally:
            self._seat, self._loop = "", None
            if self._begun is None:
                self._state = "ended"
                self._tell(last)
            else:
                task_status.started(last.error)
            self.story.close()
            self._ended.set()

    def begin(self, seat: str) -> None:
        """Let the table be seen, as its seat is there."""
        assert self._begun is not None, "it begins once"
        self._seat = seat
        self._begun()
        self._begun = None

    def hear(self, event: AnyEvent, seat: str) -> None:
        """Tell what has happened at the seat."""
        self._seat = seat
        self._tell(event)

    def order(self, command: AnyCommand, tell: TellAsker) -> None:
        """Do a command after those that wait; ``tell`` is given its answer, if any.

        Raises:
          InvalidRequest: Too many wait, or all is over here.
        """
        if self._loop is None or self._begun is not None:
            raise InvalidRequest("no-game-here")
        if self._waiting >= COMMANDS_LIMIT:
            raise InvalidRequest("too-many-commands")

        def done(answer: Done | NotDone | None) -> None:
            self._waiting -= 1
            if answer is not None:
                tell(answer)

        self._waiting += 1
        self._loop.order(command, done)

    async def end(self) -> None:
        """End what goes on here, and wait until it has ended."""
        if self._loop is not None and self._begun is None:
            self._loop.quit()
            with trio.move_on_after(QUIT_WITHIN):
                await self._ended.wait()
        self._running.cancel()
        await self._ended.wait()

    def _tell(self, event: AnyEvent) -> None:
        match event:
            case Waiting(guests=guests) if self._state == "waiting":
                self._arrived = tuple(guest.name for guest in guests)
            case Begun(game=game) | Snapshot(begun=Begun(game=game)):
                self._game, self._state = game, "playing"
            case Ended():
                self._state = "over"
            case Overtaken():
                self._state = "playing"
        self.story.tell(event)
        if self.summary != self._shown:
            self._shown = self.summary
            self._changed()


def faulty(error: Exception) -> ClientError:
    """Show a fault of the program on the terminal; return what to say of it."""
    traceback.print_exception(error, file=sys.stderr)
    return ClientError("hub-fault", what=type(error).__name__)
