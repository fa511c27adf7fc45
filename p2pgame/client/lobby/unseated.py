"""Waits at a table without a seat in its game: for the next one, or to be refused."""

from __future__ import annotations

import math

from p2pgame.engine import Message
from p2pgame.session.entries.errors import Unseated

from ..errors import ClientError, Refused
from ..front_end import Left
from ..seat import staying
from ..words import message_of_error
from .seat_session import SeatSession


class GoesOn(Exception):
    """The host plays at another table by now, and we have no seat in this game."""


def may_wait(seat: SeatSession) -> bool:
    """Return whether our player would wait for a seat at the next table."""
    news = seat.reporter.news
    return news is not None and news.waits and not seat.front.is_leaving


def host_has_closed(seat: SeatSession) -> bool:
    """Return whether the host has left before the game, which no other can open."""
    leaver = seat.table.roster.leaver
    return leaver is not None and leaver.author == seat.table.id


async def heed_next(seat: SeatSession) -> None:
    """Wait until the host goes on at another table, and we have no part in this one.

    Raises:
      GoesOn: It is so.
    """
    news, table = seat.reporter.news, seat.table
    if news is None:
        return
    await news.has_next.wait()
    is_out = table.own.has_left or seat.me.key.public not in table.roster.seats
    if is_out and may_wait(seat):
        raise GoesOn


async def wait_in_vain(seat: SeatSession) -> None:
    """Wait, having left before, for as long as the host may go on at another table.

    Raises:
      Left: It does not.
    """
    await _wait_alone(seat)
    seat.reporter.is_back = False
    raise Left


async def wait_for_next(seat: SeatSession, error: Unseated) -> None:
    """Wait without a seat, for as long as the host may go on at another table.

    Raises:
      ClientError: It does not.
    """
    host = seat.table.roster.name_of(seat.table.id)
    seat.say(Message.of("waits-without-seat", host=host))
    await _wait_alone(seat)
    seat.finish()
    raise ClientError.saying(message_of_error(error))


async def _wait_alone(seat: SeatSession) -> None:
    news = seat.reporter.news
    assert news is not None  # it is a guest's
    await staying.wait_alone(seat.links, seat.front, math.inf, no_next=news.no_next)


async def heed_refusal(seat: SeatSession) -> None:
    """Wait until the host gives us no seat, if it ever does.

    Raises:
      Refused: Our player sits there already.
      ClientError: It has said so.
    """
    news = seat.reporter.news
    if news is None:
        return
    await news.refused.wait()
    seat.finish()
    own, guests = seat.me, seat.table.roster.players
    others = {one.identity for one in guests if one.author != own.key.public}
    if own.identity.public in others:
        raise Refused("seat-same-player")
    host = seat.table.roster.name_of(seat.table.id)
    raise ClientError("turned-away", host=host)
