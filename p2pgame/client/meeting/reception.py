"""Lets guests in who have no link: by spoken words, or in the same network.

The words are for a rendezvous at a relay.  In the same network a guest sees the table
by itself, and both see the same three pictures.  The host says yes to each guest by
name, and only then the invite goes over, sealed.  All that ends as the game begins.
"""

from __future__ import annotations

import trio

from p2pgame.engine import Message
from p2pgame.session.entries.shown import shown_name
from p2pgame.transport.finding import discovery, spoken
from p2pgame.transport.finding.discovery import TAG, Label
from p2pgame.transport.finding.handshake import Pairing, Pictures
from p2pgame.transport.finding.invite import Invite
from p2pgame.transport.finding.spoken import RendezvousShut
from p2pgame.transport.finding.words import Code
from p2pgame.transport.link import TransportError
from p2pgame.transport.relay.rendezvous import open_rendezvous
from p2pgame.transport.relay.url import RelayUrl

from ..events import WordsTold
from ..lobby.seat_session import SeatSession
from ..questions import Picture
from ..words import message_of_error

#: Rendezvous that are opened one after the other, if somebody guesses at each.
RENDEZVOUS = 3


class Reception:
    """Where the host of a table that has not begun lets guests in."""

    def __init__(self, sitting: SeatSession, invite: Invite) -> None:
        self._sitting = sitting
        self._invite = invite.encode().encode()
        self._entropy = sitting.world.entropy
        self._tag = self._entropy(TAG)
        name = sitting.seat.name
        self.pairing = Pairing(self._invite, name, self.sees, self._entropy)

    async def run(self, port: int | None, relay: RelayUrl | None) -> None:
        """Let guests in until the game begins: in this network, and by words."""
        async with trio.open_nursery() as nursery:
            if port is not None:
                nursery.start_soon(self._be_seen, port)
            if relay is not None:
                nursery.start_soon(self._be_told, relay)
            await self._sitting.hearing.begun.wait()
            nursery.cancel_scope.cancel()

    async def _be_seen(self, port: int) -> None:
        sitting = self._sitting

        def label() -> Label:
            taken = max(1, min(len(sitting.peer.status.guests), sitting.seats))
            game = sitting.ticket.game
            name = sitting.seat.name
            return Label(name, game, taken, sitting.seats, port, self._tag)

        try:
            await discovery.announce(label)
        except* TransportError:
            pass  # without a network nobody is in it

    async def _be_told(self, relay: RelayUrl) -> None:
        """Open one rendezvous after the other, until too many have guessed."""
        say = self._sitting.say
        for _ in range(RENDEZVOUS):
            try:
                async with open_rendezvous(relay, int(spoken.LIFETIME)) as door:
                    code = Code.draw(door.number, self._entropy)
                    self._sitting.front.tell(WordsTold(code.encode()))
                    now, name = trio.current_time(), self._sitting.seat.name
                    host = spoken.Host(
                        code, self._invite, self._entropy, name=name, now=now
                    )
                    await spoken.offer(door, host, self.knows)
                say(Message.of("words-expired"))
                return
            except RendezvousShut:
                say(Message.of("words-guessed"))
            except TransportError as error:
                say(Message.of("no-words", why=message_of_error(error)))
                return

    async def knows(self, name: str) -> bool:
        """Return whether a guest that knows the words is let in."""
        return await self._welcomes(name, (), usual=True)

    async def sees(self, name: str, pictures: Pictures) -> bool:
        """Return whether a guest of this network is let in."""
        faces = tuple(Picture(one.picture, one.name) for one in pictures)
        return await self._welcomes(name, faces, usual=False)

    async def _welcomes(
        self, name: str, pictures: tuple[Picture, ...], *, usual: bool
    ) -> bool:
        """Ask whether a guest may sit down; nobody there: as is usual."""
        admission = self._sitting.admission
        if not admission.can_ask:
            return usual
        name = shown_name(name)
        is_welcome = await admission.ask(name, pictures)
        if is_welcome:
            admission.expect(name)
        return is_welcome
