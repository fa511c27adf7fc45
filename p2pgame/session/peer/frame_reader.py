"""Reads the frames of each link, and hands what is in them to the part it is for.

A link that brings what no peer of this program sends is dropped, and the game goes on
over the others.  At a topic many may have sent it, so there only the frame is dropped.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import trio

from p2pgame.log import InvalidEntry
from p2pgame.transport import frames
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.link import InvalidFrame, Link, UnknownEpoch, Unproven

from .core import Core
from .delivery_tracker import DeliveryTracker
from .doubt import Doubt
from .intake import Intake
from .peer_connection import PeerConnection

#: Seconds for a new link to show that it has the invite.
GREET_WITHIN = 5.0


def _vouch(link: Link) -> None:
    if isinstance(link, Unproven):
        link.vouch()


@dataclass(slots=True)
class Hears:
    """What hears frames that are no word of the game.

    A ``direct`` message comes with whether it is said just now; nobody has verified an
    ``announcement``.
    """

    direct: Callable[[bytes, bool], None] | None = None
    announcement: Callable[[frames.Announce], None] | None = None


class FrameReader:
    """The incoming half of a peer."""

    def __init__(
        self,
        core: Core,
        envelope: Envelope,
        intake: Intake,
        doubt: Doubt,
        delivery: DeliveryTracker,
    ) -> None:
        self._core = core
        self._envelope = envelope
        self._intake = intake
        self._doubt = doubt
        self._delivery = delivery
        self.hears = Hears()

    async def read(self, sender: PeerConnection, link: Link) -> None:
        """Read frames; give up if none proves the invite in time.

        Raises:
          LinkClosed: The link is gone.
          InvalidFrame, InvalidEntry: No peer of this program sends that.
        """
        many = sender.topic is not None
        with trio.move_on_after(math.inf if many else GREET_WITHIN) as greeting:
            if many:
                await self._hear_unread()
            while True:
                frame = await link.receive()
                sender.load.charge(1 + len(frame) / 1024)
                await sender.load.ready()
                try:
                    if await self._hear(sender, frame):
                        if not many and greeting.deadline < math.inf:
                            _vouch(link)
                        greeting.deadline = math.inf
                        await self._hear_unread()
                except (InvalidFrame, InvalidEntry):
                    if not many:  # of many, one or their relay is to blame
                        raise

    async def _hear_unread(self) -> None:
        """Take in what topics have brought before its key, if that has come."""
        for one in [*self._core.outbound.connections]:
            while one.topic and (frame := one.topic.unread.due()) is not None:
                with suppress(InvalidFrame, InvalidEntry):
                    await self._hear(one, frame, is_late=True)

    async def _hear(
        self, sender: PeerConnection, frame: bytes, *, is_late: bool = False
    ) -> bool:
        """Take in one frame; return False if it was sealed for others.

        Of what ``is_late`` entries alone count: whoever asked asks again.
        """
        try:
            epoch, plaintext = self._envelope.open(frame)
        except UnknownEpoch:
            if sender.topic is not None:
                sender.topic.unread.keep(frame)
            return False  # for the seated: we ask again when we are one of them
        message = frames.decode(plaintext)
        if is_late and not isinstance(message, frames.Entries | frames.Brief):
            return True
        match message:
            case frames.Have(heads) if sender.topic is not None:
                async with self._core.lock:
                    now = trio.current_time()
                    self._core.outbound.hear_have(sender.topic, heads, epoch, now)
            case frames.Have(heads):
                sender.other.has([author for author, *_ in heads], self._core.ours)
                sender.ask(heads)
            case frames.Entries(raws):
                await self._intake.take(raws, sender)
            case frames.Brief() as brief:
                await self._intake.hear(brief, sender)
            case frames.Announce():
                if self.hears.announcement is not None:
                    self.hears.announcement(message)
            case frames.Whisper(sealed):
                if sender.mailbox is not None and self.hears.direct is not None:
                    self.hears.direct(sealed, sender.mailbox.live.is_set())
                return True  # it says nothing of the game
            case frames.Recall() | frames.Recalled():
                await self._doubt.hear(message, sender)
        async with self._core.lock:
            self._look_up(sender)
        return True

    def _look_up(self, sender: PeerConnection) -> None:
        """Ask for what a message has shown to be missing."""
        table, outbound = self._core.table, self._core.outbound
        if table.complete:
            self._delivery.note()
        elif table.history.lacking or sender.compact_entries.lacks(table.history):
            outbound.tell(sender)
        outbound.look(trio.current_time())
