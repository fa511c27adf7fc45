"""Leads each guest that comes to the table at which its host plays by then."""

from __future__ import annotations

from typing import TYPE_CHECKING

import trio

from p2pgame.engine import Message
from p2pgame.transport.first_frame import (
    CallerKind,
    KnownCallers,
    LinkPurpose,
    LinkRequest,
)
from p2pgame.transport.link import Link
from p2pgame.transport.wire_version import SPOKEN, disagreement

from ..seat.seat_session import SeatSession

if TYPE_CHECKING:
    from p2pgame.transport.finding.handshake import Pairing


class Door:
    """Leads to one session after the other; closed, all have let go of their logs."""

    def __init__(self, sitting: SeatSession) -> None:
        self.sitting = sitting
        #: Where guests ask to be let in who have no invite.
        self.pairing: Pairing | None = None
        self._told: list[Message] = []

    async def attach(self, link: Link) -> None:
        """Talk with a guest that has come."""
        request: LinkRequest | None = getattr(link, "request", None)
        if request is None or request.purpose is LinkPurpose.TABLE:
            await self.sitting.links.attach(link)
        elif self.pairing is not None:
            await self.pairing.meet(link)

    def recognise(self, path: str) -> LinkRequest:
        """Return who asks for a link, and tell the player of other releases."""
        request = self.callers.recognise(path)
        if request.caller is not CallerKind.STRANGER and not request.versions.shared(
            SPOKEN
        ):
            why = disagreement(request.versions, whom="somebody with your invite")
            self._tell_once(Message.of("caller-of-other-release", why=why))
        return request

    def may_enter(self, request: LinkRequest) -> bool:
        """Return whether a link is made for whoever asks for it."""
        if request.purpose is LinkPurpose.PAIRING and self.pairing is None:
            return False
        return self.callers.may_enter(request)

    @property
    def callers(self) -> KnownCallers:
        """Whom the table knows at which the host plays now."""
        return self.sitting.calls.callers

    def _tell_once(self, message: Message) -> None:
        if message not in self._told:
            self._told.append(message)
            self.sitting.say(message)

    async def close(self, sitting: SeatSession) -> None:
        """Let go of a session that is over."""
        with trio.CancelScope(shield=True):
            await sitting.close()

    async def aclose(self) -> None:
        """Let go of the session to which this leads."""
        await self.close(self.sitting)
