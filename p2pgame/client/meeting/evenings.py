"""Plays at one table after the other, whoever opens them.

Each table has a host, which is another player's from the table on that the last host
sits out.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import aclosing

import trio

from p2pgame.session import Offer

from ..errors import ClientError
from ..lobby.seat_session import SeatSession
from ..profile.ticket import Doors, Guest
from ..profile.transcripts import Transcript
from ..seat.setup import SeatSetup
from ..transcripts.checking import compare_aside
from . import joining, opening
from .door import Door
from .opening import NOTHING, Ways
from .rematch import RematchPolicy


async def host(
    seat: SeatSetup,
    offer: Offer,
    doors: Doors,
    *,
    guests: tuple[Guest, ...] = (),
    again: int | None = None,
    ways: Ways = NOTHING,
) -> Transcript:
    """Open a table, play at it, and return the last transcript.

    ``guests`` are programs that we start.  Play so many games ``again``,
    None: as many as people like.
    """
    sitting = opening.opened(seat, offer, doors, guests)
    return await _play(sitting, RematchPolicy(again, offer.options), ways)


async def come(
    seated: Callable[[], Awaitable[SeatSession]], *, again: int | None = None
) -> Transcript:
    """Play in a seat once we have it, and return the last transcript.

    Play at most so many games ``again``, None: as many as people like.
    """
    return await _play(await seated(), RematchPolicy(again))


async def _play(
    sitting: SeatSession, further: RematchPolicy, ways: Ways = NOTHING
) -> Transcript:
    """Play at one table after the other, at one door."""
    forked: ClientError | None = None
    async with trio.open_nursery() as hall, aclosing(Door(sitting)) as door:
        if sitting.offer is not None:
            await opening.open_door(hall, door, sitting, ways)
        while True:
            saved: Transcript | None
            if sitting.offer is not None:
                saved = await opening.play_one(sitting, door, further)
            else:
                saved = await joining.play_one(sitting, door, further, hall)
            forked = forked or sitting.hearing.forks.error
            if door.sitting is sitting:
                break
            if saved is not None:
                await compare_aside(saved, sitting.front)
            sitting = door.sitting
        hall.cancel_scope.cancel()
    assert saved is not None  # who had no seat waits for the next table, or is told
    await compare_aside(saved, sitting.front)
    if forked is not None:
        raise forked
    return saved
