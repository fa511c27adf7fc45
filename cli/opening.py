"""How the seat that opens a table gets there: it listens, and shows the invite.

A program that has stopped goes on from what is on its disk: it listens where it did,
so the guests find it again.
"""

from __future__ import annotations

import dataclasses
import math
import secrets
import shutil
import time
from contextlib import aclosing, suppress
from functools import partial

import click
import trio

from p2pgame.client.profile import (
    addresses,
    places,
    settings,
    ticket,
    topics,
    transcripts,
)
from p2pgame.client.profile.ticket import Doors, Hosting
from p2pgame.client.profile.transcripts import Saved
from p2pgame.session import Offer
from p2pgame.transport import listening
from p2pgame.transport.finding.announce import Announcement, announce
from p2pgame.transport.finding.chain import SECRET_SIZE
from p2pgame.transport.finding.invite import Invite
from p2pgame.transport.frames import Announce
from p2pgame.transport.link import TransportError

from . import after, again, lines, local, qr
from .again import Further
from .door import Door
from .meeting import Reception, Shows
from .seated import Seat
from .sitting import Sitting

NOTHING = Shows()

#: Seconds that a host stays for guests who have not fetched the end.
HOST_STAYS = 20.0
NOT_FETCHED = (
    "Somebody has not fetched the end. For them go on at this table once more, by "
    "the number that it has in p2pgame tables."
)
ONCE_MORE = "This game is over; listening for whoever lacks its end. Ctrl-C ends that."


async def host(
    seat: Seat,
    offer: Offer,
    doors: Doors,
    *,
    bots: int = 0,
    again: int | None = None,
    shows: Shows = NOTHING,
) -> Saved:
    """Open a table, play at it, and return the last transcript.

    ``bots`` seats are taken by programs that we start.  Play so many games ``again``,
    None: as many as people like.
    """
    transcripts.check(seat.out)
    secret = secrets.token_bytes(SECRET_SIZE)
    held = places.taken(partial(places.open_table, seat.name, secret))
    invite = Invite(held.me.key.public, secret, (), doors.relays)
    kept = ticket.hosting(offer, doors, bots)
    fresh = ticket.fresh(seat.terms, invite, hosting=kept, game=offer.game.name)
    sitting = Sitting(seat, held, fresh, offer)
    return await go_on(sitting, Further(again, offer.options), shows)


async def go_on(sitting: Sitting, further: Further, shows: Shows) -> Saved:
    """Play at one table after the other, at one door."""
    door = Door(sitting)
    hosting = sitting.ticket.hosting
    assert hosting is not None
    async with trio.open_nursery() as hall, aclosing(door):
        port = await _listen(hall, door, sitting, hosting)
        where = hosting.addresses or addresses.reachable(hosting.host, port)
        # Before anybody sees the invite.
        sitting.keep(ticket.listening(sitting.ticket, port, where))
        if shows.qr:
            _show_code(sitting)
        hall.start_soon(_receive, sitting, door, shows)
        while True:
            saved = await _host_one(sitting, door, further)
            if door.sitting is sitting:
                break
            await after.tell_verified(sitting, saved)
            sitting = door.sitting
        hall.cancel_scope.cancel()
    return saved


async def _receive(sitting: Sitting, door: Door, shows: Shows) -> None:
    """Let guests in who have no invite yet, until the game begins."""
    way, hosting = _shown(sitting), sitting.ticket.hosting
    assert hosting is not None
    reception = Reception(sitting, way)
    doors = topics.with_doors(way.relays) if shows.words else ()
    relay = doors[0] if doors else None
    port = hosting.port if shows.network and not hosting.hidden else None
    door.pairing = None if port is None else reception.pairing
    await reception.run(port, relay)
    door.pairing = None


