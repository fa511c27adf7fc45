"""Inviting friends by name, and seeing who has invited us.

An invitation lies at the relays where the player's friends look for it
(:mod:`p2pgame.session.entries.invitation`): nobody else can find it there or read it.
A relay sees that two look at one place, and at how many places somebody looks, for a
week.
"""

from __future__ import annotations

import secrets
import ssl
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

import click
import trio

from p2pgame.log import AuthorKey, InvalidEntry
from p2pgame.session.entries import invitation
from p2pgame.session.entries.invitation import Invitation, Line
from p2pgame.transport.finding import chain
from p2pgame.transport.finding.invite import AnyInvite, InvalidInvite, Watch, parse
from p2pgame.transport.link import InvalidFrame, TransportError
from p2pgame.transport.relay.client import Subscription
from p2pgame.transport.relay.glance import TOPICS_LIMIT, glance
from p2pgame.transport.relay.url import RelayUrl

from . import contacts, places, running, settings, tables, topics
from .contacts import Contact
from .places import Refused

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
    frame = invitation.seal(told, line, own, secrets.token_bytes)
    done: dict[RelayUrl, str | None] = {}

    async def try_at(url: RelayUrl) -> None:
        done[url] = "The relay does not answer."
        with trio.move_on_after(LEAVE_WITHIN):
            try:
                await _publish(url, line, frame, tls)
                done[url] = None
            except TransportError as error:
                done[url] = str(error)

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
            troubles.append(f"{url}: {error}")
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
        raise InvalidInvite("This invite is for looking on.")
    return invite


@click.command()
@click.argument("who")
@click.argument("number", type=int, required=False)
@click.option("--back", is_flag=True, help="Take the invitation back.")
def invite(who: str, number: int | None, back: bool) -> None:
    """Invite a contact, by number or name, to a table that you host.

    NUMBER is the table's in p2pgame tables, if you host several.
    """
    friend, here = contacts.chosen(who), _relays()
    text = "" if back else _hosted(number).ticket.invite
    own, now = places.identity(), int(time.time())
    try:
        leaving = partial(leave, own, friend.key, text, here, now=now)
        done = running.run(leaving)
    except InvalidEntry:
        raise Refused(f"{friend.name}'s key is damaged: forget it.") from None
    for url, wrong in done.items():
        if wrong is not None:
            click.echo(f"{url}: {wrong}", err=True)
    if all(done.values()):
        raise click.ClickException("No relay has taken it.")
    if back:
        click.echo(f"{friend.name} is not invited any more.")
    else:
        click.echo(f"{friend.name} is invited, and sees it with: p2pgame invitations")


@click.command()
def invitations() -> None:
    """List which of your contacts have invited you, the last one first."""
    friends, here = contacts.kept(), _relays()
    own, now = places.identity(), int(time.time())
    found, troubles = running.run(partial(look, own, friends, here, now=now))
    for trouble in troubles:
        click.echo(trouble, err=True)
    for one in found:
        until = time.strftime("%Y-%m-%d %H:%M", time.localtime(one.told.until))
        click.echo(f"{one.friend.name} invites you, until {until}:")
        click.echo(f"  p2pgame join {one.told.invite}")
    if not found:
        click.echo("Nobody has invited you.")


def _relays() -> tuple[RelayUrl, ...]:
    here = settings.relays()
    if not here:
        raise Refused(
            "Invitations lie at a relay, and none is set: "
            "p2pgame settings relay wss://relay.example"
        )
    ours = topics.with_doors(here)
    if not ours:
        raise Refused(
            "Invitations do not lie at relays of nostr, and no other one is set."
        )
    return ours


def _hosted(number: int | None) -> tables.Kept:
    """Return the table of ours with this number, or the only one."""
    hosted = [one for one in tables.kept() if one.is_open and one.ticket.hosting]
    if number is not None:
        hosted = [one for one in hosted if one.number == number]
    if not hosted:
        raise Refused("You host no such table just now: p2pgame tables")
    if len(hosted) > 1:
        listed = "\n".join(map(str, hosted))
        raise Refused(f"To which table? Say its number.\n{listed}")
    return hosted[0]


@contacts.contacts.command(name="keep")
@click.argument("table", type=int, required=False)
def keep_players(table: int | None) -> None:
    """Keep those with whom you sat at a table, to invite them by name.

    TABLE is a number of p2pgame tables (default: the last one that began).
    """
    begun = [one for one in tables.kept() if one.ticket.identities]
    chosen = begun[:1] if table is None else [o for o in begun if o.number == table]
    if not chosen:
        raise Refused("You have sat with nobody at such a table: p2pgame tables")
    (one,) = chosen
    pairs = zip(one.ticket.identities, one.ticket.players, strict=True)
    for identity, name in pairs:
        friend = contacts.keep(bytes.fromhex(identity), name, when=one.ticket.opened)
        if friend is not None:
            click.echo(f"{friend.name} is kept: p2pgame invite {friend.name}")


COMMANDS = (invite, invitations)
