"""Sits down at tables: each function is a context, and yields a seat to play from.

    async with host("kuhn", name="Ann", players=2) as seat:
        async for event in seat:
            ...

Iteration ends when the seat is done, and raises :class:`~.errors.ClientError` if it
ended early.  Leaving the context early stops the program's part; the table stays on the
disk and can be resumed.  All of it is safe to cancel.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import trio

from p2pgame.engine import Message
from p2pgame.log import StoreError
from p2pgame.transport.link import TransportError

from .errors import (
    ClientError,
    Gone,
    Unusable,
    leaves,
    rules_failed,
    rules_fault_in,
)
from .events import Finished
from .front_end import FrontEnd
from .machine import refused
from .meeting.starting import start
from .requests import (
    AnyRequest,
    Host,
    Join,
    Practise,
    Resume,
    Spectate,
)
from .seat.seat import Seat
from .words import message_of_error
from .world import World

#: What the world around the program can do to it.
_FORESEEN = (OSError, StoreError, TransportError)


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
            nursery.start_soon(run, seat, front, main)
        try:
            if isinstance(request, Host | Practise):
                await front.begun.wait()  # an invite is there by then
                front.check()
            yield seat
        except Exception as error:
            failed = error
        finally:
            nursery.cancel_scope.cancel()
    if failed is not None:
        raise failed


async def run(
    seat: Seat, front: FrontEnd, main: Callable[[], Awaitable[object]]
) -> None:
    """Run the client's side of a seat; its front end keeps what ends it early."""
    told: Message | None = None
    try:
        with trio.CancelScope() as running:
            front.stop = running.cancel
            if seat.has_quit:  # before anything went on
                running.cancel()
            await main()
        if running.cancelled_caught:
            raise _stopped(front)
    except trio.Cancelled:
        raise
    except BaseException as error:
        front.error = one_of(error)
        if isinstance(front.error, ClientError):
            told = front.error.message
        elif not isinstance(front.error, Exception):
            raise
    finally:
        front.tell(Finished(told))
        front.close()


def _stopped(front: FrontEnd) -> Gone:
    """Return what to say of a quit that ended all; an open table stays."""
    left = Message.of("left-lobby")
    if front.snapshot.invited is None and not front.seat:
        return Gone.saying(left)
    return Gone("left-to-resume", farewell=left)


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
