"""Looks which of our tables wait for us, without sitting down to decide anything.

A look is a short visit: the seat goes on from its log, reads what the table's relays
keep, says what needs no decision, and leaves.  So a game of days goes on by looks, too,
wherever only the machine of a player is needed.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from functools import partial

import trio

from p2pgame.engine import Message
from p2pgame.log import StoreError

from ..errors import ClientError
from ..front_end import FrontEnd
from ..lobby import lines, seat_runner
from ..lobby.seat_session import SeatSession
from ..profile import places, ticket
from ..profile.tables import Kept
from ..seat import waiting
from ..seat.links.dials import own_dials
from ..seat.setup import SeatSetup
from ..words import message_of_error
from ..world import World

#: Seconds for one look, and without news until it is over.
LOOK_WITHIN, QUIET = 6.0, 0.4
#: Seconds between two looks at what has come.
LOOK_EVERY = 0.05
#: Tables that are looked at, at most: the newest.
TABLES_LIMIT = 64


@dataclasses.dataclass(frozen=True, slots=True)
class Glance:
    """What a look at one of our tables has shown.

    ``waits``: for our player.  ``goes_on`` says what the table waits for, with the
    players' ``names``.  ``since`` is when its log last grew, in seconds of Unix time.
    ``is_reached``: a relay or a player was there; else all is as the log has it.
    ``is_over``: its game is over, and signed by all.  ``trouble``: it can't be seen.
    """

    one: Kept
    waits: bool = False
    goes_on: Message | None = None
    names: tuple[str, ...] = ()
    since: float = 0.0
    is_reached: bool = False
    is_over: bool = False
    trouble: Message | None = None


async def glance_at(tables: Sequence[Kept], world: World) -> list[Glance]:
    """Look at these tables, all at once; return what was seen, in the same order."""
    found: dict[int, Glance] = {}

    async def look(one: Kept) -> None:
        found[one.number] = await _glance(one, world)

    with world.at_home():
        async with trio.open_nursery() as nursery:
            for one in tables[:TABLES_LIMIT]:
                nursery.start_soon(look, one)
    return [found[one.number] for one in tables[:TABLES_LIMIT]]


def longest(glances: Sequence[Glance]) -> Glance | None:
    """Return the table that has waited longest for our player, if any does."""
    ours = [one for one in glances if one.waits]
    return min(ours, key=lambda one: one.since, default=None)


async def wait_free(one: Kept) -> None:
    """Wait while another program holds a seat, no longer than a look may take."""
    with trio.move_on_after(LOOK_WITHIN):
        while one.is_in_use:  # noqa: ASYNC110 (another program does it)
            await trio.sleep(LOOK_EVERY)


async def _glance(one: Kept, world: World) -> Glance:
    await wait_free(one)
    if one.is_in_use:
        return Glance(one, trouble=Message.of("seat-in-use"))
    # No ports and no programs: they are for somebody who stays.
    quiet = dataclasses.replace(world, listen=None, spawn=None, has_network=False)
    kept = one.ticket
    try:
        offer = None if kept.hosting is None else ticket.offer(kept.hosting)
        setup = SeatSetup(kept.name, FrontEnd(is_attended=True), quiet, kept.out)
        take = partial(places.go_on, one.folder, kept.name, kept.way.secret)
        held = places.taken(take)
    except (ClientError, StoreError) as error:
        return Glance(one, trouble=message_of_error(error))
    setup = dataclasses.replace(setup, dials=own_dials(nearby=kept.nearby))
    visit = Visit(SeatSession(setup, held, kept, offer, again=True))
    try:
        await visit.run()
    finally:
        with trio.CancelScope(shield=True):
            await visit.sitting.close()
    return visit.seen(one)


class Visit:
    """A short stay in a seat of ours."""

    def __init__(self, sitting: SeatSession) -> None:
        self.sitting = sitting
        self._is_over = self._is_reached = False
        self._trouble: Message | None = None
        self._goes_on: Message | None = None
        self._waits = False

    async def run(self) -> None:
        """Stay until all is read, or for as long as a look may take."""
        sitting = self.sitting
        way, is_host = sitting.ticket.way, sitting.offer is not None
        async with trio.open_nursery() as nursery, lines.relayed(sitting):
            if not is_host and not sitting.ticket.is_hidden:
                for address in way.addresses:
                    nursery.start_soon(lines.dial, sitting, sitting.seat.dials, address)
            nursery.start_soon(self._play)
            with trio.move_on_after(LOOK_WITHIN):
                await self._settle()
            now = sitting.front.snapshot
            self._waits = now.turn is not None or bool(now.questions)
            status, is_up = sitting.peer.status, self._is_reached
            self._goes_on = waiting.waiting(status, is_up, sitting.offer).message
            await sitting.peer.flush()
            nursery.cancel_scope.cancel()

    async def _play(self) -> None:
        """Say what is due; decide nothing."""
        try:
            await seat_runner.run(self.sitting)
            self.sitting.finish()
            self._is_over = True
        except ClientError as error:
            self._trouble = error.message

    async def _settle(self) -> None:
        """Wait until all is read and said, and nothing more comes."""
        before, since = self._state(), trio.current_time()
        while not (self._is_over or self._trouble):
            await trio.sleep(LOOK_EVERY)
            now = self._state()
            if now != before or not self._is_read():
                before, since = now, trio.current_time()
            elif trio.current_time() - since > QUIET:
                return

    def _state(self) -> object:
        front = self.sitting.front
        status = dataclasses.replace(self.sitting.peer.status, left=())
        return status, front.snapshot.turn, len(front.questions)

    def _is_read(self) -> bool:
        """Return whether all is read that there is, and kept there what we have."""
        sitting = self.sitting
        way, relays = sitting.ticket.way, sitting.links.relays
        self._is_reached |= sitting.links.is_up
        if way.relays:
            is_live = any(link.live.is_set() for link in relays)
            return is_live and sitting.peer.delivery.at_topic
        return sitting.offer is not None or sitting.links.is_up

    def seen(self, one: Kept) -> Glance:
        """Return what this look has shown."""
        sitting = self.sitting
        return Glance(
            dataclasses.replace(one, ticket=sitting.ticket),
            waits=self._waits and not self._is_over,
            goes_on=self._goes_on,
            names=tuple(sitting.hearing.names) or one.ticket.players,
            since=(one.folder / places.LOG).stat().st_mtime,
            is_reached=self._is_reached,
            is_over=self._is_over,
            trouble=self._trouble,
        )
