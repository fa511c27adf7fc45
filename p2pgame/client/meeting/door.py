"""Leads each guest that comes to the table at which its host plays by then."""

from __future__ import annotations

from typing import TYPE_CHECKING

import trio

from p2pgame.transport.link import Link

from ..seat.seat_session import SeatSession

if TYPE_CHECKING:
    from p2pgame.transport.finding.handshake import Pairing


class Door:
    """Leads to one session after the other; closed, all have let go of their logs."""

    def __init__(self, sitting: SeatSession) -> None:
        self.sitting = sitting
        #: Where guests ask to be let in who have no invite.
        self.pairing: Pairing | None = None

    async def attach(self, link: Link) -> None:
        """Talk with a guest that has come."""
        if getattr(link, "path", "/") == "/":
            await self.sitting.links.attach(link)
        elif self.pairing is not None:
            await self.pairing.meet(link)

    async def close(self, sitting: SeatSession) -> None:
        """Let go of a session that is over."""
        with trio.CancelScope(shield=True):
            await sitting.close()

    async def aclose(self) -> None:
        """Let go of the session to which this leads."""
        await self.close(self.sitting)