async def _host_one(sitting: Sitting, door: Door, further: Further) -> Saved:
    """Play at one table; if that goes on at another, the door leads there."""
    hosting = sitting.ticket.hosting
    assert hosting is not None
    programs = sitting.folder / places.BOTS
    sitting.peer.announcement = _announcement(sitting)
    async with trio.open_nursery() as guests, lines.relayed(sitting):
        if hosting.bots < sitting.seats - 1:
            _show_invite(sitting)
        if hosting.bots:
            with suppress(FileExistsError):
                places.make(programs)
        for number in range(1, hosting.bots + 1):
            home = programs / f"{number}"
            way = sitting.ticket.way
            guests.start_soon(local.guest, way, f"Bot {number}", home)
        saved = await sitting.play()
        was_over = sitting.ticket.state == "over"
        if was_over:
            sitting.say(ONCE_MORE)
        if was_over or not await _goes_on(sitting, door, further):
            stays = math.inf if was_over else HOST_STAYS
            if not await after.stay(sitting, sitting.others, stays) and not was_over:
                sitting.say(NOT_FETCHED)
        await door.close(sitting)
    sitting.finish()
    shutil.rmtree(programs, ignore_errors=True)
    return saved


async def _goes_on(sitting: Sitting, door: Door, further: Further) -> bool:
    """Open another table if we play again, and tell the others."""
    play, hosting = sitting.table.play, sitting.ticket.hosting
    assert play is not None
    assert hosting is not None
    offer = await further.next_offer(sitting, play.start)
    if offer is None:
        return False
    following = places.taken(partial(again.open_next, sitting, offer))
    further.count()
    door.sitting = following  # first: who hears of it comes at once
    invite = following.ticket.way
    await after.call(sitting, invite.table, invite.secret)
    return True


async def _listen(
    hall: trio.Nursery, door: Door, sitting: Sitting, hosting: Hosting
) -> int:
    """Let guests in; return the port."""
    host, port = hosting.host, hosting.port
    if hosting.hidden:
        host = local.HOST  # for programs of this machine only
    try:
        bound = await hall.start(listening.serve, host, port, door.attach)
    except TransportError:
        if not sitting.is_again:
            raise
        raise click.ClickException(
            f"Port {port}, which your guests dial, can't be listened on. End the "
            "program that has it, and type p2pgame resume again; or take another with "
            f"p2pgame resume --listen {host}:0, and send your guests the new invite."
        ) from None
    return int(bound[0][1])


def _show_invite(sitting: Sitting) -> None:
    offer = sitting.offer
    if sitting.is_again:
        text = "The invite once more, for whoever needs it:"
    elif offer is not None and offer.wanted:
        text = "The others come by themselves; for whoever else is to come:"
    else:
        text = "Invite your friends with this line; whoever has it can join:"
    sitting.say(text)
    sitting.say(f"  p2pgame join {_shown(sitting).encode()}")
    if offer is not None and offer.spectators:
        sitting.say("Whoever has this one can look on, and not play:")
        sitting.say(f"  p2pgame watch {_shown(sitting).watch.encode()}")


def _announcement(sitting: Sitting) -> Announce:
    """Return what guests with a short invite need to know."""
    way = _shown(sitting)
    label = f"{sitting.seat.name}: {sitting.ticket.game}"
    there = Announcement(way.table, int(time.time()), way.addresses, way.relays, label)
    return announce(there, sitting.key.sign)


def _shown(sitting: Sitting) -> Invite:
    """Return the invite as others may see it."""
    hosting, way = sitting.ticket.hosting, sitting.ticket.way
    hidden = hosting is not None and hosting.hidden
    return dataclasses.replace(way, addresses=()) if hidden else way


def _show_code(sitting: Sitting) -> None:
    """Show the invite for a telephone's camera."""
    way = _shown(sitting)
    if not way.relays:
        sitting.say("A QR code holds little, and leads to a relay: there is none.")
        return
    relay, usual = way.relays[0], settings.relays()
    text = way.short(None if usual[:1] == (relay,) else relay)
    code = qr.at_terminal(text)
    if code is None:
        sitting.say(f"  p2pgame join {text}")
    else:
        sitting.seat.screen.block(code)
