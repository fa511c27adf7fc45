"""Takes a seat at a table: guests dial in, and guests and hosts come back.

The host listens (:mod:`.opening`) and its guests dial in, but no peer is special after
that: each connected peer passes on what others lack, and a peer that loses its line
dials again until the game is over.
"""

from __future__ import annotations

import dataclasses
from functools import partial
from pathlib import Path

import trio
from msgspec.structs import replace

from p2pgame.engine import Message
from p2pgame.transport.finding.invite import Invite, Short
from p2pgame.transport.finding.words import Code
from p2pgame.transport.relay.url import RelayUrl

from ..errors import ClientError, InvalidRequest, Refused
from ..events import Notice, Waiting
from ..lobby import lines, seat_runner
from ..lobby.seat_session import SeatSession
from ..lobby.spectator import PATIENCE
from ..profile import places, ticket, topics, transcripts
from ..profile.addresses import USUAL, listening
from ..profile.contacts import Contact
from ..profile.ticket import Doors, Ticket
from ..profile.transcripts import Transcript
from ..seat.links.invited_places import decide
from ..seat.setup import SeatSetup
from ..words import title_of
from . import after, following, opening, rematch, sitting_out
from .door import Door
from .rematch import RematchPolicy

#: Seconds that a guest stays for its host to have it.
GUEST_STAYS = 5.0

#: Seconds in which a program ends that has lost its starter.
LEASH_BREAKS_WITHIN = 10.0


async def sit_down(
    seat: SeatSetup,
    invite: Invite | Short | Code | Contact | None,
    *,
    waits: bool = False,
    relays: tuple[RelayUrl, ...] = (),
    hidden: bool = False,
    nearby: bool = False,
) -> SeatSession:
    """Take a seat at the table.

    If it ``waits``, an earlier run of ours may be about to end.  The host of a short
    invite or of spoken words is looked for at ``relays``; without any invite we ask to
    be let in at a table of this network; a contact has invited us, or has one there.
    ``hidden``, we tell nobody our address; ``nearby``, the host is known to be on this
    machine.
    """
    transcripts.check(seat.out, seat.world.folder)
    invite, nearby = await _whole(seat, invite, relays, nearby=nearby)
    topics.check(invite.relays)
    if invite.game:
        game = title_of(invite.game)
        seat.front.tell(Notice(Message.of("invite-for-game", game=game)))
    if waits:
        await _wait_free(invite.table)
    if any(map(places.is_in_use, places.kept_seats(invite.table))):
        raise Refused("seat-same-player")
    reached = following.dialled(invite.addresses, hidden=hidden)
    if hidden and not (invite.relays or reached):
        raise ClientError("no-relay-to-hide")
    dials = await decide(seat, reached, invite.relays, nearby=nearby)
    seat = dataclasses.replace(seat, dials=dials)
    return following.sit_down(seat, invite, hidden=hidden)


async def _whole(
    seat: SeatSetup,
    invite: Invite | Short | Code | Contact | None,
    relays: tuple[RelayUrl, ...],
    *,
    nearby: bool,
) -> tuple[Invite, bool]:
    """Return the invite that we were given the start of, and if its host is near."""
    if isinstance(invite, Invite):
        return invite, nearby
    from . import finding  # for guests without a whole invite

    match invite:
        case None:
            return await finding.in_network(seat), nearby
        case Contact():
            return await finding.of_contact(seat, invite, relays)
        case Short():
            return await finding.found(seat, invite, relays, nearby=nearby)
    seat.front.tell(Waiting(Message.of("looking-at-relay")))
    return await finding.by_code(invite, seat.name, relays, seat.world), nearby


