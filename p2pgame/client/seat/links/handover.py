"""Hands what was signed last to a relay before a seat's program ends.

Where players are online one after the other, a move that stays on its player's disk
is one that the others wait for.
"""

from __future__ import annotations

from typing import Protocol

import trio

from p2pgame.engine import Message
from p2pgame.session.peer.runner import Peer

from ...front_end import FrontEnd, Left
from ...profile.ticket import Ticket
from .links import Links

#: Seconds for a relay to keep what was signed last.
WITHIN = 4.0
#: Seconds between two looks at whether it does.
LOOK_EVERY = 0.02


class Leaving(Protocol):
    """A seat whose program is about to end."""

    peer: Peer
    ticket: Ticket
    links: Links

    @property
    def front(self) -> FrontEnd: ...
    def say(self, message: Message) -> None: ...


async def hand_over(seat: Leaving) -> None:
    """Wait until a relay keeps all that we have; say so if none does in time.

    A player who quits once more does not wait.
    """
    if not seat.ticket.way.relays:
        return
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(seat.front.heed_quit)
            # A seat that has not read its own log yet says nothing.
            with trio.move_on_after(WITHIN if seat.links.caught_up.is_set() else 0):
                while not seat.peer.delivery.at_topic:  # noqa: ASYNC110 (others do it)
                    await trio.sleep(LOOK_EVERY)
            nursery.cancel_scope.cancel()
    except* Left:
        pass
    if not seat.peer.delivery.at_topic:
        seat.say(Message.of("last-not-at-relay"))
