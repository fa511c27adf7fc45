"""How a seat gets to its table: the host listens, guests dial in, both come back.

The host listens and its guests dial in, but no peer is special after that:
whoever is connected passes on what others lack, and whoever loses its line
dials again until the game is over.  A program that has stopped goes on from what
is on its disk: the host listens where it did, so the guests find it again.
"""

from __future__ import annotations

import dataclasses
import math
import secrets
import shutil
from collections.abc import Callable
from contextlib import aclosing, suppress
from functools import partial
from pathlib import Path
from typing import TypeVar

import click
import trio
from msgspec.structs import replace

from p2pgame.session import Offer
from p2pgame.session.events import Rematch
from p2pgame.transport import websocket
from p2pgame.transport.invite import Invite, split_address
from p2pgame.transport.link import TransportError

from . import addresses, after, again, local, places, reading, ticket, transcripts
from .again import BOTS, Further
from .door import Door
from .seated import Seat
from .sitting import Sitting
from .ticket import Hosting, Ticket

R = TypeVar("R")

#: Seconds to keep dialling while nobody has ever answered.
PATIENCE = 20.0
#: Seconds after which a line that is lost was a good one.
LASTS = 1.0
#: Seconds that a host stays for guests who have not fetched the end.
HOST_STAYS = 20.0
#: Seconds that a guest stays for its host to have it.
GUEST_STAYS = 5.0

#: Seconds in which a program ends that has lost whoever started it.
LEASH_BREAKS_WITHIN = 10.0
NOT_FETCHED = (
    "Somebody has not fetched the end. For them go on at this table once more, by "
    "the number that it has in p2pgame tables."
)
ONCE_MORE = "This game is over; listening for whoever lacks its end. Ctrl-C ends that."


async def host(
    seat: Seat,
    offer: Offer,
    listen: tuple[str, int],
    given: tuple[str, ...] = (),
    *,
    bots: int = 0,
    again: int | None = None,
) -> Path:
    """Open a table, play at it, and return the last transcript's path.

    ``given`` are the addresses where guests reach us, if they are not those of
    this machine; ``bots`` seats are taken by programs that we start.  Play so many
    games ``again``, None: as many as people like.
    """
    transcripts.check(seat.out)
    held = _taken(partial(places.open_table, seat.name))
    invite = Invite(held.me.key.public, secrets.token_bytes(16), ())
    kept = ticket.hosting(offer, listen, given, bots)
    fresh = ticket.fresh(seat.terms, invite, hosting=kept, game=offer.game.name)
    sitting = Sitting(seat, held, fresh, offer)
    return await _host(sitting, Further(again, offer.options))


async def join(
    seat: Seat, invite: Invite, *, leashed: bool = False, again: int | None = None
) -> Path:
    """Join the table, play at it, and return the last transcript's path.

    On a leash we leave the table when standard input ends.  Play at most so many
    games ``again``, None: as many as the host does.
    """
    transcripts.check(seat.out)
    if leashed:
        await _wait_free(invite.table)
    return await _join(_sit_down(seat, invite), Further(again), leashed=leashed)


def _sit_down(seat: Seat, invite: Invite) -> Sitting:
    held = _taken(partial(places.sit_down, invite.table, seat.name))
    fresh = ticket.fresh(seat.terms, invite)
    old = ticket.read(held.folder)
    if old is not None:
        now = replace(old, invite=fresh.invite, transcript=fresh.transcript)
        fresh = replace(now, bot=fresh.bot)
    ticket.write(held.folder, fresh)
    return Sitting(seat, held, fresh, None)


async def resume(
    seat: Seat,
    folder: Path,
    kept: Ticket,
    *,
    listen: tuple[str, int] | None = None,
    given: tuple[str, ...] = (),
) -> Path:
    """Go on in a seat, play at its table, and return the transcript's path.

    A host may now ``listen`` somewhere else, or be reached by other addresses.
    """
    transcripts.check(seat.out)
    hosting = kept.hosting
    if hosting is not None:
        host, port = listen or (hosting.host, hosting.port)
        reached = given or (() if listen else hosting.addresses)
        there = replace(hosting, host=host, port=port, addresses=reached)
        kept = replace(kept, hosting=there)
    elif listen or given:
        raise click.UsageError("only a host listens; a guest dials.")
    offer = None if hosting is None else ticket.offer(hosting)
    held = _taken(partial(places.go_on, folder, kept.name))
    sitting = Sitting(seat, held, kept, offer, again=True)
    if offer is None:
        return await _join(sitting, Further(None))
    return await _host(sitting, Further(None))


async def _wait_free(table: bytes) -> None:
    """Wait for an earlier run of ours, whose leash has broken, to end."""
    with trio.move_on_after(LEASH_BREAKS_WITHIN):
        while True:
            if not any(map(places.is_in_use, places.seats_at(table))):
                return
            await trio.sleep(0.05)


