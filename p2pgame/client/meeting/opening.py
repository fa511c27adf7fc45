"""Opens a table: listens, makes the invite, and plays at one table after the other.

A program that has stopped goes on from what is on its disk: it listens where it did,
so the guests find it again.
"""

from __future__ import annotations

import dataclasses
import math
import shutil
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

import trio

from p2pgame.engine import Message, plain
from p2pgame.engine.rules import shown_hash
from p2pgame.log import InvalidEntry
from p2pgame.session import Offer
from p2pgame.session.lobby.seat import Seat
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.finding.chain import SECRET_SIZE
from p2pgame.transport.finding.invite import Invite, game_name
from p2pgame.transport.first_frame import CallerKind, KnownCallers
from p2pgame.transport.frames import Announce, encode

from ..errors import ClientError, Refused
from ..events import Invited
from ..lobby import lines, seat_runner
from ..lobby.lobby_news import Lobby, counts, refusal
from ..lobby.seat_session import SeatSession
from ..profile import (
    addresses,
    contacts,
    places,
    settings,
    ticket,
    topics,
    transcripts,
)
from ..profile.contacts import Contact
from ..profile.ticket import Doors, Guest, Hosting
from ..profile.transcripts import Transcript
from ..seat import pointers
from ..seat.links.calls import contact_key
from ..seat.setup import SeatSetup
from ..telling.trust import TableTerms
from . import after, following, rematch, sitting_out
from .door import Door
from .rematch import RematchPolicy

if TYPE_CHECKING:
    from ..seat.links.outside import OutsidePort

#: Seconds that a host stays for guests who have not fetched the end.
HOST_STAYS = 20.0
#: Seconds between two looks at who has come.
LOOK_EVERY = 0.02


@dataclasses.dataclass(frozen=True, slots=True)
class Ways:
    """How guests come without a link: by spoken ``words``, or from this ``network``.

    ``outside``: the router is asked for a port, for those with a link from elsewhere.
    The ``friends`` find an invitation where they look for it.
    """

    words: bool = False
    network: bool = False
    outside: bool = False
    friends: tuple[Contact, ...] = ()


NOTHING = Ways()


def opened(
    seat: SeatSetup, offer: Offer, doors: Doors, guests: tuple[Guest, ...] = ()
) -> SeatSession:
    """Open a table; ``guests`` are programs that we start."""
    transcripts.check(seat.out, seat.world.folder)
    secret = seat.world.entropy(SECRET_SIZE)
    held = places.taken(partial(places.open_table, seat.name, secret))
    game = game_name(offer.game.name)
    invite = Invite(held.me.key.public, secret, (), doors.relays, game)
    kept = ticket.hosting(offer, doors, guests)
    fresh = ticket.fresh(seat, invite, hosting=kept, game=offer.game.name)
    sitting = SeatSession(seat, held, fresh, offer)
    if offer.game.rules and not sitting.is_alone:
        shown = shown_hash(offer.game.rules)
        sitting.say(Message.of("rules-own", game=offer.game.name, fingerprint=shown))
    return sitting


async def open_door(
    hall: trio.Nursery, door: Door, sitting: SeatSession, ways: Ways = NOTHING
) -> None:
    """Let guests of a table in from now on; keep where, before anybody is invited."""
    hosting = sitting.ticket.hosting
    assert hosting is not None
    if door.doors is not None:
        (_, port), where = door.doors.listen, door.where
        sitting.keep(ticket.listening(sitting.ticket, port, where))
        return
    port = await _listen(hall, door, sitting, hosting)
    where = hosting.addresses or addresses.reachable(hosting.host, port)
    outside = await _outside(hall, sitting, hosting, port, ways)
    if outside is not None and outside.address is not None:
        where = (outside.address, *where)
    sitting.keep(ticket.listening(sitting.ticket, port, where))
    at = (hosting.host, port), hosting.addresses
    door.doors, door.where = Doors(*at, hidden=hosting.hidden), where
    if outside is not None and outside.address is None:
        outside.late = partial(_invite_anew, sitting)
    hall.start_soon(_receive, sitting, door, ways)
    for friend in ways.friends:
        hall.start_soon(_invite, sitting, friend)


async def _outside(
    hall: trio.Nursery, sitting: SeatSession, hosting: Hosting, port: int, ways: Ways
) -> OutsidePort | None:
    """Ask the router for a port, where nothing else leads here from outside."""
    way, here = sitting.ticket.way, addresses.reachable(hosting.host, port)
    everywhere = hosting.host in addresses.EVERYWHERE and sitting.world.has_network
    if hosting.addresses or hosting.hidden or way.relays or not everywhere:
        return None
    from ..seat.links.outside import OutsidePort, is_led  # for tables without a relay

    if not (ways.outside or (sitting.is_again and is_led(way.addresses))):
        return None
    if is_led(here):
        sitting.say(Message.of("public-address-here"))
        return None
    outside = OutsidePort(port, sitting.say)
    hall.start_soon(outside.run)
    await outside.wait()
    return outside


