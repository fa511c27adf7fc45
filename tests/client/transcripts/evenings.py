"""People who spend an evening at one table after the other, in memory."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import trio

from p2pgame.client.errors import ClientError
from p2pgame.client.events import (
    AnyEvent,
    Asked,
    Begun,
    EveningShown,
    Proposed,
    Saved,
    TurnClosed,
    YourTurn,
)
from p2pgame.client.front_end import FrontEnd
from p2pgame.client.meeting import evenings
from p2pgame.client.profile import tables
from p2pgame.client.profile.evening import Chain
from p2pgame.client.profile.transcripts import Transcript
from p2pgame.client.questions import DialNearby, PlayAgain, PlayWith, Question
from p2pgame.client.requests import AnyRequest, Host, Join
from p2pgame.client.transcripts import checking
from p2pgame.client.words import say
from p2pgame.client.world import World
from p2pgame.engine import IllegalMove
from p2pgame.transport.relay.url import RelayUrl
from tests.client.memory_world import Network
from tests.client.planners import Player, sitting

LAST_ROUND = "last round"


@dataclass
class Regular(Player):
    """One who makes each hand the last round, and folds what is not free.

    The test answers whether to play again, which the host is asked.
    """

    #: The tables that have begun.
    tables: list[Begun] = field(default_factory=list)
    #: Whether it makes no move, and the turn that is open meanwhile.
    holds: bool = False
    held: YourTurn | None = None
    #: What ended its seat early.
    error: ClientError | None = None
    #: The question whether to play again, while nobody has taken it.
    asked: Question | None = None
    proposed: int = 0

    async def listen(self) -> None:
        try:
            async for event in self.seat:
                self.told.append(event)
                self._news.set()
                self._news = trio.Event()
                await self.do(event)
        except ClientError as error:
            self.error = error

    async def do(self, event: AnyEvent) -> None:
        match event:
            case Begun():
                self.tables.append(event)
            case Proposed(proposal=proposal) if proposal == LAST_ROUND:
                await self.close_round()
            case YourTurn():
                self.held = event
                if not self.holds:
                    await self.move()
            case TurnClosed():
                self.held = None
            case Asked(Question(number, PlayWith() | DialNearby())):
                self.seat.answer(number, 1)
            case Asked(question) if isinstance(question.ask, PlayAgain):
                self.asked = question

    async def saved(self, tables: int) -> None:
        """Wait until so many tables are over, and added up."""
        await self.wait_for(lambda: len(self.all(Saved)) == tables)
        told = max(0, tables - 1)
        await self.wait_for(lambda: len(self.all(EveningShown)) >= told)

    async def waits_without_seat(self) -> None:
        """Wait until it is told that it comes to the next table."""
        await self.wait_for(lambda: any("next table" in one for one in self.said))

    async def at_table_of(self, players: int) -> None:
        """Wait until it plays at a table of so many."""
        await self.wait_for(
            lambda: bool(self.tables) and len(self.tables[-1].players) == players
        )

    async def move(self) -> None:
        """Ask for a last round, or else check or fold, if it is our turn."""
        if self.held is None or await self.close_round():
            return
        offers = self.held.choice.moves
        await self.seat.move("check" if "check" in offers else "fold")

    async def go_on(self) -> None:
        """Make moves again."""
        self.holds = False
        await self.move()

    async def close_round(self) -> bool:
        """Ask for, or agree to, a last round; return whether that is new."""
        if self.proposed == len(self.tables):
            return False
        self.proposed = len(self.tables)
        try:
            await self.seat.propose(LAST_ROUND)
        except IllegalMove:
            return False
        assert self.tables[-1].has_rounds
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


@dataclass
class House:
    """Where friends meet: each has a world of its own, and all the one network."""

    network: Network
    folder: Path
    #: Ends when somebody's program is stopped.
    stack: AsyncExitStack
    worlds: dict[str, World] = field(default_factory=dict)

    async def come(self, name: str, request: AnyRequest) -> Regular:
        """Have somebody sit down; its folder is the one that it had before."""
        if name not in self.worlds:
            self.worlds[name] = self.network.world(name, self.folder)
        world = self.worlds[name]
        return await self.stack.enter_async_context(regular(request, world))

    async def host(
        self, name: str, players: int, relay: RelayUrl | None = None
    ) -> Regular:
        """Have somebody open a table of hold'em; a ``relay`` is then the only way."""
        form = Host(
            game="holdem",
            name=name,
            players=players,
            relays=() if relay is None else (str(relay),),
            hide_address=relay is not None,
            attended=True,
            options={"hands": 9},
        )
        return await self.come(name, form)

    async def join(self, name: str, invite: str) -> Regular:
        """Have somebody come with an invite."""
        return await self.come(name, Join(invite=invite, name=name, attended=True))

    async def two_tables(self) -> tuple[Regular, Regular]:
        """Have two play at one table, then at the next, until both files are there."""
        ann = await self.host("Ann", 2)
        ben = await self.join("Ben", ann.seat.invite or "")
        for seats in (2, 0):
            question = await ann.asked_again()
            ann.seat.answer(question.number, seats)
        for one in (ann, ben):
            await one.saved(2)
        return ann, ben


async def _compare_here(kept: Transcript, front: FrontEnd) -> None:
    """Check a transcript without a thread, for which no simulated clock waits."""
    await trio.lowlevel.checkpoint()
    front.tell(checking.compare(kept, lambda turns: None))


@asynccontextmanager
async def house(folder: Path) -> AsyncIterator[House]:
    """Have friends meet meanwhile."""
    async with trio.open_nursery() as links:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(evenings, "compare_aside", _compare_here)
            async with AsyncExitStack() as stack:
                yield House(Network(links), folder, stack)
        links.cancel_scope.cancel()


def saved_files(player: Player) -> list[Path]:
    """Return where the transcripts of a player are, in the order of the tables."""
    return [Path(saved.path) for saved in player.all(Saved)]


def seat_of(player: Regular) -> int:
    """Return the seat of a player at its last table."""
    seat = player.tables[-1].seat
    assert seat is not None
    return seat


def name_of(player: Regular) -> str:
    return player.tables[-1].players[seat_of(player)].name


def way_back(here: House, player: Regular) -> int:
    """Return the table by which somebody comes back who has left, without an invite."""
    assert player.error is not None
    assert say(player.error.message).endswith("next table: p2pgame resume")
    with here.worlds[name_of(player)].at_home():
        table = tables.chosen(None)
    assert (table.state, table.is_open) == ("left", False)
    return table.number


def settle(chain: Chain) -> None:
    """Check that an evening adds up to nothing, and is even once all have paid."""
    (account,) = chain.evening.accounts
    assert sum(one.total for one in account.standings) == 0
    totals = {one.name: one.total for one in account.standings}
    for pay in account.payments:
        totals[account.standings[pay.payer].name] += pay.amount
        totals[account.standings[pay.payee].name] -= pay.amount
    assert not any(totals.values())
