"""How a seat gets to its table: guests dial in, and both they and hosts come back.

The host listens (:mod:`cli.opening`) and its guests dial in, but no peer is special
after that: whoever is connected passes on what others lack, and whoever loses its
line dials again until the game is over.
"""

from __future__ import annotations

import dataclasses
from contextlib import aclosing
from functools import partial
from pathlib import Path

import click
import trio
from msgspec.structs import replace

from p2pgame.session.lobby.events import Rematch
from p2pgame.transport.address import split_address
from p2pgame.transport.finding.invite import Invite, Short
from p2pgame.transport.finding.words import Code
from p2pgame.transport.relay.url import RelayUrl

from . import (
    after,
    again,
    lines,
    local,
    meeting,
    opening,
    places,
    ticket,
    topics,
    transcripts,
)
from .again import Further
from .door import Door
from .finding import found
from .seated import Seat
from .sitting import Sitting
from .ticket import Ticket

#: Seconds to keep dialling while nobody has ever answered.
PATIENCE = 20.0
NOBODY = (
    "Nobody answers at this table: is the host's program still running, "
    "and can you reach its machine from here?"
)
#: Seconds that a guest stays for its host to have it.
GUEST_STAYS = 5.0

#: Seconds in which a program ends that has lost whoever started it.
LEASH_BREAKS_WITHIN = 10.0


async def join(
    seat: Seat,
    invite: Invite | Short | Code | None,
    *,
    leashed: bool = False,
    again: int | None = None,
    relays: tuple[RelayUrl, ...] = (),
    hidden: bool = False,
) -> Path:
    """Join the table, play at it, and return the last transcript's path.

    On a leash we leave the table when standard input ends.  Play at most so many
    games ``again``, None: as many as the host does.  The host of a short invite or of
    spoken words is looked for at ``relays``; without any invite we ask to be let in
    at a table of this network.  ``hidden``, we tell nobody our address.
    """
    transcripts.check(seat.out)
    invite = await _whole(seat, invite, relays)
    topics.check(invite.relays)
    if leashed:
        await _wait_free(invite.table)
    if hidden and not (invite.relays or _dialled(invite.addresses, hidden=True)):
        raise click.ClickException(
            "This table has no relay, so it can't be reached without an address."
        )
    sitting = _sit_down(seat, invite, hidden=hidden)
    return await _join(sitting, Further(again), leashed=leashed)


async def _whole(
    seat: Seat, invite: Invite | Short | Code | None, relays: tuple[RelayUrl, ...]
) -> Invite:
    """Return the invite that we were given the start of."""
    match invite:
        case Invite():
            return invite
        case None:
            return await meeting.in_network(seat)
    with seat.screen:
        seat.screen.working("looking for the host at the relay")
        if isinstance(invite, Code):
            return await meeting.by_code(invite, seat.name, relays)
        return await found(invite, relays)


def _dialled(addresses: tuple[str, ...], *, hidden: bool) -> tuple[str, ...]:
    """Return which addresses to dial: whoever hides is seen by this machine only."""
    if not hidden:
        return addresses
    return tuple(each for each in addresses if split_address(each)[0] == local.HOST)


def _sit_down(seat: Seat, invite: Invite, *, hidden: bool) -> Sitting:
    held = places.taken(
        partial(
            places.sit_down,
            *(invite.table, seat.name, invite.secret),
            fits=partial(_fits, invite),
        )
    )
    fresh = ticket.fresh(seat.terms, invite, hidden=hidden)
    old = _kept(held.folder)
    if old is not None:
        now = replace(old, invite=fresh.invite, transcript=fresh.transcript)
        fresh = replace(now, bot=fresh.bot, hidden=fresh.hidden or old.hidden)
    ticket.write(held.folder, fresh)
    return Sitting(seat, held, fresh, None)


def _fits(invite: Invite, folder: Path) -> bool:
    """Return whether what was said in a seat counts where this invite leads.

    Somebody may have handed us an invite to the same table with another secret.  What
    we have signed with it nobody there takes, and we sign nothing twice in one place.
    """
    kept = _kept(folder)
    return kept is None or kept.way.secret == invite.secret


def _kept(folder: Path) -> Ticket | None:
    """Return a guest's ticket; the invite takes the place of a damaged one."""
    try:
        return ticket.read(folder)
    except click.ClickException:
        return None


async def resume(
    seat: Seat,
    folder: Path,
    kept: Ticket,
    *,
    listen: tuple[str, int] | None = None,
    given: tuple[str, ...] = (),
    again: int | None = None,
) -> Path:
    """Go on in a seat, play at its table, and return the last transcript's path.

    A host may now ``listen`` somewhere else, or be reached by other addresses.  How
    many games ``again`` are played is as for a new table.
    """
    transcripts.check(seat.out)
    topics.check(kept.way.relays)
    hosting = kept.hosting
    if hosting is not None:
        host, port = listen or (hosting.host, hosting.port)
        reached = given or (() if listen else hosting.addresses)
        there = replace(hosting, host=host, port=port, addresses=reached)
        kept = replace(kept, hosting=there)
    elif listen or given:
        raise click.UsageError("only a host listens; a guest dials.")
    offer = None if hosting is None else ticket.offer(hosting)
    held = places.taken(partial(places.go_on, folder, kept.name, kept.way.secret))
    sitting = Sitting(seat, held, kept, offer, again=True)
    if offer is None:
        return await _join(sitting, Further(again))
    return await opening.go_on(sitting, Further(again), opening.NOTHING)


async def _wait_free(table: bytes) -> None:
    """Wait for an earlier run of ours, whose leash has broken, to end."""
    with trio.move_on_after(LEASH_BREAKS_WITHIN):
        while True:
            if not any(map(places.is_in_use, places.seats_at(table))):
                return
            await trio.sleep(0.05)


async def _join(sitting: Sitting, further: Further, *, leashed: bool = False) -> Path:
    """Play at one table after the other, wherever the host plays again."""
    while True:
        way, hidden = sitting.ticket.way, sitting.ticket.is_hidden
        async with (
            trio.open_nursery() as nursery,
            aclosing(Door(sitting)),
            lines.relayed(sitting),
        ):
            for address in _dialled(way.addresses, hidden=hidden):
                nursery.start_soon(lines.dial, sitting, address)
            nursery.start_soon(_lose_patience, sitting)
            path = await sitting.play(leashed=leashed)
            await after.stay(sitting, None, GUEST_STAYS)
            there = None
            if further.wanted(sitting.seat):
                there = await after.linger(sitting)
            await sitting.peer.flush()
            nursery.cancel_scope.cancel()
        sitting.finish()
        if there is None:
            return path
        await after.tell_verified(sitting, path)
        further.count()
        sitting = _follow(sitting, there)


def _follow(sitting: Sitting, there: Rematch) -> Sitting:
    """Sit down where the host plays again."""
    way, seat = sitting.ticket.way, sitting.seat
    invite = dataclasses.replace(way, table=there.table, secret=there.secret)
    out = again.next_out(seat.out)
    hidden = sitting.ticket.is_hidden
    return _sit_down(dataclasses.replace(seat, out=out), invite, hidden=hidden)


async def _lose_patience(sitting: Sitting) -> None:
    await trio.sleep(PATIENCE)
    if sitting.answered:
        return
    if sitting.is_again:
        sitting.say(
            "Nobody answers yet: is the host's program running? Still dialling."
        )
        return
    raise click.ClickException(NOBODY)
