"""Lets an agent play at a seat: it decides, and answers what others propose.

An agent thinks in a thread, so it never blocks the loop; one that thinks for too long
is left behind, and another move is made for it.  See :mod:`p2pgame.agents`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Protocol, TypeVar

import trio

from p2pgame.agents import registry
from p2pgame.agents.agent import Budget, Proposal, Seating
from p2pgame.agents.bot import Bot, Decision
from p2pgame.agents.observation import Observation
from p2pgame.agents.opponent import Opponent
from p2pgame.engine import IllegalMove, Message

from ..events import AnyEvent, Begun, Proposed, YourTurn
from ..world import World

T = TypeVar("T")

#: Seconds for a decision, at most; then another move is made.
LIMIT = 10.0
#: What an agent may think where nobody watches: simulations, and seconds.
SIMULATIONS, SECONDS = 200, 1.0
#: How much of the limit an agent that may think for long uses.
SHARE = 0.9
#: Seconds for an answer to a proposal; without one there is no consent.
ANSWER_WITHIN = 3.0
#: Seconds for which a move waits for the others, where the agent has agreed first.
AGREED_WITHIN = 1.0


class Played(Protocol):
    """A seat at which an agent plays."""

    @property
    def world(self) -> World: ...
    @property
    def observation(self) -> Observation | None: ...
    async def move(self, move: str) -> None: ...
    async def propose(self, proposal: str) -> None: ...


class Program:
    """An agent at a seat.

    ``opponent`` is one of :func:`p2pgame.agents.registry.opponents`, or its name;
    None: the usual one for the game.  A decision takes ``pace`` seconds where people
    watch; 0: as short as it can.  With ``simulations`` it may think that much, however
    long that takes, up to the ``limit``.

    Raises:
      Refusal: There is no opponent of this name.
    """

    def __init__(
        self,
        seat: Played,
        opponent: Opponent | str | None = None,
        *,
        pace: float = 0.0,
        limit: float = LIMIT,
        simulations: int | None = None,
    ) -> None:
        if isinstance(opponent, str):
            opponent = registry.find(opponent)
        self._seat, self._opponent = seat, opponent
        self._pace, self._limit, self._simulations = pace, limit, simulations
        self._bot: Bot | None = None
        #: Whether a thread is still thinking.
        self._is_thinking = False
        #: What was proposed while it thought, and by whom.
        self._unanswered: tuple[int, str] | None = None
        #: Whether a person plays, too.
        self._is_watched = True

    async def run(self) -> None:
        """Do nothing: the agent needs no task of its own."""

    async def hear(self, event: AnyEvent) -> Message | None:
        """Take in an event, and decide if it asks for it.

        Returns why a move is not the agent's own, if so.
        """
        await self.tell(event)
        return await self.decide() if isinstance(event, YourTurn) else None

    async def tell(self, event: AnyEvent) -> None:
        """Take in an event; answer what others propose."""
        match event:
            case Begun(players=players):
                self._bot = None
                self._is_watched = not all(one.is_program for one in players)
            case Proposed(asker, words):
                await self._answer(asker, words)

    async def decide(self) -> Message | None:
        """Make a move in the open turn; return why it is not the agent's own, if so."""
        seen = self._seat.observation
        if seen is None or seen.choice is None:
            return None
        timer, limit, pace = seen.choice.timer, self._limit, self._pace
        if timer is not None:
            is_watched = self._is_watched or pace > 0
            if is_watched and seen.choice.moves == (timer.move,):
                return None  # that time is for people to look
            limit, pace = min(limit, timer.seconds / 2), min(pace, timer.seconds / 3)
        began, self._unanswered = trio.current_time(), None
        decision = await self._think(seen, limit, pace)
        await trio.sleep(max(0.0, began + pace - trio.current_time()))
        await self._answer_late()
        with suppress(IllegalMove):  # the turn has changed meanwhile
            await self._seat.move(decision.move)
        return decision.complaint

    async def _think(self, seen: Observation, limit: float, pace: float) -> Decision:
        bot = self._seated(seen)
        if not self._is_thinking:
            if self._simulations is not None:
                seconds = limit * SHARE
                budget = Budget.of(
                    time.monotonic, simulations=self._simulations, seconds=seconds
                )
            elif pace:
                budget = Budget.of(time.monotonic, seconds=pace)
            else:
                budget = Budget.of(
                    time.monotonic, simulations=SIMULATIONS, seconds=SECONDS
                )
            with trio.move_on_after(limit):
                return await self._aside(partial(bot.decide, seen, budget))
        return bot.instead(seen, limit)

    async def _answer_late(self) -> None:
        """Answer what was proposed while the agent thought: a move would pass it by."""
        if self._unanswered is None or self._is_thinking:
            return
        asker, words = self._unanswered
        proposal = Proposal.read(words, asker)
        agrees = await self._answer(asker, words)
        if agrees and proposal is not None and proposal.kind != "last round":
            await trio.sleep(AGREED_WITHIN)  # the turn is over if all agree

    async def _answer(self, asker: int, words: str) -> bool:
        """Answer a proposal; return whether the agent agrees."""
        seen, proposal = self._seat.observation, Proposal.read(words, asker)
        if seen is None or proposal is None or asker == seen.seat:
            return False
        if self._is_thinking:
            self._unanswered = asker, words
            return False
        bot, agrees = self._seated(seen), False
        with trio.move_on_after(ANSWER_WITHIN):
            agrees = await self._aside(partial(bot.answer, proposal, seen))
        if agrees:
            with suppress(IllegalMove):  # it has passed, or the turn has
                await self._seat.propose(words)
        return agrees

    async def _aside(self, work: Callable[[], T]) -> T:
        """Think in a thread, which is left behind if it does not come back."""

        def think() -> T:
            try:
                return work()
            finally:
                self._is_thinking = False

        self._is_thinking = True
        return await self._seat.world.machine.think(think)

    def _seated(self, seen: Observation) -> Bot:
        if self._bot is None:
            chosen = self._opponent or registry.usual(seen.game.name, 1)[0]
            entropy = self._seat.world.entropy
            table = seen.game, seen.options, seen.seats, seen.seat
            self._bot = Bot(chosen.display, chosen.maker(), Seating(*table, entropy))
        return self._bot
