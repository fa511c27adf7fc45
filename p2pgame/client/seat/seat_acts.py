"""What the player of one seat can do: at the table, and in its plan."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from p2pgame.engine import IllegalMove, Message, RulesError
from p2pgame.session.peer.runner import Peer

from ..commands import Begin, GoWithout, HostCommand, PlanCommand, Remove
from ..events import Choice
from ..front_end import NextGame, Price
from .plans.plan_commands import PlanCommands
from .staying import openers


async def _no_sale(_: int) -> None:
    raise IllegalMove("no-game", Message.of("buy-in-later"))


async def _nobody_missing() -> None:
    raise IllegalMove("nobody", Message.of("nobody-missing"))


def _author_of(guest: str) -> bytes:
    try:
        return bytes.fromhex(guest)
    except ValueError:
        raise IllegalMove("no-guest", Message.of("no-such-guest")) from None


class SeatActs:
    """Gives what the player does to its peer, or to its plan once a game is on."""

    def __init__(self, peer: Peer) -> None:
        self.peer = peer
        self.plans: PlanCommands | None = None
        #: Makes a move, or a step of the plan once a game is on.
        self.move: Callable[[str], Coroutine[Any, Any, None]] = peer.propose
        #: Opens our table without those who are missing.
        self.without: Callable[[], Awaitable[None]] = _nobody_missing
        #: Opens our table with those who are here.
        self.begins: Callable[[], Awaitable[None]] = _nobody_missing
        #: Asks for chips at the next table.
        self.buys: Callable[[int], Awaitable[None]] = _no_sale
        #: The game that a host plays next, with its options, if it has said so.
        self.next_game: NextGame | None = None

    def begin(self, plans: PlanCommands) -> None:
        """Give moves, and what is said of plans, to the plan of a game that is on."""
        self.plans, self.move = plans, plans.move

    @property
    def ahead(self) -> Choice | None:
        """The moves that may be possible when the turn comes."""
        return None if self.plans is None else self.plans.ahead

    def price(self, move: str | None) -> Price | None:
        """Return what the game comes to if it ends by a move, or our leave, for None.

        None: it goes on, or the rules are at fault.
        """
        play = self.peer.table.play
        if play is None or play.seat is None:
            return None
        try:
            end = play.board.end_by(play.seat, move)
            in_chips = play.start.game.buy_in(play.start.options) > 0
        except RulesError:
            return None
        if end is None:
            return None
        return Price(end.payoffs[play.seat], len(end.payoffs), in_chips)

    async def plan(self, command: PlanCommand) -> None:
        """Do what a command about a plan says.

        Raises:
          IllegalMove: That is not possible now.
        """
        if self.plans is None:
            raise IllegalMove("no-game", Message.of("no-game-on"))
        await self.plans.do(command)

    async def propose(self, proposal: str) -> None:
        """Offer, or agree to, something; raises as :meth:`.Peer.propose`."""
        await self.peer.propose(proposal)

    async def chat(self, text: str) -> None:
        """Say something to all; raises as :meth:`.Peer.chat`."""
        await self.peer.chat(text)

    async def nudge(self) -> None:
        """Remind those who are waited for; raises as :meth:`.Peer.nudge`."""
        await self.peer.nudge()

    async def host(self, command: HostCommand) -> None:
        """Do what a host says before the game.

        Raises:
          IllegalMove: As :meth:`.Peer.admit`; or nobody is missing, or the game can't
            be played by so few.
        """
        match command:
            case Remove(guest):
                await self.peer.admit(_author_of(guest), is_let_in=False)
            case GoWithout():
                await self.without()
            case Begin():
                await self.begins()

    async def next_table(self, wish: NextGame | int | None) -> None:
        """Play that game at the next table if we host it; None: sit it out.

        A number: begin it with so many chips more.

        Raises:
          IllegalMove: The game is not over yet, we have said that we sit out, or nobody
            else could open that table; or there are not so many chips for sale.
        """
        if isinstance(wish, int):
            await self.buys(wish)
            return
        if wish is None:
            table = self.peer.table
            if table.seat is not None and table.seat.opens and not openers(table):
                raise IllegalMove("opener", Message.of("host-sits-out"))
            await self.peer.leave(sits_out=True)
        self.next_game = wish

    async def leave(self) -> None:
        """Leave the game for good; raises as :meth:`.Peer.leave`."""
        await self.peer.leave()
