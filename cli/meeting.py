"""How friends come to a table without its link: by spoken words, or in the same room.

The words are for a door at a relay; who is in the same network sees the table by
itself, and both see the same three pictures.  Whoever hosts says yes to each guest by
name, and only then the invite goes over, sealed.  All that is over once the game has
begun.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import click
import trio

from p2pgame.transport import websocket
from p2pgame.transport.finding import discovery, spoken
from p2pgame.transport.finding.discovery import Label, Sighting
from p2pgame.transport.finding.handshake import PATH, Pairing, Pictures, ask_in
from p2pgame.transport.finding.invite import Invite
from p2pgame.transport.finding.spoken import RendezvousShut
from p2pgame.transport.finding.words import Code
from p2pgame.transport.link import TransportError
from p2pgame.transport.relay.rendezvous import join_rendezvous, open_rendezvous
from p2pgame.transport.relay.url import RelayUrl

from . import moves
from .seated import Seat
from .sitting import Sitting

#: Doors that are opened one after the other, if somebody guesses at each.
DOORS = 3
#: Seconds for which tables in this network are looked for before they are listed.
LOOK_FOR = 1.0
#: Bytes that tell a table from others in the same network, and nothing else.
TAG = discovery.TAG

NO_TABLE = (
    "There is no table in this network, or its machine does not let itself be seen. "
    "Ask for the invite's line: p2pgame join LINK."
)


@dataclass(frozen=True, slots=True)
class Shows:
    """By what else than its line an invite is given: a QR code, words, the network."""

    qr: bool = False
    words: bool = False
    network: bool = False


class Reception:
    """Where the host of a table that has not begun lets guests in."""

    def __init__(self, sitting: Sitting, invite: Invite) -> None:
        self._sitting = sitting
        self._invite = invite.encode().encode()
        self._tag = os.urandom(TAG)
        name = sitting.seat.name
        self.pairing = Pairing(self._invite, name, self.sees, os.urandom)

    async def run(self, port: int | None, relay: RelayUrl | None) -> None:
        """Let guests in until the game begins: in this network, and by words."""
        async with trio.open_nursery() as nursery:
            if port is not None:
                nursery.start_soon(self._be_seen, port)
            if relay is not None:
                nursery.start_soon(self._be_told, relay)
            await self._sitting.begun.wait()
            nursery.cancel_scope.cancel()

    async def _be_seen(self, port: int) -> None:
        sitting = self._sitting

        def label() -> Label:
            taken = max(1, min(sitting.peer.status.guests, sitting.seats))
            game = sitting.ticket.game
            name = sitting.seat.name
            return Label(name, game, taken, sitting.seats, port, self._tag)

        try:
            await discovery.announce(label)
        except* TransportError:
            pass  # without a network nobody is in it

    async def _be_told(self, relay: RelayUrl) -> None:
        """Open one door after the other, until too many have guessed."""
        say = self._sitting.say
        for _ in range(DOORS):
            try:
                async with open_rendezvous(relay, int(spoken.LIFETIME)) as door:
                    code = Code.draw(door.number, os.urandom)
                    say("Or tell them these words; they are good for ten minutes:")
                    say(f"  p2pgame join {code.encode()}")
                    now, name = trio.current_time(), self._sitting.seat.name
                    host = spoken.Host(
                        code, self._invite, os.urandom, name=name, now=now
                    )
                    await spoken.offer(door, host, self.knows)
                say("The words are not good any more.")
                return
            except RendezvousShut:
                say("Somebody has guessed at the words three times; they are void.")
            except TransportError as error:
                say(f"There are no words: {error}")
                return

    async def knows(self, name: str) -> bool:
        """Return whether whoever knows the words is let in."""
        return await self._welcomes(name, f"{name} knows the words.", usual=True)

    async def sees(self, name: str, pictures: Pictures) -> bool:
        """Return whether whoever is in this network is let in."""
        seen = _told(pictures)
        return await self._welcomes(
            name, f"{name} is in this network, and must see {seen}."
        )

    async def _welcomes(self, name: str, who: str, *, usual: bool = False) -> bool:
        """Ask whether a guest may sit down; nobody there: as is usual."""
        welcome = self._sitting.welcome
        if not welcome.can_ask:
            return usual
        try:
            is_welcome = await welcome.ask(f"{who} Let them in?", usual=False)
        except EOFError:
            return False
        if is_welcome:
            welcome.expect(name)
        return is_welcome


async def by_code(code: Code, name: str, relays: Sequence[RelayUrl]) -> Invite:
    """Return the invite of whoever has told us these words.

    Raises:
      TransportError: Nobody lets us in there.
    """
    trouble = TransportError("No relay is set: p2pgame settings relay URL.")
    for relay in relays:
        try:
            async with join_rendezvous(relay, code.number) as knocker:
                guest = spoken.Guest(code, name, os.urandom)
                return Invite.parse((await spoken.take(knocker, guest)).decode())
        except TransportError as error:
            trouble = error
    raise trouble


async def in_network(seat: Seat) -> Invite:
    """Let the player choose a table of this network, and ask its host to be let in."""
    screen = seat.screen
    tables: list[Sighting] = []

    def found(now: tuple[Sighting, ...]) -> None:
        tables[:] = now

    with screen:
        with trio.move_on_after(LOOK_FOR):
            screen.working("looking for tables in this network")
            await discovery.look(found, os.urandom)
        if not tables:
            raise click.ClickException(NO_TABLE)
        for number, table in enumerate(tables, 1):
            screen.line(f"{number:3}  {_shown(table.label)}")
        table = await _chosen(seat, tables)
        return await _ask_in(seat, table, screen.line)


def _shown(label: Label) -> str:
    return f"{label.name}'s {label.game}, {label.taken} of {label.seats} here"


async def _chosen(seat: Seat, tables: Sequence[Sighting]) -> Sighting:
    if not seat.screen.has_keys:
        raise click.UsageError("where nobody can choose, the invite's line is needed.")
    while True:
        seat.screen.line(f"Which one? [1-{len(tables)}]")
        typed = moves.cleaned(await seat.screen.ask())
        if typed.isdecimal() and 1 <= int(typed) <= len(tables):
            return tables[int(typed) - 1]


async def _ask_in(seat: Seat, table: Sighting, say: Callable[[str], None]) -> Invite:
    def show(host: str, pictures: Pictures) -> None:
        say(f"{host} must see the same as you: {_told(pictures)}.")
        seat.screen.working(f"waiting for {host}'s yes")

    trouble = TransportError("This table is at no address.")
    for host in table.hosts:
        try:
            link = await websocket.connect(host, table.label.port, path=PATH)
        except TransportError as error:
            trouble = error
            continue
        invite = await ask_in(link, seat.name, show, os.urandom)
        return Invite.parse(invite.decode())
    raise trouble


def _told(pictures: Pictures) -> str:
    return " ".join(f"{one.picture} {one.name}" for one in pictures)
