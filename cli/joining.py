"""How a seat gets to its table: the host listens, guests dial in, both come back.

The host listens and its guests dial in, but no peer is special after that:
whoever is connected passes on what others lack, and whoever loses its line
dials again until the game is over.  A program that has stopped goes on from what
is on its disk: the host listens where it did, so the guests find it again.
"""

from __future__ import annotations

import math
import secrets
import shutil
import time
from collections.abc import Callable
from contextlib import closing, suppress
from functools import partial
from pathlib import Path

import click
import trio
from msgspec.structs import replace

from p2pgame.session import Offer
from p2pgame.transport import direct
from p2pgame.transport.invite import Invite, split_address
from p2pgame.transport.link import TransportError

from . import addresses, local, places, ticket, transcripts
from .places import Held
from .sitting import Seat, Sitting
from .ticket import Hosting, Ticket

#: Seconds to keep dialling while nobody has ever answered.
PATIENCE = 20.0
#: Seconds that a host stays for guests who have not fetched the end.
HOST_STAYS = 20.0
#: Seconds that a guest stays for its host to have it.
GUEST_STAYS = 5.0

#: Seconds in which a program ends that has lost whoever started it.
LEASH_BREAKS_WITHIN = 10.0
#: Where the homes are of the programs that a host brings, in its seat's folder.
BOTS = "bots"

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
) -> Path:
    """Open a table, play at it, and return the transcript's path.

    ``given`` are the addresses where guests reach us, if they are not those of
    this machine; ``bots`` seats are taken by programs that we start.
    """
    transcripts.check(seat.out)
    held = _taken(partial(places.open_table, seat.name))
    invite = Invite(held.me.key.public, secrets.token_bytes(16), ())
    kept = ticket.hosting(offer, listen, given, bots)
    fresh = _fresh(seat, invite, kept, offer.game.name)
    return await _host(Sitting(seat, held, fresh, offer))


async def join(seat: Seat, invite: Invite, *, leashed: bool = False) -> Path:
    """Join the table, play at it, and return the transcript's path.

    On a leash we leave the table when standard input ends.
    """
    transcripts.check(seat.out)
    if leashed:
        await _wait_free(invite.table)
    held = _taken(partial(places.sit_down, invite.table, seat.name))
    fresh = _fresh(seat, invite, None, "")
    old = ticket.read(held.folder)
    if old is not None:
        now = replace(old, invite=fresh.invite, transcript=fresh.transcript)
        fresh = replace(now, bot=fresh.bot)
    ticket.write(held.folder, fresh)
    sitting = Sitting(seat, held, fresh, None)
    return await _join(sitting, leashed=leashed)


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
        return await _join(sitting)
    return await _host(sitting)


async def _wait_free(table: bytes) -> None:
    """Wait for an earlier run of ours, whose leash has broken, to end."""
    with trio.move_on_after(LEASH_BREAKS_WITHIN):
        while True:
            if not any(map(places.is_in_use, places.seats_at(table))):
                return
            await trio.sleep(0.05)


def _fresh(seat: Seat, invite: Invite, hosting: Hosting | None, game: str) -> Ticket:
    return Ticket(
        "p2pgame ticket 1",
        invite.encode(),
        seat.name,
        int(time.time()),
        seat.bot,
        None if seat.out is None else str(seat.out.absolute()),
        hosting,
        game,
    )


def _taken(take: Callable[[], Held]) -> Held:
    try:
        return take()
    except OSError as error:
        raise click.ClickException(
            f"The player's folder can't be used: {error.filename}: {error.strerror}. "
            "P2PGAME_HOME names another."
        ) from None


async def _host(sitting: Sitting) -> Path:
    hosting = sitting.ticket.hosting
    assert hosting is not None
    programs = sitting.folder / BOTS
    with closing(sitting.peer):
        async with trio.open_nursery() as guests, trio.open_nursery() as door:
            port = await _listen(door, sitting, hosting)
            where = hosting.addresses or addresses.reachable(hosting.host, port)
            now = ticket.listening(sitting.ticket, port, where)
            sitting.keep(now)  # before anybody sees the invite
            if hosting.bots < sitting.seats - 1:
                _show_invite(sitting, now)
            if hosting.bots:
                with suppress(FileExistsError):
                    places.make(programs)
            for number in range(1, hosting.bots + 1):
                home = programs / f"{number}"
                guests.start_soon(local.guest, now.way, f"Bot {number}", home)
            path = await sitting.play()
            was_over = sitting.ticket.state == "over"
            if was_over:
                sitting.say(ONCE_MORE)
            stays = math.inf if was_over else HOST_STAYS
            if not await sitting.stay(sitting.others, stays) and not was_over:
                sitting.say(NOT_FETCHED)
            door.cancel_scope.cancel()
        sitting.finish()
    shutil.rmtree(programs, ignore_errors=True)
    return path


async def _listen(door: trio.Nursery, sitting: Sitting, hosting: Hosting) -> int:
    """Let guests in; return the port."""
    host, port = hosting.host, hosting.port
    try:
        bound = await door.start(direct.serve, host, port, sitting.attach)
    except TransportError:
        if not sitting.is_again:
            raise
        raise click.ClickException(
            f"Port {port}, which your guests dial, can't be listened on. End the "
            "program that has it, and type p2pgame resume again; or take another with "
            f"p2pgame resume --listen {host}:0, and send your guests the new invite."
        ) from None
    return int(bound[0][1])


def _show_invite(sitting: Sitting, now: Ticket) -> None:
    sitting.say(
        "The invite once more, for whoever needs it:"
        if sitting.is_again
        else "Invite your friends with this line; whoever has it can join:"
    )
    sitting.say(f"  p2pgame join {now.invite}")


async def _join(sitting: Sitting, *, leashed: bool = False) -> Path:
    with closing(sitting.peer):
        async with trio.open_nursery() as nursery:
            for address in sitting.ticket.way.addresses:
                nursery.start_soon(_dial, sitting, address)
            nursery.start_soon(_lose_patience, sitting)
            path = await sitting.play(leashed=leashed)
            await sitting.stay(1, GUEST_STAYS)
            await sitting.peer.flush()
            nursery.cancel_scope.cancel()
        sitting.finish()
    return path


async def _dial(sitting: Sitting, address: str) -> None:
    """Keep a line to ``address`` for as long as the game lasts."""
    wait = 0.1
    while True:
        try:
            link = await direct.connect(*split_address(address))
            wait = 0.1
            sitting.answered = True
            await sitting.attach(link)
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
