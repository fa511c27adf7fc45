"""One seat, as its player has it: events come out, and commands go in.

It knows its front end alone, and nothing of how its table was opened or found.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

import trio

from p2pgame.agents.observation import Observation
from p2pgame.engine import RulesError

from ..commands import (
    Answer,
    AnyCommand,
    Begin,
    BuyIn,
    GoWithout,
    Leave,
    Move,
    Nudge,
    PlanCommand,
    PlayNext,
    Propose,
    Quit,
    Remove,
    Say,
    SitOut,
    Weigh,
)
from ..errors import InvalidRequest
from ..events import AnyEvent, Choice, Snapshot, Weighed
from ..front_end import Acts, FrontEnd, Price
from ..game_options import game_of, options_asked
from ..prices import price_told
from ..world import World


class Seat(AsyncIterator[AnyEvent]):
    """One player's seat, or a spectator's, at one table after the other."""

    def __init__(self, front: FrontEnd, world: World) -> None:
        self._front, self.world = front, world
        self.has_quit = False
        #: Called with each event before it is returned.
        self.overhear: Callable[[AnyEvent], None] = lambda event: None

    async def __anext__(self) -> AnyEvent:
        try:
            event = await self._front.next()
            self.overhear(event)
            return event
        except trio.EndOfChannel:
            self._front.check()
            raise StopAsyncIteration from None

    @property
    def invite(self) -> str | None:
        """The link with which guests join, if this seat hosts and has room."""
        invited = self.now.invited
        return None if invited is None else invited.invite

    @property
    def watch_link(self) -> str | None:
        """The link with which spectators follow, if this seat hosts and lets them."""
        invited = self.now.invited
        return None if invited is None else invited.watch

    @property
    def now(self) -> Snapshot:
        """How things are now, for a front end that comes late."""
        return self._front.snapshot

    @property
    def observation(self) -> Observation | None:
        """What this seat has seen of its game, for an agent; None: it plays none."""
        record = self._front.record
        return None if record is None else record.observation

    async def move(self, move: str) -> None:
        """Make a move in the turn that is open, or the next step of the plan.

        Raises:
          IllegalMove: It is not possible now; nothing has changed.
        """
        await self._acts.move(move)

    @property
    def ahead(self) -> Choice | None:
        """The moves that may be possible when the turn comes, if that can be known."""
        return None if self._front.acts is None else self._front.acts.ahead

    def price(self, move: str | None) -> Price | None:
        """Return what the game comes to if it ends by a move, or our leave, for None.

        None: it goes on, or that can't be known.
        """
        return None if self._front.acts is None else self._front.acts.price(move)

    async def plan(self, command: PlanCommand) -> None:
        """Do something about what is prepared, or undo and redo moves.

        Raises:
          IllegalMove: It is not possible now; nothing has changed.
        """
        await self._acts.plan(command)

    async def propose(self, proposal: str) -> None:
        """Offer, or agree to, ``draw``, ``takeback N`` or ``last round``.

        Raises:
          IllegalMove: It can't be agreed on now.
        """
        await self._acts.propose(proposal)

    async def say(self, text: str) -> None:
        """Say something to all at the table.

        Raises:
          ValueError: It can't be said: it is too long, or no game is on.
        """
        await self._acts.chat(text)

    async def nudge(self) -> None:
        """Remind those for whom the turn waits, once in each turn.

        Raises:
          IllegalMove: It waits for nobody else, or we have done so in this turn.
        """
        await self._acts.nudge()

    async def leave(self, *, stays: bool = False) -> None:
        """Leave the game for good, and the table with it.

        Before the game that gives the seat up; a host closes the table by it.
        ``stays``: the player gives up a game of two, and may play the next one.

        Raises:
          IllegalMove: There is none, or it goes on without us.
        """
        await self._acts.leave()
        self._front.is_leaving = not stays

    def answer(self, number: int, answer: int) -> None:
        """Answer the question with this number.

        Raises:
          InvalidRequest: It is not asked any more, or that is no answer to it.
        """
        self._front.answer(number, answer)

    def quit(self) -> None:
        """End what goes on now; an unfinished game can be resumed."""
        self.has_quit = True
        self._front.quit()

    def stop_by_rules(self, fault: RulesError) -> None:
        """End the table: a program that plays this seat finds its rules at fault."""
        self._front.quit(fault)

    async def do(self, command: AnyCommand) -> None:
        """Do what a command says; raises as the method for it."""
        match command:
            case Move(move):
                await self.move(move)
            case Propose(proposal):
                await self.propose(proposal)
            case Say(text):
                await self.say(text)
            case Answer(number, answer):
                self.answer(number, answer)
            case PlayNext(name, options):
                game = game_of(name)
                await self._acts.next_table((game, options_asked(game, options)))
            case Nudge():
                await self.nudge()
            case Remove() | GoWithout() | Begin():
                await self._acts.host(command)
            case Leave(stays):
                await self.leave(stays=stays)
            case Weigh(move, id=id):
                price = price_told(self.price(move or None))
                self._front.tell(Weighed(move, price, id))
            case SitOut():
                await self._acts.next_table(None)
            case BuyIn(chips):
                await self._acts.next_table(chips)
            case Quit():
                self.quit()
            case _:
                await self.plan(command)

    @property
    def _acts(self) -> Acts:
        if self._front.acts is None:
            raise InvalidRequest("no-game-here")
        return self._front.acts
