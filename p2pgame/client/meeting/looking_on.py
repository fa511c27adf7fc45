"""Spectates at one table after the other.

The log of each is a temporary file: nothing is signed here, so there is nothing that a
later run would have to know.  The transcript has the same bytes as the players'.
"""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

import trio

from p2pgame.log import Store
from p2pgame.transport.finding.invite import Short, Watch

from ..errors import ClientError
from ..front_end import Left
from ..lobby.spectator import Spectator
from ..profile import settings, topics, transcripts
from ..profile.transcripts import Transcript
from ..seat.links.invited_places import decide
from ..seat.setup import SeatSetup
from ..transcripts.checking import compare_aside
from . import rematch


async def look_on(
    seat: SeatSetup,
    way: Watch | Short,
    times: int | None,
    *,
    hidden: bool = False,
) -> Transcript | None:
    """Look on at one table after the other; return the last transcript.

    At most so many further ``times``, None: as long as people look and the host plays
    on.  None is returned if the spectator has left before the end.  ``hidden``, the
    host does not see our address.

    Raises:
      ClientError: We can't look on, or a fork has come to light after an end.
    """
    out, folder = seat.out, seat.world.folder
    transcripts.check(out, folder)
    kept: list[Transcript] = []
    forked: list[ClientError] = []
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(seat.front.heed_quit)
            link: Watch | None
            link, nearby = await _whole(seat, way)
            topics.check(link.relays)
            if hidden:
                link = _hidden(link)
            places = link.addresses, link.relays
            dials = await decide(seat, *places, nearby=nearby)
            while link is not None:
                there = replace(seat, out=out, dials=dials)
                link = await _one(there, link, times, (kept, forked))
                if link is not None:
                    await compare_aside(kept.pop(), seat.front)
                    out = rematch.next_out(out)
                    times = None if times is None else times - 1
            nursery.cancel_scope.cancel()
    except* Left:
        pass  # nobody waits for us
    if kept:
        await compare_aside(kept[0], seat.front)
    if forked:
        raise forked[0]
    return kept[0] if kept else None


async def _whole(seat: SeatSetup, way: Watch | Short) -> tuple[Watch, bool]:
    """Return the link that we were given the start of, and if its host is near."""
    if isinstance(way, Watch):
        return way, False
    from . import finding  # for spectators without a whole link

    invite, nearby = await finding.found(seat, way, settings.relays())
    return invite.watch, nearby


def _hidden(link: Watch) -> Watch:
    """Return a link that leads to relays alone."""
    if not link.relays:
        raise ClientError("no-relay-to-watch")
    return replace(link, addresses=())


async def _one(
    seat: SeatSetup,
    link: Watch,
    times: int | None,
    found: tuple[list[Transcript], list[ClientError]],
) -> Watch | None:
    """Look on at one table, and add what is ``found`` there: its transcript, a fork."""
    kept, forked = found
    stays = seat.front.is_attended if times is None else times > 0
    with tempfile.TemporaryDirectory(prefix="p2pgame-watch-") as folder:
        store = Store.create(Path(folder) / "log", seat.world.disk)
        spectator = Spectator(seat, link, store)
        try:
            return await spectator.run(kept, stays=stays)
        finally:
            forked += [] if spectator.forks.error is None else [spectator.forks.error]
