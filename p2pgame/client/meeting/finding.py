"""Finds the table of a guest that has no whole invite.

A short invite leads to an announcement at a relay, spoken words to a rendezvous, and
neither leads to the tables of this network.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

import trio

from p2pgame.engine import Message
from p2pgame.log import InvalidEntry
from p2pgame.session.entries.shown import shown_name
from p2pgame.transport import frames
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.finding import announce, discovery, spoken
from p2pgame.transport.finding.discovery import Sighting
from p2pgame.transport.finding.handshake import Pictures, ask_in
from p2pgame.transport.finding.invite import Invite, Short
from p2pgame.transport.finding.words import Code
from p2pgame.transport.link import InvalidFrame, TransportError
from p2pgame.transport.relay.rendezvous import join_rendezvous
from p2pgame.transport.relay.tended import TendedLink
from p2pgame.transport.relay.url import RelayUrl

from ..errors import ClientError, InvalidRequest
from ..events import Compare, Waiting
from ..profile import contacts, places, topics
from ..profile.contacts import Contact
from ..questions import ChooseTable, Picture, Seen
from ..seat.links.calls import contact_key, pairing_path
from ..seat.links.invited_places import decide
from ..seat.setup import SeatSetup
from ..world import World
from . import invitations

#: Seconds for which tables in this network are looked for before they are listed.
LOOK_FOR = 1.0
#: Seconds for the player to choose one.
CHOOSE_WITHIN = 600.0


async def found(
    seat: SeatSetup, short: Short, relays: Sequence[RelayUrl], *, nearby: bool = False
) -> tuple[Invite, bool]:
    """Return the whole of an invite, as soon as one of the relays has it.

    Beside it is whether its host is near: ``nearby``, or what the player has said.

    Raises:
      InvalidRequest: We cannot talk with the relay.
      ClientError: An invite may not lead us to its relay.
    """
    there: list[Invite] = []
    urls = (short.relay,) if short.relay is not None else tuple(relays)
    topics.check(urls)
    allowed = await decide(seat, (), urls, nearby=nearby)
    seat.front.tell(Waiting(Message.of("looking-at-relay")))
    async with trio.open_nursery() as nursery:

        async def look(url: RelayUrl) -> None:
            async def read(link: TendedLink) -> None:
                there.append(await _read(short, link, url))
                nursery.cancel_scope.cancel()

            way, allows = (short.topic, short.writing), allowed.at_relay(url)
            place = seat.world.subscribe(url, *way, source=None, allows=allows)
            await place.keep(read)

        for url in urls:
            nursery.start_soon(look, url)
    return there[0], allowed.nearby


async def _read(short: Short, link: TendedLink, url: RelayUrl) -> Invite:
    """Return the first whole invite that comes."""
    envelope = Envelope({0: short.epoch_key})
    while True:
        frame = await link.receive()
        try:
            message = frames.decode(envelope.open(frame)[1])
            if isinstance(message, frames.Announce):
                whole = announce.complete(short, message)
                relays = tuple(dict.fromkeys((*whole.relays, url)))[
                    : len(whole.relays) or 1
                ]
                return replace(whole, relays=relays)
        except InvalidFrame:
            continue  # others' frames, and what others claim


async def by_code(
    code: Code, name: str, relays: Sequence[RelayUrl], world: World
) -> Invite:
    """Return the invite of the host that has told us these words.

    Raises:
      TransportError: Nobody lets us in there.
    """
    trouble = TransportError("No relay is set: p2pgame settings relay URL.")
    for relay in relays:
        try:
            async with join_rendezvous(relay, code.number) as knocker:
                guest = spoken.Guest(code, name, world.entropy)
                return Invite.parse((await spoken.take(knocker, guest)).decode())
        except TransportError as error:
            trouble = error
    raise trouble


async def in_network(seat: SeatSetup) -> Invite:
    """Let the player choose a table of this network, and ask its host to be let in."""
    seat.front.tell(Waiting(Message.of("looking-around")))
    tables = await _seen(seat)
    seat.front.tell(Waiting())
    if not tables:
        raise ClientError("no-table-in-network")
    return await _ask_in(seat, await _chosen(seat, tables))


async def of_contact(
    seat: SeatSetup, friend: Contact, relays: Sequence[RelayUrl]
) -> tuple[Invite, bool]:
    """Return the invite that a friend has left us, or ask in at its table here.

    Beside it is whether the player has said that its host is near.

    Raises:
      ClientError: There is neither.
    """
    seat.front.tell(Waiting(Message.of("looking-for-friend", name=friend.name)))
    ours = topics.with_doors(relays)
    if ours:
        own = places.identity()
        left, _ = await invitations.look(own, [friend], ours, now=places.now())
        for one in left:
            match one.invite:
                case Invite():
                    return one.invite, False
                case Short():
                    return await found(seat, one.invite, relays)
    for table in await _seen(seat):
        if shown_name(table.label.name) == friend.name:
            return await _ask_in(seat, table), False
    raise ClientError("contact-without-table", name=friend.name)


async def _seen(seat: SeatSetup) -> list[Sighting]:
    """Return the tables of this network."""
    tables: list[Sighting] = []

    def see(now: tuple[Sighting, ...]) -> None:
        tables[:] = now

    with trio.move_on_after(LOOK_FOR):
        await discovery.look(see, seat.world.entropy)
    return tables


async def _chosen(seat: SeatSetup, tables: Sequence[Sighting]) -> Sighting:
    if not seat.front.is_attended:
        raise InvalidRequest("invite-needed")
    labels = [table.label for table in tables]
    seen = tuple(
        Seen(shown_name(one.name), one.game, one.taken, one.seats) for one in labels
    )
    answer = await seat.front.ask(ChooseTable(seen), CHOOSE_WITHIN, 0)
    if not answer:
        raise ClientError("no-table-chosen")
    return tables[answer - 1]


def _contacts_key(name: str) -> bytes | None:
    """Return the key by which a host of this name knows us, if it is a contact."""
    own = places.identity()
    for contact in contacts.kept():
        if contact.name == name:
            with suppress(InvalidEntry):  # a key that nobody has
                return contact_key(own, own.public, contact.key)
    return None


async def _ask_in(seat: SeatSetup, table: Sighting) -> Invite:
    def show(host: str, pictures: Pictures) -> None:
        shown = tuple(Picture(one.picture, one.name) for one in pictures)
        host = shown_name(host)
        seat.front.tell(Compare(host, shown))
        seat.front.tell(Waiting(Message.of("waiting-for-yes", host=host)))

    key = _contacts_key(shown_name(table.label.name)) or seat.world.entropy(32)
    trouble = TransportError("This table is at no address.")
    for host in table.hosts:
        try:
            path = pairing_path(key, seat.world.entropy)
            link = await seat.world.dial(host, table.label.port, path=path)
        except TransportError as error:
            trouble = error
            continue
        invite = await ask_in(link, seat.name, show, seat.world.entropy)
        return Invite.parse(invite.decode())
    raise trouble