def _invite_anew(sitting: SeatSession, address: str) -> None:
    """Tell the invite once more, with an address that has come late."""
    hosting, way = sitting.ticket.hosting, sitting.ticket.way
    assert hosting is not None
    where = (address, *way.addresses)
    sitting.keep(ticket.listening(sitting.ticket, hosting.port, where))
    sitting.front.tell(_invited(sitting))


async def _invite(sitting: SeatSession, friend: Contact) -> None:
    """Leave a friend an invitation, and tell how that went."""
    try:
        from . import invitations  # where nothing else needs it

        left = await invitations.invite_to(friend, _shown(sitting).encode())
    except ClientError as error:
        sitting.say(error.message)
    else:
        sitting.say(Message.of("friend-invited", name=left.name))


async def _receive(sitting: SeatSession, door: Door, ways: Ways) -> None:
    """Let guests in who have no invite yet, until the game begins."""
    if not (ways.words or ways.network):
        return
    way, hosting = _shown(sitting), sitting.ticket.hosting
    assert hosting is not None
    from .reception import Reception  # for tables that guests find by themselves

    reception = Reception(sitting, way)
    doors = topics.with_doors(way.relays) if ways.words else ()
    relay = doors[0] if doors else None
    port = hosting.port if ways.network and not hosting.hidden else None
    if port is not None:
        _know_contacts(door.callers)
        door.pairing = reception.pairing
    door.callers.admits_strangers = port is not None
    await reception.run(port, relay)
    door.pairing, door.callers.admits_strangers = None, False


def _know_contacts(callers: KnownCallers) -> None:
    """Know our contacts, if they ask to be paired."""
    own = places.identity()
    for contact in contacts.kept():
        with suppress(InvalidEntry):  # a key that nobody has
            key = contact_key(own, contact.key, own.public)
            callers.know(CallerKind.CONTACT, key, contact.key)


async def play_one(
    sitting: SeatSession, door: Door, further: RematchPolicy
) -> Transcript:
    """Host one table; if the evening goes on at another, the door leads there."""
    hosting = sitting.ticket.hosting
    assert hosting is not None
    programs, spawn = sitting.folder / places.BOTS, sitting.world.spawn
    if hosting.guests and spawn is None:
        raise ClientError("no-programs-here")
    lobby = _lobby(sitting, len(sitting.peer.status.guests))
    sitting.peer.announcements[b""] = _announcement(sitting, lobby.label)
    async with trio.open_nursery() as guests, lines.relayed(sitting):
        guests.start_soon(_keep_announcing, sitting)
        if len(hosting.guests) < sitting.seats - 1:
            sitting.front.tell(_invited(sitting))
            _tell_terms(sitting)
        if spawn is not None and hosting.guests:
            with suppress(FileExistsError):
                places.make(programs)
            rest = len(hosting.guests)
            for at, guest in enumerate(hosting.guests):
                home, invite = programs / f"{guest.seat}", sitting.ticket.invite
                ready = partial(_seats_taken, sitting, guest.seat - 1, rest - at)
                tell = partial(_tell_complaint, sitting)
                guests.start_soon(spawn, invite, guest, home, ready, tell)
        saved = await seat_runner.run(sitting)
        assert saved is not None  # a host has a seat
        was_over = sitting.ticket.state == "over"
        if was_over:
            sitting.say(Message.of("listening-once-more"))
        if was_over or not await _goes_on(sitting, door, further):
            stays = math.inf if was_over else HOST_STAYS
            if not await after.stay(sitting, sitting.others, stays) and not was_over:
                sitting.say(Message.of("end-not-fetched"))
        await door.close(sitting)
        guests.cancel_scope.cancel()
    sitting.finish()
    shutil.rmtree(programs, ignore_errors=True)
    return saved


def _tell_terms(sitting: SeatSession) -> None:
    """Tell what the table's quorum means, unless an earlier run has."""
    assert sitting.offer is not None
    terms = TableTerms.of_offer(sitting.offer).told(sitting.offer.game)
    if terms is not None and not sitting.is_again:
        sitting.front.tell(terms)


async def _seats_taken(sitting: SeatSession, count: int, rest: int) -> None:
    """Wait until so many players have come, in whose order seats are given.

    Or, where a table begins with fewer seats, until all but the ``rest`` have.
    """
    table = sitting.table
    while len(table.players) < min(count, sitting.seats - rest):  # noqa: ASYNC110
        await trio.sleep(LOOK_EVERY)


def _tell_complaint(sitting: SeatSession, text: str) -> None:
    sitting.say(plain(text))


