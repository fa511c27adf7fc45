"""Leads each guest that comes to the table at which its host plays by then."""

from __future__ import annotations

from contextlib import aclosing, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

import trio

from p2pgame.engine import Message
from p2pgame.transport.first_frame import (
    CallerKind,
    KnownCallers,
    LinkPurpose,
    LinkRequest,
)
from p2pgame.transport.link import Link, TransportError
from p2pgame.transport.wire_version import SPOKEN, difference

from ..lobby.seat_session import SeatSession
from ..profile.ticket import Doors

if TYPE_CHECKING:
    from p2pgame.transport.finding.handshake import Pairing


#: Tables that are over of which is told where the host plays next: the newest.
PASSED_LIMIT = 16
#: Seconds for a guest that has been told so to hang up.
HANGS_UP_WITHIN = 5.0


@dataclass(frozen=True, slots=True)
class Passed:
    """A table that is over: whom it knows, and the ``frame`` that points on."""

    callers: KnownCallers
    frame: bytes


@dataclass(frozen=True, slots=True)
class Forwarded(LinkRequest):
    """A request for a link to a table that is over; ``frame`` is what is answered."""

    frame: bytes = b""


class Door:
    """Leads to one session after the other; closed, all have let go of their logs."""

    def __init__(self, sitting: SeatSession) -> None:
        self.sitting = sitting
        self._passed: list[Passed] = []
        #: Where it listens, and by which addresses; None: it does not yet.
        self.doors: Doors | None = None
        self.where: tuple[str, ...] = ()
        #: Where guests ask to be let in who have no invite.
        self.pairing: Pairing | None = None
        self._told: list[Message] = []

    async def attach(self, link: Link) -> None:
        """Talk with a guest that has come."""
        request: LinkRequest | None = getattr(link, "request", None)
        if isinstance(request, Forwarded):
            await _forward(link, request.frame)
        elif request is None or request.purpose is LinkPurpose.TABLE:
            await self.sitting.links.attach(link)
        elif self.pairing is not None:
            await self.pairing.meet(link)

    def recognise(self, path: str) -> LinkRequest:
        """Return who asks for a link, and tell the player of other releases."""
        request = self.callers.recognise(path)
        if request.caller is CallerKind.STRANGER:
            request = self._forwarded(path) or request
        if request.caller is not CallerKind.STRANGER and not request.versions.shared(
            SPOKEN
        ):
            differing = difference(request.versions)
            self._tell_once(Message.of("caller-of-other-release", **differing))
        return request

    def _forwarded(self, path: str) -> Forwarded | None:
        """Return the request of a guest or player of a table that is over."""
        for one in reversed(self._passed):
            found = one.callers.recognise(path)
            if found.caller in (CallerKind.INVITED, CallerKind.SEATED):
                known = found.caller, found.purpose, found.who, found.versions
                return Forwarded(*known, one.frame)
        return None

    def lead_on(self, following: SeatSession, frame: bytes | None) -> None:
        """Lead to the next table from now on, and say so at the one before.

        ``frame`` says it; None: nobody of that table comes here.
        """
        if frame is not None:
            passed = Passed(self.callers, frame)
            self._passed = [*self._passed[1 - PASSED_LIMIT :], passed]
        self.sitting = following

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


async def _forward(link: Link, frame: bytes) -> None:
    """Tell a guest of a table that is over where its host plays, and let it go."""
    with suppress(TransportError), trio.move_on_after(HANGS_UP_WITHIN):
        async with aclosing(link):
            await link.send(frame)
            while True:
                await link.receive()
