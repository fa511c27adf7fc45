"""Finds what does a request for a seat: opens a table, joins, resumes, or follows."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from p2pgame.session.entries.shown import why_no_name
from p2pgame.transport.finding.invite import Short
from p2pgame.transport.finding.words import Code

from ..errors import InvalidRequest, Moved, Unusable
from ..front_end import FrontEnd
from ..profile import addresses, settings, tables, topics
from ..profile.contacts import Contact
from ..requests import (
    AnyRequest,
    Host,
    Join,
    Practise,
    Request,
    Resume,
    Spectate,
    own_name,
)
from ..seat.setup import SeatSetup
from ..world import World
from . import evenings, joining, looking_on, ways
from .offering import (
    doors_of,
    friends_of,
    guests_of,
    offer_of,
)
from .opening import Ways


def start(
    request: AnyRequest, front: FrontEnd, world: World
) -> Callable[[], Awaitable[object]]:
    """Return what does a request, once it makes sense."""
    match request:
        case Host():
            offer, doors = offer_of(request), doors_of(request)
            guests = guests_of(request, offer)
            friends = friends_of(request)
            doors_open = Ways(request.words, request.network, request.outside, friends)
            hosting = partial(evenings.host, guests=guests, again=request.again)
            seat = _setup(request, front, world)
            return partial(hosting, seat, offer, doors, ways=doors_open)
        case Join():
            return _joining(request, _setup(request, front, world))
        case Resume():
            return _resuming(request, front, world)
        case Spectate():
            way = ways.to_look_on(request.link)
            looking = partial(looking_on.look_on, hidden=request.hide_address)
            return partial(looking, _setup(request, front, world), way, request.again)
        case Practise():
            from ..practice import practise  # not for other tables

            return partial(practise, request, _setup(request, front, world))


def _joining(request: Join, seat: SeatSetup) -> Callable[[], Awaitable[object]]:
    way = None if request.invite is None else ways.to_seat(request.invite)
    if way is None and request.hide_address:
        raise InvalidRequest("network-shows-address")
    away = isinstance(way, Code | Short | Contact)
    relays = settings.relays() if away else ()
    named = isinstance(way, Short) and way.relay
    if isinstance(way, Code | Short) and not (named or relays):
        raise InvalidRequest("invite-needs-relay")
    if isinstance(way, Code):
        relays = topics.with_doors(relays)
        if not relays:
            raise InvalidRequest("words-not-by-nostr")
    sit_down = partial(
        joining.sit_down,
        *(seat, way),
        waits=request.waits,
        relays=relays,
        hidden=request.hide_address,
        nearby=request.nearby,
    )
    return partial(evenings.come, sit_down, again=request.again)


def _resuming(
    request: Resume, front: FrontEnd, world: World
) -> Callable[[], Awaitable[object]]:
    listen = None if request.listen is None else addresses.listening(request.listen)
    addresses.check(request.addresses)
    one = tables.chosen(request.table)
    if one.is_moved:
        raise Moved
    if not os.access(one.folder, os.W_OK):
        raise Unusable("seat-read-only", number=one.number)
    kept, out = one.ticket, one.ticket.transcript
    given = request.transcript
    if given is not None or (out is not None and not Path(out).parent.is_dir()):
        out = given  # the folder of old may be gone: then it goes here
    same = replace(request, name=kept.name, transcript=out, program=kept.bot)
    come_back = partial(
        joining.come_back,
        *(_setup(same, front, world), one.folder, kept),
        listen=listen,
        given=request.addresses,
    )
    return partial(evenings.come, come_back, again=request.again)


def _setup(request: Request, front: FrontEnd, world: World) -> SeatSetup:
    name = request.name
    if name is None:
        name = settings.name() or own_name()
    if why := why_no_name(name):
        raise InvalidRequest.saying(why)
    out = None if request.transcript is None else Path(request.transcript)
    return SeatSetup(name, front, world, out, request.program)