async def _goes_on(sitting: SeatSession, door: Door, further: RematchPolicy) -> bool:
    """Open another table if we play again, or let somebody; and tell the others."""
    play, hosting = sitting.table.play, sitting.ticket.hosting
    assert play is not None
    assert hosting is not None
    offer = await further.next_offer(sitting, play.start)
    sits_out = sitting.table.own.has_left and not sitting.gave_up
    if sits_out and await _hand_on(sitting, door):
        return True
    if offer is None:
        await sitting.peer.announce(_announcement(sitting, pointers.NO_NEXT))
        await sitting.peer.flush()
        return False
    opened = places.taken(partial(rematch.open_next, sitting, offer))
    further.count()
    way = opened.ticket.way
    pointer = _announcement(sitting, pointers.label(sitting.ticket.way, way))
    # First: whoever hears of it comes at once.
    door.lead_on(opened, _sealed(sitting, pointer))
    await after.call(sitting, way, pointer)
    return True


async def _hand_on(sitting: SeatSession, door: Door) -> bool:
    """Sit out: have somebody else open the next table, and come there as a guest."""
    found = await sitting_out.hand_on(sitting)
    if found is None:
        return False
    there, pointer = found
    door.lead_on(await following.follow(sitting, there), _sealed(sitting, pointer))
    return True


def _sealed(sitting: SeatSession, message: Announce) -> bytes:
    """Return a frame that all who hold the table's invite can read."""
    envelope = Envelope({0: sitting.ticket.way.epoch_key})
    return envelope.seal(encode(message), sitting.world.entropy)


async def _listen(
    hall: trio.Nursery, door: Door, sitting: SeatSession, hosting: Hosting
) -> int:
    """Let guests in; return the port, 0 where a world can't listen."""
    host, port = hosting.host, hosting.port
    if sitting.world.listen is None:
        return 0
    if hosting.hidden:
        host = addresses.LOOPBACK  # for programs of this machine only
    try:
        listen = partial(sitting.world.listen, callers=door)
        with addresses.binding(host):
            bound: int = await hall.start(listen, host, port, door.attach)
    except Refused:
        if not sitting.is_again:
            raise
        raise ClientError("port-in-use", port=f"{port}", host=host) from None
    return bound


def _invited(sitting: SeatSession) -> Invited:
    """Return the ways in that others may have."""
    offer, way = sitting.offer, _shown(sitting)
    short = None
    if way.relays:
        relay, usual = way.relays[0], settings.relays()
        is_usual = usual[:1] == (relay,) and not relay.token
        short = way.short(None if is_usual else relay)
    is_watched = offer is not None and offer.spectators
    return Invited(
        way.table.hex(),
        way.encode(),
        way.watch.encode() if is_watched else None,
        short,
        sitting.is_again,
        offer is not None and bool(offer.wanted),
    )


async def _keep_announcing(sitting: SeatSession) -> None:
    """Tell the guests who wait how many seats are taken, whenever that changes."""
    here = sitting.peer.status.guests
    told: Lobby | None = None
    while not (sitting.hearing.begun.is_set() or sitting.reporter.is_out):
        before, here = here, sitting.peer.status.guests
        for count in counts(before, here):
            now = _lobby(sitting, count)
            if now != told:
                told = now
                await sitting.peer.announce(_announcement(sitting, now.label))
        await _tell_refusals(sitting)
        await trio.sleep(LOOK_EVERY)


async def _tell_refusals(sitting: SeatSession) -> None:
    """Tell each guest that was turned away since the last look."""
    seat = sitting.table.seat
    assert seat is not None
    if twins := seat.twins:
        for twin in sorted(twins):
            name = sitting.table.roster.name_of(twin)
            sitting.say(Message.of("guest-same-player", name=name))
        await sitting.peer.at_seat(Seat.turn_twins_away)
    for author in sorted(seat.turned_away - {*sitting.peer.announcements}):
        told = _announcement(sitting, refusal(author))
        await sitting.peer.announce(told, about=author)


def _lobby(sitting: SeatSession, guests: int) -> Lobby:
    taken = max(1, min(guests, sitting.seats))
    assert sitting.offer is not None
    terms = TableTerms.of_offer(sitting.offer)
    return Lobby(sitting.seat.name, sitting.ticket.game, taken, terms)


def _announcement(sitting: SeatSession, label: str) -> Announce:
    """Return what guests need to know: the way, if their invite is short, and this."""
    now, sign = sitting.world.now(), sitting.me.key.sign
    return pointers.announcement(_shown(sitting), label, now, sign)


def _shown(sitting: SeatSession) -> Invite:
    """Return the invite as others may see it."""
    hosting, way = sitting.ticket.hosting, sitting.ticket.way
    hidden = hosting is not None and hosting.hidden
    return dataclasses.replace(way, addresses=()) if hidden else way
