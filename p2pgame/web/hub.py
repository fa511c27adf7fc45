"""Holds tables for front ends, and does what they ask.

The hub knows no socket: connections come with their frames (:mod:`.connection`).
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import TypeAlias

import trio

from p2pgame.client.answering import inquire
from p2pgame.client.answers import AnyAnswer
from p2pgame.client.errors import ClientError, InvalidRequest
from p2pgame.client.events import AnyEvent
from p2pgame.client.inquiries import AnyInquiry
from p2pgame.client.requests import AnyRequest
from p2pgame.client.world import World
from p2pgame.engine import Message

from .hub_table import HubTable, TableSummary

#: Tables of a hub, at most; those that ended count until they are closed.
TABLES_LIMIT = 64

AnyAsked: TypeAlias = AnyRequest | AnyInquiry
#: Returns what a front end may ask for, or refuses it with an InvalidRequest.
Permit: TypeAlias = Callable[[AnyAsked], AnyAsked]


class Hub:
    """The tables of this process; make it with :func:`open_hub`."""

    def __init__(self, world: World, nursery: trio.Nursery, permit: Permit) -> None:
        self.world = world
        self.permit = permit
        self._nursery = nursery
        self._tables: dict[int, HubTable] = {}
        self._count = 0
        self._stirred = trio.Event()

    @property
    def tables(self) -> tuple[TableSummary, ...]:
        """The tables, the oldest first."""
        return tuple(table.summary for table in self._tables.values())

    def table(self, number: int) -> HubTable:
        """Return the table with this number.

        Raises:
          InvalidRequest: There is none.
        """
        if number not in self._tables:
            raise InvalidRequest("hub-no-table", number=number)
        return self._tables[number]

    async def open(self, request: AnyRequest) -> HubTable:
        """Open a table, or sit down at one; return it once the seat is there.

        Raises:
          ClientError: It can't be done.
        """
        if len(self._tables) >= TABLES_LIMIT:
            raise InvalidRequest("hub-full", most=TABLES_LIMIT)
        self._count += 1
        table = HubTable(self._count, request, self._changed)
        self._tables[table.number] = table
        try:
            why: Message | None
            why = await self._nursery.start(table.run, self.world)
            if why is not None:
                raise ClientError.saying(why)
        except BaseException:
            self._tables.pop(table.number, None)  # it may have been closed meanwhile
            raise
        self._changed()
        return table

    def inquire(self, request: AnyInquiry) -> AsyncGenerator[AnyEvent | AnyAnswer]:
        """Yield what answers a request beside the tables; raises as :func:`inquire`."""
        return inquire(request, self.world)

    async def close(self, number: int) -> None:
        """End what goes on at a table, and take it from the list.

        Raises:
          InvalidRequest: There is none.
        """
        table = self.table(number)
        self._tables.pop(number, None)
        self._changed()
        await table.end()
        self._changed()

    async def changes(self) -> AsyncGenerator[tuple[TableSummary, ...]]:
        """Yield the tables now, and whenever one has changed."""
        while True:
            stirred = self._stirred
            yield self.tables
            await stirred.wait()

    async def end(self) -> None:
        """End all tables in good order."""
        async with trio.open_nursery() as nursery:
            for table in self._tables.values():
                nursery.start_soon(table.end)

    def _changed(self) -> None:
        self._stirred.set()
        self._stirred = trio.Event()


def anything(request: AnyAsked) -> AnyAsked:
    """Permit everything that the player could do at a terminal."""
    return request


def open_hub(
    world: World | None = None, permit: Permit = anything
) -> AbstractAsyncContextManager[Hub]:
    """Yield a hub; when the block is left its tables have ended in good order."""
    return _open_hub(World.native() if world is None else world, permit)


@asynccontextmanager
async def _open_hub(world: World, permit: Permit) -> AsyncIterator[Hub]:
    async with trio.open_nursery() as nursery:
        hub = Hub(world, nursery, permit)
        try:
            yield hub
        finally:
            with trio.CancelScope(shield=True):
                await hub.end()
        nursery.cancel_scope.cancel()
