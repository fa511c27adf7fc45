"""People who spend an evening at one table after the other, in memory."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import trio

from p2pgame.client.events import AnyEvent, Asked, Begun, Proposed, YourTurn
from p2pgame.client.questions import PlayAgain, PlayWith, Question
from p2pgame.client.requests import AnyRequest
from p2pgame.client.world import World
from p2pgame.engine import IllegalMove
from tests.client.planners import Player, sitting

LAST_ROUND = "last round"


@dataclass
class Regular(Player):
    """One who makes each hand the last round, and folds what is not free.

    The test answers whether to play again, which the host is asked.
    """

    #: The tables that have begun.
    tables: list[Begun] = field(default_factory=list)
    #: The question whether to play again, while nobody has taken it.
    asked: Question | None = None
    proposed: int = 0

    async def listen(self) -> None:
        async for event in self.seat:
            self.told.append(event)
            self._news.set()
            self._news = trio.Event()
            await self.do(event)

    async def do(self, event: AnyEvent) -> None:
        match event:
            case Begun():
                self.tables.append(event)
            case Proposed(proposal=proposal) if proposal == LAST_ROUND:
                await self.close_round()
            case YourTurn():
                if not await self.close_round():
                    offers = event.choice.moves
                    await self.seat.move("check" if "check" in offers else "fold")
            case Asked(Question(number, PlayWith())):
                self.seat.answer(number, 1)
            case Asked(question) if isinstance(question.ask, PlayAgain):
                self.asked = question

    async def close_round(self) -> bool:
        """Ask for, or agree to, a last round; return whether that is new."""
        if self.proposed == len(self.tables):
            return False
        self.proposed = len(self.tables)
        try:
            await self.seat.propose(LAST_ROUND)
        except IllegalMove:
            return False
        return True

    async def asked_again(self) -> Question:
        """Wait until it is asked whether to play again."""
        await self.wait_for(lambda: self.asked is not None)
        question, self.asked = self.asked, None
        assert question is not None
        return question


@asynccontextmanager
async def regular(request: AnyRequest, world: World) -> AsyncIterator[Regular]:
    """Sit at tables of an evening meanwhile."""
    async with sitting(request, world, Regular) as player:
        assert isinstance(player, Regular)
        yield player