async def come_back(
    seat: SeatSetup,
    folder: Path,
    kept: Ticket,
    *,
    listen: tuple[str, int] | None = None,
    given: tuple[str, ...] = (),
) -> SeatSession:
    """Go on in a seat.

    A host may now ``listen`` somewhere else, or be reached by other addresses.
    """
    transcripts.check(seat.out, seat.world.folder)
    topics.check(kept.way.relays)
    hosting = kept.hosting
    if hosting is not None:
        host, port = listen or (hosting.host, hosting.port)
        reached = given or (() if listen else hosting.addresses)
        there = replace(hosting, host=host, port=port, addresses=reached)
        kept = replace(kept, hosting=there)
    elif listen or given:
        raise InvalidRequest("guest-listens")
    offer = None if hosting is None else ticket.offer(hosting)
    if hosting is None:
        way, nearby = kept.way, kept.nearby
        reached = following.dialled(way.addresses, hidden=kept.is_hidden)
        dials = await decide(seat, reached, way.relays, nearby=nearby)
        seat = dataclasses.replace(seat, dials=dials)
        kept = replace(kept, nearby=dials.nearby)
    held = places.taken(partial(places.go_on, folder, kept.name, kept.way.secret))
    return SeatSession(seat, held, kept, offer, again=True)


async def _wait_free(table: bytes) -> None:
    """Wait for an earlier run of ours, whose leash has broken, to end."""
    with trio.move_on_after(LEASH_BREAKS_WITHIN):
        while True:
            if not any(map(places.is_in_use, places.seats_at(table))):
                return
            await trio.sleep(0.05)


async def play_one(
    sitting: SeatSession, door: Door, further: RematchPolicy, hall: trio.Nursery
) -> Transcript | None:
    """Play at one table as a guest; if that goes on at another, the door leads there.

    None: we had no seat in its game.
    """
    way, hidden = sitting.ticket.way, sitting.ticket.is_hidden
    news = sitting.reporter.news
    assert news is not None  # it is a guest's
    news.waits = further.wanted(sitting.seat)
    async with trio.open_nursery() as nursery, lines.relayed(sitting):
        for address in following.dialled(way.addresses, hidden=hidden):
            nursery.start_soon(lines.dial, sitting, sitting.seat.dials, address)
        nursery.start_soon(_lose_patience, sitting)
        saved = await seat_runner.run(sitting)
        there: SeatSession | Invite | None = news.next
        if saved is not None:
            there = await _after(sitting, door, further, hall)
        await sitting.peer.flush()
        nursery.cancel_scope.cancel()
    await door.close(sitting)
    sitting.finish()
    if there is not None and saved is not None:
        further.count()
    if isinstance(there, Invite):
        there = await following.follow(sitting, there)
    if there is not None:
        door.lead_on(there, None)
    return saved


async def _after(
    sitting: SeatSession, door: Door, further: RematchPolicy, hall: trio.Nursery
) -> SeatSession | Invite | None:
    """Stay until the host has the end; return where we play again, if we do.

    That is our own table if the host sits out and has asked us to open it.
    """
    news, play, own = sitting.reporter.news, sitting.table.play, sitting.table.own
    assert news is not None
    assert play is not None
    await after.stay(sitting, None, GUEST_STAYS)
    if not further.wanted(sitting.seat):
        return None
    there = await after.linger(sitting)
    if there is not None or not news.opens:
        return there
    offer = await further.next_offer(sitting, play.start)
    if own.has_left:  # our player sits out, too
        return await after.linger(sitting)
    if offer is None:
        await sitting.peer.leave(sits_out=True)  # so the host asks somebody else
        return None
    doors = door.doors or Doors(listening(USUAL), hidden=sitting.ticket.is_hidden)
    opened = places.taken(partial(rematch.open_next, sitting, offer, doors))
    await opening.open_door(hall, door, opened)
    await sitting_out.call(sitting, opened.ticket.way)
    return opened


async def _lose_patience(sitting: SeatSession) -> None:
    await trio.sleep(PATIENCE)
    if sitting.answered:
        return
    if sitting.is_again:
        sitting.say(Message.of("nobody-answers-yet"))
        return
    raise ClientError("nobody-answers")
