"""Stays at a table once its game is over: until the others have the end, and longer.

The host may play again at another table.  Its program says where, and the others'
programs, which have stayed for that, go there by themselves.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

import trio

from p2pgame.engine import Message
from p2pgame.session.lobby.events import LateFork, Rematch, Said
from p2pgame.transport.finding.invite import Invite
from p2pgame.transport.frames import Announce

from ..events import Waiting
from ..front_end import Left
from ..lobby.seat_session import SeatSession
from ..seat import staying

#: Seconds between two looks at who has fetched the end.
LOOK_EVERY = 0.02
#: Seconds in which the others hear where to play again.
CALL_WITHIN = 5.0


async def stay(sitting: SeatSession, others: int | None, seconds: float) -> bool:
    """Wait until as many others have all that we have; return whether they do.

    None: it is our host who should have it.
    """
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(sitting.front.heed_quit)
            if not _have(sitting, others):
                sitting.front.tell(Waiting(Message.of("waiting-for-end")))
            with trio.move_on_after(seconds):
                while not _have(sitting, others):  # noqa: ASYNC110 (others do it)
                    await trio.sleep(LOOK_EVERY)
            nursery.cancel_scope.cancel()
    except* Left:
        pass  # what there was to play for is done
    sitting.hearing.forks.tell()
    return _have(sitting, others)


def _have(sitting: SeatSession, others: int | None) -> bool:
    """Return whether so many have all that we have, or a relay keeps it for them."""
    play, delivery = sitting.table.play, sitting.peer.delivery
    enough = delivery.by_opener if others is None else len(delivery) >= others
    if others is not None and play is not None and play.start.watchable:
        enough &= delivery.by_all  # at a line may be somebody who only looks on
    return enough or delivery.at_topic


async def call(sitting: SeatSession, following: Invite, pointer: Announce) -> None:
    """Tell the others who are there at which table we play again.

    The ``pointer`` tells it to those who have no part in the game.
    """
    sitting.peer.delivery.clear()
    if not sitting.plays_on:  # whose entries are void
        await sitting.peer.rematch(following.table, following.secret)
    await sitting.peer.announce(pointer)
    near = max(sitting.links.dialled, sitting.links.found)
    await stay(sitting, min(sitting.others, near), CALL_WITHIN)
    await sitting.peer.flush()


async def linger(sitting: SeatSession) -> Invite | None:
    """Stay until the host says where to play again, or asks us to say it, or has gone.

    Or until it says that it does not play again.
    A player who quits does not play again; one who sits out hears it from the host's
    announcement, like whoever has left.
    """
    heard: list[Rematch] = []
    news = sitting.reporter.news
    assert news is not None
    host = sitting.table.roster.name_of(sitting.table.id)
    told = Message.of("host-may-play-again", host=host)
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(sitting.front.heed_quit)
            nursery.start_soon(_hear, sitting, heard, nursery.cancel_scope)
            nursery.start_soon(_heed, news.has_next, nursery.cancel_scope)
            if news.opens or not news.is_asked.is_set():
                nursery.start_soon(_heed, news.is_asked, nursery.cancel_scope)
            await staying.wait_alone(
                *(sitting.links, sitting.front), told=told, no_next=news.no_next
            )
            nursery.cancel_scope.cancel()
    except* Left:
        pass
    sitting.tell_unshown()
    sitting.hearing.forks.tell()
    if news.no_next.is_set():
        sitting.say(Message.of("host-plays-no-more", host=host))
    if heard:
        way = sitting.ticket.way
        return replace(way, table=heard[0].table, secret=heard[0].secret)
    return news.next


async def _heed(event: trio.Event, waiting: trio.CancelScope) -> None:
    await event.wait()
    waiting.cancel()


async def attend(sitting: SeatSession, ask: Callable[[], Awaitable[int]]) -> int:
    """Return what the player answers; 0: it has quit.

    Meanwhile the others may talk, and fetch the end.
    """
    answers: list[int] = []
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(sitting.front.heed_quit)
            nursery.start_soon(_hear, sitting, [], nursery.cancel_scope)
            nursery.start_soon(sitting.buys.pass_on, sitting.peer)
            answers.append(await ask())
            nursery.cancel_scope.cancel()
    except* Left:
        pass
    sitting.tell_unshown()
    sitting.hearing.forks.tell()
    return answers[0] if answers else 0


async def _hear(
    sitting: SeatSession, heard: list[Rematch], waiting: trio.CancelScope
) -> None:
    """Hear where to play again, and what is said or comes to light until then."""
    async for event in sitting.peer.events:
        match event:
            case Said():
                sitting.hearing.tell(event)
            case LateFork():
                sitting.hearing.forks.tell()
            case Rematch():
                heard.append(event)
                waiting.cancel()
