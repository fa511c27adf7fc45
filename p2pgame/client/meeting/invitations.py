"""Invites friends by name, and finds who has invited us.

An invitation lies at the relays where the player's friends look for it
(:mod:`p2pgame.session.entries.invitation`): nobody else can find it there or read it.
A relay sees that two look at one place, and at how many places somebody looks, for a
week.
"""

from __future__ import annotations

import ssl
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import trio

from p2pgame.log import AuthorKey, InvalidEntry
from p2pgame.session.entries import invitation
from p2pgame.session.entries.invitation import Invitation, Line
from p2pgame.transport.finding import chain
from p2pgame.transport.finding.invite import (
    START,
    AnyInvite,
    InvalidInvite,
    Short,
    Watch,
    parse,
)
from p2pgame.transport.link import InvalidFrame, TransportError
from p2pgame.transport.relay.client import Subscription
from p2pgame.transport.relay.glance import TOPICS_LIMIT, glance
from p2pgame.transport.relay.url import RelayUrl

from ..errors import ClientError, Refused
from ..profile import contacts, places, settings, tables, topics
from ..profile.contacts import Contact
from ..words import as_argument, message_of_error, say

#: Seconds for which an invitation is good.
LIFE = 24 * 3600
#: Seconds for one relay to take an invitation.
LEAVE_WITHIN = 15.0


@dataclass(frozen=True, slots=True)
class Found:
    """A friend's invitation, and the invite in it."""

    friend: Contact
    told: Invitation
    invite: AnyInvite


@dataclass(frozen=True, slots=True)
class Left:
    """An invitation that lies at a relay; ``troubles`` are those of other relays."""

    name: str
    troubles: dict[str, str] = field(default_factory=dict)


class NotTaken(ClientError):
    """No relay has taken an invitation; ``troubles`` says of each why."""

    def __init__(self, troubles: dict[str, str]) -> None:
        super().__init__("no-relay-took-it")
        self.troubles = troubles


async def leave(
    own: AuthorKey,
    friend: bytes,
    invite: str,
    relays: Iterable[RelayUrl],
    *,
    now: int,
    tls: ssl.SSLContext | None = None,
) -> dict[RelayUrl, str | None]:
    """Leave an invitation for a friend; return at each relay what went wrong, or None.

    Without an invite, an earlier invitation is taken back.

    Raises:
      InvalidEntry: ``friend`` is not a key that anybody honest can have.
    """
    line = invitation.outgoing(own, friend, now)
    told = Invitation(now, now + LIFE, invite)
    frame = invitation.seal(told, line, own, places.GROUND.get().entropy)
    done: dict[RelayUrl, str | None] = {}

    async def try_at(url: RelayUrl) -> None:
        done[url] = "The relay does not answer."
        with trio.move_on_after(LEAVE_WITHIN):
            try:
                await _publish(url, line, frame, tls)
                done[url] = None
            except TransportError as error:
                done[url] = say(message_of_error(error))

    async with trio.open_nursery() as nursery:
        for url in relays:
            nursery.start_soon(try_at, url)
    return done


async def _publish(
    url: RelayUrl, line: Line, frame: bytes, tls: ssl.SSLContext | None
) -> None:
    topic = chain.topic(line.writing)
    link = await Subscription(url, topic, line.writing, tls=tls).connect()
    try:
        await link.send(frame)
        await link.wait_stored()
    finally:
        with trio.CancelScope(shield=True):
            await link.aclose()


async def look(
    own: AuthorKey,
    friends: Sequence[Contact],
    relays: Iterable[RelayUrl],
    *,
    now: int,
    tls: ssl.SSLContext | None = None,
) -> tuple[list[Found], list[str]]:
    """Return who has invited us, the latest first, and which relays went wrong.

    Of each friend the last word counts, wherever it lies.
    """
    lines = _lines(own, friends, now)
    latest: dict[str, tuple[Contact, Invitation]] = {}
    troubles: list[str] = []

    async def try_at(url: RelayUrl, topics: Sequence[bytes]) -> None:
        try:
            lying = await glance(url, topics, tls=tls)
        except TransportError as error:
            troubles.append(f"{url}: {say(message_of_error(error))}")
            return
        for topic, frames in lying.items():
            friend, line = lines[topic]
            for told in _told(frames, line):
                known = latest.get(friend.identity)
                if known is None or known[1].when <= told.when:
                    latest[friend.identity] = friend, told

    async with trio.open_nursery() as nursery:
        for url in relays:
            for some in _batches([*lines]):
                nursery.start_soon(try_at, url, some)
    good = [pair for pair in latest.values() if pair[1].is_good(now)]
    good.sort(key=lambda pair: -pair[1].when)
    found = [Found(friend, told, _readable(told.invite)) for friend, told in good]
    return found, sorted({*troubles})


