"""The way in to a table: whoever comes sits down where its host plays by then."""

from __future__ import annotations

import trio

from p2pgame.transport.finding.handshake import PATH, Pairing
from p2pgame.transport.websocket import Socket

from .sitting import Sitting


class Door:
    """Leads to one sitting after the other; closed, all have let go of their logs."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        #: Where guests ask to be let in who have no invite.
        self.pairing: Pairing | None = None

    async def attach(self, link: Socket) -> None:
        """Talk with whoever has come."""
        if link.path != PATH:
            await self.sitting.links.attach(link)
        elif self.pairing is not None:
            await self.pairing.meet(link)

    async def close(self, sitting: Sitting) -> None:
        """Let go of a sitting that is over."""
        with trio.CancelScope(shield=True):
            await sitting.close()

    async def aclose(self) -> None:
        """Let go of the sitting to which this leads."""
        await self.close(self.sitting)
