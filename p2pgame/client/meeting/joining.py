"""Takes a seat at a table: guests dial in, and guests and hosts come back.

The host listens (:mod:`.opening`) and its guests dial in, but no peer is special after
that: each connected peer passes on what others lack, and a peer that loses its line
dials again until the game is over.
"""

from __future__ import annotations

import dataclasses
from contextlib import aclosing
from functools import partial
from pathlib import Path

import trio
from msgspec.structs import replace

from p2pgame.engine import Message
from p2pgame.transport.address import split_address
from p2pgame.transport.finding.invite import Invite, Short
from p2pgame.transport.finding.words import Code
from p2pgame.transport.relay.url import RelayUrl

from ..errors import ClientError, InvalidRequest
from ..events import Notice, Waiting
from ..profile import places, ticket, topics, transcripts
from ..profile.addresses import LOOPBACK
from ..profile.contacts import Contact
from ..profile.ticket import Ticket
from ..profile.transcripts import Transcript
from ..seat import lines
from ..seat.invited_places import decide
from ..seat.seat_session import SeatSession
from ..seat.setup import SeatSetup
from ..seat.spectator import PATIENCE
from ..transcripts.checking import compare_aside
from ..transcripts.evening import Evening
from ..words import title_of
from . import after, opening, rematch
from .door import Door
from .rematch import RematchPolicy

#: Seconds that a guest stays for its host to have it.
GUEST_STAYS = 5.0

#: Seconds in which a program ends that has lost its starter.
LEASH_BREAKS_WITHIN = 10.0


async def join(
    seat: SeatSetup,
    invite: Invite | Short | Code | Contact | None,
    *,
    waits: bool = False,
    again: int | None = None,
    relays: tuple[RelayUrl, ...] = (),
    hidden: bool = False,
    nearby: bool = False,
) -> Transcript:
    """Join the table, play at it, and return the last transcript.

    If it ``waits``, an earlier run of ours may be about to end.  Play at most so many
    games ``again``, None: as many as the host does.  The host of a short invite or of
    spoken words is looked for at ``relays``; without any invite we ask to be let in
    at a table of this network; a contact has invited us, or has one there.
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
    reached = _dialled(invite.addresses, hidden=hidden)
    if hidden and not (invite.relays or reached):
        raise ClientError("no-relay-to-hide")
    dials = await decide(seat, reached, invite.relays, nearby=nearby)
    sitting = _sit_down(dataclasses.replace(seat, dials=dials), invite, hidden=hidden)
    return await _join(sitting, RematchPolicy(again))


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


def _dialled(given: tuple[str, ...], *, hidden: bool) -> tuple[str, ...]:
    """Return which addresses to dial: a hidden guest is seen by this machine only."""
    if not hidden:
        return given
    return tuple(each for each in given if split_address(each)[0] == LOOPBACK)


def _sit_down(
    seat: SeatSetup, invite: Invite, *, hidden: bool, evening: Evening | None = None
) -> SeatSession:
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


def _fits(invite: Invite, folder: Path) -> bool:
    """Return whether what was said in a seat counts where this invite leads.

    We may hold an invite to the same table with another secret.  What we signed with it
    is taken by nobody there, and we sign nothing twice in one place.
    """
    kept = _kept(folder)
    return kept is None or kept.way.secret == invite.secret


def _kept(folder: Path) -> Ticket | None:
    """Return a guest's ticket; the invite takes the place of a damaged one."""
    try:
        return ticket.read(folder)
    except ClientError:
        return None


async def resume(
    seat: SeatSetup,
    folder: Path,
    kept: Ticket,
    *,
    listen: tuple[str, int] | None = None,
    given: tuple[str, ...] = (),
    again: int | None = None,
) -> Transcript:
    """Go on in a seat, play at its table, and return the last transcript.

    A host may now ``listen`` somewhere else, or be reached by other addresses.  How
    many games ``again`` are played is as for a new table.
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
        reached = _dialled(way.addresses, hidden=kept.is_hidden)
        dials = await decide(seat, reached, way.relays, nearby=nearby)
        seat = dataclasses.replace(seat, dials=dials)
        kept = replace(kept, nearby=dials.nearby)
    held = places.taken(partial(places.go_on, folder, kept.name, kept.way.secret))
    sitting = SeatSession(seat, held, kept, offer, again=True)
    if offer is None:
        return await _join(sitting, RematchPolicy(again))
    return await opening.go_on(sitting, RematchPolicy(again), opening.NOTHING)


async def _wait_free(table: bytes) -> None:
    """Wait for an earlier run of ours, whose leash has broken, to end."""
    with trio.move_on_after(LEASH_BREAKS_WITHIN):
        while True:
            if not any(map(places.is_in_use, places.seats_at(table))):
                return
            await trio.sleep(0.05)


async def _join(sitting: SeatSession, further: RematchPolicy) -> Transcript:
    """Play at one table after the other, wherever the host plays again."""
    forked: ClientError | None = None
    while True:
        way, hidden = sitting.ticket.way, sitting.ticket.is_hidden
        news = sitting.reporter.news
        assert news is not None  # it is a guest's
        news.waits = further.wanted(sitting.seat)
        async with (
            trio.open_nursery() as nursery,
            aclosing(Door(sitting)),
            lines.relayed(sitting),
        ):
            for address in _dialled(way.addresses, hidden=hidden):
                nursery.start_soon(lines.dial, sitting, sitting.seat.dials, address)
            nursery.start_soon(_lose_patience, sitting)
            saved = await sitting.play()
            there = news.next
            if saved is not None:
                there = await _after(sitting, further)
            await sitting.peer.flush()
            nursery.cancel_scope.cancel()
        sitting.finish()
        if saved is not None:
            await compare_aside(saved, sitting.front)
        forked = forked or sitting.hearing.forks.error
        if there is None:
            if forked is not None:
                raise forked
            assert saved is not None
            return saved
        if saved is not None:
            further.count()
        sitting = _follow(sitting, there)


async def _after(sitting: SeatSession, further: RematchPolicy) -> Invite | None:
    """Stay until the host has the end; return where it plays again, if we do."""
    await after.stay(sitting, None, GUEST_STAYS)
    if not further.wanted(sitting.seat):
        return None
    return await after.linger(sitting)


def _follow(sitting: SeatSession, invite: Invite) -> SeatSession:
    """Sit down where the host plays again, or only come there and sit out."""
    play = sitting.table.play
    out = rematch.next_out(sitting.seat.out)
    evening = sitting.ticket.evening
    if evening is not None and (play is None or not sitting.table.complete):
        evening = evening.without_some()
    seat = dataclasses.replace(sitting.seat, out=out)
    hidden = sitting.ticket.is_hidden
    following = _sit_down(seat, invite, hidden=hidden, evening=evening)
    if following.table.seat is not None:
        sits_out = sitting.table.complete and sitting.table.own.has_left
        following.table.seat.sits_out = sits_out
    return following


async def _lose_patience(sitting: SeatSession) -> None:
    await trio.sleep(PATIENCE)
    if sitting.answered:
        return
    if sitting.is_again:
        sitting.say(Message.of("nobody-answers-yet"))
        return
    raise ClientError("nobody-answers")
