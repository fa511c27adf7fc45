"""Has somebody else open the next table, while its host sits that one out.

All who look for the evening look where the host of its last table points.  So the host
asks the others, one after the other, and its program stays to point to the table that
one of them has opened.  From then on that player is the host of the evening.
"""

from __future__ import annotations

from functools import partial

import trio

from p2pgame.engine import Message
from p2pgame.session.lobby.lobby import Player
from p2pgame.transport.finding import announce
from p2pgame.transport.finding.invite import Invite
from p2pgame.transport.frames import Announce
from p2pgame.transport.link import InvalidFrame

from ..events import Waiting
from ..lobby.seat_session import SeatSession
from ..seat import pointers
from ..seat.staying import openers
from .after import attend

#: Seconds between two looks at whether the player who is asked is still there.
LOOK_EVERY = 0.2
#: Seconds for the host to say that it has heard from the player whom it asked.
CALLS_WITHIN = 20.0


async def hand_on(sitting: SeatSession) -> tuple[Invite, Announce] | None:
    """Have somebody open the next table; return its invite, and what points to it.

    None: nobody opens one, or our player has quit.
    """
    found: list[Invite] = []
    await attend(sitting, partial(_ask_each, sitting, found))
    if not found:
        return None
    (following,) = found
    way, sign = sitting.ticket.way, sitting.me.key.sign
    reach = Invite(way.table, way.secret, following.addresses, following.relays)
    now, label = sitting.world.now(), pointers.label(way, following)
    pointer = pointers.announcement(reach, label, now, sign)
    await sitting.peer.announce(pointer)
    await sitting.peer.flush()
    return following, pointer


async def _ask_each(sitting: SeatSession, found: list[Invite]) -> int:
    """Ask one player after the other, until one has opened a table; 0: none has."""
    peer, way = sitting.peer, sitting.ticket.way
    asked = set[bytes]()
    while one := next((p for p in _openers(sitting) if p.author not in asked), None):
        asked.add(one.author)
        sitting.say(Message.of("asks-to-open", player=one.name))
        sitting.front.tell(Waiting(Message.of("host-may-play-again", host=one.name)))
        peer.hears.announcement = partial(_hear, sitting, one.author, found)
        label, now = pointers.asking(one.author), sitting.world.now()
        told = pointers.announcement(way, label, now, sitting.me.key.sign)
        await peer.announce(told)
        while not found and one in _openers(sitting):  # noqa: ASYNC110 (others do it)
            await trio.sleep(LOOK_EVERY)
        if found:
            return 1
    sitting.say(Message.of("nobody-opens-next"))
    return 0


def _openers(sitting: SeatSession) -> list[Player]:
    missing = sitting.links.missing
    return [one for one in openers(sitting.table) if one.author not in missing]


def _hear(
    sitting: SeatSession, author: bytes, found: list[Invite], message: Announce
) -> None:
    """Note to which table the player points that we have asked."""
    sitting.buys.hear(message)
    if message.table != author or found:
        return
    try:
        following = pointers.read(sitting.ticket.way, announce.read(message))
    except InvalidFrame:
        return  # anybody with the invite may have said it
    if following is not None:
        found.append(following)


async def call(sitting: SeatSession, following: Invite) -> None:
    """Tell the host, which has asked us, which table we have opened; wait for it."""
    news, way, key = sitting.reporter.news, sitting.ticket.way, sitting.me.key
    assert news is not None
    reach = Invite(key.public, way.secret, following.addresses, following.relays)
    now, label = sitting.world.now(), pointers.label(way, following)
    await sitting.peer.announce(pointers.announcement(reach, label, now, key.sign))
    with trio.move_on_after(CALLS_WITHIN):
        await news.has_next.wait()