def _taken(take: Callable[[], R]) -> R:
    try:
        return take()
    except OSError as error:
        raise click.ClickException(
            f"The player's folder can't be used: {error.filename}: {error.strerror}. "
            "P2PGAME_HOME names another."
        ) from None


async def _host(sitting: Sitting, further: Further) -> Path:
    """Play at one table after the other, at one door."""
    door = Door(sitting)
    hosting = sitting.ticket.hosting
    assert hosting is not None
    async with trio.open_nursery() as hall, aclosing(door):
        port = await _listen(hall, door, sitting, hosting)
        where = hosting.addresses or addresses.reachable(hosting.host, port)
        # Before anybody sees the invite.
        sitting.keep(ticket.listening(sitting.ticket, port, where))
        while True:
            path = await _host_one(sitting, door, further)
            if door.sitting is sitting:
                break
            await _tell_verified(sitting, path)
            sitting = door.sitting
        hall.cancel_scope.cancel()
    return path


async def _host_one(sitting: Sitting, door: Door, further: Further) -> Path:
    """Play at one table; if that goes on at another, the door leads there."""
    hosting = sitting.ticket.hosting
    assert hosting is not None
    programs = sitting.folder / BOTS
    async with trio.open_nursery() as guests:
        if hosting.bots < sitting.seats - 1:
            _show_invite(sitting)
        if hosting.bots:
            with suppress(FileExistsError):
                places.make(programs)
        for number in range(1, hosting.bots + 1):
            home = programs / f"{number}"
            way = sitting.ticket.way
            guests.start_soon(local.guest, way, f"Bot {number}", home)
        path = await sitting.play()
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
    return path


async def _goes_on(sitting: Sitting, door: Door, further: Further) -> bool:
    """Open another table if we play again, and tell the others."""
    play, hosting = sitting.table.play, sitting.ticket.hosting
    assert play is not None
    assert hosting is not None
    offer = await further.next_offer(sitting, play.start)
    if offer is None:
        return False
    here = (hosting.host, hosting.port)
    following = _taken(partial(again.open_next, sitting, offer, here))
    further.count()
    door.sitting = following  # first: who hears of it comes at once
    invite = following.ticket.way
    await after.call(sitting, invite.table, invite.secret)
    return True


async def _tell_verified(sitting: Sitting, path: Path) -> None:
    """Check a transcript aside, while others come to the next table."""
    report = await trio.to_thread.run_sync(reading.report, path)
    sitting.say(reading.verified(report))
    sitting.say(f"The transcript is in {path}.")


async def _listen(
    hall: trio.Nursery, door: Door, sitting: Sitting, hosting: Hosting
) -> int:
    """Let guests in; return the port."""
    host, port = hosting.host, hosting.port
    try:
        bound = await hall.start(websocket.serve, host, port, door.attach)
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
    sitting.say(f"  p2pgame join {sitting.ticket.invite}")


async def _join(sitting: Sitting, further: Further, *, leashed: bool = False) -> Path:
    """Play at one table after the other, wherever the host plays again."""
    while True:
        async with trio.open_nursery() as nursery, aclosing(Door(sitting)):
            for address in sitting.ticket.way.addresses:
                nursery.start_soon(_dial, sitting, address)
            nursery.start_soon(_lose_patience, sitting)
            path = await sitting.play(leashed=leashed)
            await after.stay(sitting, 1, GUEST_STAYS)
            there = None
            if further.wanted(sitting.seat):
                there = await after.linger(sitting)
            await sitting.peer.flush()
            nursery.cancel_scope.cancel()
        sitting.finish()
        if there is None:
            return path
        await _tell_verified(sitting, path)
        further.count()
        sitting = _follow(sitting, there)


def _follow(sitting: Sitting, there: Rematch) -> Sitting:
    """Sit down where the host plays again."""
    way, seat = sitting.ticket.way, sitting.seat
    invite = dataclasses.replace(way, table=there.table, secret=there.secret)
    out = again.next_out(seat.out)
    return _sit_down(dataclasses.replace(seat, out=out), invite)


async def _dial(sitting: Sitting, address: str) -> None:
    """Keep a line to ``address`` for as long as the game lasts."""
    wait = 0.1
    while True:
        try:
            link = await websocket.connect(*split_address(address))
            since = trio.current_time()
            sitting.answered = True
            await sitting.attach(link)
            # Who is sent away at once is not to be here again at once.
            if trio.current_time() - since > LASTS:
                wait = 0.1
        except TransportError:
            pass
        await trio.sleep(wait)
        wait = min(2 * wait, 5.0)


async def _lose_patience(sitting: Sitting) -> None:
    await trio.sleep(PATIENCE)
    if sitting.answered:
        return
    if sitting.is_again:
        sitting.say(
            "Nobody answers yet: is the host's program running? Still dialling."
        )
        return
    raise click.ClickException(
        "Nobody answers at this table: is the host's program still running, "
        "and can you reach its machine from here?"
    )
