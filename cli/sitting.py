"""One seat at one table, from the first hello to the transcript.

The host listens and its guests dial in, but no peer is special after that:
whoever is connected passes on what others lack, and whoever loses its line
dials again until the game is over.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import click
import trio

from games.registry import GAMES
from p2pgame.engine import IllegalMove
from p2pgame.session import Offer, Start, Table
from p2pgame.session.events import (
    Asked,
    Completed,
    Declined,
    Ended,
    Happened,
    Joined,
    Started,
    Stopped,
    TableEvent,
)
from p2pgame.session.runner import Peer
from p2pgame.session.verify import describe
from p2pgame.transport import direct
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.invite import Invite, split_address
from p2pgame.transport.link import TransportError

from . import places, words
from .people import Decider, Left
from .screen import Screen

#: Seconds to keep dialling while nobody has ever answered.
PATIENCE = 20.0
#: Seconds to wait for the others' signatures once the game is over.
SIGN_WITHIN = 30.0
#: Seconds that a host stays for guests who are still fetching the end.
GRACE = 5.0


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits there, what it sees, and where its transcript goes."""

    name: str
    decider: Decider
    screen: Screen
    out: Path | None = None


async def host(
    seat: Seat,
    offer: Offer,
    listen: tuple[str, int],
    invite: Callable[[bytes, int], Invite],
    opened: Callable[[Invite], None],
) -> Path:
    """Open a table, play at it, and return the transcript's path.

    ``invite`` makes one from the table's secret and the port we got; ``opened``
    is given it.
    """
    secret = secrets.token_bytes(16)
    blank = Invite(secret, ())
    game = _Game(seat, blank, offer)
    async with trio.open_nursery() as nursery:
        bound = await nursery.start(direct.serve, *listen, game.peer.attach)
        opened(invite(secret, bound[0][1]))
        path = await game.play()
        with trio.move_on_after(GRACE):
            await game.peer.alone()
        nursery.cancel_scope.cancel()
    return path


async def join(seat: Seat, invite: Invite) -> Path:
    """Join the table, play at it, and return the transcript's path."""
    game = _Game(seat, invite, None)
    async with trio.open_nursery() as nursery:
        for address in invite.addresses:
            nursery.start_soon(_dial, game, address)
        nursery.start_soon(_lose_patience, game)
        path = await game.play()
        await game.peer.flush()
        nursery.cancel_scope.cancel()
    return path


async def _dial(game: _Game, address: str) -> None:
    """Keep a line to ``address`` for as long as the game lasts."""
    wait = 0.1
    while True:
        try:
            link = await direct.connect(*split_address(address))
            wait = 0.1
            game.answered = True
            await game.peer.attach(link)
        except TransportError:
            pass
        await trio.sleep(wait)
        wait = min(2 * wait, 5.0)


async def _lose_patience(game: _Game) -> None:
    await trio.sleep(PATIENCE)
    if not game.answered:
        raise click.ClickException(
            "Nobody answers at this table: is the host's program still running, "
            "and can you reach its machine from here?"
        )


class _Game:
    """What a seat hears from its peer, and what it does about it."""

    def __init__(self, seat: Seat, invite: Invite, offer: Offer | None) -> None:
        me, store = places.sit_down(invite.table, seat.name)
        self._seat = seat
        self._names: Sequence[str] = ()
        self._asking: trio.CancelScope | None = None
        self.table = Table(invite.table, GAMES, me, offer)
        self.peer = Peer(self.table, store, Envelope({0: invite.epoch_key}))
        self.answered = False

    async def play(self) -> Path:
        """Play to the end; return the transcript's path."""
        with closing(self.peer):
            try:
                async with trio.open_nursery() as nursery:
                    await self.peer.start()
                    self._show_work()
                    async for event in self.peer.events:
                        await self._hear(event, nursery)
                        if isinstance(event, Ended):
                            nursery.cancel_scope.deadline = (
                                trio.current_time() + SIGN_WITHIN
                            )
                        if isinstance(event, Completed):
                            nursery.cancel_scope.cancel()
                        self._show_work()
            finally:
                self._seat.screen.working(None)
            return self._save()

    async def _hear(self, event: TableEvent, nursery: trio.Nursery) -> None:
        say = self._seat.screen.line
        match event:
            case Joined(name):
                say(f"{name} is here.")
            case Started(start):
                self._names = [player.name for player in start.players]
                say(_announce(start))
            case Happened():
                for line in words.happened(event, self._names):
                    say(line)
            case Asked():
                nursery.start_soon(self._ask, event)
            case Ended(payoffs):
                say(f"The game is over: {words.result(payoffs, self._names)}.")
            case Completed():
                say("Everybody has signed the end.")
            case Declined(text):
                raise click.ClickException(f"This table is not for us: {text}.")
            case Stopped(misbehaviour):
                path = self._save()
                raise click.ClickException(
                    f"{describe(self.table, misbehaviour)}. The game cannot go on; "
                    f"what was signed so far is in {path}."
                )

    async def _ask(self, asked: Asked) -> None:
        view = asked.view
        while True:
            self._seat.screen.working(None)
            try:
                move = await self._seat.decider.decide(view, self._names)
                await self.peer.propose(move)
            except IllegalMove as error:
                self._seat.decider.refused(words.named(str(error), self._names))
            except Left:
                raise click.ClickException(
                    "You have left the table; the others cannot go on without you."
                ) from None
            else:
                return

    def _show_work(self) -> None:
        play = self.table.play
        if play is None:
            self._seat.screen.working("waiting for players")
        elif play.seat is None or play.seat not in play.waiting_for:
            seats = play.waiting_for
            self._seat.screen.working(words.waiting(play.turn, seats, self._names))

    def _save(self) -> Path:
        play = self.table.play
        name = "table" if play is None else play.start.game.name
        path = self._seat.out or Path(f"{name}-{self.table.id.hex()[:8]}.p2pgame")
        places.save(path, self.table.transcript())
        return path


def _announce(start: Start) -> str:
    names = ", ".join(player.name for player in start.players)
    return f"{names} play {start.game.name}."
