"""Sits down as a guest: by an invite, and where the next table is."""

from __future__ import annotations

import dataclasses
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from p2pgame.transport.address import split_address
from p2pgame.transport.finding.invite import Invite

from ..errors import ClientError
from ..lobby.seat_session import SeatSession
from ..profile import places, ticket
from ..profile.addresses import LOOPBACK
from ..profile.evening import Evening
from ..profile.ticket import Ticket
from ..seat.links.invited_places import decide
from ..seat.setup import SeatSetup
from . import rematch


def dialled(given: tuple[str, ...], *, hidden: bool) -> tuple[str, ...]:
    """Return which addresses to dial: a hidden guest is seen by this machine only."""
    if not hidden:
        return given
    return tuple(each for each in given if split_address(each)[0] == LOOPBACK)


def sit_down(
    seat: SeatSetup, invite: Invite, *, hidden: bool, evening: Evening | None = None
) -> SeatSession:
    """Take a seat, or the one that is ours there already."""
    held = places.taken(
        partial(
            places.sit_down,
            *(invite.table, seat.name, invite.secret),
            fits=partial(_fits, invite),
        )
    )
    nearby = seat.dials.nearby
    fresh = ticket.fresh(seat, invite, hidden=hidden, nearby=nearby, evening=evening)
    old = _kept(held.folder)
    if old is not None:
        now = replace(old, invite=fresh.invite, transcript=fresh.transcript)
        now = replace(now, bot=fresh.bot, nearby=fresh.nearby)
        fresh = replace(now, hidden=fresh.hidden or old.hidden)
    ticket.write(held.folder, fresh)
    return SeatSession(seat, held, fresh, None)


async def follow(sitting: SeatSession, invite: Invite) -> SeatSession:
    """Sit down at the next table, or only come there and sit out.

    Raises:
      ClientError: That table is elsewhere, and nothing of its invite is dialled.
    """
    play = sitting.table.play
    out = rematch.next_out(sitting.seat.out)
    evening = sitting.ticket.evening
    if evening is not None and (play is None or not sitting.table.complete):
        evening = evening.without_some()
    seat, kept = dataclasses.replace(sitting.seat, out=out), sitting.ticket
    hidden = kept.is_hidden
    if sitting.offer is not None or invite.addresses != kept.way.addresses:
        reached = dialled(invite.addresses, hidden=hidden)
        dials = await decide(seat, reached, invite.relays, nearby=kept.nearby)
        seat = dataclasses.replace(seat, dials=dials)
    following = sit_down(seat, invite, hidden=hidden, evening=evening)
    if following.table.seat is not None:
        sits_out = sitting.table.complete and sitting.table.own.has_left
        sits_out &= not sitting.plays_on
        following.table.seat.sits_out = sits_out
    return following


def _fits(invite: Invite, folder: Path) -> bool:
    """Return whether what was said in a seat counts where this invite leads.

    We may hold an invite to the same table with another secret.  What we signed with it
    is taken by nobody there, and we sign nothing twice in one place.  A seat that was
    given up counts for nothing there.
    """
    kept = _kept(folder)
    if kept is None:
        return True
    return kept.way.secret == invite.secret and kept.state != "given-up"


def _kept(folder: Path) -> Ticket | None:
    """Return a guest's ticket; the invite takes the place of a damaged one."""
    try:
        return ticket.read(folder)
    except ClientError:
        return None