def _lines(
    own: AuthorKey, friends: Sequence[Contact], now: int
) -> dict[bytes, tuple[Contact, Line]]:
    """Return by its topic each line on which a friend may have left something."""
    lines = {}
    for friend in friends:
        try:
            incoming = invitation.incoming(own, friend.key, now)
        except InvalidEntry:
            continue  # a key that was changed by hand
        for line in incoming:
            lines[chain.topic(line.writing)] = friend, line
    return lines


def _batches(topics: list[bytes]) -> Iterable[list[bytes]]:
    for at in range(0, len(topics), TOPICS_LIMIT):
        yield topics[at : at + TOPICS_LIMIT]


def _told(frames: Iterable[bytes], line: Line) -> Iterable[Invitation]:
    for frame in frames:
        try:
            told = invitation.unseal(frame, line)
            if told.invite:
                _readable(told.invite)
            yield told
        except (InvalidFrame, InvalidInvite):
            continue  # a relay's word, or that of a friend's newer program


def _readable(text: str) -> AnyInvite:
    invite = parse(text)
    if isinstance(invite, Watch):
        raise InvalidInvite("watch")
    return invite


async def invite(who: str, table: int | None, *, back: bool = False) -> Left:
    """Invite a contact, by number or name, to a table that we host.

    ``table`` is its number; None: the only one.  ``back``: take the invitation back.

    Raises:
      Refused: There is no such contact or table, or no relay.
    """
    friend = contacts.chosen(who)
    relays()
    text = "" if back else _hosted(table, friend).ticket.invite
    return await invite_to(friend, text)


async def invite_to(friend: Contact, text: str) -> Left:
    """Leave a contact this invite; an empty one takes the last one back.

    Raises:
      Refused: The contact's key is damaged, or there is no relay.
      NotTaken: No relay has taken it.
    """
    own, now = places.identity(), places.now()
    try:
        done = await leave(own, friend.key, text, relays(), now=now)
    except InvalidEntry:
        raise Refused("contact-damaged", name=friend.name) from None
    troubles = {str(url): wrong for url, wrong in done.items() if wrong is not None}
    if len(troubles) == len(done):
        raise NotTaken(troubles)
    return Left(friend.name, troubles)


async def invitations() -> tuple[list[Found], list[str]]:
    """Return who has invited us, the latest first, and which relays went wrong.

    Raises:
      Refused: There is no relay.
    """
    friends, here = contacts.kept(), relays()
    return await look(places.identity(), friends, here, now=places.now())


def elsewhere(found: Iterable[Found]) -> list[Found]:
    """Return the invitations to tables at which we have no seat."""
    ours = {kept.ticket.way.table[:START] for kept in tables.kept()}
    return [one for one in found if _start(one.invite) not in ours]


def _start(invite: AnyInvite) -> bytes:
    """Return how the id of an invite's table begins."""
    return invite.start if isinstance(invite, Short) else invite.table[:START]


def relays() -> tuple[RelayUrl, ...]:
    """Return the relays at which invitations lie.

    Raises:
      Refused: There is none.
    """
    here = settings.relays()
    if not here:
        raise Refused("invitations-need-relay")
    ours = topics.with_doors(here)
    if not ours:
        raise Refused("invitations-not-by-nostr")
    return ours


def _hosted(number: int | None, friend: Contact) -> tables.Kept:
    """Return the table of ours with this number, or the only one, for a friend."""
    hosted = [one for one in tables.kept() if one.is_open and one.ticket.hosting]
    if number is not None:
        hosted = [one for one in hosted if one.number == number]
    if not hosted:
        argument = as_argument(friend.name)
        raise Refused("no-table-hosted", name=friend.name, argument=argument)
    if len(hosted) > 1:
        which = tables.WhichTable("which-table-hosted")
        which.tables = tuple(hosted)
        raise which
    return hosted[0]
