"""Stays at a table for as long as its host may say where to play next."""

from __future__ import annotations

import trio

from p2pgame.engine import Message
from p2pgame.session import Table
from p2pgame.session.lobby.lobby import Player

from ..events import Waiting
from ..front_end import FrontEnd
from .links.links import Links

#: Seconds between two looks at whether anybody is left.
ALONE_EVERY = 0.02
#: Seconds that a guest stays when its host is gone, or its line is.
STAYS_ALONE = 2.0
#: Seconds that it stays where only a relay could tell it where to go.
STAYS_AT_RELAY = 120.0
PLAYS_AGAIN = Message.of("waiting-for-host")


def openers(table: Table) -> list[Player]:
    """Return who may open the next table in its host's place, whose turn is first.

    They are the persons who have not left, from the seat behind the host's on.
    """
    roster = table.roster
    order = [*range(len(roster.players))]
    if table.id in roster.seats:
        behind = roster.seats.index(table.id) + 1
        order = [*order[behind:], *order[: behind - 1]]
    players = [roster.players[seat] for seat in order if seat in roster.here]
    return [player for player in players if not player.is_program]


async def wait_alone(
    links: Links,
    front: FrontEnd,
    at_relay: float = STAYS_AT_RELAY,
    told: Message = PLAYS_AGAIN,
    *,
    no_next: trio.Event,
) -> None:
    """Wait until nobody is left who could say where to play again.

    Or until the host has said that there is ``no_next`` table.  Where only a relay
    could tell us, wait for ``at_relay`` seconds.  Meanwhile it is ``told`` what we wait
    for.
    """
    front.tell(Waiting(told))
    begun = alone = trio.current_time()
    while trio.current_time() - alone < STAYS_ALONE and not no_next.is_set():
        if links.dialled or links.found:
            alone = trio.current_time()
        elif links.at_relays:
            alone = max(alone, begun + at_relay - STAYS_ALONE)
        await trio.sleep(ALONE_EVERY)
